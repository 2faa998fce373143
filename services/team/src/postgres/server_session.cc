#include "postgres/server_session.h"

#include <algorithm>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "graph/status.h"
#include "postgres/server_error.h"

namespace waymark::services {
namespace {

constexpr std::chrono::milliseconds kPauseSlice{50};

// Between half of the time and the whole of it, so that those who met do not meet again.
std::chrono::milliseconds Scattered(std::chrono::milliseconds time) {
  thread_local std::minstd_rand random{std::random_device{}()};
  std::uniform_int_distribution<std::int64_t> draw(time.count() / 2, time.count());
  return std::chrono::milliseconds(draw(random));
}

}  // namespace

absl::Status ServerSession::Connect() {
  if (connection_ != nullptr && !connection_->is_lost()) return absl::OkStatus();
  connection_.reset();
  WM_ASSIGN_OR_RETURN(connection_, Connection::Open(options_));
  ++connections_;
  if (absl::Status checked = check_(*connection_); !checked.ok()) {
    connection_.reset();
    return checked;
  }
  return absl::OkStatus();
}

absl::Status ServerSession::Run(const Work& work) {
  std::chrono::milliseconds pause = options_.first_pause;
  bool is_repeated = false;
  for (std::uint32_t attempt = 1;; ++attempt) {
    const bool was_connected = connections_ > 0;
    absl::Status status = Connect();
    if (status.ok()) {
      status = work(*connection_, is_repeated);
      is_repeated = true;
    }
    const bool is_unreachable = !was_connected && connections_ == 0 && IsLostConnection(status);
    if (!IsTransient(status) || is_unreachable) return WithoutTransience(std::move(status));
    if (attempt >= options_.attempts) {
      return {status.code(),
              fmt::format("{} ({} attempts)", std::string(status.message()), options_.attempts)};
    }
    WM_RETURN_IF_ERROR(Pause(Scattered(pause)));
    pause = std::min(2 * pause, options_.longest_pause);
  }
}

absl::Status ServerSession::Pause(std::chrono::milliseconds time) const {
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + time; Clock::now() < end;) {
    if (options_.cancelled != nullptr && *options_.cancelled) {
      return absl::CancelledError("cancelled");
    }
    std::this_thread::sleep_for(
        std::min<Clock::duration>(kPauseSlice, std::max(end - Clock::now(), Clock::duration(0))));
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
