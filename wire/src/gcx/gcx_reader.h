// Sections of GCX1 with the lines that they stand in, for messages about what they hold.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "wire/gcx.h"

namespace waymark::wire {

// Of one section: the lines of its header and of its rows, from 1.
struct GcxLines {
  std::size_t header = 0;
  std::vector<std::size_t> rows;
};

struct LocatedGcx {
  std::vector<GcxSection> sections;
  std::vector<GcxLines> lines;  // of each section
};

// Errors are those of DecodeGcx().
absl::StatusOr<LocatedGcx> DecodeGcxWithLines(std::string_view text);

}  // namespace waymark::wire
