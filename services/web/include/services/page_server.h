// The page of `waymark ui`: a browser's view of one checkout, served to this machine alone.
//
//   GET /?token=T      sets the cookie of the session and leads to /
//   GET /              and every path without an extension: the page
//   GET /app.js ...    its files
//   GET /api/VERB      the JSON of `waymark VERB --json` for the fields in the query
//   GET /api/map       every file with what is known of it (page_map.h)
//   GET /api/lines     the line of code of each edge of an answer about uses
//   GET /api/source    a file with its symbols
//   GET /api/events    the state of the index, and each change of it, as server-sent events
//   POST /api/feedback a judgement; the only path that writes
//
// Requests without the cookie, of other machines and of pages from elsewhere get 403. Errors of
// questions are JSON: {"error", "remedy", "candidates"?}.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/http_server.h"
#include "services/limits.h"
#include "services/request_fields.h"
#include "services/verbs.h"

namespace waymark::services {

// Streams of events at one time; further ones get 503.
inline constexpr std::size_t kMostEventStreams = 32;
// Most bytes of a head: the longest task in an address, of which each byte may take three, and the
// headers of a browser.
inline constexpr std::size_t kMostPageHeadBytes = 3 * kMaxTaskBytes + kMaxHttpHeadBytes;
// Most bytes of a POST: a judgement with its task.
inline constexpr std::uint64_t kMostPageBodyBytes = 256 << 10;

// Answers that only the program can give, of itself and its machine, as JSON. Called from several
// threads.
struct MachineAnswers {
  std::function<std::string(const StatusAnswer& answer)> status;
  std::function<std::string(const DoctorAnswer& answer)> doctor;
  std::function<absl::StatusOr<std::string>()> savings;
};

struct PageAddress {
  std::string url;   // with a token that stays valid
  std::string once;  // with a token that opens the page a single time, for a command line
};

struct PageOptions {
  std::filesystem::path root;  // absolute, of the checkout
  VerbsSource verbs;
  UsualNumbersSource usual;  // may be null
  MachineAnswers machine;
  // Options that the commands in answers repeat: the value of --repo as it was given,
  // or "", and the options that name the store (" --store /s").
  std::string repository = {};
  std::string place_options = {};
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free port
  HttpTimes times = {};
  // How often a stream of events looks for a change.
  std::chrono::milliseconds look_interval{250};
  // Called once, when clients may connect.
  std::function<void(const PageAddress& address)> listening;
  const std::atomic<bool>* stopped = nullptr;
};

// Serves until `stopped`. Errors are those of HttpServer::Listen; FailedPrecondition if the host
// can be reached from other machines.
absl::Status ServePage(const PageOptions& options);

}  // namespace waymark::services
