"""The smallest edit of a text: only the lines change that must.

``tomlkit`` does not keep that: it ends new lines by LF where the others end by CR LF, and takes the
comment above a table away with the table before it.
"""

KeyPath = tuple[str | int, ...]
"""The keys that lead to a value of a document: what a remark, an edit and a finding point at.

Names of tables and keys; the members of lists and arrays of tables by their index.
"""
