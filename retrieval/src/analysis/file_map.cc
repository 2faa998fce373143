#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "graph/history.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "retrieval/cycles.h"
#include "retrieval/layers.h"
#include "retrieval/outline.h"
#include "retrieval/test_scope.h"
#include "traits/cancel_poll.h"
#include "traits/edge_traits.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

// Whether a test can reach the symbol: it has code that runs.
bool RunsCode(SymbolKind kind) {
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod || kind == SymbolKind::kClass;
}

// The directory of a file without the slash at its end; "" for the top.
std::string_view FolderOf(std::string_view path) {
  std::string_view directory = DirectoryOf(path);
  if (!directory.empty()) directory.remove_suffix(1);
  return directory;
}

class FileMapper {
 public:
  FileMapper(const graph::ReadView& view, const FileMapOptions& options)
      : view_(view), options_(options), files_(view.Files()), poll_(options.cancelled, "map") {}

  absl::Status Run();

  FileMap Take() { return std::move(map_); }

 private:
  void AddFiles();
  absl::Status ReadEdges();
  void SetOwner(SymbolId person, MappedFile& file) const;
  absl::Status FollowTests();
  void CountTested();
  void ReadHistory();
  absl::Status SortIntoLayers();
  absl::Status FindImportCycles();
  void CountDependences();

  const graph::ReadView& view_;
  const FileMapOptions& options_;
  const std::vector<FileId> files_;
  CancelPoll poll_;
  FileMap map_;
  std::vector<std::uint32_t> row_of_;  // by file
  // Pairs of rows of which the first depends on the second, with repetitions.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> dependences_;
  std::vector<SymbolId> tests_;
  std::vector<bool> is_reached_;  // by symbol: a test reaches it
  std::vector<SymbolId> symbols_;
  std::vector<Neighbor> neighbors_;
};

absl::Status FileMapper::Run() {
  AddFiles();
  WM_RETURN_IF_ERROR(ReadEdges());
  CountDependences();
  WM_RETURN_IF_ERROR(FollowTests());
  CountTested();
  if (options_.history != nullptr) ReadHistory();
  WM_RETURN_IF_ERROR(SortIntoLayers());
  return FindImportCycles();
}

void FileMapper::AddFiles() {
  row_of_.resize(view_.file_bound());
  for (const FileId file : files_) {
    const FileRow row = view_.File(file);
    row_of_[ToIndex(file)] = static_cast<std::uint32_t>(map_.files.size());
    map_.files.push_back({.path = std::string(row.path),
                          .language = row.language,
                          .lines = row.line_count,
                          .bytes = row.size_bytes,
                          .symbols = row.symbol_count,
                          .is_test = (row.flags & kFileTest) != 0});
  }
}

absl::Status FileMapper::ReadEdges() {
  is_reached_.resize(view_.symbol_bound());
  for (const FileId file : files_) {
    const std::uint32_t from = row_of_[ToIndex(file)];
    view_.SymbolsOf(file, symbols_);
    for (const SymbolId symbol : symbols_) {
      WM_RETURN_IF_ERROR(poll_.Check());
      if ((view_.Flags(symbol) & kSymbolTest) != 0) tests_.push_back(symbol);
      view_.Out(symbol, neighbors_);
      for (const Neighbor& edge : neighbors_) {
        if (edge.type == EdgeType::kOwnedBy) SetOwner(edge.symbol, map_.files[from]);
        if (!IsWrittenDependence(edge.type, edge.rule)) continue;
        const std::uint32_t to = row_of_[ToIndex(view_.FileOf(edge.symbol))];
        if (to != from) dependences_.emplace_back(from, to);
      }
    }
  }
  return absl::OkStatus();
}

// The name of a person or a team without the scheme before it; of several the first.
void FileMapper::SetOwner(SymbolId person, MappedFile& file) const {
  constexpr std::string_view kSchemeEnd = "://";
  if (!file.owner.empty()) return;
  const std::string name = view_.QualifiedName(person);
  const std::size_t scheme = name.find(kSchemeEnd);
  file.owner = scheme == std::string::npos ? name : name.substr(scheme + kSchemeEnd.size());
}

// Marks the symbols that test code reaches over at most kDefaultTestDepth dependences.
absl::Status FileMapper::FollowTests() {
  for (const SymbolId test : tests_) is_reached_[ToIndex(test)] = true;
  std::vector<SymbolId> here = tests_;
  std::vector<SymbolId> next;
  for (std::uint32_t hop = 0; hop < kDefaultTestDepth && !here.empty(); ++hop) {
    next.clear();
    for (const SymbolId symbol : here) {
      WM_RETURN_IF_ERROR(poll_.Check());
      view_.Out(symbol, neighbors_);
      for (const Neighbor& edge : neighbors_) {
        if (!TraitsOf(edge.type).carries_dependence || is_reached_[ToIndex(edge.symbol)]) continue;
        is_reached_[ToIndex(edge.symbol)] = true;
        next.push_back(edge.symbol);
      }
    }
    std::swap(here, next);
  }
  return absl::OkStatus();
}

void FileMapper::CountTested() {
  if (tests_.empty()) return;
  for (const FileId file : files_) {
    MappedFile& mapped = map_.files[row_of_[ToIndex(file)]];
    if (mapped.is_test) continue;
    view_.SymbolsOf(file, symbols_);
    for (const SymbolId symbol : symbols_) {
      if (!RunsCode(view_.Kind(symbol)) || (view_.Flags(symbol) & kSymbolTest) != 0) continue;
      ++mapped.testable;
      if (is_reached_[ToIndex(symbol)]) ++mapped.tested;
    }
  }
}

void FileMapper::ReadHistory() {
  const graph::History& history = *options_.history;
  for (MappedFile& file : map_.files) {
    file.commits = 0;
    const std::optional<std::uint32_t> path = history.FindPath(file.path);
    if (!path.has_value()) continue;
    std::map<std::string_view, std::uint32_t> by_author;
    for (const graph::History::TouchRef& touch : history.TouchesOf(*path)) {
      if (!file.newest_commit.has_value()) file.newest_commit = touch.commit;
      ++*file.commits;
      ++by_author[history.Author(touch.commit)];
    }
    if (!file.owner.empty() || by_author.empty()) continue;
    file.owner =
        std::max_element(by_author.begin(), by_author.end(), [](const auto& a, const auto& b) {
          return a.second < b.second;
        })->first;
  }
}

absl::Status FileMapper::SortIntoLayers() {
  std::vector<std::string> folders;
  for (const MappedFile& file : map_.files) folders.emplace_back(FolderOf(file.path));
  std::sort(folders.begin(), folders.end());
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  WM_ASSIGN_OR_RETURN(map_.layers, FindLayers(view_, folders, options_.cancelled));
  return absl::OkStatus();
}

absl::Status FileMapper::FindImportCycles() {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  WM_ASSIGN_OR_RETURN(Cycles found,
                      FindCycles(view_, {.limit = kAll, .cancelled = options_.cancelled}));
  for (Cycle& cycle : found.cycles) map_.cycles.push_back(std::move(cycle.nodes));
  return absl::OkStatus();
}

void FileMapper::CountDependences() {
  std::sort(dependences_.begin(), dependences_.end());
  dependences_.erase(std::unique(dependences_.begin(), dependences_.end()), dependences_.end());
  std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> by_folders;
  for (const auto& [from, to] : dependences_) {
    ++map_.files[from].depends_out;
    ++map_.files[to].depends_in;
    const std::string_view user = FolderOf(map_.files[from].path);
    const std::string_view used = FolderOf(map_.files[to].path);
    if (user != used) ++by_folders[{user, used}];
  }
  for (const auto& [ends, count] : by_folders) {
    map_.dependences.push_back({std::string(ends.first), std::string(ends.second), count});
  }
}

}  // namespace

absl::StatusOr<FileMap> MapFiles(const graph::ReadView& view, const FileMapOptions& options) {
  FileMapper mapper(view, options);
  WM_RETURN_IF_ERROR(mapper.Run());
  return mapper.Take();
}

}  // namespace waymark::retrieval
