#include "workspace.h"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "file_uri.h"
#include "graph/status.h"
#include "params.h"
#include "services/is_within.h"
#include "services/lsp.h"
#include "source_texts.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

// The path without links, as the engine knows the checkout; the client may name it with links.
fs::path Canonical(const fs::path& path) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical;
}

// Nothing for a file that does not exist.
std::optional<FileStamp> StampOf(const fs::path& path) {
  std::error_code error;
  FileStamp stamp{.written = fs::last_write_time(path, error)};
  if (error) return std::nullopt;
  stamp.bytes = fs::file_size(path, error);
  return error ? std::nullopt : std::optional(stamp);
}

bool Differs(const Document& document) {
  if (document.changed != 0) return true;
  const std::optional<FileStamp> now = StampOf(document.path);
  return now.has_value() && now != document.saved;
}

// `root` in the notation of `named`, which leads to `canonical`, a directory in it.
fs::path RootAsNamed(const fs::path& root, const fs::path& canonical, const fs::path& named) {
  fs::path shown = named;
  for (fs::path inner = canonical; inner != root; inner = inner.parent_path()) {
    if (inner.filename() != shown.filename() || !inner.has_relative_path()) return root;
    shown = shown.parent_path();
  }
  return shown;
}

std::shared_ptr<Workspace> CopyOf(const Workspace& state) {
  return std::make_shared<Workspace>(state);
}

}  // namespace

absl::StatusOr<FileInCheckout> Workspace::Locate(const std::string& uri) const {
  const std::optional<fs::path> named = PathOfUri(uri);
  if (!named.has_value()) {
    return absl::NotFoundError(fmt::format("'{}' is not the URI of a local file", uri));
  }
  const fs::path path = Canonical(*named);
  const Folder* nearest = nullptr;
  for (const Folder& folder : folders) {
    if (!IsWithin(folder.root, path)) continue;
    if (nearest == nullptr || IsWithin(nearest->root, folder.root)) nearest = &folder;
  }
  if (nearest == nullptr) {
    return absl::NotFoundError(fmt::format("{} is in no folder of the workspace", path.string()));
  }
  return FileInCheckout{.root = nearest->root,
                        .path = path.lexically_relative(nearest->root).generic_string()};
}

const Document* Workspace::Find(const fs::path& path) const {
  const Document* found = nullptr;
  for (const auto& [uri, document] : documents) {
    if (document->path.native() != path.native()) continue;
    if (found == nullptr || found->changed < document->changed) found = document.get();
  }
  return found;
}

std::string Workspace::UriOf(const fs::path& root, const std::string& path) const {
  const fs::path whole = root / path;
  for (const auto& [uri, document] : documents) {
    if (document->path.native() == whole.native()) return uri;
  }
  const auto folder = std::find_if(folders.begin(), folders.end(),
                                   [&](const Folder& known) { return known.root == root; });
  return UriOfPath(folder == folders.end() ? whole : folder->shown / path);
}

absl::StatusOr<StateChoice> Workspace::StateOf(const fs::path& root) const {
  std::map<std::string, const Document*> by_path;  // the last change of each file
  for (const auto& [uri, document] : documents) {
    if (!IsWithin(root, document->path) || !Differs(*document)) continue;
    const Document*& last = by_path[document->path.lexically_relative(root).generic_string()];
    if (last == nullptr || last->changed < document->changed) last = document.get();
  }
  std::vector<std::pair<std::string, const Document*>> changed;
  for (const auto& [path, document] : by_path) {
    const bool counts = document->text.size() <= indexer::kMaxFileBytes && rules->Allow(root, path);
    if (!counts) continue;
    if (document->is_lost) {
      return absl::FailedPreconditionError(
          fmt::format("the text of {} is unknown because a change could not be applied; close and "
                      "reopen the file",
                      document->path.string()));
    }
    changed.emplace_back(path, document);
  }
  if (changed.size() > kMaxBuffers) {  // among them may be some that were saved meanwhile
    std::erase_if(changed, [](const auto& entry) {
      return ReadSource(entry.second->path) == entry.second->text;
    });
  }
  std::sort(changed.begin(), changed.end(),
            [](const auto& a, const auto& b) { return a.second->changed > b.second->changed; });
  StateChoice state;
  std::size_t bytes = 0;
  for (const auto& [path, document] : changed) {
    bytes += document->text.size();
    if (state.buffers.size() == kMaxBuffers || bytes > kMaxBufferBytes) break;
    state.buffers.push_back({.path = path, .text = document->text});
  }
  // Ordered by path, so that the state does not depend on the order of changes.
  std::sort(state.buffers.begin(), state.buffers.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return state;
}

absl::Status Workspace::CheckRoot(const fs::path& root) const {
  const std::vector<fs::path> roots = Roots();
  if (std::find(roots.begin(), roots.end(), root) != roots.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("'{}' belongs to no folder of the workspace", root.string()));
}

std::vector<fs::path> Workspace::Roots() const {
  std::vector<fs::path> roots;
  for (const Folder& folder : folders) {
    if (std::find(roots.begin(), roots.end(), folder.root) == roots.end()) {
      roots.push_back(folder.root);
    }
  }
  return roots;
}

WorkspaceEditor::WorkspaceEditor(CheckoutOf checkout_of)
    : checkout_of_(std::move(checkout_of)), state_(std::make_shared<const Workspace>()) {}

absl::Status WorkspaceEditor::AddFolder(const Json& folder) {
  WM_ASSIGN_OR_RETURN(const std::string uri, ReadText(folder, "uri"));
  const std::optional<fs::path> path = PathOfUri(uri);
  std::error_code error;
  if (!path.has_value() || !fs::is_directory(*path, error)) {
    return absl::InvalidArgumentError(fmt::format("the folder '{}' is not a local directory", uri));
  }
  if (state_->folders.size() == kMaxLspFolders) {
    return absl::ResourceExhaustedError(
        fmt::format("the folder '{}' is skipped: a workspace has at most {}", uri, kMaxLspFolders));
  }
  const auto next = CopyOf(*state_);
  std::erase_if(next->folders, [&](const Folder& known) { return known.uri == uri; });
  const fs::path canonical = Canonical(*path);
  const fs::path root = checkout_of_(canonical);
  next->folders.push_back(
      {.uri = uri, .path = canonical, .root = root, .shown = RootAsNamed(root, canonical, *path)});
  state_ = next;
  return absl::OkStatus();
}

absl::Status WorkspaceEditor::ChangeFolders(const Json& params) {
  const auto next = CopyOf(*state_);
  for (const Json& folder : Member(params, "event", "removed")) {
    const absl::StatusOr<std::string> uri = ReadText(folder, "uri");
    std::erase_if(next->folders,
                  [&](const Folder& known) { return uri.ok() && known.uri == *uri; });
  }
  state_ = next;
  absl::Status first_trouble;
  for (const Json& folder : Member(params, "event", "added")) {
    first_trouble.Update(AddFolder(folder));
  }
  return first_trouble;
}

absl::Status WorkspaceEditor::Open(const Json& params) {
  const Json& opened = Member(params, "textDocument");
  WM_ASSIGN_OR_RETURN(const std::string uri, ReadText(opened, "uri"));
  WM_ASSIGN_OR_RETURN(std::string text, ReadText(opened, "text"));
  const std::optional<fs::path> path = PathOfUri(uri);
  if (!path.has_value()) return absl::OkStatus();  // a new text without a name, a page of git
  if (state_->documents.size() >= kMaxLspDocuments) {
    return absl::ResourceExhaustedError(
        fmt::format("'{}' is skipped: {} documents are open", uri, kMaxLspDocuments));
  }
  auto document = std::make_shared<Document>();
  document->path = Canonical(*path);
  document->saved = StampOf(document->path);  // before the text, so that a write is never missed
  if (ReadSource(document->path) != text) document->changed = ++changes_;
  document->text = std::move(text);
  const auto next = CopyOf(*state_);
  next->documents[uri] = std::move(document);
  state_ = next;
  return absl::OkStatus();
}

absl::Status WorkspaceEditor::Change(const Json& params) {
  WM_ASSIGN_OR_RETURN(const std::string uri, ReadText(Member(params, "textDocument"), "uri"));
  const auto found = state_->documents.find(uri);
  if (found == state_->documents.end()) {
    if (!PathOfUri(uri).has_value()) return absl::OkStatus();
    return absl::InvalidArgumentError(fmt::format("'{}' was changed and is not open", uri));
  }
  auto document = std::make_shared<Document>(*found->second);
  absl::Status applied = Apply(Member(params, "contentChanges"), *document);
  document->changed = ++changes_;
  document->is_lost = document->is_lost || !applied.ok();
  const auto next = CopyOf(*state_);
  next->documents[uri] = std::move(document);
  state_ = next;
  return applied;
}

absl::Status WorkspaceEditor::Apply(const Json& changes, Document& document) const {
  if (!changes.is_array()) return absl::InvalidArgumentError("'contentChanges' must be an array");
  for (const Json& change : changes) {
    WM_ASSIGN_OR_RETURN(std::string text, ReadText(change, "text"));
    if (Member(change, "range").is_null()) {
      document.text = std::move(text);
      document.is_lost = false;  // it is known again, whole
    } else {
      WM_ASSIGN_OR_RETURN(const ClientRange range, ReadRange(change, "range"));
      const EncodedText before(document.text, units_);
      const std::size_t begin = before.OffsetOf(range.start);
      document.text.replace(begin, before.OffsetOf(range.end) - begin, text);
    }
    if (document.text.size() > kMaxLspMessageBytes) {
      return absl::InvalidArgumentError(
          fmt::format("a text of more than {} bytes", kMaxLspMessageBytes));
    }
  }
  return absl::OkStatus();
}

absl::Status WorkspaceEditor::Close(const Json& params) {
  WM_ASSIGN_OR_RETURN(const std::string uri, ReadText(Member(params, "textDocument"), "uri"));
  const auto next = CopyOf(*state_);
  next->documents.erase(uri);
  state_ = next;
  return absl::OkStatus();
}

}  // namespace waymark::services
