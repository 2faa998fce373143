#include "text/short_name.h"

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace waymark::wire {
namespace {

TEST(ShortName, IsTheLastComponentInEveryLanguage) {
  for (const auto& [name, last] : {
           std::pair<std::string_view, std::string_view>("shop.Cart.pay", "pay"),
           {"pay", "pay"},
           {"leveldb::DBImpl::Get", "Get"},
           {"ui::Box::operator==", "operator=="},
           {"ui::Box::operator bool", "operator bool"},
           {"ui::Box::operator()", "operator()"},
           {"ui::Box::~Box", "~Box"},
           {"std::hash<ui::Box>::get", "get"},
           {"ui::Traits<std::vector<int>>", "Traits<std::vector<int>>"},
           {"Shop::Cart#empty?", "empty?"},
           {"Shop::Cart#name=", "name="},
           {"Shop::Cart#[]", "[]"},
           {"Shop::Cart#<=>", "<=>"},
           {"Pen.#ink", "#ink"},
           {"operators.add", "add"},
           {"env://HOME", "env://HOME"},
           {"GET /users/:id", "GET /users/:id"},
           {"a..", "."},
           {"", ""},
       }) {
    EXPECT_EQ(ShortName(name), last) << name;
    EXPECT_EQ(ShortName(last), last);
  }
}

TEST(FileName, IsTheLastComponentOfAPath) {
  EXPECT_EQ(FileName("src/shop/cart.py"), "cart.py");
  EXPECT_EQ(FileName("cart.py"), "cart.py");
}

}  // namespace
}  // namespace waymark::wire
