#include "share/portable_graph.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/base_format.h"
#include "graph/status.h"
#include "model/merkle.h"
#include "overlay/overlay_view.h"
#include "view/base_view.h"

namespace waymark::graph {
namespace {

absl::Status OtherGraph(std::string_view what) {
  return absl::DataLossError(fmt::format("read a view: {}", what));
}

// Appends the keys of the facts from which a segment was made, by file.
absl::Status AppendKeys(const SegmentReader& segment, std::vector<FactsKey>& keys) {
  Column<FileAttributes> attributes;
  Column<HashBytes> contents;
  WM_RETURN_IF_ERROR(segment.Bind(kFileAttributes, attributes));
  WM_RETURN_IF_ERROR(segment.Bind(kFileContent, contents));
  if (attributes.size() != contents.size()) {
    return OtherGraph("its columns of files differ in length");
  }
  for (std::uint64_t i = 0; i < contents.size(); ++i) {
    const FileAttributes row = attributes[i];
    keys.push_back({row.grammar, row.extractor_version, ContentHash{contents[i]}});
  }
  return absl::OkStatus();
}

RootHash RootOf(const ReadView& view, std::string_view repository) {
  std::vector<std::string> paths;
  std::vector<RootHash> leaves;
  for (const FileId file : view.Files()) {
    paths.emplace_back(view.File(file).path);
    leaves.push_back(view.FileRoot(file));
  }
  const std::vector<DirectoryRoot> directories = ComputeDirectoryRoots(paths, leaves);
  return ComputeRepositoryRoot(repository, directories.front().root, view.Skipped());
}

// Whether every file of the graph is a file of the state, with the same content.
bool HasFilesOf(const PortableState& state, const ReadView& view) {
  auto file = state.files.begin();
  for (const FileId id : view.Files()) {
    const FileRow row = view.File(id);
    while (file != state.files.end() && file->path < row.path) ++file;
    if (file == state.files.end() || file->path != row.path || file->content != row.content) {
      return false;
    }
    ++file;
  }
  return true;
}

}  // namespace

absl::StatusOr<PortableGraph> OpenPortableGraph(std::unique_ptr<SegmentReader> base,
                                                std::unique_ptr<SegmentReader> overlay,
                                                const ViewRecord& record) {
  std::vector<FactsKey> by_file;
  WM_RETURN_IF_ERROR(AppendKeys(*base, by_file));
  WM_ASSIGN_OR_RETURN(std::unique_ptr<const GraphPart> part, GraphPart::Open(std::move(base), {}));
  if (part->repository() != record.key.repository) {
    return OtherGraph("its graph is that of another repository");
  }
  PortableGraph graph;
  if (overlay == nullptr) {
    graph.view = std::make_shared<const BaseView>(std::move(part), record);
  } else {
    WM_RETURN_IF_ERROR(AppendKeys(*overlay, by_file));
    WM_ASSIGN_OR_RETURN(std::unique_ptr<const OverlayPart> over,
                        OverlayPart::Open(std::move(overlay), *part));
    graph.view = std::make_shared<const OverlayView>(std::move(part), std::move(over), record);
  }
  std::set<FactsKey> seen;
  for (const FileId file : graph.view->Files()) {
    const FactsKey& key = by_file.at(ToIndex(file));
    if (seen.insert(key).second) graph.keys.push_back(key);
  }
  return graph;
}

absl::Status CheckGraph(const PortableState& state, const ReadView& view) {
  if (RootOf(view, state.key.repository) != state.root) {
    return OtherGraph("the root of its graph is not that of its state");
  }
  if (!HasFilesOf(state, view)) return OtherGraph("its files are not those of its graph");
  return absl::OkStatus();
}

}  // namespace waymark::graph
