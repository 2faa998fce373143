// The requests that wait for an answer, on one side of the proxy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::services {

struct PendingRequest {
  std::string method;
  std::string tool;            // for tools/call
  std::string arguments;       // JSON, for tools/call
  std::string context;         // which context of a model asks; empty: unknown
  bool is_first_page = false;  // for lists
  // Two requests have the id: which of them an answer is for cannot be known.
  bool is_ambiguous = false;
};

// Not thread-safe.
class PendingRequests {
 public:
  // When more wait, the oldest is forgotten: its answer passes as it is.
  static constexpr std::size_t kMaxPendingRequests = 10000;

  void Add(const std::string& id, PendingRequest request);
  // Removes the request that the answer is for. No value if none waits for it.
  std::optional<PendingRequest> Take(const std::string& id);
  // Removes all; returns their ids, the oldest first.
  std::vector<std::string> TakeAll();

 private:
  struct Entry {
    PendingRequest request;
    std::uint64_t number = 0;
  };

  std::map<std::string, Entry> requests_;
  std::map<std::uint64_t, std::string> ids_;  // by number, so the oldest first
  std::uint64_t last_number_ = 0;
};

}  // namespace waymark::services
