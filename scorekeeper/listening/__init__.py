"""The reader of lines: what somebody types or says, as the command that it stands for.

It carries out nothing and asks nothing. ``sayings.toml`` holds what people say.
"""
