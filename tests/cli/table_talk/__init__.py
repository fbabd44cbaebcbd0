"""What people say at a card table: a table of it, and whoever types it."""
