// CODEOWNERS as GitHub and GitLab read it: the owners of files.
//
// A line is a pattern of gitignore(5) followed by owners: `@user`, `@org/team`, an address. The
// last line that matches a path decides; without owners the path has none. GitLab's `[Section]
// @owner` sets default owners for the lines below it; here too the last matching line of all
// sections decides. Negations and character classes in patterns, which GitHub does not support,
// follow gitignore(5) or match nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts_draft.h"

namespace waymark::indexer {

// Further owners are left out.
inline constexpr std::size_t kMaxOwners = 4096;
inline constexpr std::size_t kMaxOwnerRules = 16'384;

class CodeOwners {
 public:
  // Accepts any text; lines that are no rules are left out. Cost: linear in the text.
  explicit CodeOwners(std::string_view text);

  struct Owner {
    std::string name;        // as written: "@org/team"
    std::size_t offset = 0;  // of its first mention
  };

  // Distinct, in order of first mention.
  std::span<const Owner> owners() const { return owners_; }

  // Indices into owners() of a path's owners, ascending; empty if there is none. Cost: O(rules).
  std::span<const std::uint32_t> OwnersOf(std::string_view path) const;

 private:
  struct Rule {
    std::string glob;
    bool anchored = false;
    bool directory_only = false;
    std::vector<std::uint32_t> owners;
  };

  static bool Matches(const Rule& rule, std::string_view path);
  void AddLine(std::string_view text, std::size_t begin, std::size_t end);

  std::vector<Owner> owners_;
  std::vector<Rule> rules_;
  std::vector<std::uint32_t> section_owners_;
};

// The priority of a place for the file: 1 is searched first; 0 is no such place. Only the first
// file found counts.
int CodeOwnersPlace(std::string_view path);

// Fills a draft that was begun with the file's bytes: a definition of kind kExternal for each
// owner, "owner://@org/team", with the number 1 + its index.
void CollectCodeOwners(FactsDraft& draft);

}  // namespace waymark::indexer
