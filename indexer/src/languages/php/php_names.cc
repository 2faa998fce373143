#include "languages/php/php_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "languages/php/php_symbols.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr char kPhpSeparator = '\\';
constexpr std::string_view kRelativeMark = "namespace\\";
constexpr std::string_view kApplication = "App\\";
constexpr std::string_view kControllers = "App\\Http\\Controllers\\";

// The next word; white space ends it.
std::string_view NextWord(std::string_view& text) {
  const auto begin = std::find_if_not(text.begin(), text.end(), IsSpace);
  const auto end = std::find_if(begin, text.end(), IsSpace);
  const auto from = static_cast<std::size_t>(begin - text.begin());
  const std::string_view word = text.substr(from, static_cast<std::size_t>(end - begin));
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return word;
}

// The first word of a declaration or clause says whether it imports functions or constants.
PhpNameUse TakeUse(std::string_view& text, PhpNameUse otherwise) {
  std::string_view rest = text;
  const std::string_view word = NextWord(rest);
  const bool is_function = word == "function";
  if (!is_function && word != "const") return otherwise;
  text = rest;
  return is_function ? PhpNameUse::kFunction : PhpNameUse::kConstant;
}

std::string_view LastPart(std::string_view name) {
  return name.substr(name.rfind(kPhpSeparator) + 1);
}

}  // namespace

PhpNames::PhpNames(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft)
    : nodes_(rules.grammar(), tree, draft.bytes()), draft_(draft) {
  FindRegions();
}

// The pass opened a scope for each namespace, in the order of the file.
void PhpNames::FindRegions() {
  const auto size = static_cast<std::uint32_t>(draft_.bytes().size());
  regions_.push_back({0, size, 0, {}, {}});
  const auto& scopes = draft_.facts().scopes;
  ScopeIndex scope = 0;
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    if (nodes_.KindOf(i) != PhpNode::kNamespace) continue;
    Region region{nodes_[i].begin, nodes_[i].end, 0, {}, {}};
    for (NodeIndex child = i + 1; child < nodes_.End(i); child = nodes_.End(child)) {
      if (nodes_.KindOf(child) == PhpNode::kNamespaceName) {
        region.name = std::string(nodes_.TextOf(child));
        region.begin = nodes_[child].end;
      }
      if (nodes_[child].field != nodes_.symbols().body) continue;
      region.begin = nodes_[child].begin;
      region.end = nodes_[child].end;
    }
    do {
      ++scope;
    } while (scope < scopes.size() && scopes[scope].kind != ScopeKind::kNamespace);
    if (scope >= scopes.size()) return;
    region.scope = scope;
    regions_.push_back(std::move(region));
  }
}

std::size_t PhpNames::RegionAt(std::uint32_t byte) const {
  for (std::size_t i = regions_.size(); i-- > 1;) {
    if (regions_[i].begin <= byte && byte < regions_[i].end) return i;
  }
  return 0;
}

void PhpNames::Import() {
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    if (nodes_.KindOf(i) == PhpNode::kNamespaceUse) ImportDeclaration(i);
  }
}

// use A\B, C as D;  use A\{B, C as D};  use function A\{f, g};
void PhpNames::ImportDeclaration(NodeIndex declaration) {
  constexpr std::string_view kWord = "use";
  std::string_view text = nodes_.TextOf(declaration).substr(kWord.size());
  const PhpNameUse use = TakeUse(text, PhpNameUse::kType);
  std::string_view prefix;
  for (NodeIndex child = declaration + 1; child < nodes_.End(declaration);
       child = nodes_.End(child)) {
    const PhpNode kind = nodes_.KindOf(child);
    if (kind == PhpNode::kNamespaceName) prefix = nodes_.TextOf(child);
    if (kind == PhpNode::kNamespaceUseClause) ImportClause({}, use, child);
    if (kind != PhpNode::kNamespaceUseGroup) continue;
    for (NodeIndex clause = child + 1; clause < nodes_.End(child); clause = nodes_.End(clause)) {
      if (nodes_.KindOf(clause) == PhpNode::kNamespaceUseClause) {
        ImportClause(prefix, use, clause);
      }
    }
  }
}

void PhpNames::ImportClause(std::string_view prefix, PhpNameUse use, NodeIndex clause) {
  std::string_view text = nodes_.TextOf(clause);
  use = TakeUse(text, use);
  std::string_view name = NextWord(text);
  NextWord(text);  // as
  std::string_view alias = NextWord(text);
  if (name.starts_with(kPhpSeparator)) name.remove_prefix(1);
  if (alias.empty()) alias = LastPart(name);
  const std::string full =
      prefix.empty() ? std::string(name) : fmt::format("{}{}{}", prefix, kPhpSeparator, name);
  const std::uint32_t byte = nodes_[clause].begin;
  Region& region = regions_[RegionAt(byte)];
  if (use == PhpNameUse::kType) region.types.emplace_back(alias, full);
  AddImport(region.scope, full, alias, use, byte);
}

void PhpNames::AddImport(ScopeIndex scope, std::string_view full, std::string_view alias,
                         PhpNameUse use, std::uint32_t byte) {
  WordTable& words = draft_.words();
  indexer::Import import;
  import.scope = scope;
  import.alias = words.Intern(alias.substr(0, kMaxNameBytes));
  import.site = draft_.PositionOf(byte);
  if (use == PhpNameUse::kType) {
    import.module = words.Intern(full.substr(0, kMaxNameBytes));
    import.flags = kImportModule;
  } else {
    const std::size_t last = full.rfind(kPhpSeparator);
    const bool is_global = last == std::string_view::npos;
    import.module = words.Intern(is_global ? std::string_view("\\") : full.substr(0, last));
    import.name = words.Intern(LastPart(full));
  }
  draft_.facts().imports.push_back(import);
}

std::string PhpNames::FullName(const Region& region, std::string_view written) const {
  const auto within = [&](std::string_view name) {
    return region.name.empty() ? std::string(name)
                               : fmt::format("{}{}{}", region.name, kPhpSeparator, name);
  };
  if (written.starts_with(kPhpSeparator)) return std::string(written.substr(1));
  if (written.starts_with(kRelativeMark)) return within(written.substr(kRelativeMark.size()));
  const std::size_t end = written.find(kPhpSeparator);
  const std::string_view first = written.substr(0, end);
  const auto imported = std::find_if(region.types.begin(), region.types.end(),
                                     [first](const auto& type) { return type.first == first; });
  if (imported == region.types.end()) return within(written);
  return end == std::string_view::npos ? imported->second
                                       : imported->second + std::string(written.substr(end));
}

// Laravel looks up the controllers before an `@` in a namespace of their own.
std::string PhpNames::NameInText(std::string_view text, char behind) {
  if (text.starts_with(kPhpSeparator)) return std::string(text.substr(1));
  const bool is_full = behind != '@' || text.starts_with(kApplication);
  return is_full ? std::string(text) : fmt::format("{}{}", kControllers, text);
}

void PhpNames::Bind(std::string_view written, PhpNameUse use, std::uint32_t byte) {
  const bool is_text = IsPhpQuote(written[0]);
  if (!is_text && written.find(kPhpSeparator) == std::string_view::npos) return;
  const Region& region = regions_[RegionAt(byte)];
  if (!bound_.emplace(region.scope, written).second) return;
  const std::string full =
      is_text ? NameInText(written.substr(1), draft_.bytes()[byte + written.size()])
              : FullName(region, written);
  AddImport(region.scope, full, written, use, byte);
}

}  // namespace waymark::indexer
