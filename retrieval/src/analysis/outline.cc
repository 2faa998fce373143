#include "retrieval/outline.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "graph/languages.h"
#include "graph/status.h"
#include "impact/dependence_degree.h"
#include "retrieval/incompleteness.h"
#include "retrieval/layers.h"
#include "traits/cancel_poll.h"
#include "traits/entry_points.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

// A directory with more than this part of all files is replaced by its subdirectories.
constexpr std::uint64_t kMostFiles = 2;

std::string_view TopOf(std::string_view path, std::string_view above) {
  const std::size_t slash = path.find('/', above.empty() ? 0 : above.size() + 1);
  return slash == std::string_view::npos ? above : path.substr(0, slash);
}

bool IsBelow(std::string_view path, std::string_view directory) {
  return directory.empty() || (path.size() > directory.size() && path.starts_with(directory) &&
                               path[directory.size()] == '/');
}

std::string ImportedDirectory(std::string_view path) {
  const std::string_view directory = DirectoryOf(path);
  return directory.empty() ? "./" : std::string(directory);
}

std::uint32_t CountDistinct(std::vector<FileId>& files) {
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return static_cast<std::uint32_t>(files.size());
}

class Outliner {
 public:
  Outliner(const graph::ReadView& view, const OutlineOptions& options)
      : view_(view), options_(options) {}

  absl::Status Run();

  Outline Take() { return std::move(outline_); }

 private:
  void ReadFile(FileId file);
  void ReadSymbol(SymbolId symbol, bool is_aside);
  std::uint32_t CountDependence(const std::vector<Neighbor>& neighbors, SymbolId self);
  void AddImporters(FileId file);
  void AddPackages();
  void AddPrograms();
  void AddAreas(std::string_view above);
  std::vector<std::string> ProductDirectories() const;
  void KeepBest();

  const graph::ReadView& view_;
  const OutlineOptions& options_;
  Outline outline_;
  std::uint64_t code_files_ = 0;
  std::map<Language, LanguagePart> languages_;
  std::vector<SymbolId> symbols_;
  std::vector<SymbolId> distinct_;
  std::vector<FileId> importers_;
  std::map<std::string, std::vector<FileId>> package_importers_;  // by directory, with repetitions
  std::vector<Neighbor> in_;
  std::vector<Neighbor> out_;
};

absl::Status Outliner::Run() {
  CancelPoll poll(options_.cancelled, "outline");
  for (const FileId file : view_.Files()) {
    WM_RETURN_IF_ERROR(poll.Check());
    ReadFile(file);
  }
  for (auto& [language, part] : languages_) outline_.languages.push_back(part);
  AddAreas("");
  std::vector<std::string> directories;
  for (const Area& area : outline_.areas) directories.push_back(area.path);
  WM_ASSIGN_OR_RETURN(outline_.layers, FindLayers(view_, directories, options_.cancelled));
  if (outline_.layers.empty()) {
    // All product code lies in one of the listed directories.
    WM_ASSIGN_OR_RETURN(outline_.layers,
                        FindLayers(view_, ProductDirectories(), options_.cancelled));
  }
  outline_.unresolved = CountUnresolved(view_);
  KeepBest();
  WM_ASSIGN_OR_RETURN(Communities communities,
                      FindFileCommunities(view_, {options_.limit, options_.cancelled}));
  outline_.communities = std::move(communities.largest);
  outline_.community_count = communities.count;
  return absl::OkStatus();
}

std::vector<std::string> Outliner::ProductDirectories() const {
  std::set<std::string> directories;
  for (const FileId file : view_.Files()) {
    const FileRow row = view_.File(file);
    if (!IsProductFile(row.flags) || !IsCode(row.language)) continue;
    std::string_view directory = DirectoryOf(row.path);
    if (!directory.empty()) directory.remove_suffix(1);
    directories.emplace(directory);
  }
  return {directories.begin(), directories.end()};
}

void Outliner::ReadFile(FileId file) {
  const FileRow row = view_.File(file);
  view_.SymbolsOf(file, symbols_);
  LanguagePart& part = languages_[row.language];
  part.language = row.language;
  ++part.files;
  part.bytes += row.size_bytes;
  part.symbols += symbols_.size();
  ++outline_.files;
  if (IsCode(row.language)) ++code_files_;
  outline_.symbols += symbols_.size();
  const bool is_aside = !IsProductFile(row.flags);
  importers_.clear();
  for (const SymbolId symbol : symbols_) ReadSymbol(symbol, is_aside);
  if (!is_aside) AddImporters(file);
}

void Outliner::ReadSymbol(SymbolId symbol, bool is_aside) {
  const std::uint16_t flags = view_.Flags(symbol);
  if ((flags & kSymbolTestCase) != 0) ++outline_.test_cases;
  if (is_aside) return;
  view_.In(symbol, in_);
  for (const Neighbor& neighbor : in_) {
    if (neighbor.type == EdgeType::kImports) importers_.push_back(view_.FileOf(neighbor.symbol));
  }
  const SymbolKind kind = view_.Kind(symbol);
  if (kind == SymbolKind::kFile || kind == SymbolKind::kPackage) return;
  const SymbolRow row = view_.Symbol(symbol);
  if (IsEntryPoint(view_, symbol, row.name)) outline_.entry_points.push_back(symbol);
  const std::uint32_t fan_in = CountDependence(in_, symbol);
  if (fan_in == 0) return;
  view_.Out(symbol, out_);
  outline_.hubs.push_back(
      {.symbol = symbol, .fan_in = fan_in, .fan_out = CountDependence(out_, symbol)});
}

std::uint32_t Outliner::CountDependence(const std::vector<Neighbor>& neighbors, SymbolId self) {
  DistinctDependence(neighbors, self, distinct_);
  return static_cast<std::uint32_t>(distinct_.size());
}

void Outliner::AddImporters(FileId file) {
  std::erase(importers_, file);
  if (importers_.empty()) return;
  const FileRow row = view_.File(file);
  if (ImportsDirectories(row.language)) {
    std::vector<FileId>& all = package_importers_[ImportedDirectory(row.path)];
    all.insert(all.end(), importers_.begin(), importers_.end());
  } else {
    outline_.most_imported.push_back(
        {.path = std::string(row.path), .importers = CountDistinct(importers_)});
  }
}

void Outliner::AddPackages() {
  for (auto& [path, importers] : package_importers_) {
    outline_.most_imported.push_back({.path = path, .importers = CountDistinct(importers)});
  }
  std::sort(outline_.most_imported.begin(), outline_.most_imported.end(),
            [](const Imported& a, const Imported& b) { return a.path < b.path; });
}

void Outliner::AddPrograms() {
  std::vector<SymbolId>& all = outline_.entry_points;
  all.insert(all.end(), options_.programs.begin(), options_.programs.end());
  std::sort(all.begin(), all.end(),
            [this](SymbolId a, SymbolId b) { return view_.CompareCanonical(a, b) < 0; });
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

// Adds the directories below `above`; one that holds most files is split in turn.
void Outliner::AddAreas(std::string_view above) {
  std::map<std::string, Area, std::less<>> areas;
  for (const FileId file : view_.Files()) {
    const FileRow row = view_.File(file);
    if (!IsBelow(row.path, above) || !IsCode(row.language)) continue;
    Area& area = areas[std::string(TopOf(row.path, above))];
    ++area.files;
    view_.SymbolsOf(file, symbols_);
    area.symbols += symbols_.size();
    area.test_files += (row.flags & kFileTest) != 0 ? 1U : 0U;
  }
  for (auto& [path, area] : areas) {
    area.path = path;
    if (path != above && area.files * kMostFiles > code_files_) {
      AddAreas(path);
    } else {
      outline_.areas.push_back(area);
    }
  }
}

template <typename Row, typename Before>
void Cut(std::vector<Row>& rows, std::size_t limit, Before&& before) {
  std::stable_sort(rows.begin(), rows.end(), before);
  if (rows.size() > limit) rows.resize(limit);
}

// Files and symbols are in canonical order, which a stable sort keeps among equals.
void Outliner::KeepBest() {
  AddPackages();
  AddPrograms();
  const std::size_t limit = options_.limit;
  outline_.area_count = outline_.areas.size();
  outline_.entry_point_count = outline_.entry_points.size();
  outline_.hub_count = outline_.hubs.size();
  outline_.imported_count = outline_.most_imported.size();
  const auto by_bytes = [](const auto& a, const auto& b) { return a.bytes > b.bytes; };
  Cut(outline_.languages, outline_.languages.size(), by_bytes);
  Cut(outline_.areas, limit, [](const auto& a, const auto& b) { return a.symbols > b.symbols; });
  Cut(outline_.hubs, limit, [](const auto& a, const auto& b) { return a.fan_in > b.fan_in; });
  Cut(outline_.most_imported, limit,
      [](const auto& a, const auto& b) { return a.importers > b.importers; });
  if (outline_.entry_points.size() > limit) outline_.entry_points.resize(limit);
}

}  // namespace

absl::StatusOr<Outline> MakeOutline(const graph::ReadView& view, const OutlineOptions& options) {
  Outliner outliner(view, options);
  WM_RETURN_IF_ERROR(outliner.Run());
  return outliner.Take();
}

}  // namespace waymark::retrieval
