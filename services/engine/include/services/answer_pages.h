// Pages of rows for answers whose verbs return them whole. Verbs with pages of their own have a
// cursor in their request.
#pragma once

#include <cstdint>
#include <string>

#include "services/outline_answer.h"
#include "services/paging.h"
#include "services/symbol_sources.h"
#include "wire/payload.h"

namespace waymark::services {

// The state that Page::Of takes, from the index of an answer.
std::string PageState(const wire::IndexInfo& index);

// A row is a symbol. An edge is on the page of the later of its two ends; the earlier end is
// repeated there, after the other symbols. The rows after the page are counted as omitted. Pack
// root and token count stay those of the whole answer. Cost: O(page + all edges).
std::uint32_t CountRows(const wire::Payload& payload);
wire::Payload PageOf(const wire::Payload& whole, RowRange rows);

// For an answer about one symbol: a row is a line of its text, or 256 bytes of a longer line. There
// is at least one row.
std::uint32_t CountTextRows(const wire::Payload& payload);
wire::Payload TextPageOf(wire::Payload whole, RowRange rows);

// A row is a line of source, or 256 bytes of a longer line; a symbol without source is one row.
std::uint32_t CountRows(const SourcesAnswer& answer);
SourcesAnswer PageOf(const SourcesAnswer& whole, RowRange rows);

// A row is one entry of each list. Counts stay those of the whole answer. Layers keep their
// numbers: layers of other pages are empty.
std::uint32_t CountRows(const OutlineAnswer& answer);
OutlineAnswer PageOf(OutlineAnswer whole, RowRange rows);

}  // namespace waymark::services
