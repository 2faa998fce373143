#include "http/http_sessions.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "services/bearer_token.h"

namespace waymark::services {

HttpSession::HttpSession(const McpOptions& options, FirstIndex& first_index, CallSlots& slots,
                         const McpHttpLimits& limits)
    : slots_(slots),
      session_(options, first_index,
               [this](const std::function<void()>& call) { return Run(call); }),
      rate_(limits.requests_per_second, limits.requests_at_once) {}

bool HttpSession::Run(const std::function<void()>& call) {
  {
    MutexLock lock(mutex_);
    if (calls_ == kMaxMcpSessionCalls) return false;
    ++calls_;
  }
  {
    const CallSlots::Turn turn(slots_, nullptr);
    call();
  }
  MutexLock lock(mutex_);
  --calls_;
  return true;
}

bool HttpSession::BeginListening(HttpExchange& exchange) {
  MutexLock lock(mutex_);
  if (listener_ != nullptr || has_ended_) return false;
  listener_ = &exchange;
  return true;
}

void HttpSession::EndListening() {
  MutexLock lock(mutex_);
  listener_ = nullptr;
}

void HttpSession::End() {
  session_.CancelAll();
  MutexLock lock(mutex_);
  has_ended_ = true;
  if (listener_ != nullptr) listener_->HangUp();
}

bool HttpSession::is_busy() {
  MutexLock lock(mutex_);
  return calls_ != 0 || listener_ != nullptr;
}

absl::StatusOr<std::string> HttpSessions::Add(HttpSessionPointer session, Clock::time_point now) {
  WM_ASSIGN_OR_RETURN(std::string id, MakeToken());
  MutexLock lock(mutex_);
  DropExpired(now);
  if (rows_.size() == kMaxMcpSessions && !EndOne(now)) {
    return absl::UnavailableError(
        fmt::format("all {} sessions are in use; end one, or ask again later", kMaxMcpSessions));
  }
  rows_.emplace(HashContent(id), Row{.session = std::move(session), .used = now});
  return id;
}

HttpSessionPointer HttpSessions::Find(const std::string& id, Clock::time_point now) {
  MutexLock lock(mutex_);
  DropExpired(now);
  const auto row = rows_.find(HashContent(id));
  if (row == rows_.end()) return nullptr;
  row->second.used = now;
  row->second.has_asked = true;
  return row->second.session;
}

bool HttpSessions::End(const std::string& id) {
  MutexLock lock(mutex_);
  const auto row = rows_.find(HashContent(id));
  if (row == rows_.end()) return false;
  row->second.session->End();
  rows_.erase(row);
  return true;
}

void HttpSessions::EndAll() {
  MutexLock lock(mutex_);
  for (auto& [hash, row] : rows_) row.session->End();
  rows_.clear();
}

// Clients that only begin sessions may not end those of others.
bool HttpSessions::EndOne(Clock::time_point now) {
  const auto is_before = [](const auto& a, const auto& b) {
    return std::pair(a.second.has_asked, a.second.used) <
           std::pair(b.second.has_asked, b.second.used);
  };
  const auto first = std::min_element(rows_.begin(), rows_.end(), is_before);
  const Row& row = first->second;
  if (row.has_asked && now - row.used < kMinMcpSessionIdle) return false;
  row.session->End();
  rows_.erase(first);
  return true;
}

void HttpSessions::DropExpired(Clock::time_point now) {
  for (auto row = rows_.begin(); row != rows_.end();) {
    if (row->second.session->is_busy()) row->second.used = now;
    if (now - row->second.used < limits_.session_idle) {
      ++row;
      continue;
    }
    row->second.session->End();
    row = rows_.erase(row);
  }
}

}  // namespace waymark::services
