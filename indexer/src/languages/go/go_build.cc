#include "languages/go/go_build.h"

#include <algorithm>

#include "graph/outside.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kLine = "//go:build ";
constexpr std::string_view kGoExtension = ".go";
constexpr std::string_view kTest = "_test";
constexpr int kMaxConstraintNesting = 32;

constexpr std::string_view kOwnTags[] = {"linux", "amd64", "unix", "gc", "cgo"};
constexpr std::string_view kVersionTag = "go1.";
constexpr std::string_view kOtherPlatforms[] = {
    "386",   "aix",   "android", "arm",     "arm64",  "darwin",  "dragonfly", "freebsd", "illumos",
    "ios",   "js",    "loong64", "mips",    "mips64", "mipsle",  "netbsd",    "openbsd", "mips64le",
    "plan9", "ppc64", "ppc64le", "riscv64", "s390x",  "solaris", "wasip1",    "wasm",    "windows",
};

// a || b && !(c), read from left to right.
class Constraint {
 public:
  explicit Constraint(std::string_view text) : rest_(text) {}

  bool Holds() { return Any(0); }

 private:
  bool Any(int depth) {
    bool holds = All(depth);
    while (Take("||")) holds = All(depth) || holds;
    return holds;
  }

  bool All(int depth) {
    bool holds = One(depth);
    while (Take("&&")) holds = One(depth) && holds;
    return holds;
  }

  bool One(int depth) {
    if (depth > kMaxConstraintNesting) return true;
    if (Take("!")) return !One(depth + 1);
    if (Take("(")) {
      const bool holds = Any(depth + 1);
      Take(")");
      return holds;
    }
    const std::string_view tag = rest_.substr(0, rest_.find_first_of(" \t\r!&|()"));
    rest_.remove_prefix(tag.size());
    return IsIn(kOwnTags, tag) || tag.substr(0, kVersionTag.size()) == kVersionTag;
  }

  bool Take(std::string_view token) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size()));
    if (rest_.substr(0, token.size()) != token) return false;
    rest_.remove_prefix(token.size());
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size()));
    return true;
  }

  std::string_view rest_;
};

bool IsLeftOut(std::string_view bytes) {
  // Only comments and blank lines may precede it.
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    if (line.substr(0, kLine.size()) == kLine)
      return !Constraint(line.substr(kLine.size())).Holds();
    if (line.substr(0, 2) != "//" && line.find_first_not_of(" \t\r") != std::string_view::npos) {
      return false;
    }
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
  }
  return false;
}

}  // namespace

void MarkConditionalGoFile(std::string_view bytes, FileFacts& facts) {
  if (!IsLeftOut(bytes)) return;
  for (std::size_t i = 1; i < facts.definitions.size(); ++i) {  // 0 is the file
    Definition& definition = facts.definitions[i];
    if (!LiesOutside(definition.kind)) definition.flags |= kSymbolConditional;
  }
}

bool IsNamedForOtherPlatform(std::string_view path) {
  std::string_view name = path.substr(path.find_last_of('/') + 1);
  const auto drop = [&name](std::string_view end) {
    const bool has = name.size() > end.size() && name.substr(name.size() - end.size()) == end;
    if (has) name.remove_suffix(end.size());
    return has;
  };
  if (!drop(kGoExtension)) return false;
  drop(kTest);
  // The last word, and if it is a processor also the system before it.
  for (int words = 0; words < 2; ++words) {
    const std::size_t bar = name.find_last_of('_');
    if (bar == std::string_view::npos) return false;
    const std::string_view word = name.substr(bar + 1);
    if (IsIn(kOtherPlatforms, word)) return true;
    if (word != "amd64") return false;
    name.remove_suffix(word.size() + 1);
  }
  return false;
}

}  // namespace waymark::indexer
