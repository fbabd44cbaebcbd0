"""Edits a TOML text so that only the lines change that must.

``tomlkit`` doesn't: it ends new lines in LF where the others end in CR LF, and removes the comment
above a table together with the table before it.
"""

KeyPath = tuple[str | int, ...]
"""The keys that lead to a value in a document: names of tables and keys, indices in lists."""
