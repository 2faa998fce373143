// A client of the language server in the same process: writes messages, reads what comes back.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "services/lsp.h"

namespace waymark::testing {

using nlohmann::json;

json LspRequest(int id, const std::string& method, json params);
json LspNotice(const std::string& method, json params);
// With the header.
std::string Framed(const std::string& message);

class LspClient {
 public:
  explicit LspClient(services::LspOptions options);
  // Ends the input and waits for the server.
  ~LspClient();
  LspClient(const LspClient&) = delete;
  LspClient& operator=(const LspClient&) = delete;

  void SendBytes(const std::string& bytes);

  void Send(const json& message) { SendBytes(Framed(message.dump())); }

  // The next message for which `wanted` holds; those before it are kept for later calls. Fails the
  // test and gives null after kPatience.
  json Await(const std::function<bool(const json&)>& wanted);
  // The reply to a request, sent before.
  json ReplyTo(const json& id);
  // Sends a request and gives its id, to wait for the reply with.
  int Start(const std::string& method, json params);
  // Sends a request and gives the reply.
  json Ask(const std::string& method, json params);
  // As Ask, and the result of the reply, which has to have one.
  json Result(const std::string& method, json params);
  // `initialize` for that folder, then `initialized`. Gives the result.
  json Initialize(const std::filesystem::path& folder, json capabilities = json::object(),
                  json options = nullptr);
  void Open(const std::filesystem::path& path, const std::string& text);
  // Replaces a range; positions are {line, character}.
  void Change(const std::filesystem::path& path, json start, json end, const std::string& text);

  // Ends the input and waits for the server.
  absl::StatusOr<services::LspEnd> End();

 private:
  bool ReadMore();

  const services::LspOptions options_;
  int to_server_[2];
  int from_server_[2];
  std::thread server_;
  std::optional<absl::StatusOr<services::LspEnd>> end_;
  bool input_is_open_ = true;
  int last_id_ = 1000;
  std::string bytes_;
  std::vector<json> messages_;  // read and not asked for yet
};

std::string UriOf(const std::filesystem::path& path);
json DocumentAt(const std::filesystem::path& path);
// Parameters of a question about a place.
json PlaceAt(const std::filesystem::path& path, int line, int character);

}  // namespace waymark::testing
