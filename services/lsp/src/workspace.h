// The state of the editor: folders, and open documents with their present text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

#include "buffer_rules.h"
#include "encoded_text.h"
#include "services/json_rpc.h"
#include "services/verbs.h"

namespace waymark::services {

struct Folder {
  std::string uri;
  std::filesystem::path path;
  std::filesystem::path root;   // of the checkout that is asked about
  std::filesystem::path shown;  // the root as the client names it, who may do so through a link
};

// Identifies a version of a file: writing the file changes it.
struct FileStamp {
  std::filesystem::file_time_type written;
  std::uintmax_t bytes = 0;

  bool operator==(const FileStamp&) const = default;
};

struct Document {
  std::filesystem::path path;
  std::string text;
  std::uint64_t changed = 0;  // counts the changes of all documents; 0: it is as it was opened
  std::optional<FileStamp> saved = {};  // of the file when its text was this one
  bool is_lost = false;                 // a change of it was malformed
};

// A file of a checkout.
struct FileInCheckout {
  std::filesystem::path root;
  std::string path;  // relative, '/' separated
};

// A snapshot of the workspace: immutable, so that a request is answered from the state in which it
// came, while further changes arrive.
struct Workspace {
  std::vector<Folder> folders;
  std::map<std::string, std::shared_ptr<const Document>> documents;  // by address
  std::shared_ptr<BufferRules> rules = std::make_shared<BufferRules>();

  // NotFound if no folder contains it, or if the address is not that of a file.
  absl::StatusOr<FileInCheckout> Locate(const std::string& uri) const;
  // The last changed document, if a file is open under several names. Null if it is not open.
  const Document* Find(const std::filesystem::path& path) const;
  // The address of a file of a checkout, as the client names it.
  std::string UriOf(const std::filesystem::path& root, const std::string& path) const;
  // The texts that differ from the files of that checkout, the last changes first if there are too
  // many. An unchanged text counts too if its file was written since, but not if the file is gone.
  // FailedPrecondition if the text of a document is unknown.
  absl::StatusOr<StateChoice> StateOf(const std::filesystem::path& root) const;
  // InvalidArgument unless it is the root of a folder.
  absl::Status CheckRoot(const std::filesystem::path& root) const;
  // Distinct roots, in the order of the folders.
  std::vector<std::filesystem::path> Roots() const;
};

// Handles the notifications about folders and documents in order. InvalidArgument describes a wrong
// notification, which changes nothing; a change that cannot be applied makes the text of its
// document unknown until it is opened again.
class WorkspaceEditor {
 public:
  using CheckoutOf = std::function<std::filesystem::path(const std::filesystem::path&)>;

  explicit WorkspaceEditor(CheckoutOf checkout_of);

  void set_units(ClientUnits units) { units_ = units; }

  std::shared_ptr<const Workspace> state() const { return state_; }

  absl::Status AddFolder(const Json& folder);
  absl::Status ChangeFolders(const Json& params);
  absl::Status Open(const Json& params);
  absl::Status Change(const Json& params);
  absl::Status Close(const Json& params);

 private:
  absl::Status Apply(const Json& changes, Document& document) const;

  const CheckoutOf checkout_of_;
  ClientUnits units_;
  std::uint64_t changes_ = 0;
  std::shared_ptr<const Workspace> state_;
};

}  // namespace waymark::services
