from shop.cart.cart import Priced
from shop.stock import stock


class Till(Priced):
    def __init__(self, cart):
        self.cart = cart

    def price(self, number):
        return self.cart.price(number) + stock.left()


def rate():
    return stock.left()
