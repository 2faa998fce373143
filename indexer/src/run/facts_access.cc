#include "run/facts_access.h"

#include <cstdint>
#include <limits>
#include <string_view>

namespace waymark::indexer {
namespace {

// No segment of a store has this id: ids count up from 1.
constexpr SegmentId kMemoryPack{std::numeric_limits<std::uint64_t>::max()};

}  // namespace

class MemoryPackBuilder final : public graph::FactsPackBuilder {
 public:
  explicit MemoryPackBuilder(MemoryFacts& facts) : facts_(facts) {}

  absl::Status Append(const graph::FactsKey& key, std::string_view header,
                      std::string_view body) override {
    facts_.records_[key] = {std::string(header), std::string(body)};
    return absl::OkStatus();
  }

  absl::StatusOr<SegmentId> Finish() override { return kMemoryPack; }

 private:
  MemoryFacts& facts_;
};

class MemoryFactsReader final : public graph::FactsReader {
 public:
  MemoryFactsReader(const MemoryFacts& facts, std::unique_ptr<graph::FactsReader> below)
      : records_(facts.records_), below_(std::move(below)) {}

  bool Contains(const graph::FactsKey& key) const override {
    return records_.count(key) != 0 || below_->Contains(key);
  }

  SegmentId PackOf(const graph::FactsKey& key) const override {
    return records_.count(key) != 0 ? kMemoryPack : below_->PackOf(key);
  }

  absl::StatusOr<std::string> ReadHeader(const graph::FactsKey& key) const override {
    const auto found = records_.find(key);
    if (found == records_.end()) return below_->ReadHeader(key);
    return found->second.header;
  }

  absl::StatusOr<std::string> ReadBody(const graph::FactsKey& key) const override {
    const auto found = records_.find(key);
    if (found == records_.end()) return below_->ReadBody(key);
    return found->second.body;
  }

  std::uint64_t RecordCount(SegmentId pack) const override {
    return pack == kMemoryPack ? records_.size() : below_->RecordCount(pack);
  }

  bool IsRemote(SegmentId pack) const override {
    return pack != kMemoryPack && below_->IsRemote(pack);
  }

 private:
  const std::map<graph::FactsKey, MemoryFacts::Record>& records_;
  const std::unique_ptr<graph::FactsReader> below_;
};

FactsAccess MemoryFacts::Over(std::unique_ptr<graph::FactsReader> below) {
  FactsAccess access;
  access.reader = std::make_unique<MemoryFactsReader>(*this, std::move(below));
  access.new_pack = [this]() -> absl::StatusOr<std::unique_ptr<graph::FactsPackBuilder>> {
    return std::make_unique<MemoryPackBuilder>(*this);
  };
  return access;
}

}  // namespace waymark::indexer
