#include "postgres/store_check.h"

#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "postgres/blob_table.h"
#include "postgres/hash_order.h"
#include "postgres/repository_list.h"
#include "postgres/stored_bytes.h"

namespace waymark::services {
namespace {

using graph::BlobHash;

constexpr std::size_t kCheckedPage = 500;
constexpr std::string_view kChecking = "check blobs";

class RepositoryCheck {
 public:
  RepositoryCheck(ServerSession& session, bool marks_damage, const SharedProgress& progress,
                  const RepositoryRow& repository, StoreCheck& check)
      : session_(session),
        marks_damage_(marks_damage),
        progress_(progress),
        repository_(repository),
        check_(check) {}

  absl::Status Run() {
    WM_ASSIGN_OR_RETURN(const std::vector<graph::Reference> references,
                        ReadReferences(session_, repository_.id));
    std::vector<BlobHash> roots;
    roots.reserve(references.size());
    for (const graph::Reference& reference : references) roots.push_back(reference.root);
    WM_ASSIGN_OR_RETURN(const Hashes missing, Missing(roots));
    for (const graph::Reference& reference : references) {
      if (!missing.contains(reference.root)) continue;
      Report(fmt::format("reference {}: its root {} is missing", reference.name,
                         reference.root.ToHex()));
    }
    check_.references += references.size();
    return ReadBlobs(session_, repository_.id, 0, kCheckedPage,
                     [&](std::span<const BlobRow> rows) { return CheckPage(rows); });
  }

 private:
  using Hashes = std::unordered_set<BlobHash, HashOfBlobHash>;

  void Report(std::string_view problem) {
    ++check_.problems;
    if (check_.named.size() >= kMaxNamedProblems) return;
    check_.named.push_back(fmt::format("{}: {}", repository_.name, problem));
  }

  absl::Status CheckPage(std::span<const BlobRow> rows) {
    std::set<BlobHash> children;
    for (const BlobRow& row : rows) children.insert(row.children.begin(), row.children.end());
    WM_ASSIGN_OR_RETURN(const Hashes missing,
                        Missing(std::vector<BlobHash>(children.begin(), children.end())));
    for (const BlobRow& row : rows) {
      for (const BlobHash& child : row.children) {
        if (!missing.contains(child)) continue;
        Report(
            fmt::format("blob {} refers to {}, which is missing", row.hash.ToHex(), child.ToHex()));
      }
      check_.bytes += row.bytes;
    }
    std::size_t checked = 0;
    std::vector<std::pair<BlobHash, std::string>> damaged;
    WM_RETURN_IF_ERROR(session_.Run([&](Connection& connection, bool) {
      return CheckBytes(connection, rows.subspan(checked), checked, damaged);
    }));
    for (const auto& [hash, stored] : damaged) {
      WM_RETURN_IF_ERROR(TakeDamage(hash, stored));
    }
    check_.blobs += rows.size();
    blobs_ += rows.size();
    if (progress_) progress_(repository_.name, blobs_);
    return absl::OkStatus();
  }

  absl::StatusOr<Hashes> Missing(std::span<const BlobHash> hashes) {
    Hashes missing(hashes.begin(), hashes.end());
    for (std::size_t begin = 0; begin < hashes.size(); begin += kBatchHashes) {
      const auto batch = hashes.subspan(begin, std::min(kBatchHashes, hashes.size() - begin));
      WM_RETURN_IF_ERROR(session_.Run([&](Connection& connection, bool) -> absl::Status {
        WM_ASSIGN_OR_RETURN(
            const Rows rows,
            connection.Run(kChecking,
                           "SELECT hash FROM waymark.blob WHERE repository = $1 AND hash = ANY($2)",
                           Parameters().Number(repository_.id).Hashes(batch)));
        for (std::size_t row = 0; row < rows.size(); ++row) {
          WM_ASSIGN_OR_RETURN(const BlobHash hash, rows.Hash(row, 0));
          missing.erase(hash);
        }
        return absl::OkStatus();
      }));
    }
    return missing;
  }

  absl::Status CheckBytes(Connection& connection, std::span<const BlobRow> rows,
                          std::size_t& checked,
                          std::vector<std::pair<BlobHash, std::string>>& damaged) const {
    return connection.RunMany(
        kChecking, "SELECT stored, bytes FROM waymark.blob WHERE repository = $1 AND hash = $2",
        rows.size(),
        [&](std::size_t index) {
          return Parameters().Number(repository_.id).Hash(rows[index].hash);
        },
        [&](std::size_t index, const Rows& found) -> absl::Status {
          ++checked;
          if (found.size() == 0) return absl::OkStatus();  // collected meanwhile
          const std::size_t any_size = std::string::npos;
          WM_ASSIGN_OR_RETURN(const std::string_view stored, found.Bytes(0, 0, any_size));
          const absl::StatusOr<std::uint64_t> size = found.Number(0, 1);
          const absl::StatusOr<std::string> bytes =
              size.ok() ? DecodeStoredBytes(stored, *size) : size.status();
          if (!bytes.ok() || HashContent(*bytes) != rows[index].hash) {
            damaged.emplace_back(rows[index].hash, std::string(stored));
          }
          return absl::OkStatus();
        });
  }

  absl::Status TakeDamage(const BlobHash& hash, const std::string& stored) {
    ++check_.damaged_blobs;
    const bool is_marked = stored.empty();
    Report(is_marked ? fmt::format("blob {} is marked as damaged; publish again what holds it",
                                   hash.ToHex())
                     : fmt::format("blob {} is damaged", hash.ToHex()));
    if (is_marked || !marks_damage_) return absl::OkStatus();
    return session_.Run([&](Connection& connection, bool) {
      return connection
          .Run("mark a damaged blob",
               "UPDATE waymark.blob SET stored = '' WHERE repository = $1 AND hash = $2 AND "
               "stored = $3",
               Parameters().Number(repository_.id).Hash(hash).Bytes(stored))
          .status();
    });
  }

  ServerSession& session_;
  const bool marks_damage_;
  const SharedProgress& progress_;
  const RepositoryRow& repository_;
  StoreCheck& check_;
  std::uint64_t blobs_ = 0;
};

}  // namespace

absl::StatusOr<StoreCheck> CheckShared(ServerSession& session, bool marks_damage,
                                       const SharedProgress& progress) {
  StoreCheck check;
  WM_ASSIGN_OR_RETURN(const std::vector<RepositoryRow> repositories, ReadRepositories(session));
  for (const RepositoryRow& repository : repositories) {
    WM_RETURN_IF_ERROR(RepositoryCheck(session, marks_damage, progress, repository, check).Run());
  }
  return check;
}

}  // namespace waymark::services
