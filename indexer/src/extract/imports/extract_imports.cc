// Imports, read from their subtrees at once.
#include <algorithm>
#include <limits>

#include "extract/extraction.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr std::size_t kMaxLevel = std::numeric_limits<std::uint8_t>::max();

std::string_view FirstComponent(std::string_view module) {
  return module.substr(0, module.find('.'));
}

}  // namespace

void Extraction::AddImport(Import import, const Frame& parent, NodeIndex site) {
  import.scope = parent.scope;
  import.site = draft_.PositionOf(node(site).begin);
  if ((parent.context & kTypeOnly) != 0) import.flags |= kImportTypeOnly;
  draft_.facts().imports.push_back(import);
}

// The name and alias of an imported module or member. Returns the name's node.
NodeIndex Extraction::ReadImported(NodeIndex index, Import& import, StringId Import::*name) {
  const Rule& rule = rules_.RuleOf(node(index).symbol);
  NodeIndex name_node = index;
  if (rule.role == Role::kImportAlias) {
    name_node = FindChild(index, rule, ChildRole::kImported);
    const NodeIndex alias = FindChild(index, rule, ChildRole::kAlias);
    if (alias != kNoIndex) import.alias = draft_.words().Intern(TextOf(alias));
  }
  if (name_node != kNoIndex) import.*name = ModuleName(TextOf(name_node));
  return name_node;
}

// As written, without white space.
Word Extraction::ModuleName(std::string_view text) {
  if (text.size() > kMaxModuleBytes) return 0;
  if (std::none_of(text.begin(), text.end(), IsSpace)) return draft_.words().Intern(text);
  std::string joined(text);
  std::erase_if(joined, IsSpace);
  return draft_.words().Intern(joined);
}

void Extraction::VisitImport(const Frame& parent, NodeIndex index, const Rule& rule) {
  CountIdentifiers(parent.owner, index);
  for (NodeIndex child = index + 1; child < node(index).next; child = node(child).next) {
    if (rules_.PartOf(rule, node(child).field, node(child).symbol) != ChildRole::kImported)
      continue;
    Import import;
    import.flags = kImportModule;
    const NodeIndex site = ReadImported(child, import, &Import::module);
    if (import.module == 0) continue;
    if (import.alias == 0) {
      const std::string_view module = draft_.words().Text(import.module);
      const std::string_view first = FirstComponent(module);
      if (first.size() < module.size()) import.flags |= kImportRoot;
      import.alias = draft_.words().Intern(std::string(first));
    }
    AddImport(import, parent, site);
  }
}

// An included file exports all its names, and those of the files that it includes.
void Extraction::VisitInclude(const Frame& parent, NodeIndex index, const Rule& rule) {
  const NodeIndex path = FindChild(index, rule, ChildRole::kModule);
  if (path == kNoIndex) return;
  const std::string_view text = TextOf(path);
  const bool is_system = text.starts_with('<');
  if (text.size() < 3 || (!is_system && !text.starts_with('"'))) return;
  Import import;
  import.module = ModuleName(text.substr(1, text.size() - 2));
  import.flags = kImportStar | kImportReexport;
  if (is_system) import.flags |= kImportSystem;
  if (import.module != 0) AddImport(import, parent, path);
}

void Extraction::VisitTypeImport(const Frame& parent, NodeIndex index, const Rule& rule) {
  CountIdentifiers(parent.owner, index);
  const NodeIndex path = FindChild(index, rule, ChildRole::kImported);
  if (path == kNoIndex) return;
  Import import;
  import.module = ModuleName(TextOf(path));
  if (import.module == 0) return;
  NodeIndex site = FindChild(path, rules_.RuleOf(node(path).symbol), ChildRole::kMemberName);
  if (site == kNoIndex) site = path;
  if (FindChild(index, rule, ChildRole::kStar) != kNoIndex) {
    import.flags = kImportStar;
  } else {
    import.alias = WordOf(site);
    import.flags = kImportModule;
    if (FindChild(index, rule, ChildRole::kMark) != kNoIndex) {
      const std::string member(draft_.words().Text(import.module));
      import.module = ModuleName(member.substr(0, std::min(member.rfind('.'), member.size())));
      import.name = import.alias;
      import.flags = 0;
    }
  }
  AddImport(import, parent, site);
}

// Imports the content of a namespace or type, or either under an alias.
void Extraction::VisitNamespaceImport(const Frame& parent, NodeIndex index, const Rule& rule) {
  CountIdentifiers(parent.owner, index);
  const NodeIndex named = FindChild(index, rule, ChildRole::kImported);
  if (named == kNoIndex) return;
  const std::string_view text = TextOf(named);
  Import import;
  import.module = ModuleName(text.substr(0, text.find('<')));
  if (import.module == 0) return;
  const NodeIndex alias = FindChild(index, rule, ChildRole::kAlias);
  if (alias != kNoIndex) {
    import.alias = WordOf(alias);
    import.flags = kImportModule;
  } else {
    import.flags = kImportStar;
  }
  if (FindChild(index, rule, ChildRole::kMark) != kNoIndex) import.flags |= kImportReexport;
  NodeIndex site = FindChild(named, rules_.RuleOf(node(named).symbol), ChildRole::kMemberName);
  if (site == kNoIndex) site = named;
  AddImport(import, parent, site);
}

void Extraction::VisitImportFrom(const Frame& parent, NodeIndex index, const Rule& rule) {
  CountIdentifiers(parent.owner, index);
  Import from;
  for (NodeIndex child = index + 1; child < node(index).next; child = node(child).next) {
    const ChildRole part = rules_.PartOf(rule, node(child).field, node(child).symbol);
    if (part == ChildRole::kModule) {
      std::string_view module = TextOf(child);
      if (rules_.RuleOf(node(child).symbol).role == Role::kRelativeModule) {
        const std::size_t dots = std::min(module.find_first_not_of('.'), module.size());
        from.level = static_cast<std::uint8_t>(std::min(dots, kMaxLevel));
        module.remove_prefix(dots);
      }
      from.module = ModuleName(module);
    } else if (part == ChildRole::kStar) {
      Import import = from;
      import.flags = kImportStar;
      AddImport(import, parent, child);
    } else if (part == ChildRole::kImported) {
      Import import = from;
      const NodeIndex site = ReadImported(child, import, &Import::name);
      if (import.name == 0) continue;
      if (import.alias == 0) import.alias = import.name;
      AddImport(import, parent, site);
    }
  }
}

}  // namespace waymark::indexer
