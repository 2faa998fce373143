// Checks places as people and editors write them, FILE:LINE, against a view.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

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

struct NoSymbol {
  std::string reason;
  Remedy remedy;
};

// Why there is no symbol at `name`, if `name` is a place inside or outside the checkout; no value
// for other names.
std::optional<NoSymbol> WhyNoSymbolAt(const graph::ReadView& view, std::string_view name);

}  // namespace waymark::services
