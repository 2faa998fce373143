#include "uses/query_buffers.h"

#include <algorithm>

namespace waymark::retrieval {

void SymbolSlots::Reset(std::uint32_t bound) {
  if (entries_.size() < bound) entries_.resize(bound);
  if (++stamp_ != 0) return;
  std::fill(entries_.begin(), entries_.end(), Entry{});
  stamp_ = 1;
}

Workspace::Workspace() : buffers_(std::make_unique<QueryBuffers>()) {}

Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

}  // namespace waymark::retrieval
