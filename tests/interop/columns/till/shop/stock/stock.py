from shop.cart import cart


def left():
    return isinstance(None, cart.Cart)


def _spare():
    return 0
