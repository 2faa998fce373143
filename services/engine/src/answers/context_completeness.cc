#include "answers/context_completeness.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "indexer/known_names.h"
#include "retrieval/missing_lines.h"
#include "retrieval/unknown_names.h"

namespace waymark::services {
namespace {

using Absentees = std::vector<std::string> (*)(const graph::ReadView& view, std::string_view task);

// `what` names one of the `absent` things in the singular.
wire::Completeness WithThese(wire::Completeness completeness, std::span<const std::string> absent,
                             std::string_view what, std::size_t most_named = 3) {
  const auto named = absent.first(std::min(absent.size(), most_named));
  return WithUnresolved(
      std::move(completeness), absent.size(),
      fmt::format("{}{} not there ({}{})", what, absent.size() == 1 ? " is" : "s are",
                  fmt::join(named, ", "), named.size() < absent.size() ? ", ..." : ""));
}

// Adds everything that `absent` finds in the tasks, without duplicates.
wire::Completeness WithAbsent(wire::Completeness completeness, const graph::ReadView& view,
                              const ContextRequest& request, Absentees absent,
                              std::string_view what) {
  std::vector<std::string> found;
  const auto add = [&](const std::string& task) {
    for (std::string& one : absent(view, task)) {
      const bool is_new = std::find(found.begin(), found.end(), one) == found.end();
      if (is_new) found.push_back(std::move(one));
    }
  };
  add(request.task);
  std::for_each(request.also.begin(), request.also.end(), add);
  return WithThese(std::move(completeness), found, what);
}

// Names without a symbol, except names that come with a language of the repository.
std::vector<std::string> AbsentNames(const graph::ReadView& view, std::string_view task) {
  std::vector<std::string> unknown = retrieval::UnknownNames(view, task);
  if (unknown.empty()) return unknown;
  std::set<Language> languages;
  for (const FileId file : view.Files()) languages.insert(view.File(file).language);
  std::erase_if(unknown, [&](const std::string& name) {
    return std::any_of(languages.begin(), languages.end(),
                       [&](Language language) { return indexer::IsKnownName(language, name); });
  });
  return unknown;
}

// Names the words that the index does not have. The code in question may use other words, or not be
// there: if little of the question is known, the answer is not called complete.
wire::Completeness WithUnknownWords(const wire::Completeness& completeness,
                                    const retrieval::ContextResult& ranked) {
  constexpr float kMostIsFound = 2.0F / 3;
  constexpr std::size_t kMostWordsNamed = 16;
  const retrieval::Question& question = ranked.question;
  if (question.unknown_words.empty()) return completeness;
  wire::Completeness doubted =
      WithThese(completeness, question.unknown_words, "word", kMostWordsNamed);
  if (!ranked.ranking.empty() && question.found_share() >= kMostIsFound) {
    doubted.certainty = completeness.certainty;
  }
  return doubted;
}

}  // namespace

wire::Completeness CompletenessOfContext(const graph::ReadView& view, const ContextRequest& request,
                                         bool is_part, const ChangedSymbols& changed,
                                         const wire::IndexInfo& index,
                                         const retrieval::ContextResult& ranked) {
  wire::Completeness completeness = OfChange(changed, index, CompletenessOfFiles(view));
  completeness = WithUnresolved(completeness, ranked.not_followed,
                                "edges of symbols that have too many to follow all");
  completeness = WithAbsent(completeness, view, request, retrieval::MissingLines, "place");
  if (is_part) return completeness;
  completeness = WithUnknownWords(completeness, ranked);
  return WithAbsent(completeness, view, request, AbsentNames, "name");
}

}  // namespace waymark::services
