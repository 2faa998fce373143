#include "scan/buffer_scan.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "project/project.h"
#include "scan/tree_rules.h"
#include "text/utf8.h"

namespace waymark::indexer {
namespace {

class BufferedReader final : public SourceReader {
 public:
  BufferedReader(std::shared_ptr<const SourceReader> below, std::span<const UnsavedBuffer> buffers)
      : below_(std::move(below)) {
    for (const UnsavedBuffer& buffer : buffers) texts_[buffer.path] = buffer.text;
  }

  absl::StatusOr<std::string> Read(const std::string& path,
                                   std::uint64_t max_bytes) const override {
    const auto found = texts_.find(path);
    if (found == texts_.end()) return below_->Read(path, max_bytes);
    if (found->second.size() <= max_bytes) return found->second;
    return absl::ResourceExhaustedError(
        fmt::format("read the buffer of {}: more than {} bytes", path, max_bytes));
  }

 private:
  const std::shared_ptr<const SourceReader> below_;
  std::map<std::string, std::string> texts_;
};

absl::Status Refused(std::string_view path, std::string_view why) {
  return absl::InvalidArgumentError(fmt::format("buffer of {}: {}", path, why));
}

// Whether a walk from the root would find the file if it were saved.
bool WouldBeFound(TreeRules& rules, const std::string& path) {
  rules.MoveTo("");
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string directory = path.substr(0, slash);
    if (!rules.MayHoldFiles(directory)) return false;
    rules.MoveTo(directory);
  }
  return rules.BelongsToView(path);
}

absl::Status CheckName(std::string_view path) {
  if (IsProjectFile(path)) {
    return Refused(path, "it decides how the whole project is linked; save it instead");
  }
  if (!IsRelevantPath(path)) return Refused(path, "it is in no language that is indexed");
  if (!IsValidUtf8(path)) return Refused(path, "its path is not UTF-8");
  return absl::OkStatus();
}

constexpr char kIgnored[] = "ignore rules keep it out of the index";

bool ByPath(const SourceFile& a, const SourceFile& b) { return a.path() < b.path(); }

}  // namespace

absl::Status CheckBuffer(const std::filesystem::path& root, const std::string& path) {
  WM_RETURN_IF_ERROR(CheckName(path));
  TreeRules rules(root);
  return WouldBeFound(rules, path) ? absl::OkStatus() : Refused(path, kIgnored);
}

absl::StatusOr<TreeScan> ScanBuffers(const std::filesystem::path& root,
                                     std::span<const UnsavedBuffer> buffers, KnownTree known) {
  std::map<std::string_view, std::string_view> texts;
  for (const UnsavedBuffer& buffer : buffers) texts[buffer.path] = buffer.text;
  std::optional<TreeRules> rules;  // reads git's index; only for files that the view lacks
  TreeScan scan;
  std::vector<SourceFile> added;
  for (const auto& [path, text] : texts) {
    WM_RETURN_IF_ERROR(CheckName(path));
    SourceFile file;
    file.stat.path = path;
    const auto found = std::lower_bound(known.files.begin(), known.files.end(), file, ByPath);
    if (found != known.files.end() && found->path() == path) {
      if (HashContent(text) == found->content) continue;
      scan.changed.emplace_back(path);
      scan.former.push_back(std::exchange(*found, std::move(file)));
    } else {
      if (!rules.has_value()) rules.emplace(root);
      if (!WouldBeFound(*rules, file.path())) return Refused(path, kIgnored);
      scan.added.emplace_back(path);
      added.push_back(std::move(file));
    }
  }
  const auto middle = static_cast<std::ptrdiff_t>(known.files.size());
  std::move(added.begin(), added.end(), std::back_inserter(known.files));
  std::inplace_merge(known.files.begin(), known.files.begin() + middle, known.files.end(), ByPath);
  scan.files = std::move(known.files);
  return scan;
}

std::shared_ptr<const SourceReader> ReadWithBuffers(std::shared_ptr<const SourceReader> below,
                                                    std::span<const UnsavedBuffer> buffers) {
  return std::make_shared<const BufferedReader>(std::move(below), buffers);
}

}  // namespace waymark::indexer
