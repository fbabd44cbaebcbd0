"""The pages and pictures that are filled in: each is a template beside this module.

Names, titles and notes may hold anything: Jinja2 escapes all that is filled in. Nothing but what
fills a template in may load this module.
"""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

TEMPLATES = Environment(
    autoescape=True,
    keep_trailing_newline=True,
    loader=PackageLoader("scorekeeper.sharing"),
    lstrip_blocks=True,
    trim_blocks=True,
    undefined=StrictUndefined,
)
"""Ours, each compiled when it is first filled in."""


def filled_in(template: str, **values: Any) -> str:
    """A template of ours with these values in it."""
    return TEMPLATES.get_template(template).render(values)
