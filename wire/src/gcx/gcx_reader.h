// Sections of GCX1 with their line numbers, for error messages about their content.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "wire/gcx.h"

namespace waymark::wire {

// Lines of a section's header and rows, from 1.
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
