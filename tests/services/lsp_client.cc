#include "lsp_client.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "testing/wait_for.h"

namespace waymark::testing {
namespace {

constexpr std::chrono::milliseconds kLimit = kPatience;
constexpr char kLength[] = "Content-Length: ";

}  // namespace

json LspRequest(int id, const std::string& method, json params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

json LspNotice(const std::string& method, json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

std::string Framed(const std::string& message) {
  return kLength + std::to_string(message.size()) + "\r\n\r\n" + message;
}

std::string UriOf(const std::filesystem::path& path) { return "file://" + path.string(); }

json DocumentAt(const std::filesystem::path& path) {
  return {{"textDocument", {{"uri", UriOf(path)}}}};
}

json PlaceAt(const std::filesystem::path& path, int line, int character) {
  return {{"textDocument", {{"uri", UriOf(path)}}},
          {"position", {{"line", line}, {"character", character}}}};
}

LspClient::LspClient(services::LspOptions options) : options_(std::move(options)) {
  EXPECT_EQ(::pipe(to_server_), 0);
  EXPECT_EQ(::pipe(from_server_), 0);
  server_ = std::thread([this] {
    end_ = services::ServeLsp(options_, to_server_[0], from_server_[1]);
    ::close(from_server_[1]);
  });
}

LspClient::~LspClient() {
  End().IgnoreError();
  ::close(to_server_[0]);
  ::close(from_server_[0]);
}

absl::StatusOr<services::LspEnd> LspClient::End() {
  if (std::exchange(input_is_open_, false)) ::close(to_server_[1]);
  while (ReadMore()) {
  }
  if (server_.joinable()) server_.join();
  return *end_;
}

void LspClient::SendBytes(const std::string& bytes) {
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const ssize_t count = ::write(to_server_[1], rest.data(), rest.size());
    ASSERT_GT(count, 0);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

// False at the end of the output, or when nothing came in time.
bool LspClient::ReadMore() {
  pollfd waiting{.fd = from_server_[0], .events = POLLIN, .revents = 0};
  if (::poll(&waiting, 1, static_cast<int>(kLimit.count())) <= 0) return false;
  char buffer[4096];
  const ssize_t count = ::read(from_server_[0], buffer, sizeof buffer);
  if (count <= 0) return false;
  bytes_.append(buffer, static_cast<std::size_t>(count));
  for (;;) {
    const std::size_t end = bytes_.find("\r\n\r\n");
    if (end == std::string::npos) return true;
    EXPECT_EQ(bytes_.rfind(kLength, 0), 0U) << bytes_.substr(0, end);
    const std::size_t length = std::stoul(bytes_.substr(sizeof kLength - 1));
    const std::size_t begin = end + 4;
    if (bytes_.size() < begin + length) return true;
    messages_.push_back(json::parse(bytes_.substr(begin, length)));
    bytes_.erase(0, begin + length);
  }
}

json LspClient::Await(const std::function<bool(const json&)>& wanted) {
  for (;;) {
    const auto found = std::find_if(messages_.begin(), messages_.end(), wanted);
    if (found != messages_.end()) {
      json message = std::move(*found);
      messages_.erase(found);
      return message;
    }
    if (!ReadMore()) {
      ADD_FAILURE() << "the message that was waited for did not come";
      return {};
    }
  }
}

json LspClient::ReplyTo(const json& id) {
  return Await([&](const json& message) {
    return !message.contains("method") && message.contains("id") && message["id"] == id;
  });
}

int LspClient::Start(const std::string& method, json params) {
  Send(LspRequest(++last_id_, method, std::move(params)));
  return last_id_;
}

json LspClient::Ask(const std::string& method, json params) {
  return ReplyTo(Start(method, std::move(params)));
}

json LspClient::Result(const std::string& method, json params) {
  json reply = Ask(method, std::move(params));
  EXPECT_TRUE(reply.contains("result")) << method << ": " << reply;
  return reply.value("result", json());
}

json LspClient::Initialize(const std::filesystem::path& folder, json capabilities, json options) {
  const json result =
      Result("initialize",
             {{"processId", nullptr},
              {"capabilities", std::move(capabilities)},
              {"initializationOptions", std::move(options)},
              {"workspaceFolders", json::array({{{"uri", UriOf(folder)}, {"name", "folder"}}})}});
  Send(LspNotice("initialized", json::object()));
  return result;
}

void LspClient::Open(const std::filesystem::path& path, const std::string& text) {
  Send(LspNotice(
      "textDocument/didOpen",
      {{"textDocument",
        {{"uri", UriOf(path)}, {"languageId", "python"}, {"version", 1}, {"text", text}}}}));
}

void LspClient::Change(const std::filesystem::path& path, json start, json end,
                       const std::string& text) {
  const auto position = [](const json& at) { return json{{"line", at[0]}, {"character", at[1]}}; };
  Send(LspNotice("textDocument/didChange",
                 {{"textDocument", {{"uri", UriOf(path)}, {"version", 2}}},
                  {"contentChanges",
                   json::array({{{"range", {{"start", position(start)}, {"end", position(end)}}},
                                 {"text", text}}})}}));
}

}  // namespace waymark::testing
