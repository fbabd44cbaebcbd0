"""One evening as data: its people, its rounds, and what they come to."""
