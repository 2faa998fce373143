// The files of Go that the default configuration builds: linux on amd64.
#pragma once

#include <string_view>

namespace waymark::indexer {

// By the `//go:build` line above the package clause.
bool IsInactiveGoFile(std::string_view bytes);

// By the suffix of the name: `x_windows.go`, `x_arm64_test.go`, `x_darwin_arm64.go`.
bool IsNamedForOtherPlatform(std::string_view path);

}  // namespace waymark::indexer
