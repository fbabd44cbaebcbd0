"""The open game: ``sk`` alone stays open at a terminal, and a line is all that has to be typed."""
