// CODEOWNERS: who answers for which files, as GitHub and GitLab read it.
//
// A line is a pattern of gitignore(5) and the owners of what it matches: `@user`, `@org/team`, an
// address. The last line that matches a path decides; one without owners leaves it to nobody.
// `[Section] @owner` of GitLab gives the lines below it owners where they name none; of several
// sections the last that matches decides here, too. Negations and character classes of patterns,
// which GitHub does not read, are read as in gitignore(5) or match nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts_draft.h"

namespace waymark::indexer {

// What lies beyond is left out.
inline constexpr std::size_t kMaxOwners = 4096;
inline constexpr std::size_t kMaxOwnerRules = 16'384;

class CodeOwners {
 public:
  // Any text will do: a line that is no rule is left out. Cost: linear in the text.
  explicit CodeOwners(std::string_view text);

  struct Owner {
    std::string name;        // as written: "@org/team"
    std::size_t offset = 0;  // of its first mention
  };

  // Each once, in order of first mention.
  std::span<const Owner> owners() const { return owners_; }

  // Indexes into owners() of those who answer for a path, ascending; empty: nobody does.
  // Cost: O(rules).
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

// Of the places where the file may stand, how early it is looked for there: 1 is first; 0 is no
// such place. The first file that there is holds alone.
int CodeOwnersPlace(std::string_view path);

// Fills a draft that has begun with the file's bytes: a definition of kind kExternal for each
// owner, "owner://@org/team", which is definition 1 + its index.
void CollectCodeOwners(FactsDraft& draft);

}  // namespace waymark::indexer
