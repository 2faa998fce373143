#include "git/ignore.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace waymark::indexer {
namespace {

// Reads a character class that starts at pattern[at] == '[', and moves `at` past it. nullopt if the
// class is not closed, which makes '[' an ordinary character.
std::optional<bool> MatchClass(std::string_view pattern, std::size_t& at, char c) {
  std::size_t i = at + 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  bool found = false;
  const std::size_t first = i;
  while (i < pattern.size() && (pattern[i] != ']' || i == first)) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    const char low = pattern[i];
    char high = low;
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      high = pattern[i + 2];
      i += 2;
    }
    if (low <= c && c <= high) found = true;
    ++i;
  }
  if (i >= pattern.size()) return std::nullopt;
  at = i + 1;
  return found != negated;
}

struct Glob {
  std::string_view pattern;
  std::string_view path;
  int steps = 0;

  // Matches one pattern character other than a star against path[s]. Advances both.
  bool MatchOne(std::size_t& p, std::size_t& s) const {
    const char c = path[s];
    if (pattern[p] == '?') {
      if (c == '/') return false;
      ++p, ++s;
      return true;
    }
    if (pattern[p] == '[') {
      const std::optional<bool> in_class = MatchClass(pattern, p, c);
      if (in_class.has_value()) {
        ++s;
        return *in_class && c != '/';
      }
    }
    if (pattern[p] == '\\' && p + 1 < pattern.size()) ++p;
    if (pattern[p] != c) return false;
    ++p, ++s;
    return true;
  }

  // "**" between slashes or the ends of the pattern.
  bool IsDoubleStar(std::size_t p) const {
    if (pattern.substr(p, 2) != "**") return false;
    const bool starts = p == 0 || pattern[p - 1] == '/';
    const bool ends = p + 2 == pattern.size() || pattern[p + 2] == '/';
    return starts && ends;
  }

  bool Match(std::size_t p, std::size_t s) {
    while (p < pattern.size()) {
      if (++steps > kMaxGlobSteps) return false;
      if (IsDoubleStar(p)) return MatchDoubleStar(p, s);
      if (pattern[p] == '*') return MatchStar(p, s);
      if (s >= path.size() || !MatchOne(p, s)) return false;
    }
    return s == path.size();
  }

  bool MatchDoubleStar(std::size_t p, std::size_t s) {
    if (p + 2 == pattern.size()) return s < path.size();
    // "**/rest": rest matches here or after any later slash.
    for (std::size_t start = s;;) {
      if (Match(p + 3, start)) return true;
      const std::size_t slash = path.find('/', start);
      if (slash == std::string_view::npos || steps > kMaxGlobSteps) return false;
      start = slash + 1;
    }
  }

  bool MatchStar(std::size_t p, std::size_t s) {
    while (p < pattern.size() && pattern[p] == '*') ++p;
    for (std::size_t end = s;; ++end) {
      if (Match(p, end)) return true;
      if (end >= path.size() || path[end] == '/' || steps > kMaxGlobSteps) return false;
    }
  }
};

// Trailing blanks do not count unless quoted; a carriage return never counts.
std::string_view TrimRule(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  while (!line.empty() && line.back() == ' ' &&
         !(line.size() >= 2 && line[line.size() - 2] == '\\')) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

bool GlobMatches(std::string_view pattern, std::string_view path) {
  return Glob{pattern, path}.Match(0, 0);
}

void IgnoreStack::Enter(std::string_view path) {
  levels_.push_back({path.empty() ? 0 : path.size() + 1, {}});
}

void IgnoreStack::Leave() { levels_.pop_back(); }

void IgnoreStack::AddRules(std::string_view text, std::string_view file) {
  std::vector<Rule>& rules = levels_.back().rules;
  std::uint32_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++number;
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = TrimRule(text.substr(begin, end - begin));
    begin = end + 1;
    if (line.empty() || line.front() == '#') continue;
    Rule rule;
    if (line.front() == '!') {
      rule.negated = true;
      line.remove_prefix(1);
    }
    if (!line.empty() && line.back() == '/') {
      rule.directory_only = true;
      line.remove_suffix(1);
    }
    rule.anchored = line.find('/') != std::string_view::npos;
    if (!line.empty() && line.front() == '/') line.remove_prefix(1);
    if (line.empty()) continue;
    rule.glob = line;
    rule.file = file;
    rule.line = number;
    rules.push_back(std::move(rule));
  }
}

bool IgnoreStack::Matches(const Rule& rule, std::string_view relative, bool is_directory) {
  if (rule.directory_only && !is_directory) return false;
  if (rule.anchored) return GlobMatches(rule.glob, relative);
  const std::size_t slash = relative.rfind('/');
  const std::string_view name =
      slash == std::string_view::npos ? relative : relative.substr(slash + 1);
  return GlobMatches(rule.glob, name);
}

const IgnoreStack::Rule* IgnoreStack::Deciding(std::string_view path, bool is_directory) const {
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
    const std::string_view relative = path.substr(level->prefix_bytes);
    for (auto rule = level->rules.rbegin(); rule != level->rules.rend(); ++rule) {
      if (Matches(*rule, relative, is_directory)) return &*rule;
    }
  }
  return nullptr;
}

bool IgnoreStack::IsIgnored(std::string_view path, bool is_directory) const {
  const Rule* const rule = Deciding(path, is_directory);
  return rule != nullptr && !rule->negated;
}

std::string IgnoreStack::ReasonOf(std::string_view path, bool is_directory) const {
  const Rule* const rule = Deciding(path, is_directory);
  if (rule == nullptr || rule->negated) return {};
  return fmt::format("line {} of {}", rule->line, rule->file);
}

}  // namespace waymark::indexer
