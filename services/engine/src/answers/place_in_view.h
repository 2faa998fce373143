// Checks places as people and editors write them, FILE:LINE, against a view.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "graph/read_view.h"
#include "services/state_text.h"

namespace waymark::services {

// `name` without the root of the view's checkout if it begins with that path; otherwise `name`.
std::string_view WithoutRoot(const graph::ReadView& view, std::string_view name);
// The same for the checkout at `root_path`.
std::string_view WithoutRoot(std::string_view root_path, std::string_view name);

// Whether files of the view lie below `path`. Cost: the ids of its files, and a search in their
// paths.
bool IsDirectory(const graph::ReadView& view, std::string_view path);

// The path of the indexed file that `path` most likely means: of those with the most similar name
// the one with the most similar path. Empty if no file has a similar name. Cost: the names of all
// files.
std::string NearestPath(const graph::ReadView& view, std::string_view path);

// The error for a file or a name that `given` was meant as, with the remedy to name the file of
// NearestPath. Without one: the remedy that it has, or else an outline.
absl::Status WithNearestFile(const graph::ReadView& view, std::string_view given,
                             absl::Status status);

struct NoSymbol {
  std::string reason;
  Remedy remedy;
  std::string fix = {};  // for a remedy with text of the repository
};

// Why there is no symbol at `name`, if `name` is a place inside or outside the checkout; no value
// for other names.
std::optional<NoSymbol> WhyNoSymbolAt(const graph::ReadView& view, std::string_view name);

}  // namespace waymark::services
