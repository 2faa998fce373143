#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "graph/kinds.h"
#include "protocol/resource.h"
#include "retrieval/edit_distance.h"
#include "services/percent_escapes.h"
#include "services/state_text.h"
#include "tools/refused_call.h"
#include "tools/workspace_scope.h"

namespace waymark::services {
namespace {

constexpr std::string_view kPlainMediaType = "text/plain";
constexpr std::string_view kJsonMediaType = "application/json";

// The vocabulary of answers.
absl::StatusOr<std::string> SchemaText(Toolset /*toolset*/) {
  std::string text = "kinds of symbols:";
  for (const SymbolKind kind : AllKinds()) text += fmt::format(" {}", Name(kind));
  text += "\nabbreviations in gcf:";
  for (const SymbolKind kind : AllKinds()) {
    if (Abbreviation(kind) != Name(kind)) {
      text += fmt::format(" {}={}", Abbreviation(kind), Name(kind));
    }
  }
  text += "\nedge types, to be read as source, type, target:";
  for (const EdgeType type : AllEdgeTypes()) {
    if (IsPublished(type)) text += fmt::format(" {}", Name(type));
  }
  text += "\nprovenances, how an edge was found:";
  for (const Provenance provenance : AllProvenances()) text += fmt::format(" {}", Name(provenance));
  text += "\nrules, with their provenance and confidence:\n";
  for (const EdgeRule rule : AllEdgeRules()) {
    constexpr double kThousandths = 1000;
    fmt::format_to(std::back_inserter(text), "  {} {} {:.2f}\n", Name(rule),
                   Name(ProvenanceOf(rule)), ConfidenceThousandths(rule) / kThousandths);
  }
  return text +
         "completeness: complete; likely_complete, only doubts about every symbol of the language; "
         "incomplete, others may be missing (possible_uses)\n"
         "lines and columns count from 1, columns in bytes\n";
}

absl::StatusOr<std::string> ToolScopes(Toolset toolset) {
  return ToolDefinitionsText(ToolsOf(toolset));
}

// An address, or the beginning of an address whose rest is an argument of the tool.
struct ResourceRow {
  std::string_view uri;
  std::string_view argument;  // "": the address is complete
  std::string_view name;
  std::string_view description;
  std::string_view tool;  // "": a document about the server
  absl::StatusOr<std::string> (*text)(Toolset toolset) = nullptr;
  std::string_view format = "";  // of the tool's answer; "": its default
};

constexpr ResourceRow kResources[] = {
    {"waymark://status", "", "status", "Indexed repositories, and whether files differ",
     "index_status"},
    {"waymark://repositories", "", "repositories", "The same as JSON", "index_status", nullptr,
     "json"},
    {"waymark://schema", "", "schema", "Kinds of symbols, types of edges, rules with confidence",
     "", SchemaText},
    {"waymark://tool_definitions", "", "tool_definitions", "The tools with their scopes, in GCX1",
     "", ToolScopes},
    {"waymark://outline", "", "outline", "The repository at a glance", "get_repo_outline"},
    {"waymark://symbol/", kSymbolVariable, "symbol", "A symbol by qualified name, or FILE:LINE",
     "get_symbol"},
    {"waymark://usages/", kSymbolVariable, "usages", "What uses a symbol", "find_usages"},
    {"waymark://file/", kFileVariable, "file", "What a file defines, by its path",
     "get_file_summary"},
};

// Slashes of a path need no escape.
std::string TemplateOf(const ResourceRow& row) {
  const std::string_view operation = row.argument == kFileVariable ? "+" : "";
  return fmt::format("{}{{{}{}}}", row.uri, operation, row.argument);
}

std::string_view MimeType(const ResourceRow& row) {
  return row.format == "json" ? kJsonMediaType : kPlainMediaType;
}

Json Listed(bool templates) {
  Json array = Json::array();
  for (const ResourceRow& row : kResources) {
    if (row.argument.empty() == templates) continue;
    array.push_back(
        {{templates ? "uriTemplate" : "uri", templates ? TemplateOf(row) : std::string(row.uri)},
         {"name", row.name},
         {"description", row.description},
         {"mimeType", MimeType(row)}});
  }
  return array;
}

}  // namespace

Json ListResources() { return {{"resources", Listed(false)}}; }

Json ListResourceTemplates() { return {{"resourceTemplates", Listed(true)}}; }

bool HasVariable(std::string_view uri, std::string_view variable) {
  return std::any_of(std::begin(kResources), std::end(kResources), [&](const ResourceRow& row) {
    return !row.argument.empty() && row.argument == variable && TemplateOf(row) == uri;
  });
}

std::optional<ResourceCall> FindResource(std::string_view uri) {
  for (const ResourceRow& row : kResources) {
    if (row.tool.empty()) continue;
    if (row.argument.empty() ? uri != row.uri : !uri.starts_with(row.uri)) continue;
    ResourceCall call{.tool = FindTool(row.tool, Toolset::kFull), .mime_type = MimeType(row)};
    if (!row.argument.empty()) {
      call.arguments[std::string(row.argument)] = Unescaped(uri.substr(row.uri.size()));
    }
    if (!row.format.empty()) call.arguments["format"] = row.format;
    return call;
  }
  return std::nullopt;
}

absl::Status NoSuchResource(std::string_view uri) {
  std::vector<std::string> addresses;
  for (const ResourceRow& row : kResources) {
    if (row.argument.empty()) addresses.emplace_back(row.uri);
  }
  const std::string near = retrieval::NearestName(uri, addresses).value_or(addresses.front());
  return WithCallThatWorks(
      absl::NotFoundError(fmt::format("there is no resource {}", JsonString(uri))), kCallThatWorks,
      fmt::format("resources/read {}", Compact({{"uri", near}})));
}

std::optional<absl::StatusOr<std::string>> OwnResource(std::string_view uri, Toolset toolset) {
  for (const ResourceRow& row : kResources) {
    if (row.text != nullptr && row.uri == uri) return row.text(toolset);
  }
  return std::nullopt;
}

}  // namespace waymark::services
