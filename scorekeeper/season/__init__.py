"""Many evenings together: who is one person, who won how often, and what was never seen before."""
