// Ignore files by the rules of gitignore(5): for directories without git, for untracked files, and
// for `.waymarkignore` everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

// Steps that one pattern may take on one path; a pattern that needs more matches nothing. The steps
// are at most the product of both lengths; only adversarial patterns ("*a*a*a*b") come near it.
inline constexpr int kMaxGlobSteps = 20000;

// Whether a whole path matches a glob: `*` and `?` stop at '/', `**` between slashes does not,
// `[a-z]` and `[!a-z]` are classes, a backslash quotes the next character.
bool GlobMatches(std::string_view pattern, std::string_view path);

// The rules in force for one directory of a walk. Enter() and Leave() follow the walk down and up.
// The last matching rule of the deepest directory decides.
class IgnoreStack {
 public:
  // Begins the directory `path` (relative to the root of the walk, "" for the root itself).
  void Enter(std::string_view path);
  // Adds the text of an ignore file of the directory entered last; later files win. `file` is its
  // name in messages.
  void AddRules(std::string_view text, std::string_view file = {});
  void Leave();

  // `path` is relative to the root of the walk and must be below the directory entered last.
  bool IsIgnored(std::string_view path, bool is_directory) const;

  // "line 3 of .gitignore": the rule that ignores a path; empty if none does.
  std::string ReasonOf(std::string_view path, bool is_directory) const;

 private:
  struct Rule {
    std::string glob;
    bool negated = false;         // "!": matching paths are not ignored
    bool directory_only = false;  // "name/"
    bool anchored = false;        // has an inner slash: matches from the rule's directory on
    std::string file;
    std::uint32_t line = 0;
  };

  // The last rules with one name or path, as their index plus 1; 0: none.
  struct Plain {
    std::uint32_t for_directories = 0;
    std::uint32_t for_files = 0;
  };

  using PlainRules = std::map<std::string, Plain, std::less<>>;

  struct Level {
    std::size_t prefix_bytes = 0;  // of the directory's prefix in paths below it, with its slash
    std::vector<Rule> rules;
    PlainRules names;                  // rules without marks of globs, by the name of the entry
    PlainRules paths;                  // likewise, by the path from the directory
    std::vector<std::uint32_t> globs;  // indexes of the other rules

    void Add(Rule rule);
    // The last rule that matches. Cost: logarithmic in the plain rules, linear in the globs.
    const Rule* Deciding(std::string_view relative, bool is_directory) const;
  };

  // The rule that decides about a path; null if none matches.
  const Rule* Deciding(std::string_view path, bool is_directory) const;

  std::vector<Level> levels_;
};

}  // namespace waymark::indexer
