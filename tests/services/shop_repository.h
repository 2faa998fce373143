// A small Python repository whose graph a person can check: a shop with carts, prices and receipts.
//
//   shop.checkout.checkout -> shop.cart.Cart.total -> shop.pricing.price_of ->
//   shop.pricing.discount
//                          -> shop.mail.send_receipt -> shop.mail.render
//   shop.page.render        a second `render`, so that the bare name is ambiguous
//   tests/test_cart.py      test_total -> Cart.add, Cart.total
#pragma once

#include <filesystem>

#include "testing/temp_dir.h"

namespace waymark::testing {

// Writes the repository into `directory` under `root` and returns its path.
std::filesystem::path WriteShopRepository(const TempDir& root,
                                          const std::filesystem::path& directory = "shop");

}  // namespace waymark::testing
