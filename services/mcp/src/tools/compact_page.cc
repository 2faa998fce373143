// Pages with a single row that exceeds the budget of the call. A chain of pages must reach its end,
// so such a page shows less of the row, or only its name and place.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/status.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

// The section of a page without its row, for tools whose layout requires one.
constexpr char kLeftOut[] = "row_left_out";
constexpr char kNote[] =
    "this page shows less of its row than a larger 'token_budget' would: no names of affected "
    "symbols, and at most one edge";

// Removes the names from the counts of everything that was reached.
void DropAffectedNames(wire::Payload& page) {
  if (!page.affected) return;
  for (auto* const list :
       {&page.affected->packages, &page.affected->exported, &page.affected->routes,
        &page.affected->entry_points, &page.affected->owners}) {
    if (list->has_value()) (*list)->names.clear();
  }
  if (page.affected->risk) page.affected->risk->reasons.clear();
}

// In a difference, the first symbol: the ends of its edges follow. Otherwise the symbol with the
// largest distance.
std::vector<wire::Symbol>::const_iterator FirstRow(const wire::Payload& page) {
  if (page.difference) return page.symbols.begin();
  const auto nearer = [](const wire::Symbol& a, const wire::Symbol& b) {
    return a.distance < b.distance;
  };
  return std::max_element(page.symbols.begin(), page.symbols.end(), nearer);
}

// Keeps the row, one of its edges with one site, and the other end of that edge.
void KeepOneEdge(wire::Payload& page) {
  const auto row = FirstRow(page);
  if (row == page.symbols.end()) return;
  const auto place = static_cast<std::uint32_t>(row - page.symbols.begin());
  const auto of_row = [&](const wire::Edge& edge) {
    return edge.source == place || edge.target == place;
  };
  const auto kept = std::find_if(page.edges.begin(), page.edges.end(), of_row);
  if (kept == page.edges.end()) {
    page.symbols = {wire::Symbol(*row)};
    page.edges.clear();
    return;
  }
  wire::Edge edge = *kept;
  if (edge.sites.size() > 1) edge.sites.resize(1);
  if (edge.source == edge.target) {
    page.symbols = {wire::Symbol(*row)};
    edge.source = edge.target = 0;
  } else {
    const auto [first, second] = std::minmax({edge.source, edge.target});
    edge.source = edge.source == first ? 0 : 1;
    edge.target = 1 - edge.source;
    std::vector<wire::Symbol> ends = {page.symbols[first], page.symbols[second]};
    page.symbols = std::move(ends);
  }
  page.edges = {std::move(edge)};
}

// Keeps the name and place of the row.
void KeepName(wire::Payload& page) {
  const auto row = FirstRow(page);
  if (row == page.symbols.end()) return;
  wire::Symbol named = *row;
  named.signature.clear();
  page.symbols = {std::move(named)};
  page.edges.clear();
}

}  // namespace

absl::StatusOr<ToolAnswer> FittingPage(const ToolCall& call, std::uint32_t limit,
                                       std::string_view tool, wire::Payload page,
                                       const Encoding& encoding) {
  const std::uint64_t budget = call.arguments.Number(kBudgetArgument);
  WM_ASSIGN_OR_RETURN(ToolAnswer reply, EncodedAs(tool, page, encoding));
  for (void (*const reduce)(wire::Payload&) : {DropAffectedNames, KeepOneEdge, KeepName}) {
    if (limit > 1 || call.arguments.Text("cursor").empty() || TokensOf(reply) <= budget) break;
    reduce(page);
    page.tool = tool;
    WM_ASSIGN_OR_RETURN(reply, Recounted(page, encoding));
    reply.note = kNote;
  }
  return reply;
}

absl::StatusOr<ToolAnswer> PageWithoutRow(const ToolCall& call, const ToolAnswer& page,
                                          std::string note) {
  const std::string format = call.arguments.Text("format");
  ToolAnswer bare;
  if (page.payload != nullptr) {
    wire::Payload none = {.tool = std::string(call.tool.name)};
    if (!page.rest.is_null()) {
      none.truncation = {.cursor = page.rest.at("cursor").get<std::string>(),
                         .next_call = CallAgain(call, page.rest)};
    }
    WM_ASSIGN_OR_RETURN(bare, Recounted(std::move(none), EncodingOf(call)));
  } else if (format == "gcx") {
    WM_ASSIGN_OR_RETURN(bare.text, EncodedRows(kLeftOut, Json{{"tool", call.tool.name}}));
  } else {
    bare = Written(call, "", "{}\n");
  }
  if (page.payload == nullptr) bare = WithRest(call, std::move(bare), page.rest);
  bare.note = std::move(note);
  return bare;
}

}  // namespace waymark::services
