from shop.cart.cart import Cart
from shop.web.client import draw


def test_cart():
    assert draw(Cart()) == 0
