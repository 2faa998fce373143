#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "answers/requests.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "indexer/language.h"
#include "indexer/read_file.h"
#include "indexer/source_reader.h"
#include "retrieval/incompleteness.h"
#include "services/engine.h"
#include "services/version.h"
#include "views/view_status.h"

namespace waymark::services {
namespace {

constexpr std::array<UnresolvedReason, 4> kReasons = {
    UnresolvedReason::kUnknown, UnresolvedReason::kAmbiguous, UnresolvedReason::kDynamic,
    UnresolvedReason::kExternal};

struct Tally {
  LanguageHealth health;
  std::array<std::uint64_t, kReasons.size()> unresolved{};
};

using Tallies = std::map<Language, Tally>;

// Number of references of the file's symbols with an edge. Edges that follow from the structure and
// are not written in the source have no site.
std::uint64_t CountSites(const graph::ReadView& view, const std::vector<SymbolId>& symbols) {
  std::uint64_t sites = 0;
  std::vector<Neighbor> neighbors;
  std::vector<Position> positions;
  for (const SymbolId symbol : symbols) {
    view.Out(symbol, neighbors);
    for (const Neighbor& neighbor : neighbors) {
      view.Sites(neighbor, positions);
      sites += positions.size();
    }
  }
  return sites;
}

absl::Status TallyFiles(const graph::ReadView& view, const CallControl& control, Tallies& tallies) {
  std::vector<SymbolId> symbols;
  for (const FileId file : view.Files()) {
    WM_RETURN_IF_ERROR(control.Check());
    const FileRow row = view.File(file);
    view.SymbolsOf(file, symbols);
    LanguageHealth& health = tallies[row.language].health;
    ++health.files;
    health.bytes += row.size_bytes;
    health.symbols += symbols.size();
    if ((row.flags & kFileSyntaxErrors) != 0) ++health.files_with_syntax_errors;
    health.resolved += CountSites(view, symbols);
  }
  return absl::OkStatus();
}

void TallyUnresolved(const graph::ReadView& view, Tallies& tallies) {
  view.VisitUnresolved([&](std::string_view, const UnresolvedRow& row) {
    if (row.type == EdgeType::kOverrides)
      return true;  // says that a method may be run from outside
    Tally& tally = tallies[view.File(view.FileOf(row.source)).language];
    const auto reason = std::find(kReasons.begin(), kReasons.end(), row.reason);
    if (reason != kReasons.end()) {
      ++tally.unresolved[static_cast<std::size_t>(reason - kReasons.begin())];
    }
    return true;
  });
}

LanguageHealth Finish(Language language, const Tally& tally) {
  LanguageHealth health = tally.health;
  health.language = Name(language);
  std::uint64_t may_lead_inside = 0;
  for (std::size_t i = 0; i < kReasons.size(); ++i) {
    health.unresolved.push_back(
        {.reason = std::string(Name(kReasons[i])), .count = tally.unresolved[i]});
    if (kReasons[i] != UnresolvedReason::kExternal) may_lead_inside += tally.unresolved[i];
  }
  const std::uint64_t all = health.resolved + may_lead_inside;
  if (all != 0) {
    health.unresolved_rate = static_cast<double>(may_lead_inside) / static_cast<double>(all);
  }
  return health;
}

void AddDoubt(std::string place, std::vector<std::string>& places, LanguageHealth& health) {
  if (places.size() < kMaxDoubtsListed) {
    places.push_back(std::move(place));
  } else {
    ++health.doubts_omitted;
  }
}

void TallyDoubts(const graph::ReadView& view, Tallies& tallies) {
  for (const retrieval::LanguageDoubts& doubts : retrieval::FindLanguageDoubts(view)) {
    for (const retrieval::PossibleUse& use : doubts.computed_names) {
      const FileRow file = view.File(view.FileOf(use.source));
      LanguageHealth& health = tallies[file.language].health;
      AddDoubt(fmt::format("{}:{}", file.path, use.site.line), health.computed_names, health);
    }
    for (auto& [language, tally] : tallies) {
      if (NameGroupOf(language) != doubts.group) continue;
      for (const std::string_view path : doubts.unread_files) {
        AddDoubt(std::string(path), tally.health.unread_files, tally.health);
      }
    }
  }
}

void AddSkipped(const graph::ReadView& view, DoctorAnswer& answer) {
  std::map<SkipReason, std::uint64_t> counts;
  for (const SkippedFile& file : view.Skipped()) {
    ++counts[file.reason];
    if (answer.skipped.size() < kMaxSkippedListed) {
      answer.skipped.push_back({.path = std::string(file.path), .reason = file.reason});
    }
  }
  for (const auto& [reason, count] : counts) {
    answer.skipped_reasons.push_back({.reason = std::string(Name(reason)), .count = count});
  }
}

// A file that has changed since it was indexed may have no error any more.
absl::Status AddSyntaxErrors(const graph::ReadView& view, const indexer::SourceReader& sources,
                             const CallControl& control, DoctorAnswer& answer) {
  for (const FileId file : view.Files()) {
    if ((view.FileFlags(file) & kFileSyntaxErrors) == 0) continue;
    if (answer.syntax_errors.size() == kMaxSyntaxErrorsListed) break;
    WM_RETURN_IF_ERROR(control.Check());
    const std::string path(view.File(file).path);
    absl::StatusOr<std::string> bytes = sources.Read(path, indexer::kMaxFileBytes);
    if (!bytes.ok()) continue;
    const std::string text = indexer::DecodeText(*std::move(bytes));
    const std::optional<Position> place = indexer::FirstSyntaxError(path, text);
    if (place.has_value()) answer.syntax_errors.push_back({path, *place});
  }
  std::sort(answer.syntax_errors.begin(), answer.syntax_errors.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return absl::OkStatus();
}

// For the readable views; `status` reports the others.
std::uint64_t SourceBytes(graph::Store& store, const std::vector<graph::ViewRecord>& records) {
  std::uint64_t bytes = 0;
  for (const graph::ViewRecord& record : records) {
    const absl::StatusOr<std::shared_ptr<const graph::ReadView>> view = store.OpenView(record.key);
    if (!view.ok()) continue;
    for (const FileId file : (*view)->Files()) bytes += (*view)->File(file).size_bytes;
  }
  return bytes;
}

}  // namespace

absl::StatusOr<DoctorAnswer> Engine::Doctor(const DoctorRequest& request,
                                            const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  if (!request.state.buffers.empty()) {
    return absl::InvalidArgumentError("doctor checks the index; ask without buffers");
  }
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;

  DoctorAnswer answer;
  Tallies tallies;
  WM_RETURN_IF_ERROR(TallyFiles(view, control, tallies));
  TallyUnresolved(view, tallies);
  TallyDoubts(view, tallies);
  for (const auto& [language, tally] : tallies) {
    answer.languages.push_back(Finish(language, tally));
  }
  std::stable_sort(answer.languages.begin(), answer.languages.end(),
                   [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  AddSkipped(view, answer);
  WM_RETURN_IF_ERROR(AddSyntaxErrors(view, *opened.sources, control, answer));

  WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> records, store_->Views());
  answer.store_source_bytes = SourceBytes(*store_, records);
  WM_ASSIGN_OR_RETURN(answer.readers, store_->Readers());
  if (request.verify) {
    WM_ASSIGN_OR_RETURN(answer.verified, store_->Verify([&] { return control.Check(); }));
  }
  answer.store_format = graph::kStoreFormatVersion;
  answer.status.store_directory = store_->directory().string();
  answer.status.version = kVersion;
  WM_ASSIGN_OR_RETURN(answer.status.parts, store_->Sizes());
  for (const graph::ViewRecord& record : records) {
    if (record.key != opened.key) continue;
    answer.status.views.push_back(DescribeView(*store_, refresher_.get(), record));
  }
  return answer;
}

}  // namespace waymark::services
