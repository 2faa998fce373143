#include "answers/shown_edges.h"

#include <string>

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

wire::Symbol Named(std::string name, std::string source = "") {
  wire::Symbol symbol;
  symbol.qualified_name = std::move(name);
  symbol.text = std::move(source);
  if (!symbol.text.empty()) wire::NumberLines(1, symbol);
  return symbol;
}

// How many edges from the one symbol to the other are left.
std::size_t Left(wire::Symbol from, wire::Symbol to) {
  wire::Payload payload;
  payload.symbols = {std::move(from), std::move(to)};
  payload.edges = {{.source = 0, .target = 1}};
  DropShownEdges(payload);
  return payload.edges.size();
}

TEST(ShownEdges, ACallInShownSourceNeedsNoEdge) {
  EXPECT_EQ(Left(Named("shop.checkout", "total = cart.total()"), Named("shop.Cart.total")), 0U);
}

TEST(ShownEdges, AnEdgeStaysWhoseEndTheSourceDoesNotName) {
  EXPECT_EQ(Left(Named("shop.checkout"), Named("shop.Cart.total")), 1U);
  EXPECT_EQ(Left(Named("shop.checkout", "subtotal()"), Named("shop.Cart.total")), 1U);
  EXPECT_EQ(Left(Named("shop.Sale.total", "def total(): ..."), Named("shop.Cart.total")), 1U);
}

TEST(ShownEdges, DocumentationIsNoSource) {
  wire::Symbol documented = Named("shop.checkout");
  documented.text = "Takes the total.";
  EXPECT_EQ(Left(documented, Named("shop.Cart.total")), 1U);
}

}  // namespace
}  // namespace waymark::services
