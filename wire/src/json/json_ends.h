// The ends of edges in JSON: names and identities, of which each has to mean one symbol.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "json/json_reader.h"
#include "wire/payload.h"

namespace waymark::wire {

// One end of an edge as written: what names its symbol.
struct EndReference {
  std::string name;
  std::size_t at = 0;  // where the name begins in the text
  std::optional<SymbolIdentity> id;
  std::optional<std::uint64_t> index;
};

struct WrittenEdge {
  EndReference source;
  EndReference target;
  Edge edge;
};

// Adds the edges to the payload, whose symbols are all there. Edges to what is not among them are
// dropped. InvalidArgument, as the reader of the text says where: an end that fits several symbols,
// or contradicts itself.
absl::Status ResolveJsonEdges(const JsonReader& reader, std::vector<WrittenEdge>& written,
                              Payload& payload);

}  // namespace waymark::wire
