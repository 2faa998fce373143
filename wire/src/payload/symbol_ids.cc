#include "payload/symbol_ids.h"

#include <set>
#include <string_view>
#include <utility>

namespace waymark::wire {

std::vector<std::string> SymbolIds(const Payload& payload) {
  std::vector<std::string> ids;
  ids.reserve(payload.symbols.size());
  std::set<std::string_view> handles;
  std::set<SymbolIdentity> identities;
  for (const Symbol& symbol : payload.symbols) {
    std::string& id = ids.emplace_back();
    // A reader takes 64 hexadecimal digits for an identity.
    const bool is_handle = !symbol.handle.empty() && !SymbolIdentity::FromHex(symbol.handle);
    if (is_handle && handles.insert(symbol.handle).second) {
      id = symbol.handle;
    } else if (symbol.id && identities.insert(*symbol.id).second) {
      id = symbol.id->ToHex();
    }
  }
  return ids;
}

}  // namespace waymark::wire
