"""The keys that lead to a value of a document: what a remark, a change and a finding point at."""

Path = tuple[str | int, ...]
"""Names of tables and keys; the members of lists and arrays of tables by their index."""
