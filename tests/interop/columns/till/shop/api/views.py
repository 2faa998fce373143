"""What the shop answers."""
import os

import flask

from shop.cart.cart import Cart
from shop.till.till import Till

app = flask.Flask(__name__)


@app.get("/items/<int:number>")
def show(number):
    return Till(Cart()).price(number)


@app.post("/items")
def add():
    bus.publish("items.added", os.environ["SHOP_HOME"])
    return Cart().add(1)
