// `use` declarations and the modules that a file loads.
//
// A used name stands for a path, which is looked up like any other path. In addition each path has
// an import that records the file through which it leads.
#include <string>

#include "extract/extraction.h"

namespace waymark::indexer {

void Extraction::VisitUse(const Frame& parent, NodeIndex index, const Rule& rule) {
  CountIdentifiers(parent.owner, index);
  decorators_.clear();
  const NodeIndex tree = FindChild(index, rule, ChildRole::kClause);
  UsePath used;
  for (NodeIndex child = index + 1; child < node(index).next; child = node(child).next) {
    if (RoleOf(child) == Role::kModifier) used.kind = BindingKind::kExportedAs;
  }
  if (tree != kNoIndex) return VisitUseTree(parent, tree, used, 0);
  const NodeIndex imported = FindChild(index, rule, ChildRole::kImported);
  const NodeIndex alias = FindChild(index, rule, ChildRole::kAlias);
  if (imported == kNoIndex || alias == kNoIndex)
    return;  // without an alias the name is known already
  used.path = ReadPath(parent, imported);
  used.text = TextOf(imported);
  AddUse(parent, imported, used, WordOf(alias), false);
}

// `used` begins with the path before the tree.
void Extraction::VisitUseTree(const Frame& parent, NodeIndex tree, UsePath used, int depth) {
  if (depth > kMaxPatternDepth) return;
  const Rule& rule = rules_.RuleOf(node(tree).symbol);
  // Adds `at` to the path; `self` in a list means the path so far.
  ExpressionIndex& path = used.path;
  const bool begins = path == kNoIndex;
  const auto extend = [&](NodeIndex at) {
    if (RoleOf(at) == Role::kSelf && !begins) return;
    const ExpressionIndex rest = ReadPath(parent, at);
    if (rest == kNoIndex) return;
    // Joined from the outside in: the rest is a chain of members around one name.
    std::vector<ExpressionIndex> chain;
    for (ExpressionIndex link = rest; link != kNoIndex; link = draft_.expression(link).operand) {
      chain.push_back(link);
    }
    for (std::size_t i = chain.size(); i-- > 0;) {
      const Word name = draft_.expression(chain[i]).name;
      const std::uint32_t byte = draft_.expression_site(chain[i]);
      path = path == kNoIndex ? draft_.AddExpression({ExpressionKind::kName, 0, name}, byte)
                              : AddPathMember(path, name, byte);
      if (!used.text.empty()) used.text += "::";
      used.text += draft_.words().Text(name);
    }
  };
  switch (rule.role) {
    case Role::kClause: {
      const NodeIndex module = FindChild(tree, rule, ChildRole::kModule);
      if (module != kNoIndex) extend(module);
      for (NodeIndex child = tree + 1; child < node(tree).next; child = node(child).next) {
        if (rules_.PartOf(rule, node(child).field, node(child).symbol) != ChildRole::kClause)
          continue;
        VisitUseTree(parent, child, used, depth + 1);
      }
      return;
    }
    case Role::kImportAlias: {
      const NodeIndex imported = FindChild(tree, rule, ChildRole::kImported);
      const NodeIndex alias = FindChild(tree, rule, ChildRole::kAlias);
      if (imported == kNoIndex || alias == kNoIndex) return;
      extend(imported);
      AddUse(parent, imported, used, WordOf(alias), false);
      return;
    }
    case Role::kImportFrom: {
      const NodeIndex module = FindChild(tree, rule, ChildRole::kModule);
      if (module != kNoIndex) extend(module);
      AddUse(parent, tree, used, 0, true);
      return;
    }
    case Role::kIdentifier:
    case Role::kMember:
    case Role::kSelf:
      extend(tree);
      AddUse(parent, tree, used, NameOf(path), false);
      return;
    default:
      return;
  }
}

void Extraction::AddUse(const Frame& parent, NodeIndex site, const UsePath& used, Word alias,
                        bool whole) {
  const ExpressionIndex path = used.path;
  if (path == kNoIndex || used.text.size() > kMaxModuleBytes) return;
  Import import;
  import.module = draft_.words().Intern(used.text);
  import.flags = kImportSideEffect;
  AddImport(import, parent, site);
  draft_.AddReference(ReferenceRole::kValue, path, parent.scope, parent.owner);
  if (!whole && draft_.words().Text(alias) == language().blank_name) return;
  draft_.AddBinding({parent.scope, whole ? Word{0} : alias, used.kind, path, parent.scope});
}

// `mod name;`: a file beside this one, or the file in a `path` attribute.
void Extraction::AddModule(const Frame& frame, NodeIndex name) {
  if (name == kNoIndex) return;
  Import import;
  import.module = WordOf(name);
  import.alias = import.module;
  import.flags = kImportModule;
  const std::string_view before = draft_.bytes().substr(0, node(frame.node).begin);
  constexpr std::string_view kPath = "#[path";
  for (const PendingDecorator& decorator : decorators_) {
    const std::uint32_t at =
        draft_.expression_site(draft_.facts().references[decorator.reference].expression);
    if (at < 2 || before.substr(at - 2, kPath.size()) != kPath) continue;
    const std::size_t open = before.find('"', at);
    const std::size_t close = open == std::string_view::npos ? open : before.find('"', open + 1);
    if (close == std::string_view::npos) continue;
    import.module = ModuleName(before.substr(open + 1, close - open - 1));
  }
  decorators_.clear();
  Frame around = Below(frame);
  around.scope = frame.scope;
  AddImport(import, around, name);
}

}  // namespace waymark::indexer
