// The page of `waymark ui` in this process, on a free port, over a repository of its own.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <absl/status/statusor.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "http_client.h"
#include "services/engine.h"
#include "services/page_server.h"
#include "shop_repository.h"
#include "testing/temp_dir.h"

namespace waymark::services {

using nlohmann::json;
using testing::HttpAnswer;
using testing::HttpClient;

class PageTest : public ::testing::Test {
 protected:
  void SetUp() override;

  void TearDown() override { Stop(); }

  // Indexes the repository and serves its page until the test ends.
  void Start();
  void Stop();
  // Brings the index up to date with the files.
  void Index();

  // A request with these headers, which end with a line break each, and nothing else but a Host.
  HttpAnswer Send(const std::string& method, const std::string& path,
                  const std::string& headers = "", const std::string& body = "") const;
  // A GET of the browser that opened the page.
  HttpAnswer Get(const std::string& path, const std::string& headers = "") const;
  // The JSON of a question that is answered.
  json Ask(const std::string& path) const;

  std::string CookieHeader() const { return "Cookie: " + cookie_ + "\r\n"; }

  std::string OriginHeader() const;

  testing::TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  PageOptions options_;
  std::shared_ptr<Engine> engine_;
  PageAddress address_;
  std::string token_;   // of the address
  std::string once_;    // likewise
  std::string cookie_;  // NAME=VALUE
  std::uint16_t port_ = 0;
  std::atomic<bool> stopped_{false};
  std::atomic<bool> is_gone_{false};  // nobody answers questions
  // Answers questions in place of the engine; null: nothing does.
  std::atomic<services::Verbs*> instead_{nullptr};
  std::atomic<int> asked_{0};  // how often somebody was asked for who answers questions

 private:
  absl::StatusOr<std::shared_ptr<services::Verbs>> Verbs();

  std::thread server_;
  absl::Status status_;
};

}  // namespace waymark::services
