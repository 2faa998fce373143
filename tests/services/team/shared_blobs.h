// Blobs for tests of the shared store.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "graph/hash.h"
#include "graph/shared/blob_store.h"
#include "graph/shared/reference_store.h"

namespace waymark::testing {

inline constexpr char kShop[] = "example.org/shop";

inline graph::Blob MakeBlob(std::string bytes, std::vector<graph::BlobHash> children = {}) {
  graph::Blob blob;
  blob.hash = HashContent(bytes);
  blob.bytes = std::move(bytes);
  blob.children = std::move(children);
  return blob;
}

inline graph::Reference MakeReference(std::string name, const graph::BlobHash& root,
                                      std::string commit = "c0ffee") {
  graph::Reference reference;
  reference.name = std::move(name);
  reference.root = root;
  reference.commit = std::move(commit);
  return reference;
}

// The bytes of one blob.
inline absl::StatusOr<std::string> ReadBlob(graph::BlobStore& store, const std::string& repository,
                                            const graph::BlobHash& hash) {
  std::string bytes;
  const absl::Status status =
      store.Get(repository, std::span(&hash, 1), [&](const graph::BlobHash&, std::string read) {
        bytes = std::move(read);
        return absl::OkStatus();
      });
  if (!status.ok()) return status;
  return bytes;
}

}  // namespace waymark::testing
