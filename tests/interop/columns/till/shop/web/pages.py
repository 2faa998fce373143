"""With the parts in a circle of one directory."""
from shop.web import parts


def page():
    return parts.header()
