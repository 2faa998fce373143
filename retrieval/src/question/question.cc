#include "question/question.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <absl/status/status.h>
#include <fmt/format.h>

#include "graph/ascii.h"
#include "graph/languages.h"
#include "graph/tokenize.h"
#include "lookup/mentions.h"
#include "lookup/symbolic_terms.h"
#include "question/addresses.h"
#include "question/commit_scope.h"
#include "question/compounds.h"
#include "question/diff_headers.h"
#include "question/frame_symbols.h"
#include "question/frames.h"
#include "question/test_ids.h"
#include "retrieval/single_name.h"
#include "text/fixed_point.h"
#include "text/letter_case.h"
#include "text/name_bytes.h"
#include "text/word_lists.h"
#include "traits/constants.h"
#include "traits/prose.h"

namespace waymark::retrieval {
namespace {

struct Occurrences {
  std::string as_written;
  std::uint32_t count = 0;
  bool is_plain = false;    // at least once a word that is not weak
  bool is_subject = false;  // at least once in the first line
  bool is_part = false;     // of a word that names write as two
  bool is_whole = false;    // at least once no part of an identifier of several words
};

// Terms by their stem, in byte order.
using TermMap = std::map<std::string, Occurrences>;

// Offset of the first word; the length of the text if it has none.
std::size_t FirstWordAt(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && !IsNameByte(text[i])) ++i;
  return i;
}

template <typename Visitor>
void ForEachWord(std::string_view text, const Visitor& visitor) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t begin = i;
    while (i < text.size() && IsNameByte(text[i])) ++i;
    if (i > begin) visitor(text.substr(begin, i - begin));
    ++i;
  }
}

// Whether the word at `word` of `text` is part of a qualified name: `test` in `leveldb::test::Env`.
bool IsQualified(std::string_view text, std::string_view word) {
  constexpr std::string_view kJoints = ".:#>";
  const auto begin = static_cast<std::size_t>(word.data() - text.data());
  const std::size_t end = begin + word.size();
  const bool has_owner = begin > 1 && kJoints.find(text[begin - 1]) != std::string_view::npos &&
                         !IsBlank(text[begin - 2]);
  const bool has_member = end + 1 < text.size() &&
                          kJoints.find(text[end]) != std::string_view::npos &&
                          !IsBlank(text[end + 1]);
  return has_owner || has_member;
}

void AddQuestionWord(std::string_view word, bool is_subject, graph::Tokenizer& tokenizer,
                     TermMap& terms) {
  std::vector<std::string_view> parts;
  graph::SplitIdentifier(word, parts);
  bool are_signs = parts.size() > 2;
  const auto add = [&](std::string_view text, WordClass word_class) {
    tokenizer.Visit(text, [&](std::string_view token) {
      Occurrences& occurrences = terms[std::string(token)];
      if (occurrences.count == 0) occurrences.as_written = text;
      ++occurrences.count;
      occurrences.is_subject |= is_subject;
      occurrences.is_plain |= word_class == WordClass::kPlain;
      occurrences.is_whole |= parts.size() == 1;
    });
  };
  for (const std::string_view part : parts) {
    are_signs &= part.size() == 1 || IsDigit(part.front());
    const WordClass word_class = ClassOf(LowerCase(part));
    if (word_class != WordClass::kHard) add(part, word_class);
  }
  // `i18n`, `k8s`: the index has the number of such names. A letter and a number are a version.
  if (are_signs) add(word, WordClass::kPlain);
}

// Parts count unless the same word is in the question. A question with more than kMaxQuestionTerms
// words needs no parts.
void AddCompoundParts(const graph::ReadView& view, graph::Tokenizer& tokenizer, TermMap& terms) {
  if (terms.size() > kMaxQuestionTerms) return;
  TermMap parts;
  for (const auto& [term, occurrences] : terms) {
    const std::string written = LowerCase(occurrences.as_written);
    for (std::string& part : CompoundParts(view, written, term, tokenizer)) {
      Occurrences of_part = occurrences;
      of_part.is_part = true;
      parts.emplace(std::move(part), std::move(of_part));
    }
  }
  terms.merge(parts);
}

// Whether exactly one blank or hyphen separates two words of the text.
bool AreNeighbours(std::string_view first, std::string_view second) {
  const char* const end = first.data() + first.size();
  return second.data() - end == 1 && (*end == ' ' || *end == '-');
}

// Adds pairs of words that names write as one, besides the two words themselves.
void AddCompounds(const graph::ReadView& view, std::string_view text, const char* subject_end,
                  graph::Tokenizer& tokenizer, TermMap& terms) {
  if (terms.size() > kMaxQuestionTerms) return;
  TermMap compounds;
  std::string_view before;
  ForEachWord(text, [&](std::string_view word) {
    const std::string_view first = std::exchange(before, word);
    if (first.empty() || !AreNeighbours(first, word)) return;
    if (ClassOf(LowerCase(first)) == WordClass::kHard) return;
    std::optional<std::string> term = CompoundOf(view, first, word, tokenizer);
    if (!term.has_value()) return;
    compounds.emplace(
        *std::move(term),
        Occurrences{.as_written = std::string(first.data(), first.size() + 1 + word.size()),
                    .count = 1,
                    .is_plain = true,
                    .is_subject = word.data() < subject_end,
                    .is_part = false});
  });
  terms.merge(compounds);
}

std::uint32_t SymbolsIn(const graph::ReadView& view, const std::vector<FileId>& files) {
  std::uint32_t symbols = 0;
  for (const FileId file : files) {
    const FileRow row = view.File(file);
    if (IsCode(row.language)) symbols += row.symbol_count;
  }
  return symbols;
}

// Whether documents have the term but no code does.
bool IsOfProseAlone(const graph::ReadView& view, const std::string& term) {
  std::vector<Posting> postings;
  view.Postings(term, postings);
  return std::all_of(postings.begin(), postings.end(),
                     [&](const Posting& posting) { return IsProse(view, posting.symbol); });
}

// Number of symbols outside test code with the term, or those in files that have it only in their
// paths; nothing if no code has it.
std::optional<std::uint32_t> DocumentFrequency(const graph::ReadView& view,
                                               const std::string& term) {
  const auto statistics = view.Term(term);
  if (statistics && (statistics->document_frequency > 0 || !IsOfProseAlone(view, term))) {
    return statistics->document_frequency;
  }
  std::vector<FileId> files;
  view.FilesWithPathTerm(term, files);
  return files.empty() ? std::nullopt : std::optional(SymbolsIn(view, files));
}

}  // namespace

double InverseDocumentFrequency(const graph::ReadView& view, std::uint32_t document_frequency) {
  const double documents = static_cast<double>(view.Statistics().document_count);
  const double with_term = std::min(static_cast<double>(document_frequency), documents);
  return std::log(1 + (documents - with_term + 0.5) / (with_term + 0.5));
}

double TermIdf(const graph::ReadView& view, const std::string& term) {
  return InverseDocumentFrequency(view, DocumentFrequency(view, term).value_or(0));
}

namespace {

// The idf, which the question may leave out.
double RarityOf(const graph::ReadView& view, std::uint32_t document_frequency, Parts without) {
  return without.Has(Part::kRarity) ? 1 : InverseDocumentFrequency(view, document_frequency);
}

// A part of a word says nothing that the word does not.
void CountWord(const Occurrences& word, double weight, bool is_found, Question& question) {
  if (word.is_part) return;
  question.asked_weight += weight;
  if (is_found) question.found_weight += weight;
  if (!is_found && word.is_plain && word.is_whole)
    question.unknown_words.push_back(word.as_written);
}

void AddTerms(const graph::ReadView& view, const TermMap& terms, Parts without,
              graph::Tokenizer& tokenizer, AnalyzedQuestion& analyzed) {
  const bool emphasises = !without.Has(Part::kEmphasis);
  const std::string& repository = view.info().repository;
  std::vector<std::string_view> own_name;
  tokenizer.Append(std::string_view(repository).substr(repository.rfind('/') + 1), own_name);

  struct Row {
    QuestionTerm term;
    double emphasis = 0;
  };

  std::vector<Row> rows;
  rows.reserve(terms.size());
  for (const auto& [term, occurrences] : terms) {
    Row& row = rows.emplace_back();
    row.term.term = term;
    row.term.as_written = occurrences.as_written;
    double emphasis = 1 + std::log(static_cast<double>(occurrences.count));
    if (!occurrences.is_subject && emphasises) emphasis *= kBodyWordWeight;
    if (!occurrences.is_plain && emphasises) emphasis *= kWeakWordWeight;
    if (occurrences.is_part) emphasis *= kCompoundPartWeight;
    const bool names_repository =
        std::find(own_name.begin(), own_name.end(), term) != own_name.end();
    if (names_repository && emphasises) emphasis *= kRepositoryNameWeight;
    row.emphasis = emphasis;
    const std::optional<std::uint32_t> document_frequency = DocumentFrequency(view, term);
    const double weight = RarityOf(view, document_frequency.value_or(0), without) * emphasis;
    if (document_frequency.has_value()) {
      row.term.document_frequency = *document_frequency;
      row.term.weight = static_cast<float>(weight);
    }
    CountWord(occurrences, weight, document_frequency.has_value(), analyzed.question);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.term.weight > b.term.weight; });
  if (rows.size() > kMaxQuestionTerms) rows.resize(kMaxQuestionTerms);
  for (Row& row : rows) {
    analyzed.weights.push_back(ToFixed(static_cast<double>(row.term.weight)));
    analyzed.emphasis.push_back(row.emphasis);
    analyzed.question.terms.push_back(std::move(row.term));
  }
}

// The path without the extension: "util/coding" for "util/coding.cc".
std::string_view StemOf(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos || dot < path.rfind('/') + 1 ? path : path.substr(0, dot);
}

// Whether a mention means a file: the end of its path, with or without the extension.
bool MeansFile(std::string_view mention, std::string_view path) {
  if (EndsWithPath(path, mention)) return true;
  return mention.find('/') != std::string_view::npos && EndsWithPath(StemOf(path), mention);
}

// Keeps the mentioned paths that are a file of the view or the end of such a path.
void AddFiles(const graph::ReadView& view, const std::vector<std::string>& mentioned, Parts without,
              AnalyzedQuestion& analyzed) {
  if (mentioned.empty()) return;
  const std::vector<FileId> files = view.Files();
  for (const std::string& path : mentioned) {
    const std::string_view tail =
        path.starts_with("./") ? std::string_view(path).substr(2) : std::string_view(path);
    bool found = false;
    for (const FileId file : files) {
      const FileRow row = view.File(file);
      if (!IsCode(row.language) || !MeansFile(tail, row.path)) continue;
      found = true;
      analyzed.files.push_back(file);
    }
    if (found) analyzed.question.paths.push_back(path);
  }
  std::sort(analyzed.files.begin(), analyzed.files.end());
  analyzed.files.erase(std::unique(analyzed.files.begin(), analyzed.files.end()),
                       analyzed.files.end());
  if (analyzed.files.empty()) return;
  const double weight = RarityOf(view, SymbolsIn(view, analyzed.files), without);
  analyzed.files_weight = ToFixed(weight);
}

// Keeps the scopes of the subject that fit files.
void AddCommitScopes(const graph::ReadView& view, std::string_view text,
                     AnalyzedQuestion& analyzed) {
  std::vector<FileId>& files = analyzed.scope_files;
  for (std::string& part : CommitScopes(text)) {
    const std::vector<FileId> found = FilesOfPart(view, part);
    if (found.empty()) continue;
    files.insert(files.end(), found.begin(), found.end());
    analyzed.question.paths.push_back(std::move(part));
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
}

void AddPlaces(const std::vector<SymbolId>& symbols, AnalyzedQuestion& analyzed) {
  for (const SymbolId symbol : symbols) {
    const bool is_new =
        std::find(analyzed.places.begin(), analyzed.places.end(), symbol) == analyzed.places.end();
    if (is_new) analyzed.places.push_back(symbol);
  }
}

void AddPlaceNames(std::vector<std::string> names, AnalyzedQuestion& analyzed) {
  std::move(names.begin(), names.end(), std::back_inserter(analyzed.question.paths));
}

std::vector<TestId> AsTestIds(const std::vector<std::string>& names) {
  std::vector<TestId> ids;
  ids.reserve(names.size());
  for (const std::string& name : names) ids.push_back({.path = "", .name = name});
  return ids;
}

// Finds tests by their ids and names.
void FindTests(const graph::ReadView& view, std::string_view text, AnalyzedQuestion& analyzed) {
  TestsNamed by_id = TestsCalled(view, FindTestIds(text));
  const TestsNamed by_name = TestsCalled(view, AsTestIds(analyzed.question.identifiers));
  const auto is_test = [&](SymbolId symbol) { return (view.Flags(symbol) & kSymbolTest) != 0; };
  analyzed.question.about_tests |=
      std::any_of(by_id.symbols.begin(), by_id.symbols.end(), is_test) ||
      std::any_of(by_name.symbols.begin(), by_name.symbols.end(), is_test);
  AddPlaces(by_id.symbols, analyzed);
  if (!by_name.symbols.empty()) {
    const Mentions meant = FindMentions(LinesAboutTests(text));
    AddPlaces(TestsCalled(view, AsTestIds(meant.identifiers)).symbols, analyzed);
  }
  AddPlaceNames(std::move(by_id.names), analyzed);
}

// Removes the text that C++ compilers write for unnamed scopes, because brackets and blanks end
// names.
std::string WithoutUnnamedScopes(std::string_view task) {
  constexpr std::string_view kUnnamed[] = {
      "(anonymous namespace)::", "`anonymous namespace'::", "{anonymous}::"};
  std::string text(task);
  for (const std::string_view scope : kUnnamed) {
    for (std::size_t at = text.find(scope); at != std::string::npos; at = text.find(scope, at)) {
      text.erase(at, scope.size());
    }
  }
  return text;
}

// Says why none of the words can be looked up.
std::string WhyNothingIsSearched(std::size_t word_count) {
  if (word_count == 0) {
    return "rank symbols for a task: the task holds no word; describe what to find";
  }
  return fmt::format(
      "rank symbols for a task: the {} word{} of the task {} too common or too short; name a "
      "function, a file or a topic",
      word_count, word_count == 1 ? "" : "s", word_count == 1 ? "is" : "are all");
}

void FindLines(const graph::ReadView& view, std::string_view text, AnalyzedQuestion& analyzed) {
  FrameSymbols at_lines = SymbolsAt(view, FindFrames(text));
  AddPlaces(at_lines.symbols, analyzed);
  AddPlaceNames(std::move(at_lines.places), analyzed);
}

}  // namespace

std::string TextOfTask(const graph::ReadView& view, std::string_view task, Parts without) {
  const std::string text =
      WithoutUnnamedScopes(WithPathsOfDiffs(task.substr(0, kMaxQuestionBytes)));
  if (without.Has(Part::kAddresses)) return WithForwardSlashes(text);
  return WithForwardSlashes(WithPathsOfAddresses(text, view.info().repository));
}

absl::StatusOr<AnalyzedQuestion> AnalyzeQuestion(const graph::ReadView& view, std::string_view task,
                                                 Parts without) {
  AnalyzedQuestion analyzed;
  const std::string text = TextOfTask(view, task, without);
  const std::string words = without.Has(Part::kTraceWords) ? text : WithoutTraceWords(text);
  analyzed.question.text = task;

  graph::Tokenizer tokenizer;
  TermMap terms;
  // The first line of a commit message or a report says what it is about; the rest says why and
  // how.
  const std::string_view trimmed = std::string_view(words).substr(FirstWordAt(words));
  const char* subject_end = trimmed.data() + std::min(trimmed.find('\n'), trimmed.size());
  std::size_t word_count = 0;
  ForEachWord(words, [&](std::string_view word) {
    ++word_count;
    analyzed.question.about_tests |= IsTestWord(LowerCase(word)) && !IsQualified(words, word);
    AddQuestionWord(word, word.data() < subject_end, tokenizer, terms);
  });
  for (const SymbolicTerm& name : SymbolicTermsIn(words)) {
    AddQuestionWord(name.word, name.written.data() < subject_end, tokenizer, terms);
  }
  if (!without.Has(Part::kCompounds)) {
    AddCompoundParts(view, tokenizer, terms);
    AddCompounds(view, words, subject_end, tokenizer, terms);
  }
  AddTerms(view, terms, without, tokenizer, analyzed);

  Mentions mentions = FindMentions(text);
  analyzed.question.identifiers = std::move(mentions.identifiers);
  AddFiles(view, mentions.paths, without, analyzed);
  if (!without.Has(Part::kCommitScope)) AddCommitScopes(view, text, analyzed);
  if (!without.Has(Part::kTestIds)) FindTests(view, text, analyzed);
  if (!without.Has(Part::kPlaces)) FindLines(view, text, analyzed);
  if (without.Has(Part::kAskedTests)) analyzed.question.about_tests = false;
  // A name of one letter is not indexed as a word; as a symbol's name it may exist.
  if (terms.empty() && !without.Has(Part::kExactNames)) {
    AddPlaces(SymbolsOfSingleName(view, task), analyzed);
  }
  if (terms.empty() && analyzed.files.empty() && analyzed.places.empty()) {
    return absl::InvalidArgumentError(WhyNothingIsSearched(word_count));
  }
  return analyzed;
}

}  // namespace waymark::retrieval
