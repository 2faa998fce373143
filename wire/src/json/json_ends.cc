#include "json/json_ends.h"

#include <map>
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
      if (symbol.id) Note(by_id_, Bytes(*symbol.id), i);
    }
  }

  // The index, or nothing if the symbol is absent. Errors: a name or identity of several symbols;
  // an index or identity that contradicts the name.
  absl::StatusOr<std::optional<std::uint32_t>> Resolve(const EndReference& end) const {
    std::optional<std::uint32_t> index;
    if (end.index) {
      if (*end.index >= symbols_.size())
        return Wrong(fmt::format("there is no symbol {}", *end.index));
      index = static_cast<std::uint32_t>(*end.index);
      if (end.id && symbols_[*index].id != end.id)
        return Wrong("index and identity name different symbols");
    } else {
      const auto& bearers = end.id ? by_id_ : by_name_;
      const auto found = bearers.find(end.id ? Bytes(*end.id) : std::string_view(end.name));
      if (found == bearers.end()) return index;
      if (found->second.count > 1) {
        return Wrong(fmt::format("'{}' names {} symbols; say which by identity or index", end.name,
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

  using BearersByKey = std::map<std::string_view, Bearers>;

  static std::string_view Bytes(const SymbolIdentity& id) {
    return {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()};
  }

  static void Note(BearersByKey& bearers, std::string_view key, std::uint32_t index) {
    Bearers& entry = bearers.try_emplace(key, Bearers{index, 0}).first->second;
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
