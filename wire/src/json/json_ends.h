// The ends of edges in JSON: each name or id must mean one symbol.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "json/json_reader.h"
#include "wire/payload.h"

namespace waymark::wire {

// One end of an edge as written.
struct EndReference {
  std::string name;
  std::size_t at = 0;  // position of the name in the text
  std::string id;      // empty: not given
  std::optional<std::uint64_t> index;
};

struct WrittenEdge {
  EndReference source;
  EndReference target;
  Edge edge;
};

// Adds the edges to the payload, whose symbols are complete. Edges to absent symbols are dropped.
// InvalidArgument, with the position from the reader of the text, for an end that fits several
// symbols or contradicts itself.
absl::Status ResolveJsonEdges(const JsonReader& reader, std::vector<WrittenEdge>& written,
                              Payload& payload);

}  // namespace waymark::wire
