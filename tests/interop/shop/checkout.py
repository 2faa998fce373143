"""From a cart to a receipt."""

from cart import Cart
from pricing import price_of


def lines_of(cart: Cart):
    return [f"{item.name} {price_of(item)}" for item in cart.items]


def checkout(cart: Cart):
    return lines_of(cart), cart.total()
