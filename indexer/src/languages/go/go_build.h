// The files of Go that the default configuration builds: linux on amd64.
#pragma once

#include <string_view>

#include "indexer/facts.h"

namespace waymark::indexer {

// Marks the definitions of a file as kSymbolConditional if the `//go:build` line above the package
// clause leaves it out (LanguageHooks::finish_facts).
void MarkConditionalGoFile(std::string_view bytes, FileFacts& facts);

// By the suffix of the name: `x_windows.go`, `x_arm64_test.go`, `x_darwin_arm64.go`.
bool IsNamedForOtherPlatform(std::string_view path);

}  // namespace waymark::indexer
