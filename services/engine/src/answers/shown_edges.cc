#include "answers/shown_edges.h"

#include <string_view>
#include <vector>

#include "services/whole_word.h"

namespace waymark::services {
namespace {

// "pay" of "shop.Cart.pay" and "shop::Cart::pay".
std::string_view LastPart(std::string_view name) {
  return name.substr(name.find_last_of(".:#/") + 1);  // npos + 1 is the beginning
}

bool IsShown(const wire::Symbol& source, const wire::Symbol& target) {
  if (source.source.numbers.empty()) return false;
  const std::string_view name = LastPart(target.qualified_name);
  return !name.empty() && name != LastPart(source.qualified_name) && HasWord(source.text, name);
}

}  // namespace

void DropShownEdges(wire::Payload& payload) {
  std::erase_if(payload.edges, [&payload](const wire::Edge& edge) {
    return IsShown(payload.symbols[edge.source], payload.symbols[edge.target]);
  });
}

}  // namespace waymark::services
