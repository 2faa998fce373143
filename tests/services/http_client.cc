#include "http_client.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "graph/ascii.h"
#include "testing/wait_for.h"

namespace waymark::testing {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

}  // namespace

HttpClient::HttpClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  constexpr timeval kLimit{.tv_sec = kPatience.count(), .tv_usec = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kLimit, sizeof kLimit);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
}

HttpClient::~HttpClient() { ::close(socket_); }

bool HttpClient::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool HttpClient::ReadMore() {
  char bytes[4096];
  const ssize_t count = ::recv(socket_, bytes, sizeof bytes, 0);
  has_ended_ = count == 0 || (count < 0 && errno != EAGAIN);
  if (count <= 0) return false;
  received_.append(bytes, static_cast<std::size_t>(count));
  return true;
}

bool HttpClient::HasEnded() {
  while (ReadMore()) {
  }
  return has_ended_;
}

std::string HttpClient::ReadUntil(std::string_view text) {
  std::size_t found = 0;
  while ((found = received_.find(text)) == std::string::npos) {
    if (!ReadMore()) return std::exchange(received_, "");
  }
  std::string read = received_.substr(0, found + text.size());
  received_.erase(0, read.size());
  return read;
}

HttpAnswer HttpClient::Read() {
  HttpAnswer answer;
  const std::string status_line = ReadUntil(kLineEnd);
  if (!status_line.starts_with("HTTP/1.1 ")) return answer;
  answer.status = std::atoi(status_line.c_str() + std::string_view("HTTP/1.1 ").size());
  for (std::string line; (line = ReadUntil(kLineEnd)).size() > kLineEnd.size();) {
    const std::size_t colon = line.find(": ");
    EXPECT_NE(colon, std::string::npos) << line;
    answer.headers[LowerCase(line.substr(0, colon))] =
        line.substr(colon + 2, line.size() - colon - 2 - kLineEnd.size());
  }
  if (answer.headers.contains("transfer-encoding")) {
    answer.body = ReadChunks();
  } else if (answer.headers.contains("content-length")) {
    const auto length = static_cast<std::size_t>(std::stoul(answer.headers["content-length"]));
    while (received_.size() < length && ReadMore()) {
    }
    answer.body = received_.substr(0, length);
    received_.erase(0, length);
  }
  return answer;
}

std::string HttpClient::ReadChunks() {
  std::string body;
  for (;;) {
    const std::string line = ReadUntil(kLineEnd);
    const std::size_t length = std::strtoul(line.c_str(), nullptr, 16);
    while (received_.size() < length + kLineEnd.size()) {
      if (!ReadMore()) return body + "<broken off>";
    }
    body += received_.substr(0, length);
    received_.erase(0, length + kLineEnd.size());
    if (length == 0) return body;
  }
}

}  // namespace waymark::testing
