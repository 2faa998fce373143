#include <algorithm>
#include <iterator>

#include "method.h"

namespace waymark::services {
namespace {

constexpr std::string_view kOn = "true";

constexpr MethodRow kMethods[] = {
    {"textDocument/codeLens", CodeLenses, "codeLensProvider", R"({"resolveProvider":true})", ""},
    {"codeLens/resolve", nullptr, "", "", "", ResolveCodeLens},
    {"textDocument/prepareCallHierarchy", PrepareHierarchy, "callHierarchyProvider", kOn, ""},
    {"callHierarchy/incomingCalls", IncomingCalls, "", "", ""},
    {"callHierarchy/outgoingCalls", OutgoingCalls, "", "", ""},
    {"workspace/symbol", WorkspaceSymbols, "workspaceSymbolProvider", kOn, ""},
    {"workspace/executeCommand", ExecuteCommand, "executeCommandProvider", "", ""},
    {"textDocument/prepareTypeHierarchy", PrepareHierarchy, "typeHierarchyProvider", kOn,
     "typeHierarchy"},
    {"typeHierarchy/supertypes", Supertypes, "", "", "typeHierarchy"},
    {"typeHierarchy/subtypes", Subtypes, "", "", "typeHierarchy"},
    {"textDocument/documentSymbol", DocumentSymbols, "documentSymbolProvider", kOn,
     "documentSymbol"},
    {"textDocument/references", References, "referencesProvider", kOn, "references"},
    {"textDocument/implementation", Implementations, "implementationProvider", kOn,
     "implementation"},
    {"textDocument/hover", Hover, "hoverProvider", kOn, "hover"},
};

constexpr EditorCommandRow kCommands[] = {
    {"waymark.blastRadius", BlastRadiusCommand},
    {"waymark.testScope", TestScopeCommand},
    {"waymark.context", ContextCommand},
    {"waymark.status", StatusCommand},
};

bool IsOn(const MethodRow& row, const ClientProfile& client) {
  return row.provider.empty() || client.providers.count(row.provider) != 0;
}

Json DescribeCommands() {
  Json names = Json::array();
  for (const EditorCommandRow& command : kCommands) names.push_back(command.name);
  return {{"commands", std::move(names)}, {"workDoneProgress", true}};
}

}  // namespace

const MethodRow* FindMethod(std::string_view name, const ClientProfile& client) {
  const auto* const found =
      std::find_if(std::begin(kMethods), std::end(kMethods),
                   [&](const MethodRow& row) { return row.name == name && IsOn(row, client); });
  return found == std::end(kMethods) ? nullptr : found;
}

Json DescribeMethods(const ClientProfile& client) {
  Json capabilities = Json::object();
  for (const MethodRow& row : kMethods) {
    if (row.capability.empty() || !IsOn(row, client)) continue;
    capabilities[std::string(row.capability)] =
        row.capability_value.empty() ? DescribeCommands() : Json::parse(row.capability_value);
  }
  return capabilities;
}

std::vector<std::string_view> OptionalProviders() {
  std::vector<std::string_view> names;
  for (const MethodRow& row : kMethods) {
    const bool is_new = std::find(names.begin(), names.end(), row.provider) == names.end();
    if (!row.provider.empty() && is_new) names.push_back(row.provider);
  }
  return names;
}

std::span<const EditorCommandRow> AllEditorCommands() { return kCommands; }

}  // namespace waymark::services
