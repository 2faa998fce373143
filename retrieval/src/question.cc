#include "question.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <absl/status/status.h>
#include <fmt/format.h>

#include "constants.h"
#include "fixed_point.h"
#include "graph/tokenize.h"
#include "mentions.h"
#include "word_lists.h"

namespace waymark::retrieval {
namespace {

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

struct Occurrences {
  std::string as_written;
  std::uint32_t count = 0;
  bool is_plain = false;  // at least once a word that is not weak
};

// Terms by their stem, in byte order.
using TermMap = std::map<std::string, Occurrences>;

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

template <typename Visitor>
void ForEachWord(std::string_view text, const Visitor& visitor) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t begin = i;
    while (i < text.size() && IsWordByte(text[i])) ++i;
    if (i > begin) visitor(text.substr(begin, i - begin));
    ++i;
  }
}

// Addresses in the world are not about the repository.
std::string WithoutUrls(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos) break;
    std::size_t begin = mark;
    while (begin > 0 && IsWordByte(text[begin - 1])) --begin;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n)>]`'\"", mark), text.size());
    kept += text.substr(0, begin);
    text.remove_prefix(end);
  }
  return kept += text;
}

void AddWord(std::string_view word, graph::Tokenizer& tokenizer, TermMap& terms) {
  std::vector<std::string_view> parts;
  graph::SplitIdentifier(word, parts);
  for (const std::string_view part : parts) {
    const WordClass word_class = ClassOf(LowerCase(part));
    if (word_class == WordClass::kHard) continue;
    tokenizer.Visit(part, [&](std::string_view token) {
      Occurrences& occurrences = terms[std::string(token)];
      if (occurrences.count == 0) occurrences.as_written = part;
      ++occurrences.count;
      occurrences.is_plain |= word_class == WordClass::kPlain;
    });
  }
}

// Symbols outside test code that have the term, or those of the files that have it in their paths
// only; nothing when it occurs nowhere.
std::optional<std::uint32_t> DocumentFrequency(const graph::ReadView& view,
                                               const std::string& term) {
  if (const auto statistics = view.Term(term)) return statistics->document_frequency;
  std::vector<FileId> files;
  view.FilesWithPathTerm(term, files);
  if (files.empty()) return std::nullopt;
  std::uint64_t symbols = 0;
  for (const FileId file : files) symbols += view.File(file).symbol_count;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(symbols, view.symbol_bound()));
}

double InverseDocumentFrequency(const graph::ReadView& view, std::uint32_t document_frequency) {
  const double documents = static_cast<double>(view.Statistics().document_count);
  const double with_term = std::min(static_cast<double>(document_frequency), documents);
  return std::log(1 + (documents - with_term + 0.5) / (with_term + 0.5));
}

void AddTerms(const graph::ReadView& view, const TermMap& terms, graph::Tokenizer& tokenizer,
              AnalyzedQuestion& analyzed) {
  const std::string& repository = view.info().repository;
  std::vector<std::string_view> own_name;
  tokenizer.Append(std::string_view(repository).substr(repository.rfind('/') + 1), own_name);

  std::vector<QuestionTerm>& rows = analyzed.question.terms;
  for (const auto& [term, occurrences] : terms) {
    QuestionTerm row{.term = term, .as_written = occurrences.as_written};
    if (const auto document_frequency = DocumentFrequency(view, term)) {
      row.document_frequency = *document_frequency;
      double weight = InverseDocumentFrequency(view, row.document_frequency) *
                      (1 + std::log(static_cast<double>(occurrences.count)));
      if (!occurrences.is_plain) weight *= kWeakWordWeight;
      const bool names_repository =
          std::find(own_name.begin(), own_name.end(), term) != own_name.end();
      if (names_repository) weight *= kRepositoryNameWeight;
      row.weight = static_cast<float>(weight);
    }
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const QuestionTerm& a, const QuestionTerm& b) {
    return a.weight > b.weight;
  });
  if (rows.size() > kMaxQuestionTerms) rows.resize(kMaxQuestionTerms);
  for (const QuestionTerm& row : rows) {
    analyzed.weights.push_back(ToFixed(static_cast<double>(row.weight)));
  }
}

bool EndsWithPath(std::string_view path, std::string_view tail) {
  if (!path.ends_with(tail)) return false;
  return path.size() == tail.size() || path[path.size() - tail.size() - 1] == '/';
}

// Keeps the mentioned paths that are files of the view, or the end of such a path.
void AddFiles(const graph::ReadView& view, const std::vector<std::string>& mentioned,
              AnalyzedQuestion& analyzed) {
  if (mentioned.empty()) return;
  const std::vector<FileId> files = view.Files();
  for (const std::string& path : mentioned) {
    const std::string_view tail =
        path.starts_with("./") ? std::string_view(path).substr(2) : std::string_view(path);
    bool found = false;
    for (const FileId file : files) {
      if (!EndsWithPath(view.File(file).path, tail)) continue;
      found = true;
      analyzed.files.push_back(file);
    }
    if (found) analyzed.question.paths.push_back(path);
  }
  std::sort(analyzed.files.begin(), analyzed.files.end());
  analyzed.files.erase(std::unique(analyzed.files.begin(), analyzed.files.end()),
                       analyzed.files.end());
}

}  // namespace

absl::StatusOr<AnalyzedQuestion> AnalyzeQuestion(const graph::ReadView& view,
                                                 std::string_view task) {
  AnalyzedQuestion analyzed;
  const std::string text = WithoutUrls(task.substr(0, kMaxQuestionBytes));
  analyzed.question.text = task;

  graph::Tokenizer tokenizer;
  TermMap terms;
  std::size_t word_count = 0;
  ForEachWord(text, [&](std::string_view word) {
    ++word_count;
    analyzed.question.about_tests |= IsTestWord(LowerCase(word));
    AddWord(word, tokenizer, terms);
  });
  if (terms.empty()) {
    return absl::InvalidArgumentError(
        word_count == 0
            ? std::string("rank symbols for a task: the task holds no word; describe what to find")
            : fmt::format("rank symbols for a task: its {} word{} {} too common to look for; name "
                          "what the task is about",
                          word_count, word_count == 1 ? "" : "s",
                          word_count == 1 ? "is" : "are all"));
  }
  AddTerms(view, terms, tokenizer, analyzed);

  Mentions mentions = FindMentions(text);
  analyzed.question.identifiers = std::move(mentions.identifiers);
  AddFiles(view, mentions.paths, analyzed);
  return analyzed;
}

}  // namespace waymark::retrieval
