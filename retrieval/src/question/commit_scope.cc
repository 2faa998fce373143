#include "question/commit_scope.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "graph/languages.h"
#include "graph/tokenize.h"
#include "text/letter_case.h"
#include "text/name_bytes.h"
#include "text/word_lists.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// Kinds of changes and of messages, in byte order; words of little meaning are no scopes either.
constexpr std::string_view kKinds[] = {
    "build", "chore", "ci",       "doc",     "docs",   "error", "feat", "info",
    "note",  "perf",  "refactor", "release", "revert", "style", "todo", "warning",
};

// The text before the colon, or between the brackets at the beginning of the line.
std::optional<std::string_view> HeadOf(std::string_view line) {
  if (line.starts_with('[')) {
    const std::size_t end = line.find(']');
    if (end == std::string_view::npos || end > kMaxCommitScopeBytes) return std::nullopt;
    return line.substr(1, end - 1);
  }
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || colon > kMaxCommitScopeBytes) return std::nullopt;
  std::string_view head = line.substr(0, colon);
  if (head.ends_with('!')) head.remove_suffix(1);  // of a change that breaks callers
  const std::size_t open = head.find('(');
  if (open == std::string_view::npos) return head;
  if (!head.ends_with(')')) return std::nullopt;
  return head.substr(open + 1, head.size() - open - 2);
}

bool IsKind(const std::string& word) {
  return std::binary_search(std::begin(kKinds), std::end(kKinds), word) ||
         ClassOf(word) != WordClass::kPlain || IsTestWord(word);
}

std::string_view Stem(std::string_view component) {
  return component.substr(0, component.find('.', 1));
}

}  // namespace

std::vector<std::string> CommitScopes(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::optional<std::string_view> head = HeadOf(text.substr(0, text.find('\n')));
  std::vector<std::string> parts;
  if (!head.has_value()) return parts;
  for (std::size_t begin = 0; begin <= head->size();) {
    const std::size_t end = std::min(head->find_first_of(",/", begin), head->size());
    const std::size_t first = std::min(head->find_first_not_of(' ', begin), end);
    const std::string part = LowerCase(head->substr(first, end - first));
    if (!std::all_of(part.begin(), part.end(), IsPathByte)) return {};  // running text
    const bool is_new = std::find(parts.begin(), parts.end(), part) == parts.end();
    if (is_new && !part.empty() && !IsKind(part)) parts.push_back(part);
    begin = end + 1;
  }
  return parts;
}

std::vector<FileId> FilesOfPart(const graph::ReadView& view, std::string_view part) {
  graph::Tokenizer tokenizer;
  std::vector<std::string_view> tokens;
  tokenizer.Append(part, tokens);
  std::vector<FileId> files;
  if (tokens.empty()) return files;
  view.FilesWithPathTerm(tokens.front(), files);
  std::erase_if(files, [&](FileId file) {
    const FileRow row = view.File(file);
    if (!IsCode(row.language)) return true;
    std::string_view rest = row.path;
    while (!rest.empty()) {
      const std::size_t slash = rest.find('/');
      const std::string_view component = rest.substr(0, slash);
      if (LowerCase(component) == part || LowerCase(Stem(component)) == part) return false;
      rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
    }
    return true;
  });
  return files;
}

}  // namespace waymark::retrieval
