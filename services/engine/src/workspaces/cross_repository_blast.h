// The blast radius in the other repositories of a workspace: users there of the symbols of an
// answer, and what depends on those users. Hops count from the symbols that were asked about.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "indexer/source_reader.h"
#include "retrieval/blast_radius.h"
#include "services/verbs.h"
#include "wire/payload.h"

namespace waymark::services {

// A state of another repository.
struct RepositoryState {
  std::shared_ptr<const graph::ReadView> view;
  wire::IndexInfo index;
};

using OpenRepository =
    std::function<absl::StatusOr<RepositoryState>(const std::filesystem::path& root)>;

// Adds what depends on the symbols of `payload` in the repositories of `request.elsewhere`, and
// puts repository names before all paths. `entries` are the symbols of the payload, which belong to
// `home` with its `sources`. A repository that cannot be opened makes the answer incomplete.
absl::Status AddBlastElsewhere(const BlastRadiusRequest& request, const graph::ReadView& home,
                               const indexer::SourceReader& sources,
                               const std::vector<retrieval::BlastEntry>& entries,
                               const retrieval::BlastOptions& options, const OpenRepository& open,
                               wire::Payload& payload);

}  // namespace waymark::services
