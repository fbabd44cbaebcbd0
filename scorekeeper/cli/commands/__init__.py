"""The commands, one file an occasion: each loads, asks the core, saves and shows."""
