#include "project/code_owners.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "git/ignore.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxOwnerBytes = 256;

// The next word at or after `at`, which moves past it. A blank after a backslash belongs to the
// word. Empty at the end of the line and at a comment.
std::string_view NextOwnersWord(std::string_view line, std::size_t& at) {
  at = std::min(line.find_first_not_of(kLineBlanks, at), line.size());
  const std::size_t begin = at;
  while (at < line.size() && (!IsLineBlank(line[at]) || line[at - 1] == '\\')) ++at;
  const std::string_view word = line.substr(begin, at - begin);
  return word.starts_with('#') ? std::string_view() : word;
}

bool IsOwner(std::string_view word) {
  return word.size() > 1 && word.size() <= kMaxOwnerBytes && word.find('@') != kNowhere;
}

}  // namespace

CodeOwners::CodeOwners(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size() && rules_.size() < kMaxOwnerRules;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    AddLine(text, begin, end);
    begin = end + 1;
  }
}

void CodeOwners::AddLine(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view line = text.substr(begin, end - begin);
  std::size_t at = 0;
  const std::string_view first = NextOwnersWord(line, at);
  if (first.empty() || first.starts_with('!')) return;
  const bool is_section = first.starts_with('[') || first.starts_with("^[");
  if (is_section) at = std::min(line.rfind(']') + 1, line.size());
  std::vector<std::uint32_t> owners;
  for (std::string_view word = NextOwnersWord(line, at); !word.empty();
       word = NextOwnersWord(line, at)) {
    if (!IsOwner(word)) continue;
    auto known = std::find_if(owners_.begin(), owners_.end(),
                              [&](const Owner& owner) { return owner.name == word; });
    if (known == owners_.end()) {
      if (owners_.size() == kMaxOwners) continue;
      known = owners_.insert(known, {std::string(word), begin + at - word.size()});
    }
    owners.push_back(static_cast<std::uint32_t>(known - owners_.begin()));
  }
  std::sort(owners.begin(), owners.end());
  owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  if (is_section) {
    section_owners_ = std::move(owners);
    return;
  }
  Rule rule;
  rule.owners = owners.empty() ? section_owners_ : std::move(owners);
  rule.glob = first;
  if (rule.glob.ends_with('/')) {
    rule.directory_only = true;
    rule.glob.pop_back();
  }
  rule.anchored = rule.glob.find('/') != kNowhere;
  if (rule.glob.starts_with('/')) rule.glob.erase(0, 1);
  rules_.push_back(std::move(rule));
}

// A pattern that matches a directory matches everything below it, except `dir/*`, which matches
// only files of that directory.
bool CodeOwners::Matches(const Rule& rule, std::string_view path) {
  if (rule.glob.empty()) return true;  // "/": the whole tree
  const bool stops = rule.glob == "*" || rule.glob.ends_with("/*");
  const auto matches = [&](std::string_view part) {
    return GlobMatches(rule.glob, rule.anchored ? part : part.substr(part.rfind('/') + 1));
  };
  if (!rule.directory_only && matches(path)) return true;
  if (stops && !rule.directory_only) return false;
  for (std::size_t slash = path.find('/'); slash != kNowhere; slash = path.find('/', slash + 1)) {
    if (matches(path.substr(0, slash))) return true;
  }
  return false;
}

std::span<const std::uint32_t> CodeOwners::OwnersOf(std::string_view path) const {
  const auto rule = std::find_if(rules_.rbegin(), rules_.rend(),
                                 [path](const Rule& at) { return Matches(at, path); });
  return rule == rules_.rend() ? std::span<const std::uint32_t>() : rule->owners;
}

int CodeOwnersPlace(std::string_view path) {
  constexpr std::array<std::string_view, 4> kPlaces = {".github/CODEOWNERS", "CODEOWNERS",
                                                       "docs/CODEOWNERS", ".gitlab/CODEOWNERS"};
  const auto* const place = std::find(kPlaces.begin(), kPlaces.end(), path);
  return place == kPlaces.end() ? 0 : static_cast<int>(place - kPlaces.begin()) + 1;
}

void CollectCodeOwners(FactsDraft& draft) {
  draft.AddFile();
  const CodeOwners owners(draft.bytes());
  for (const CodeOwners::Owner& owner : owners.owners()) {
    Definition definition;
    definition.name = draft.words().Intern(fmt::format("owner://{}", owner.name));
    definition.kind = SymbolKind::kExternal;
    definition.flags = kSymbolExported;
    definition.range = draft.RangeOf(static_cast<std::uint32_t>(owner.offset),
                                     static_cast<std::uint32_t>(owner.offset + owner.name.size()));
    definition.name_position = definition.range.begin;
    draft.AddDefinition(definition);
  }
}

}  // namespace waymark::indexer
