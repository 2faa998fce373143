from shop.cart import cart


def left():
    return isinstance(None, cart.Cart)
