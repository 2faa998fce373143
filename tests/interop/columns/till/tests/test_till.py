from shop.cart.cart import Cart
from shop.till.till import Till


def test_till():
    assert Till(Cart()).price(1) == 0


def test_cart_of_a_till():
    assert Cart().price(2) == 0
