// Messages of the link from and to what they mean. Whatever arrives is checked: InvalidArgument or
// DataLoss for what no `waymark` or `waymark-team` sends.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/blob_store.h"
#include "graph/shared/reference_store.h"
#include "services/shared_store.h"
#include "waymark/link/v1/link.pb.h"

namespace waymark::services {

// The build of this program. Two programs of one build have the same.
std::string LinkBuild();

std::string ToLink(std::span<const graph::BlobHash> hashes);
absl::StatusOr<std::vector<graph::BlobHash>> HashesFromLink(std::string_view bytes);

void ToLink(const graph::Blob& blob, link::v1::Blob& message);
absl::StatusOr<graph::Blob> FromLink(const link::v1::Blob& message);

void ToLink(const graph::Reference& reference, link::v1::Reference& message);
absl::StatusOr<graph::Reference> FromLink(const link::v1::Reference& message);

void ToLink(const SharedStoreState& state, link::v1::State& message);
SharedStoreState FromLink(const link::v1::State& message);

void ToLink(const CollectionReport& report, link::v1::Collected& message);
CollectionReport FromLink(const link::v1::Collected& message);

void ToLink(const StoreCheck& check, link::v1::Checked& message);
StoreCheck FromLink(const link::v1::Checked& message);

// The last reply of a call.
void ToLink(const absl::Status& status, link::v1::Reply& reply);
absl::Status StatusFromLink(const link::v1::Reply& reply);

}  // namespace waymark::services
