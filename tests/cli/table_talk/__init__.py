"""What people say at a card table, in a table, and somebody who types it."""
