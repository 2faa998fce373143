#include "postgres/repository_list.h"

#include <fmt/format.h>

#include "graph/status.h"
#include "postgres/blob_table.h"
#include "postgres/reference_table.h"
#include "services/shared_store.h"

namespace waymark::services {
namespace {

constexpr std::size_t kRowsOfPage = 1000;

absl::Status ParseBlobs(const Rows& rows, std::vector<BlobRow>& blobs) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    BlobRow blob;
    WM_ASSIGN_OR_RETURN(blob.hash, rows.Hash(row, 0));
    WM_ASSIGN_OR_RETURN(
        const std::string_view children,
        rows.Bytes(row, 1, graph::kMaxBlobChildren * sizeof(graph::BlobHash::bytes)));
    WM_ASSIGN_OR_RETURN(blob.children, ParseChildren(children));
    WM_ASSIGN_OR_RETURN(blob.bytes, rows.Number(row, 2));
    WM_ASSIGN_OR_RETURN(blob.stored_bytes, rows.Number(row, 3));
    WM_ASSIGN_OR_RETURN(blob.is_fresh, rows.Flag(row, 4));
    blobs.push_back(std::move(blob));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<RepositoryRow>> ReadRepositories(ServerSession& session) {
  std::vector<RepositoryRow> repositories;
  while (true) {
    std::size_t found = 0;
    WM_RETURN_IF_ERROR(session.Run([&](Connection& connection, bool) -> absl::Status {
      WM_ASSIGN_OR_RETURN(
          const Rows rows,
          connection.Run("list repositories",
                         "SELECT id, name FROM waymark.repository WHERE id > $1 ORDER BY id "
                         "LIMIT $2",
                         Parameters()
                             .Number(repositories.empty() ? 0 : repositories.back().id)
                             .Number(kRowsOfPage)));
      for (found = 0; found < rows.size(); ++found) {
        RepositoryRow repository;
        WM_ASSIGN_OR_RETURN(repository.id, rows.Number(found, 0));
        WM_ASSIGN_OR_RETURN(repository.name, rows.Bytes(found, 1, kMaxSharedNameBytes));
        repositories.push_back(std::move(repository));
      }
      return absl::OkStatus();
    }));
    if (found < kRowsOfPage) return repositories;
  }
}

absl::StatusOr<std::vector<graph::Reference>> ReadReferences(ServerSession& session,
                                                             std::uint64_t repository) {
  std::vector<graph::Reference> references;
  while (true) {
    std::size_t found = 0;
    WM_RETURN_IF_ERROR(session.Run([&](Connection& connection, bool) -> absl::Status {
      WM_ASSIGN_OR_RETURN(
          std::vector<graph::Reference> page,
          ReferenceTable(connection, repository)
              .PageAfter(references.empty() ? "" : references.back().name, kRowsOfPage));
      found = page.size();
      references.insert(references.end(), std::make_move_iterator(page.begin()),
                        std::make_move_iterator(page.end()));
      return absl::OkStatus();
    }));
    if (found < kRowsOfPage) return references;
  }
}

absl::Status ReadBlobs(ServerSession& session, std::uint64_t repository,
                       std::uint64_t grace_seconds, std::size_t page,
                       const std::function<absl::Status(std::span<const BlobRow>)>& take) {
  const std::string sql = fmt::format(
      "SELECT hash, children, bytes, CAST(octet_length(stored) AS bigint), "
      "touched >= now() - interval '{} seconds' FROM waymark.blob "
      "WHERE repository = $1 AND hash > $2 ORDER BY hash LIMIT $3",
      grace_seconds);
  std::string last;
  while (true) {
    std::vector<BlobRow> blobs;
    WM_RETURN_IF_ERROR(session.Run([&](Connection& connection, bool) -> absl::Status {
      blobs.clear();
      WM_ASSIGN_OR_RETURN(const Rows rows,
                          connection.Run("read blobs", sql,
                                         Parameters().Number(repository).Bytes(last).Number(page)));
      return ParseBlobs(rows, blobs);
    }));
    if (!blobs.empty()) {
      const auto& bytes = blobs.back().hash.bytes;
      last.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      WM_RETURN_IF_ERROR(take(blobs));
    }
    if (blobs.size() < page) return absl::OkStatus();
  }
}

}  // namespace waymark::services
