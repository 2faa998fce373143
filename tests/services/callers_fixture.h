// Questions about who calls a symbol of a small repository.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "services/engine.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {

class CallersTest : public ::testing::Test {
 protected:
  void Index() {
    root_ = std::filesystem::canonical(directory_.path() / "work");
    engine_.reset();
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  void Write(const std::string& name, const std::string& text) {
    directory_.WriteFile("work/" + name, text);
  }

  wire::Completeness Of(const std::string& symbol,
                        retrieval::Relation relation = retrieval::Relation::kCallers) {
    const auto answer =
        engine_->Usages({.root = root_, .symbol = symbol, .relation = relation}, {});
    EXPECT_TRUE(answer.ok()) << symbol << ": " << answer.status();
    return answer.ok() ? answer->payload.completeness : wire::Completeness{};
  }

  // Complete, and not even code outside the repository may call it.
  bool IsExact(const std::string& symbol) {
    const wire::Completeness completeness = Of(symbol);
    return completeness.certainty == wire::Certainty::kComplete && completeness.reason.empty();
  }

  testing::TempDir directory_;
  std::filesystem::path root_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace waymark::services
