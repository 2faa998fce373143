// A client of the language server on a real engine, with a small repository.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lsp_client.h"
#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::testing {

class LspFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    auto engine = services::Engine::Open({.store_directory = directory_.path() / "store"});
    WM_ASSERT_OK(engine.status());
    engine_ = *std::move(engine);
    client_ = MakeClient();
  }

  std::unique_ptr<LspClient> MakeClient() {
    return std::make_unique<LspClient>(
        services::LspOptions{.verbs = [this] { return std::shared_ptr<services::Verbs>(engine_); },
                             .checkout_of = [](const std::filesystem::path& path) { return path; },
                             .look_interval = std::chrono::milliseconds(20)});
  }

  void Index(const std::filesystem::path& root) {
    WM_ASSERT_OK(engine_->Index({.root = root}, nullptr, {}));
  }

  void IndexShop() { Index(root_); }

  std::string TextOf(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(root_ / path).rdbuf();
    return text.str();
  }

  // "line: title" of the lenses of a file.
  std::vector<std::string> LensesOf(const std::string& path) { return TextsOf(path, "title"); }

  // "line: tooltip" of the lenses of a file.
  std::vector<std::string> TooltipsOf(const std::string& path) { return TextsOf(path, "tooltip"); }

  json ItemAt(const std::string& path, int line, int character) {
    const json items = client_->Result("textDocument/prepareCallHierarchy",
                                       PlaceAt(root_ / path, line, character));
    EXPECT_EQ(items.size(), 1U) << items;
    return items.empty() ? json() : items[0];
  }

  json Execute(const std::string& command, json argument) {
    return client_->Result(
        "workspace/executeCommand",
        {{"command", command}, {"arguments", json::array({std::move(argument)})}});
  }

  TempDir directory_;
  std::filesystem::path root_ = WriteShopRepository(directory_);
  std::shared_ptr<services::Engine> engine_;
  std::unique_ptr<LspClient> client_;

 private:
  // "line: text" of a member of the commands of a file's lenses.
  std::vector<std::string> TextsOf(const std::string& path, const char* member) {
    std::vector<std::string> texts;
    for (const json& lens : client_->Result("textDocument/codeLens", DocumentAt(root_ / path))) {
      const json resolved = client_->Result("codeLens/resolve", lens);
      texts.push_back(std::to_string(int{lens["range"]["start"]["line"]}) + ": " +
                      std::string(resolved["command"][member]));
    }
    return texts;
  }
};

}  // namespace waymark::testing
