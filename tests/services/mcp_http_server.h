// A server of the protocol over HTTP in this process, on a free port, over a repository of its own.
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
#include "services/mcp_http.h"
#include "shop_repository.h"
#include "testing/temp_dir.h"
#include "testing/turned_clock.h"

namespace waymark::services {

using nlohmann::json;
using testing::HttpAnswer;
using testing::HttpClient;

json Request(const json& id, const std::string& method, json params = json::object());
json ToolRequest(const json& id, const std::string& tool, json arguments);
std::string Handshake(const std::string& revision = "2025-11-25");
// The text of a tool's result: the graph of the answer and, if it has one, its source.
std::string AnswerIn(const json& result);
// A POST as clients send it; `headers` end with a line break each.
std::string Post(const std::string& body, const std::string& headers = "");
std::string SessionHeader(const std::string& id);

class McpHttpTest : public ::testing::Test {
 protected:
  void SetUp() override;

  void TearDown() override { Stop(); }

  // Serves with options_ until the test ends.
  void Start();
  void StartIndexed();
  void Stop();

  HttpAnswer Ask(const std::string& bytes) { return HttpClient(port_).Ask(bytes); }

  // The id of a new session.
  std::string Open(const std::string& revision = "2025-11-25");
  HttpAnswer AskIn(const std::string& session, const json& message);
  // Until tools were called so often.
  void WaitUntilAsked(int times) const;

  testing::TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  testing::TurnedClock clock_;  // of the limits
  McpHttpOptions options_;
  std::atomic<bool> stopped_{false};
  std::atomic<bool> holds_{false};  // calls wait for release_
  std::atomic<bool> release_{false};
  std::atomic<bool> is_gone_{false};  // nobody answers calls
  std::atomic<int> asked_{0};
  std::uint16_t port_ = 0;

 private:
  absl::StatusOr<std::shared_ptr<services::Verbs>> Verbs();

  std::shared_ptr<Engine> engine_;
  std::thread server_;
  absl::Status status_;
};

}  // namespace waymark::services
