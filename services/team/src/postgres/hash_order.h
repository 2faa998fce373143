// A hash of hashes for unordered containers: their first bytes, which are as good as random.
#pragma once

#include <cstddef>

#include "graph/shared/blob_store.h"

namespace waymark::services {

struct HashOfBlobHash {
  std::size_t operator()(const graph::BlobHash& hash) const { return hash.Prefix64(); }
};

}  // namespace waymark::services
