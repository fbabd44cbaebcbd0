"""README and the pages of the manual are true: what they show is what the program does."""
