#include "answers/name_lookup.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "answers/aside_code.h"
#include "answers/place_in_view.h"
#include "graph/outside.h"
#include "graph/status.h"
#include "retrieval/declarations.h"
#include "retrieval/lookup.h"
#include "services/limits.h"
#include "services/state_text.h"
#include "services/visible_text.h"
#include "services/whole_word.h"

namespace waymark::services {
namespace {

// Ends a message. A clause of its own says what may help.
std::string NearNames(const std::vector<std::string>& near) {
  if (near.empty()) return ", and no name in the index is similar";
  return fmt::format("; similar names: {}", fmt::join(near, ", "));
}

// ", not read: a.cs (binary)"; empty if all was read.
std::string NotRead(const graph::ReadView& view) {
  const UnreadFiles unread = FindUnreadFiles(view);
  return unread.count == 0 ? std::string() : ", not read: " + unread.names;
}

// Overloads have one name and differ in their parameters.
std::string WhatTellsApart(const graph::ReadView& view, SymbolId candidate,
                           std::span<const SymbolId> listed) {
  constexpr std::size_t kMaxShownBytes = 120;
  const std::string name = view.QualifiedName(candidate);
  const bool is_unique = std::none_of(listed.begin(), listed.end(), [&](SymbolId other) {
    return other != candidate && view.QualifiedName(other) == name;
  });
  const std::string signature = is_unique ? "" : view.Signature(candidate);
  if (signature.empty()) return "";
  if (signature.size() <= kMaxShownBytes) return "  " + signature;
  const std::size_t end = CharacterBegin(signature, kMaxShownBytes);
  return fmt::format("  {} ...", std::string_view(signature).substr(0, end));
}

// For programs: a payload of an error is JSON, and its type is the name of its field.
void AddCandidates(const graph::ReadView& view, std::span<const SymbolId> candidates,
                   absl::Status& status) {
  auto rows = nlohmann::ordered_json::array();
  for (const SymbolId candidate : candidates) {
    const SymbolRow row = view.Symbol(candidate);
    rows.push_back({{"id", retrieval::HandleOf(view, candidate)},
                    {"kind", Name(row.kind)},
                    {"name", view.QualifiedName(candidate)},
                    {"path", view.File(row.file).path},
                    {"line", row.name_position.line},
                    {"column", row.name_position.column},
                    {"signature", view.Signature(candidate)}});
  }
  status.SetPayload("candidates", absl::Cord(Compact(rows)));
}

// The error for the name `given` with the problem `trouble`, with the ids of the candidates to name
// instead.
absl::Status WithCandidates(const graph::ReadView& view, std::string_view given,
                            std::string_view trouble, const std::vector<SymbolId>& candidates) {
  const auto listed =
      std::span(candidates).first(std::min(candidates.size(), kMaxCandidatesListed));
  constexpr std::string_view kNameOne = "name one of them by its id";
  std::string message = fmt::format("{}; {}:", trouble, kNameOne);
  for (const SymbolId candidate : listed) {
    const SymbolRow row = view.Symbol(candidate);
    message += "\n  " + VisibleLine(fmt::format(
                            "{}  {} {}  {}:{}{}", retrieval::HandleOf(view, candidate),
                            Name(row.kind), view.QualifiedName(candidate), view.File(row.file).path,
                            row.name_position.line, WhatTellsApart(view, candidate, listed)));
  }
  if (listed.size() < candidates.size()) {
    message += fmt::format("\n  and {} more", candidates.size() - listed.size());
  }
  absl::Status status = absl::FailedPreconditionError(message);
  AddCandidates(view, listed, status);
  return WithRemedy(WithFix(std::move(status), kNameOne),
                    WithText(given, retrieval::HandleOf(view, candidates.front())));
}

absl::Status Ambiguous(const graph::ReadView& view, std::string_view given, std::string_view name,
                       const std::vector<SymbolId>& candidates) {
  return WithCandidates(view, given, fmt::format("'{}' fits {} symbols", name, candidates.size()),
                        candidates);
}

// The order in which people mean the symbols of a name: code of the product before tests, examples
// and generated code, even where those are public; then what other code may use; then what most
// code uses.
using Likelihood = std::tuple<bool, bool, std::int64_t>;  // the smallest is the likeliest

Likelihood LikelihoodOf(const graph::ReadView& view, SymbolId symbol) {
  std::int64_t uses = view.InDegree(symbol);
  for (const SymbolId declaration : retrieval::DeclarationsOf(view, symbol)) {
    uses += view.InDegree(declaration);
  }
  return {LiesAside(view, symbol), (view.Flags(symbol) & kSymbolExported) == 0, -uses};
}

// The first of equally likely ones.
SymbolId LikeliestOf(const graph::ReadView& view, std::span<const SymbolId> found) {
  return *std::min_element(found.begin(), found.end(), [&](SymbolId a, SymbolId b) {
    return LikelihoodOf(view, a) < LikelihoodOf(view, b);
  });
}

// The error for a place; `given` may have the root of the checkout before `name`.
absl::Status NoSymbolAt(NoSymbol missing, std::string_view given, std::string_view name) {
  Remedy& remedy = missing.remedy;
  if (remedy.kind == RemedyKind::kReplace) {
    remedy.given = given;
    remedy.value.insert(0, given.substr(0, given.size() - name.size()));
  }
  absl::Status status = absl::NotFoundError(missing.reason);
  if (!missing.fix.empty()) status = WithFix(std::move(status), missing.fix);
  return WithRemedy(std::move(status), remedy);
}

// The error for a name to which no other is similar. It may have been meant as a file.
absl::Status UnknownToAll(const graph::ReadView& view, std::string_view given,
                          std::string_view name, absl::Status status) {
  const bool may_be_file = name.find_first_of("./") != std::string_view::npos;
  return may_be_file ? WithNearestFile(view, given, std::move(status))
                     : WithRemedy(std::move(status), OutlineInstead());
}

// The error for a name that no symbol has; `near` are similar ones, the most similar first.
absl::Status Unknown(const graph::ReadView& view, std::string_view given, std::string_view name,
                     const std::vector<std::string>& near) {
  absl::Status status = absl::NotFoundError(
      fmt::format("no symbol is named '{}'{}{}", name, NearNames(near), NotRead(view)));
  if (near.empty()) return UnknownToAll(view, given, name, std::move(status));
  std::vector<SymbolId> candidates;
  for (const std::string& similar : near) {
    const std::vector<SymbolId> found = retrieval::FindSymbols(view, similar).exact;
    if (!found.empty()) candidates.push_back(LikeliestOf(view, found));
  }
  AddCandidates(view, candidates, status);
  return WithRemedy(WithFix(std::move(status), "name one of the similar names"),
                    WithText(given, near.front()));
}

// All symbols with the name; `name` has a path relative to the checkout. At least one.
absl::StatusOr<std::vector<SymbolId>> FindNamed(const graph::ReadView& view, std::string_view given,
                                                std::string_view name) {
  // `shop` also means the module that is a directory; a path of a directory is not a file.
  const bool is_path = name.size() != given.size() || name.find('/') != std::string_view::npos;
  if (is_path && IsDirectory(view, name)) {
    return NoSymbolAt(*WhyNoSymbolAt(view, name), given, name);
  }
  retrieval::SymbolMatches matches = retrieval::FindSymbols(view, name);
  if (!matches.exact.empty()) return std::move(matches.exact);
  if (!matches.overloads.empty()) {
    return WithCandidates(view, given,
                          fmt::format("none of the {} symbols that are called so takes the "
                                      "parameters of '{}'",
                                      matches.overloads.size(), name),
                          matches.overloads);
  }
  std::optional<NoSymbol> no_place = WhyNoSymbolAt(view, name);
  if (no_place.has_value()) return NoSymbolAt(*std::move(no_place), given, name);
  return Unknown(view, given, name, matches.near);
}

NamedSymbol WithDeclarations(const graph::ReadView& view, SymbolId symbol, std::string_view name) {
  return {.symbol = symbol,
          .declarations = retrieval::DeclarationsOf(view, symbol),
          .name = std::string(name)};
}

// Functions of one name in one type or in one file. Functions in different files may share nothing
// but the name, and a method of a class and one of its instances not even how they are called.
bool AreOverloads(const graph::ReadView& view, std::span<const SymbolId> symbols) {
  const SymbolRow first = view.Symbol(symbols.front());
  const bool is_method = first.kind == SymbolKind::kMethod && first.parent != SymbolId::kNone;
  if (!is_method && first.kind != SymbolKind::kFunction) return false;
  const std::string name = view.QualifiedName(symbols.front());
  return std::all_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
    const SymbolRow row = view.Symbol(symbol);
    return row.kind == first.kind && row.name == first.name && row.parent == first.parent &&
           (is_method || row.file == first.file) && view.QualifiedName(symbol) == name;
  });
}

// Parts of one C# type. A type of the same name in another project is treated as one of them.
bool ArePartsOfAType(const graph::ReadView& view, std::span<const SymbolId> symbols) {
  const SymbolRow first = view.Symbol(symbols.front());
  const std::string name = view.QualifiedName(symbols.front());
  return std::all_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
    const SymbolRow row = view.Symbol(symbol);
    return (row.flags & kSymbolPartial) != 0 && row.kind == first.kind &&
           view.QualifiedName(symbol) == name;
  });
}

// Something outside the program has a symbol in each file that names it.
bool AreOneThingOutside(const graph::ReadView& view, std::span<const SymbolId> symbols) {
  return std::all_of(symbols.begin(), symbols.end(),
                     [&](SymbolId symbol) { return LiesOutside(view.Kind(symbol)); });
}

// "'run' fits 3 symbols; this is shop.run (shop/run.py:3). Ask for another by its id: ...". Empty
// if `meant` are all of them.
std::string RemarkOn(const graph::ReadView& view, std::string_view name,
                     std::span<const SymbolId> found, std::span<const SymbolId> meant) {
  constexpr std::size_t kMaxOthersNamed = 3;
  const std::size_t others = found.size() - meant.size();
  if (others == 0) return "";
  const SymbolRow row = view.Symbol(meant.front());
  std::string note = fmt::format(
      "'{}' fits {} symbols; this is {} ({}:{}). Ask for another by its "
      "id: ",
      name, found.size(), view.QualifiedName(meant.front()), view.File(row.file).path,
      row.name_position.line);
  std::size_t named = 0;
  for (const SymbolId other : found) {
    if (named == kMaxOthersNamed) break;
    if (std::find(meant.begin(), meant.end(), other) != meant.end()) continue;
    note += fmt::format("{}{} (line {})", named == 0 ? "" : ", ", retrieval::HandleOf(view, other),
                        view.Symbol(other).name_position.line);
    ++named;
  }
  note += named == others ? "." : fmt::format(", or {} more.", others - named);
  return VisibleLine(wire::ReplaceInvalidUtf8(note));
}

NamedSymbol OneThingOutside(std::span<const SymbolId> found, std::string_view name) {
  return {.symbol = found.front(),
          .declarations = {found.begin() + 1, found.end()},
          .name = std::string(name)};
}

// `one` of the symbols that a name fits, with its overloads.
std::vector<NamedSymbol> MeaningOf(const graph::ReadView& view, std::string_view name,
                                   std::span<const SymbolId> found, SymbolId one) {
  std::vector<SymbolId> meant;
  for (const SymbolId symbol : found) {
    const SymbolId pair[] = {one, symbol};
    const bool belongs = symbol == one || AreOverloads(view, pair) || ArePartsOfAType(view, pair);
    if (belongs) meant.push_back(symbol);
  }
  std::vector<NamedSymbol> named;
  named.reserve(meant.size());
  for (const SymbolId symbol : meant) named.push_back(WithDeclarations(view, symbol, name));
  named.front().note = RemarkOn(view, name, found, meant);
  return named;
}

}  // namespace

UnreadFiles FindUnreadFiles(const graph::ReadView& view) {
  constexpr std::size_t kMaxNamed = 3;
  constexpr SkipReason kReasons[] = {SkipReason::kBinary,      SkipReason::kUnreadable,
                                     SkipReason::kParseLimit,  SkipReason::kTooLarge,
                                     SkipReason::kLineTooLong, SkipReason::kInvalidPath};
  UnreadFiles unread;
  for (const SkippedFile& file : view.Skipped()) {
    const bool counts =
        std::find(std::begin(kReasons), std::end(kReasons), file.reason) != std::end(kReasons);
    if (!counts || ++unread.count > kMaxNamed) continue;
    unread.names +=
        fmt::format("{}{} ({})", unread.count == 1 ? "" : ", ", file.path, Name(file.reason));
  }
  if (unread.count > kMaxNamed)
    unread.names += fmt::format(" and {} more", unread.count - kMaxNamed);
  return unread;
}

absl::StatusOr<NamedSymbol> ResolveName(const graph::ReadView& view, std::string_view name) {
  const std::string_view given = std::exchange(name, WithoutRoot(view, name));
  WM_ASSIGN_OR_RETURN(const std::vector<SymbolId> found, FindNamed(view, given, name));
  if (AreOneThingOutside(view, found)) return OneThingOutside(found, name);
  const SymbolId meant = LikeliestOf(view, found);
  NamedSymbol named = WithDeclarations(view, meant, name);
  named.note = RemarkOn(view, name, found, {&meant, 1});
  return named;
}

absl::StatusOr<NamedSymbol> ResolveOnlyName(const graph::ReadView& view, std::string_view name) {
  const std::string_view given = std::exchange(name, WithoutRoot(view, name));
  WM_ASSIGN_OR_RETURN(const std::vector<SymbolId> found, FindNamed(view, given, name));
  if (AreOneThingOutside(view, found)) return OneThingOutside(found, name);
  if (found.size() > 1) return Ambiguous(view, given, name, found);
  return WithDeclarations(view, found.front(), name);
}

void AddWithDeclarations(const NamedSymbol& named, std::vector<SymbolId>& symbols) {
  symbols.push_back(named.symbol);
  symbols.insert(symbols.end(), named.declarations.begin(), named.declarations.end());
}

absl::StatusOr<std::vector<NamedSymbol>> ResolveOverloads(const graph::ReadView& view,
                                                          std::string_view name) {
  const std::string_view given = std::exchange(name, WithoutRoot(view, name));
  WM_ASSIGN_OR_RETURN(const std::vector<SymbolId> found, FindNamed(view, given, name));
  if (AreOneThingOutside(view, found)) {
    return std::vector<NamedSymbol>{OneThingOutside(found, name)};
  }
  return MeaningOf(view, name, found, LikeliestOf(view, found));
}

absl::StatusOr<std::vector<std::vector<NamedSymbol>>> ResolveMeanings(const graph::ReadView& view,
                                                                      std::string_view name) {
  const std::string_view given = std::exchange(name, WithoutRoot(view, name));
  WM_ASSIGN_OR_RETURN(const std::vector<SymbolId> found, FindNamed(view, given, name));
  std::vector<std::vector<NamedSymbol>> meanings;
  if (AreOneThingOutside(view, found)) {
    meanings.push_back({OneThingOutside(found, name)});
    return meanings;
  }
  std::vector<std::pair<Likelihood, SymbolId>> rest;
  rest.reserve(found.size());
  for (const SymbolId symbol : found) rest.emplace_back(LikelihoodOf(view, symbol), symbol);
  std::stable_sort(rest.begin(), rest.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  while (!rest.empty() && meanings.size() < kMaxMeanings) {
    meanings.push_back(MeaningOf(view, name, found, rest.front().second));
    std::erase_if(rest, [&](const auto& candidate) {
      return std::any_of(
          meanings.back().begin(), meanings.back().end(),
          [&](const NamedSymbol& named) { return named.symbol == candidate.second; });
    });
  }
  return meanings;
}

}  // namespace waymark::services
