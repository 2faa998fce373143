// Kinds of files that are not indexed, in messages.
#pragma once

#include <vector>

#include <google/protobuf/repeated_ptr_field.h>

#include "graph/records.h"
#include "waymark/v1/types.pb.h"

namespace waymark::services {

using KindMessages = google::protobuf::RepeatedPtrField<v1::KindCount>;

inline void WriteKinds(const std::vector<KindCount>& counts, KindMessages& messages) {
  for (const KindCount& count : counts) {
    v1::KindCount& added = *messages.Add();
    added.set_kind(count.kind);
    added.set_files(count.files);
  }
}

inline std::vector<KindCount> ReadKinds(const KindMessages& messages) {
  std::vector<KindCount> counts;
  counts.reserve(static_cast<std::size_t>(messages.size()));
  for (const v1::KindCount& message : messages) counts.push_back({message.kind(), message.files()});
  return counts;
}

}  // namespace waymark::services
