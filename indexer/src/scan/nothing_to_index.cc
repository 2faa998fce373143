#include "scan/nothing_to_index.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <dirent.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/languages.h"
#include "indexer/language.h"
#include "scan/directory_listing.h"
#include "scan/file_walk.h"
#include "scan/tree_rules.h"
#include "scan/tree_scan.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxEntriesExamined = 100'000;

// Counts the source files that ignore rules exclude, and names the first.
class IgnoredFiles {
 public:
  explicit IgnoredFiles(const std::filesystem::path& root) : root_(root), rules_(root) {
    Visit("", "", 0);
  }

  std::uint64_t count() const { return count_; }

  bool is_whole() const { return entries_ <= kMaxEntriesExamined; }

  const std::string& first() const { return first_; }

  const std::string& rule() const { return rule_; }

 private:
  // `rule` is the one that excludes the directory itself, if any.
  void Visit(const std::string& directory, const std::string& rule, int depth) {
    std::vector<DirectoryEntry> entries;
    if (depth > kMaxDirectoryDepth || !ListDirectory(root_ / directory, entries)) return;
    std::sort(entries.begin(), entries.end(),
              [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
    rules_.MoveTo(directory);
    for (const DirectoryEntry& entry : entries) {
      if (++entries_ > kMaxEntriesExamined) return;
      if (entry.name == ".git") continue;
      const std::string path =
          directory.empty() ? entry.name : fmt::format("{}/{}", directory, entry.name);
      const bool is_directory = entry.type == DT_DIR;
      const std::string by = rule.empty() ? rules_.IgnoreRuleOf(path, is_directory) : rule;
      if (is_directory) {
        Visit(path, by, depth + 1);
        rules_.MoveTo(directory);
      } else if (entry.type == DT_REG && !by.empty() && IsCodePath(path)) {
        Count(path, by);
      }
    }
  }

  void Count(const std::string& path, const std::string& rule) {
    if (count_++ != 0) return;
    first_ = path;
    rule_ = rule;
  }

  const std::filesystem::path root_;
  TreeRules rules_;
  std::size_t entries_ = 0;
  std::uint64_t count_ = 0;
  std::string first_;
  std::string rule_;
};

// "c, cpp, ...": the languages whose files are parsed.
std::string CodeLanguages() {
  std::set<std::string_view> names;
  for (const GrammarRow& row : AllGrammars()) {
    if (IsCode(row.language)) names.insert(waymark::Name(row.language));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

absl::Status NothingToIndex(const std::filesystem::path& root,
                            const std::vector<SkippedFileReport>& skipped,
                            std::uint64_t documents) {
  const std::string attempt = fmt::format("index {}: ", root.string());
  const auto is_document = [](const SkippedFileReport& file) {
    const GrammarRow* const row = DetectGrammar(file.path, {});
    return row != nullptr && !IsCode(row->language);
  };
  const auto first = std::find_if_not(skipped.begin(), skipped.end(), is_document);
  if (first != skipped.end()) {
    return absl::FailedPreconditionError(
        fmt::format("{}all source files were skipped, {} in all; the first is {} ({})", attempt,
                    std::count_if(first, skipped.end(), std::not_fn(is_document)), first->path,
                    waymark::Name(first->reason)));
  }
  std::error_code error;
  if (std::filesystem::exists(root / "HEAD", error) &&
      std::filesystem::is_directory(root / "objects", error)) {
    return absl::FailedPreconditionError(
        attempt +
        "it is a git repository without a work tree; index a commit of it with --at HEAD, "
        "or a checkout");
  }
  const IgnoredFiles ignored(root);
  if (ignored.count() == 0) {
    return absl::FailedPreconditionError(fmt::format(
        "{}found no source file in a language that is indexed ({}){}", attempt, CodeLanguages(),
        documents == 0 ? ""
                       : fmt::format("; it has only {} document{} read for what {} of code",
                                     documents, documents == 1 ? ", which is" : "s, which are",
                                     documents == 1 ? "it tells" : "they tell")));
  }
  return absl::FailedPreconditionError(fmt::format(
      "{}ignore rules leave out all {}{} source files; the first is {}, by {}; change the rules, "
      "or add the files to git: tracked files are indexed whatever .gitignore says",
      attempt, ignored.is_whole() ? "" : "of more than ", ignored.count(), ignored.first(),
      ignored.rule()));
}

}  // namespace waymark::indexer
