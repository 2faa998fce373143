// The places of an answer about uses, each with the line of code there.
#pragma once

#include <cstdint>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "indexer/source_reader.h"
#include "retrieval/relations.h"
#include "services/paging.h"
#include "services/verbs.h"

namespace waymark::services {

struct UseLines {
  std::vector<UseLine> lines;  // of the page
  std::uint64_t all = 0;       // of all pages
  std::uint64_t files = 0;     // distinct files of all pages
};

// Each place of the edges once, in the order of UsagesAnswer::lines; for an edge without a place,
// as of an inheritance that nothing writes down, the place of its source. `sources` belong to the
// view. Cancelled, DeadlineExceeded. Cost: a read and a hash for each file with a place of the
// page.
absl::StatusOr<UseLines> UseLinesOf(const graph::ReadView& view,
                                    const indexer::SourceReader& sources,
                                    const retrieval::RelatedSymbols& related, const Page& page,
                                    const CallControl& control);

// The same of the first place of each edge alone, without pages.
absl::StatusOr<UseLines> FirstLinesOf(const graph::ReadView& view,
                                      const indexer::SourceReader& sources,
                                      const retrieval::RelatedSymbols& related,
                                      const CallControl& control);

}  // namespace waymark::services
