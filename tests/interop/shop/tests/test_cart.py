from cart import Cart
from checkout import checkout


def test_an_empty_cart_costs_nothing():
    assert Cart().total() == 0


def test_an_empty_cart_has_an_empty_receipt():
    assert checkout(Cart()) == ([], 0)
