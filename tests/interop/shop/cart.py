"""What a customer is about to buy."""

from pricing import price_of


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        return sum(price_of(item) for item in self.items)
