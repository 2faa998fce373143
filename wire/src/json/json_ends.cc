#include "json/json_ends.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <absl/status/statusor.h>
#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::wire {
namespace {

// Finds the symbols at the ends of edges.
class EndResolver {
 public:
  explicit EndResolver(const std::vector<Symbol>& symbols) : symbols_(symbols) {
    for (std::uint32_t i = 0; i < symbols.size(); ++i) {
      const Symbol& symbol = symbols[i];
      Note(by_name_, symbol.qualified_name, i);
      // Either is an id; which one was written depends on the other symbols.
      if (!symbol.handle.empty()) Note(by_id_, symbol.handle, i);
      if (symbol.id) Note(by_id_, symbol.id->ToHex(), i);
    }
  }

  // The index, or nothing if the symbol is absent. Errors: a name or id of several symbols; an
  // index or id that contradicts the name.
  absl::StatusOr<std::optional<std::uint32_t>> Resolve(const EndReference& end) const {
    std::optional<std::uint32_t> index;
    if (end.index) {
      if (*end.index >= symbols_.size())
        return Wrong(fmt::format("there is no symbol {}", *end.index));
      index = static_cast<std::uint32_t>(*end.index);
      if (!end.id.empty() && !HasId(symbols_[*index], end.id))
        return Wrong("index and id name different symbols");
    } else {
      const auto& bearers = end.id.empty() ? by_name_ : by_id_;
      const auto found = bearers.find(end.id.empty() ? end.name : end.id);
      if (found == bearers.end()) return index;
      if (found->second.count > 1) {
        return Wrong(fmt::format("'{}' names {} symbols; say which by id or index", end.name,
                                 found->second.count));
      }
      index = found->second.first;
    }
    if (symbols_[*index].qualified_name != end.name) {
      return Wrong(fmt::format("'{}' is not the name of the symbol, which is '{}'", end.name,
                               symbols_[*index].qualified_name));
    }
    return index;
  }

 private:
  struct Bearers {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  using BearersByKey = std::map<std::string, Bearers, std::less<>>;

  static bool HasId(const Symbol& symbol, std::string_view id) {
    return symbol.handle == id || (symbol.id && symbol.id->ToHex() == id);
  }

  static void Note(BearersByKey& bearers, std::string key, std::uint32_t index) {
    Bearers& entry = bearers.try_emplace(std::move(key), Bearers{index, 0}).first->second;
    ++entry.count;
  }

  static absl::Status Wrong(const std::string& what) { return absl::InvalidArgumentError(what); }

  const std::vector<Symbol>& symbols_;
  BearersByKey by_name_;
  BearersByKey by_id_;
};

}  // namespace

absl::Status ResolveJsonEdges(const JsonReader& reader, std::vector<WrittenEdge>& written,
                              Payload& payload) {
  const EndResolver resolver(payload.symbols);
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto resolve =
        [&](std::string_view field,
            const EndReference& end) -> absl::StatusOr<std::optional<std::uint32_t>> {
      absl::StatusOr<std::optional<std::uint32_t>> index = resolver.Resolve(end);
      if (index.ok()) return index;
      return reader.ErrorAt(end.at, fmt::format("edges[{}].{}", i, field),
                            std::string(index.status().message()));
    };
    WM_ASSIGN_OR_RETURN(const std::optional<std::uint32_t> source,
                        resolve("source", written[i].source));
    WM_ASSIGN_OR_RETURN(const std::optional<std::uint32_t> target,
                        resolve("target", written[i].target));
    if (!source || !target) continue;
    Edge& edge = payload.edges.emplace_back(std::move(written[i].edge));
    edge.source = *source;
    edge.target = *target;
  }
  return absl::OkStatus();
}

}  // namespace waymark::wire
