#include "proxy/pending_requests.h"

#include <utility>

namespace waymark::services {

void PendingRequests::Add(const std::string& id, PendingRequest request) {
  if (const auto found = requests_.find(id); found != requests_.end()) {
    found->second.request.is_ambiguous = true;
    return;
  }
  if (requests_.size() >= kMaxPendingRequests) {
    requests_.erase(ids_.begin()->second);
    ids_.erase(ids_.begin());
  }
  ids_.emplace(++last_number_, id);
  requests_.emplace(id, Entry{std::move(request), last_number_});
}

std::optional<PendingRequest> PendingRequests::Take(const std::string& id) {
  const auto found = requests_.find(id);
  if (found == requests_.end()) return std::nullopt;
  // The answer to the other request with this id comes too, and must pass as it is.
  if (std::exchange(found->second.request.is_ambiguous, false)) {
    PendingRequest unknown;
    found->second.request = unknown;
    return unknown;
  }
  std::optional<PendingRequest> request(std::move(found->second.request));
  ids_.erase(found->second.number);
  requests_.erase(found);
  return request;
}

std::vector<std::string> PendingRequests::TakeAll() {
  std::vector<std::string> ids;
  ids.reserve(ids_.size());
  for (auto& [number, id] : ids_) ids.push_back(std::move(id));
  requests_.clear();
  ids_.clear();
  return ids;
}

}  // namespace waymark::services
