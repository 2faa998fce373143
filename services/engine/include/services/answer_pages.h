// Pages of answers that their verbs give whole, as pages of rows. Verbs that page by themselves
// have a cursor in their request.
#pragma once

#include <cstdint>
#include <string>

#include "services/outline_answer.h"
#include "services/paging.h"
#include "services/symbol_sources.h"
#include "wire/payload.h"

namespace waymark::services {

// The state of Page::Of, of what answers tell that they were asked of.
std::string PageState(const wire::IndexInfo& index);

// A symbol each. An edge is on the page of the later one of its ends; the earlier one stands there
// again, behind the others. What is left out behind the rows is counted; pack root and token count
// are still those of the whole. Cost: the page, and all edges.
std::uint32_t CountRows(const wire::Payload& payload);
wire::Payload PageOf(const wire::Payload& whole, RowRange rows);

// Of an answer about one symbol: a line of its text each, or 256 bytes of a longer one. At least
// one.
std::uint32_t CountTextRows(const wire::Payload& payload);
wire::Payload TextPageOf(wire::Payload whole, RowRange rows);

// A line of source each, or 256 bytes of a longer one; a symbol without source is one row.
std::uint32_t CountRows(const SourcesAnswer& answer);
SourcesAnswer PageOf(const SourcesAnswer& whole, RowRange rows);

// An entry of each list. Counts stay those of the whole, and a layer keeps its number: those of
// other pages are empty.
std::uint32_t CountRows(const OutlineAnswer& answer);
OutlineAnswer PageOf(OutlineAnswer whole, RowRange rows);

}  // namespace waymark::services
