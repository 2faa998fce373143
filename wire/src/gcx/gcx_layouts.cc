#include "gcx/gcx_layouts.h"

#include <algorithm>

#include <fmt/format.h>

#include "wire/gcx.h"
#include "wire/gcx_protocol.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kGcxNodeFields = "id,kind,name,path,line";
constexpr std::string_view kGcxEdgeFields = "from,to,kind,origin,confidence,label";

constexpr GcxLayout AnyRows(std::string_view section, std::string_view fields) {
  return {section, fields, GcxRowCount::kAny, ""};
}

constexpr GcxLayout OneRow(std::string_view section, std::string_view fields) {
  return {section, fields, GcxRowCount::kOne, ""};
}

constexpr GcxLayout kLayouts[] = {
    AnyRows("search_symbols", "id,kind,name,path,line,sig"),
    OneRow("get_symbol_source", "id,kind,name,path,start_line,end_line,from_line,sig,etag,source"),
    {"batch_symbols", "id,kind,name,path,start_line,end_line,sig,source,error", GcxRowCount::kAny,
     "source"},
    AnyRows("find_usages", "from,to,edge_kind,origin,confidence,from_name,from_path,from_line"),
    AnyRows("get_file_summary", "id,kind,name,line,sig"),
    AnyRows("get_callers.nodes", kGcxNodeFields),
    AnyRows("get_callers.edges", kGcxEdgeFields),
    AnyRows("get_call_chain.nodes", kGcxNodeFields),
    AnyRows("get_call_chain.edges", kGcxEdgeFields),
    AnyRows("get_dependencies.nodes", kGcxNodeFields),
    AnyRows("get_dependencies.edges", kGcxEdgeFields),
    AnyRows("get_dependents.nodes", kGcxNodeFields),
    AnyRows("get_dependents.edges", kGcxEdgeFields),
    AnyRows("find_implementations.nodes", kGcxNodeFields),
    AnyRows("find_implementations.edges", kGcxEdgeFields),
    OneRow("get_editing_context.target", "id,kind,name,path,start_line,end_line,sig,etag"),
    AnyRows("get_editing_context.callers", kGcxNodeFields),
    AnyRows("get_editing_context.dependencies", kGcxNodeFields),
    AnyRows("get_editing_context.tests", "path"),
    OneRow("smart_context.task", "task"),
    AnyRows("smart_context.symbols", "id,kind,name,path,line,score,reason"),
    AnyRows("analyze.dead_code", "id,kind,name,path,line,reason"),
    AnyRows("analyze.hotspots", "id,name,path,line,fan_in,fan_out,cross_cut,score"),
    AnyRows("analyze.cycles", "size,severity,nodes"),
    AnyRows("contracts.list", "id,type,method,path,service,providers,consumers"),
    AnyRows("contracts.orphans", "contract_id,side,repo,symbol"),
    AnyRows(kToolDefinitions, "name,scope"),
    OneRow(kToolRequest, "tool,scope,repo"),
    OneRow(kProtocolError, "code,message,detail"),
};

absl::Status BrokenLayout(const GcxSection& section, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("section '{}': {}", section.tool, what));
}

}  // namespace

std::span<const GcxLayout> AllGcxLayouts() { return kLayouts; }

const GcxLayout* FindGcxLayout(std::string_view section) {
  const auto* const found =
      std::find_if(std::begin(kLayouts), std::end(kLayouts),
                   [section](const GcxLayout& layout) { return layout.section == section; });
  return found == std::end(kLayouts) ? nullptr : found;
}

std::vector<std::string> SplitGcxFields(std::string_view fields) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= fields.size();) {
    const std::size_t end = std::min(fields.find(',', at), fields.size());
    names.emplace_back(fields.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

absl::Status CheckGcxLayout(const GcxSection& section) {
  const GcxLayout* layout = FindGcxLayout(section.tool);
  if (layout == nullptr) return absl::OkStatus();
  std::vector<std::string> fields = SplitGcxFields(layout->fields);
  if (section.fields != fields) {
    std::erase(fields, layout->optional_field);
    if (section.fields != fields) {
      return BrokenLayout(section, fmt::format("its fields are '{}', published are '{}'",
                                               fmt::join(section.fields, ","), layout->fields));
    }
  }
  if (layout->rows == GcxRowCount::kOne && section.rows.size() != 1) {
    return BrokenLayout(section, fmt::format("{} rows, it has exactly one", section.rows.size()));
  }
  if (section.tool == kToolDefinitions) return ToolDefinitionsFrom(section).status();
  if (section.tool == kToolRequest) return ToolRequestFrom(section).status();
  if (section.tool == kProtocolError) return ProtocolErrorFrom(section).status();
  return absl::OkStatus();
}

}  // namespace waymark::wire
