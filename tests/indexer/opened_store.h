#pragma once

#include <filesystem>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "graph/store.h"
#include "testing/status_matchers.h"

namespace waymark::testing {

// The store of the directory; null, and the test fails, when it does not open.
inline std::unique_ptr<graph::Store> OpenStore(const std::filesystem::path& directory) {
  auto store = graph::Store::Open({.directory = directory});
  EXPECT_THAT(store, IsOk());
  return store.ok() ? *std::move(store) : nullptr;
}

}  // namespace waymark::testing
