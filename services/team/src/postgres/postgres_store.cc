#include "services/postgres_store.h"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "postgres/blob_table.h"
#include "postgres/collection.h"
#include "postgres/connection.h"
#include "postgres/migrations.h"
#include "postgres/postgres_queue.h"
#include "postgres/reference_table.h"
#include "postgres/server_session.h"
#include "postgres/store_check.h"

namespace waymark::services {
namespace {

using graph::Blob;
using graph::BlobHash;
using graph::Reference;

// Between two looks of Watch().
constexpr std::chrono::milliseconds kWatchInterval{500};

class PostgresStore final : public SharedStore {
 public:
  explicit PostgresStore(const PostgresOptions& options) : session_(options, CheckFormat) {}

  absl::Status Open() {
    return session_.Run([](Connection&, bool) { return absl::OkStatus(); });
  }

  absl::StatusOr<std::vector<bool>> Have(const std::string& repository,
                                         std::span<const BlobHash> hashes) override {
    std::vector<bool> exists(hashes.size());
    WM_RETURN_IF_ERROR(InRepository(repository, [&](Connection& connection, std::uint64_t id) {
      return Keep(BlobTable(connection, id).Touch(hashes), exists);
    }));
    return exists;
  }

  absl::Status Put(const std::string& repository, std::span<const Blob> blobs) override {
    WM_RETURN_IF_ERROR(CheckSharedName("repository", repository));
    for (std::size_t stored = 0; stored < blobs.size();) {
      std::size_t more = 0;
      WM_RETURN_IF_ERROR(session_.Run([&](Connection& connection, bool) -> absl::Status {
        WM_ASSIGN_OR_RETURN(const std::uint64_t id, AddedRepository(connection, repository));
        return Keep(BlobTable(connection, id).PutBatch(blobs.subspan(stored)), more);
      }));
      stored += more;
    }
    return absl::OkStatus();
  }

  absl::Status Get(const std::string& repository, std::span<const BlobHash> hashes,
                   const std::function<absl::Status(const BlobHash&, std::string)>& take) override {
    std::size_t taken = 0;
    bool is_known = false;
    WM_RETURN_IF_ERROR(InRepository(repository, [&](Connection& connection, std::uint64_t id) {
      is_known = true;
      return BlobTable(connection, id).Get(hashes, take, taken);
    }));
    if (is_known || hashes.empty()) return absl::OkStatus();
    return absl::NotFoundError(fmt::format("read blob {}: the shared store has no repository {}",
                                           hashes.front().ToHex(), repository));
  }

  absl::StatusOr<std::optional<Reference>> Find(const std::string& repository,
                                                const std::string& name) override {
    WM_RETURN_IF_ERROR(CheckSharedName("reference", name));
    std::optional<Reference> found;
    WM_RETURN_IF_ERROR(InRepository(repository, [&](Connection& connection, std::uint64_t id) {
      return Keep(ReferenceTable(connection, id).Find(name), found);
    }));
    return found;
  }

  absl::StatusOr<std::vector<Reference>> List(const std::string& repository,
                                              const std::string& prefix,
                                              std::size_t limit) override {
    if (!prefix.empty()) WM_RETURN_IF_ERROR(CheckSharedName("reference", prefix));
    std::vector<Reference> found;
    WM_RETURN_IF_ERROR(InRepository(repository, [&](Connection& connection, std::uint64_t id) {
      return Keep(ReferenceTable(connection, id).List(prefix, limit), found);
    }));
    return found;
  }

  absl::StatusOr<Reference> CompareAndSwap(const std::string& repository, const Reference& changed,
                                           std::uint64_t expected) override {
    WM_RETURN_IF_ERROR(CheckSharedName("repository", repository));
    WM_RETURN_IF_ERROR(CheckSharedName("reference", changed.name));
    WM_RETURN_IF_ERROR(CheckCommit(changed.commit));
    Reference moved;
    WM_RETURN_IF_ERROR(session_.Run([&](Connection& connection, bool is_repeated) -> absl::Status {
      WM_ASSIGN_OR_RETURN(const std::uint64_t id, AddedRepository(connection, repository));
      return Keep(ReferenceTable(connection, id).Swap(changed, expected, is_repeated), moved);
    }));
    return moved;
  }

  absl::Status Remove(const std::string& repository, const std::string& name,
                      std::uint64_t expected) override {
    WM_RETURN_IF_ERROR(CheckSharedName("repository", repository));
    WM_RETURN_IF_ERROR(CheckSharedName("reference", name));
    return session_.Run([&](Connection& connection, bool is_repeated) -> absl::Status {
      WM_ASSIGN_OR_RETURN(const std::optional<std::uint64_t> id,
                          KnownRepository(connection, repository));
      if (!id.has_value()) {
        return absl::AbortedError(fmt::format(
            "remove reference {}: the shared store has no repository {}", name, repository));
      }
      return ReferenceTable(connection, *id).Remove(name, expected, is_repeated);
    });
  }

  absl::Status Watch(const std::string& repository, std::uint64_t patience_ms) override {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(patience_ms);
    while (true) {
      std::string fingerprint;
      WM_RETURN_IF_ERROR(InRepository(repository, [&](Connection& connection, std::uint64_t id) {
        return Keep(ReferenceTable(connection, id).Fingerprint(), fingerprint);
      }));
      if (std::exchange(watched_[repository], fingerprint) != fingerprint) return absl::OkStatus();
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
      if (left.count() <= 0) return absl::OkStatus();
      WM_RETURN_IF_ERROR(session_.Pause(std::min(left, kWatchInterval)));
    }
  }

  absl::StatusOr<SharedStoreState> State() override {
    SharedStoreState state;
    WM_RETURN_IF_ERROR(session_.Run([&](Connection& connection, bool) {
      state = {};
      return ReadState(connection, state);
    }));
    return state;
  }

  absl::StatusOr<CollectionReport> Collect(const RetentionPolicy& policy,
                                           const SharedProgress& progress) override {
    return CollectShared(session_, policy, progress);
  }

  WorkQueue& queue() override { return queue_; }

  absl::StatusOr<StoreCheck> Check(bool marks_damage, const SharedProgress& progress) override {
    return CheckShared(session_, marks_damage, progress);
  }

 private:
  template <typename T>
  static absl::Status Keep(absl::StatusOr<T> result, T& kept) {
    WM_RETURN_IF_ERROR(result.status());
    kept = *std::move(result);
    return absl::OkStatus();
  }

  static absl::Status CheckCommit(std::string_view commit) {
    constexpr std::size_t kMaxDigits = 64;
    const bool is_hexadecimal =
        commit.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (!commit.empty() && commit.size() <= kMaxDigits && is_hexadecimal) return absl::OkStatus();
    return absl::InvalidArgumentError("publish a reference: its commit is no hexadecimal id");
  }

  // Rows that another connection read may be of a database before its restoration.
  std::map<std::string, std::uint64_t>& Repositories() {
    if (std::exchange(known_since_, session_.connections()) != session_.connections()) {
      repositories_.clear();
    }
    return repositories_;
  }

  absl::StatusOr<std::uint64_t> AddedRepository(Connection& connection, const std::string& name) {
    std::map<std::string, std::uint64_t>& known = Repositories();
    if (const auto found = known.find(name); found != known.end()) return found->second;
    WM_ASSIGN_OR_RETURN(const std::uint64_t id, FindOrAddRepository(connection, name));
    known.emplace(name, id);
    return id;
  }

  // Does nothing if the store does not know the repository.
  absl::Status InRepository(
      const std::string& name,
      const std::function<absl::Status(Connection& connection, std::uint64_t id)>& work) {
    WM_RETURN_IF_ERROR(CheckSharedName("repository", name));
    return session_.Run([&](Connection& connection, bool) -> absl::Status {
      WM_ASSIGN_OR_RETURN(const std::optional<std::uint64_t> id, KnownRepository(connection, name));
      return id.has_value() ? work(connection, *id) : absl::OkStatus();
    });
  }

  absl::StatusOr<std::optional<std::uint64_t>> KnownRepository(Connection& connection,
                                                               const std::string& name) {
    std::map<std::string, std::uint64_t>& known = Repositories();
    if (const auto found = known.find(name); found != known.end()) return found->second;
    WM_ASSIGN_OR_RETURN(const std::optional<std::uint64_t> id, FindRepository(connection, name));
    if (id.has_value()) known.emplace(name, *id);
    return id;
  }

  static absl::Status ReadState(Connection& connection, SharedStoreState& state);

  ServerSession session_;
  PostgresQueue queue_{session_};
  std::map<std::string, std::uint64_t> repositories_;
  std::uint64_t known_since_ = 0;
  std::map<std::string, std::string> watched_;  // fingerprints by repository
};

absl::Status PostgresStore::ReadState(Connection& connection, SharedStoreState& state) {
  constexpr std::string_view kWhat = "read the state of the shared store";
  state.address = connection.address();
  state.server = connection.server_version();
  state.format = CurrentFormat();
  WM_ASSIGN_OR_RETURN(
      const Rows settings,
      connection.Run(kWhat, "SELECT current_setting('transaction_read_only') = 'on'"));
  WM_ASSIGN_OR_RETURN(state.is_read_only, settings.Flag(0, 0));
  const absl::StatusOr<Rows> size =
      connection.Run(kWhat, "SELECT pg_database_size(current_database())");
  if (size.ok()) state.database_bytes = size->Number(0, 0).value_or(0);
  WM_ASSIGN_OR_RETURN(
      const Rows rows,
      connection.Run(
          kWhat,
          "SELECT r.name, COALESCE(f.rows, 0), COALESCE(b.rows, 0), COALESCE(b.bytes, 0), "
          "COALESCE(b.stored, 0), COALESCE(f.published, 0) FROM waymark.repository r "
          "LEFT JOIN (SELECT repository, count(*) AS rows, "
          "CAST(EXTRACT(epoch FROM max(published)) AS bigint) AS published "
          "FROM waymark.reference GROUP BY repository) f ON f.repository = r.id "
          "LEFT JOIN (SELECT repository, count(*) AS rows, CAST(sum(bytes) AS bigint) AS bytes, "
          "CAST(sum(octet_length(stored)) AS bigint) AS stored "
          "FROM waymark.blob GROUP BY repository) b ON b.repository = r.id "
          "ORDER BY r.name LIMIT $1",
          Parameters().Number(kMaxListedRows + 1)));
  state.is_truncated = rows.size() > kMaxListedRows;
  for (std::size_t row = 0; row < std::min(rows.size(), kMaxListedRows); ++row) {
    SharedRepository repository;
    WM_ASSIGN_OR_RETURN(repository.name, rows.Bytes(row, 0, kMaxSharedNameBytes));
    WM_ASSIGN_OR_RETURN(repository.references, rows.Number(row, 1));
    WM_ASSIGN_OR_RETURN(repository.blobs, rows.Number(row, 2));
    WM_ASSIGN_OR_RETURN(repository.bytes, rows.Number(row, 3));
    WM_ASSIGN_OR_RETURN(repository.stored_bytes, rows.Number(row, 4));
    WM_ASSIGN_OR_RETURN(repository.published_unix_seconds, rows.Number(row, 5));
    state.repositories.push_back(std::move(repository));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<InitialisedStore> InitialisePostgresStore(const PostgresOptions& options) {
  ServerSession session(options, [](Connection&) { return absl::OkStatus(); });
  InitialisedStore store;
  store.format = CurrentFormat();
  WM_RETURN_IF_ERROR(session.Run([&](Connection& connection, bool) -> absl::Status {
    store.address = connection.address();
    WM_ASSIGN_OR_RETURN(store.found, Migrate(connection));
    return absl::OkStatus();
  }));
  return store;
}

absl::StatusOr<std::unique_ptr<SharedStore>> OpenPostgresStore(const PostgresOptions& options) {
  auto store = std::make_unique<PostgresStore>(options);
  WM_RETURN_IF_ERROR(store->Open());
  return store;
}

}  // namespace waymark::services
