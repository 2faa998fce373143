import unittest

from shop.stock import stock


class StockTest(unittest.TestCase):
    def test_left(self):
        self.assertFalse(stock.left())
