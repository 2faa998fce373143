// Answers that are payloads, as text for people.
#pragma once

#include <string>
#include <string_view>

#include "services/verbs.h"

namespace waymark::services {

std::string RenderContext(const ContextAnswer& answer);
std::string RenderBlastRadius(const BlastRadiusAnswer& answer);
std::string RenderSearch(const SearchAnswer& answer);
// Symbols and all edges among them: usages, paths.
std::string RenderUsages(const UsagesAnswer& answer);
std::string RenderPath(const PathAnswer& answer);
std::string RenderDiff(const DiffAnswer& answer);
std::string RenderSymbol(const SymbolAnswer& answer);

// What was understood of the task, and the parts of each symbol's score.
std::string RenderExplanation(const ContextAnswer& answer);

// "flask, generation 3, commit 0123456789ab; 2 files on disk differ from the index".
std::string IndexLine(const wire::IndexInfo& index);

// Of a symbol, in a line.
std::string NameText(const wire::Symbol& symbol);

// "src/app.py:10-14", "src/app.py:10"
std::string PlaceText(std::string_view path, std::uint32_t first_line, std::uint32_t last_line);

// " at line 12, 40 and 3 more"; each line once.
std::string SitesOf(const wire::Edge& edge);

// "1,234 more", "more"; and the call that shows them, where there is one.
std::string MoreText(const wire::Truncation& truncation);

// "exact", "at least this: 3 unresolved references by this name".
std::string CompletenessLine(const wire::Completeness& completeness);

}  // namespace waymark::services
