#include "shop_repository.h"

#include <string_view>

namespace waymark::testing {
namespace {

struct SourceFile {
  std::string_view path;
  std::string_view text;
};

constexpr SourceFile kShopFiles[] = {
    {"shop/__init__.py", ""},
    {"shop/pricing.py", R"(def price_of(item):
    """Price of one item in cents, discount included."""
    return discount(item.base_price)


def discount(cents):
    return cents * 9 // 10
)"},
    {"shop/cart.py", R"(from shop.pricing import price_of


class Cart:
    """Items that a customer is about to buy."""

    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        """Sum of the prices of all items."""
        return sum(price_of(item) for item in self.items)
)"},
    {"shop/mail.py", R"(def render(amount):
    return f"You paid {amount}"


def send_receipt(address, amount):
    """Mail a receipt to the customer."""
    return address, render(amount)
)"},
    {"shop/page.py", R"(def render(amount):
    return f"<p>{amount}</p>"
)"},
    {"shop/checkout.py", R"(from shop.cart import Cart
from shop.mail import send_receipt


def checkout(cart: Cart, address):
    """Take the money and mail the receipt."""
    amount = cart.total()
    send_receipt(address, amount)
    return amount
)"},
    {"tests/test_cart.py", R"(from shop.cart import Cart


def test_total():
    cart = Cart()
    cart.add(None)
    assert cart.total() == 0
)"},
};

}  // namespace

std::filesystem::path WriteShopRepository(const TempDir& root,
                                          const std::filesystem::path& directory) {
  for (const SourceFile& file : kShopFiles) root.WriteFile(directory / file.path, file.text);
  return root.path() / directory;
}

}  // namespace waymark::testing
