"""What things cost."""


class Rate:
    """A share of a price, in per cent."""

    def __init__(self, percent):
        self.percent = percent

    def of(self, cents):
        return cents * self.percent // 100


def price_of(item, rate=Rate(19)):
    """Price of one item in cents, tax included."""
    return item.cents + rate.of(item.cents)
