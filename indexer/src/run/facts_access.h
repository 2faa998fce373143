// The source of facts in a run, and the destination of new ones: the store, or memory on top of it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <absl/status/statusor.h>

#include "graph/facts_pack.h"

namespace waymark::indexer {

struct FactsAccess {
  std::unique_ptr<graph::FactsReader> reader;  // also sees what was written
  std::function<absl::StatusOr<std::unique_ptr<graph::FactsPackBuilder>>()> new_pack;
};

// Facts that are never published. Written by one thread, then read by any number.
class MemoryFacts {
 public:
  // `below` reads the store. REQUIRES: this outlives the access.
  FactsAccess Over(std::unique_ptr<graph::FactsReader> below);

 private:
  friend class MemoryPackBuilder;
  friend class MemoryFactsReader;

  struct Record {
    std::string header;
    std::string body;
  };

  std::map<graph::FactsKey, Record> records_;
};

}  // namespace waymark::indexer
