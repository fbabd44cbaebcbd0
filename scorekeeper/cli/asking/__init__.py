"""Every question to a person at a terminal."""
