// A repository that has something for every view: two revisions, tests, routes with both sides, an
// environment variable, a circle of imports.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const first = {
  "shop/pricing.py": `"""What things cost."""

import os


class Rate:
    """A share of a price, in per cent."""

    def __init__(self, percent):
        self.percent = percent

    def of(self, cents):
        return cents * self.percent // 100


def currency():
    return os.environ["SHOP_CURRENCY"]


def price_of(item, rate=Rate(19)):
    """Price of one item in cents, tax included."""
    return item.cents + rate.of(item.cents)
`,
  "shop/cart.py": `"""What a customer is about to buy."""

from shop.pricing import price_of


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        return sum(price_of(item) for item in self.items)
`,
  "shop/orders.py": `"""What customers bought."""

from shop.cart import Cart
from shop.customers import Customer


class Order:
    def __init__(self, customer: Customer, cart: Cart):
        self.customer = customer
        self.cents = cart.total()


def order_for(customer: Customer, cart: Cart):
    return Order(customer, cart)
`,
  "shop/customers.py": `"""Who buys."""

from shop import orders


class Customer:
    def __init__(self, name):
        self.name = name

    def buy(self, cart):
        return orders.order_for(self, cart)
`,
  "shop/web.py": `"""The shop as seen from a browser."""

from flask import Flask

from shop.cart import Cart
from shop.customers import Customer
from shop.pricing import currency

app = Flask(__name__)


@app.route("/orders", methods=["POST"])
def post_order():
    return {"cents": Customer("guest").buy(Cart()).cents, "currency": currency()}


@app.route("/health")
def health():
    return "ok"
`,
  "client/order.ts": `/** Sends the cart; gives what it costs. */
export async function sendOrder(items: string[]): Promise<number> {
  const answer = await fetch("/orders", { method: "POST", body: JSON.stringify(items) });
  return (await answer.json()).cents;
}
`,
  "tests/test_cart.py": `from shop.cart import Cart


def test_an_empty_cart_costs_nothing():
    assert Cart().total() == 0
`,
  "tests/test_orders.py": `from shop.cart import Cart
from shop.customers import Customer


def test_an_order_has_its_price():
    assert Customer("Ada").buy(Cart()).cents == 0
`,
};

// The second revision changes a body, and a function more.
const second = {
  "shop/pricing.py": first["shop/pricing.py"].replace("item.cents + rate.of(item.cents)", "discounted(item.cents) + rate.of(item.cents)") + `

def discounted(cents):
    return cents - cents // 10
`,
};

function write(directory, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

const author = ["-c", "user.name=Ada", "-c", "user.email=ada@shop.example", "-c", "commit.gpgsign=false"];

/** Writes files and commits them. */
export function commit(directory, files, message) {
  write(directory, files);
  for (const args of [["add", "-A"], [...author, "commit", "-qm", message]]) {
    const { status, stderr } = spawnSync("git", args, { cwd: directory, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  }
}

/** Makes an empty repository at a path that does not exist. */
export function initialise(directory) {
  mkdirSync(directory, { recursive: true });
  const { status, stderr } = spawnSync("git", ["init", "-q", "-b", "main"], { cwd: directory, encoding: "utf8" });
  if (status !== 0) throw new Error(`git init: ${stderr}`);
}

/** Makes the shop at a path that does not exist. */
export function makeShop(directory) {
  initialise(directory);
  commit(directory, first, "Sell things");
  commit(directory, second, "Give a discount");
}
