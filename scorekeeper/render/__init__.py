"""Results for people and for programs; nothing here prints or knows a file."""
