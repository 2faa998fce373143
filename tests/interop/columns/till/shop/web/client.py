"""What asks the shop."""
import os

import requests


def load():
    return requests.get("https://shop.example/items/7"), os.getenv("SHOP_HOME")


def draw(cart):
    return render_total(cart)


def render_total(cart):
    return cart.grand_total()


def drop():
    return requests.delete("https://shop.example/carts/7")
