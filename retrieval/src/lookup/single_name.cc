#include "retrieval/single_name.h"

#include <algorithm>
#include <string_view>

#include "lookup/symbolic_terms.h"
#include "retrieval/declarations.h"
#include "retrieval/lookup.h"
#include "traits/constants.h"
#include "traits/kind_traits.h"
#include "traits/prose.h"

namespace waymark::retrieval {
namespace {

// The task without the punctuation of a sentence or call; empty if more than a name is left.
std::string_view SingleNameOf(std::string_view task) {
  constexpr std::string_view kAround = " \t\r\n`\"'?.,;:";
  constexpr std::string_view kCall = "()";
  const std::size_t begin = task.find_first_not_of(kAround);
  if (begin == std::string_view::npos) return {};
  task = task.substr(begin, task.find_last_not_of(kAround) - begin + 1);
  if (task.ends_with(kCall)) task.remove_suffix(kCall.size());
  return task.find_first_of(" \t\r\n/") == std::string_view::npos ? task : std::string_view();
}

// Removes symbols with the flag, unless all have it.
void PreferWithout(const graph::ReadView& view, std::uint32_t flag,
                   std::vector<SymbolId>& symbols) {
  const auto has_flag = [&](SymbolId symbol) { return (view.Flags(symbol) & flag) != 0; };
  if (!std::all_of(symbols.begin(), symbols.end(), has_flag)) std::erase_if(symbols, has_flag);
}

}  // namespace

std::vector<SymbolId> SymbolsOfSingleName(const graph::ReadView& view, std::string_view task) {
  const std::string_view name = SingleNameOf(task);
  if (name.empty() || !SymbolicTermsIn(task).empty()) return {};  // `C#` is no `C`
  std::vector<SymbolId> symbols = FindSymbols(view, name).exact;
  std::vector<Neighbor> scratch;
  for (SymbolId& symbol : symbols) symbol = DefinitionOf(view, symbol, scratch);
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  std::erase_if(symbols, [&](SymbolId symbol) {
    return IsSubject(view.Kind(symbol), view.Flags(symbol)) || IsProse(view, symbol);
  });
  PreferWithout(view, kSymbolTest, symbols);
  PreferWithout(view, kSymbolConstructor, symbols);
  if (symbols.size() > kMaxSingleNames) symbols.clear();
  return symbols;
}

}  // namespace waymark::retrieval
