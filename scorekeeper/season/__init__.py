"""Many evenings together: who is the same person, who won how often, and which records fell."""
