#include "git/ignore.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace waymark::indexer {
namespace {

constexpr std::string_view kGlobMarks = "*?[\\";

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

// Goes back to the last star only: a star stops at '/', so that an earlier one cannot match
// differently, and after "**" whatever stands before it has matched.
class Glob {
 public:
  Glob(std::string_view pattern, std::string_view path) : pattern_(pattern), path_(path) {}

  bool Matches() {
    for (int steps = 0; steps < kMaxGlobSteps; ++steps) {
      if (at_ == pattern_.size() && in_path_ == path_.size()) return true;
      if (IsDoubleStar()) {
        if (at_ + 2 == pattern_.size()) return in_path_ < path_.size();
        at_ += 3;
        deep_ = {at_, in_path_};
        star_ = {};
      } else if (at_ < pattern_.size() && pattern_[at_] == '*') {
        while (at_ < pattern_.size() && pattern_[at_] == '*') ++at_;
        star_ = {at_, in_path_};
      } else if (!MatchOne() && !Extend()) {
        return false;
      }
    }
    return false;
  }

 private:
  // The place behind a star, and where in the path it was tried last.
  struct Tried {
    std::size_t pattern = 0;  // 0: there is no star
    std::size_t path = 0;
  };

  // Matches one character other than a star.
  bool MatchOne() {
    if (at_ == pattern_.size() || in_path_ == path_.size()) return false;
    const char c = path_[in_path_];
    std::size_t next = at_;
    if (pattern_[at_] == '?') {
      if (c == '/') return false;
    } else if (pattern_[at_] == '[') {
      const std::optional<bool> in_class = MatchClass(pattern_, next, c);
      if (in_class.has_value()) {
        if (!*in_class || c == '/') return false;
        at_ = next;
        ++in_path_;
        return true;
      }
      if (c != '[') return false;
    } else {
      if (pattern_[at_] == '\\' && at_ + 1 < pattern_.size()) ++next;
      if (pattern_[next] != c) return false;
    }
    at_ = next + 1;
    ++in_path_;
    return true;
  }

  // "**" between slashes or the ends of the pattern.
  bool IsDoubleStar() const {
    if (pattern_.substr(at_, 2) != "**") return false;
    const bool starts = at_ == 0 || pattern_[at_ - 1] == '/';
    const bool ends = at_ + 2 == pattern_.size() || pattern_[at_ + 2] == '/';
    return starts && ends;
  }

  // Lets the last star match one character more, or the last "**/" one directory more.
  bool Extend() {
    if (star_.pattern != 0 && star_.path < path_.size() && path_[star_.path] != '/') {
      ++star_.path;
      at_ = star_.pattern;
      in_path_ = star_.path;
      return true;
    }
    const std::size_t slash = path_.find('/', deep_.path);
    if (deep_.pattern == 0 || slash == std::string_view::npos) return false;
    deep_.path = slash + 1;
    at_ = deep_.pattern;
    in_path_ = deep_.path;
    star_ = {};
    return true;
  }

  std::string_view pattern_;
  std::string_view path_;
  std::size_t at_ = 0;
  std::size_t in_path_ = 0;
  Tried star_;
  Tried deep_;
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
  return Glob(pattern, path).Matches();
}

void IgnoreStack::Enter(std::string_view path) {
  levels_.emplace_back().prefix_bytes = path.empty() ? 0 : path.size() + 1;
}

void IgnoreStack::Leave() { levels_.pop_back(); }

void IgnoreStack::AddRules(std::string_view text, std::string_view file) {
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
    levels_.back().Add(std::move(rule));
  }
}

void IgnoreStack::Level::Add(Rule rule) {
  const auto number = static_cast<std::uint32_t>(rules.size() + 1);
  if (rule.glob.find_first_of(kGlobMarks) != std::string::npos) {
    globs.push_back(number - 1);
  } else {
    Plain& plain = (rule.anchored ? paths : names)[rule.glob];
    plain.for_directories = number;
    if (!rule.directory_only) plain.for_files = number;
  }
  rules.push_back(std::move(rule));
}

const IgnoreStack::Rule* IgnoreStack::Level::Deciding(std::string_view relative,
                                                      bool is_directory) const {
  std::uint32_t last = 0;
  const auto find = [&](const PlainRules& plain, std::string_view text) {
    const auto found = plain.find(text);
    if (found == plain.end()) return;
    const Plain& rule = found->second;
    last = std::max(last, is_directory ? rule.for_directories : rule.for_files);
  };
  const std::string_view name = relative.substr(relative.rfind('/') + 1);
  find(names, name);
  find(paths, relative);
  for (auto glob = globs.rbegin(); glob != globs.rend() && *glob >= last; ++glob) {
    const Rule& rule = rules[*glob];
    if (rule.directory_only && !is_directory) continue;
    if (GlobMatches(rule.glob, rule.anchored ? relative : name)) return &rule;
  }
  return last == 0 ? nullptr : &rules[last - 1];
}

const IgnoreStack::Rule* IgnoreStack::Deciding(std::string_view path, bool is_directory) const {
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
    const Rule* const rule = level->Deciding(path.substr(level->prefix_bytes), is_directory);
    if (rule != nullptr) return rule;
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
