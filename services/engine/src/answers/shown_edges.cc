#include "answers/shown_edges.h"

#include <string_view>

#include "services/whole_word.h"

namespace waymark::services {
namespace {

bool IsShown(const wire::Symbol& source, const wire::Symbol& target) {
  if (source.source.numbers.empty()) return false;
  const std::string_view name = LastIdentifier(target.qualified_name);
  return !name.empty() && name != LastIdentifier(source.qualified_name) &&
         HasWord(source.text, name);
}

}  // namespace

void DropShownEdges(wire::Payload& payload) {
  std::erase_if(payload.edges, [&payload](const wire::Edge& edge) {
    return IsShown(payload.symbols[edge.source], payload.symbols[edge.target]);
  });
}

}  // namespace waymark::services
