// Texts of a checkout's files as the client has them, for places in its units.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "encoded_text.h"
#include "services/json_rpc.h"
#include "wire/payload.h"

namespace waymark::services {

struct Workspace;

// Nothing if the file cannot be read or exceeds kMaxBufferBytes.
std::optional<std::string> ReadSource(const std::filesystem::path& path);

// For one request. Each file is read once; an unreadable file counts as empty, so that its columns
// are 0.
class SourceTexts {
 public:
  SourceTexts(const Workspace& workspace, std::filesystem::path root, ClientUnits units)
      : workspace_(workspace), root_(std::move(root)), units_(units) {}

  const EncodedText& Of(const std::string& path);

  std::string UriOf(const std::string& path) const;
  ClientRange RangeOf(const wire::Symbol& symbol);
  // The range of the symbol's name; for a file's own symbol the beginning of the file.
  ClientRange NameOf(const wire::Symbol& symbol);
  // The range of the name at a site, which may differ from the name of the symbol it leads to.
  ClientRange SiteOf(const wire::Site& site, const wire::Symbol& used);

 private:
  struct Text {
    std::string own;  // when it is not open
    std::optional<EncodedText> encoded;
  };

  const Workspace& workspace_;
  const std::filesystem::path root_;
  const ClientUnits units_;
  std::map<std::string, std::unique_ptr<Text>> texts_;
};

}  // namespace waymark::services
