"""The command line: it loads, asks the core, saves and shows."""
