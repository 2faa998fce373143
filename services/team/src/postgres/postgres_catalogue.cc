#include "services/postgres_catalogue.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "postgres/connection.h"
#include "postgres/migrations.h"
#include "postgres/reference_table.h"
#include "postgres/server_session.h"
#include "services/shared_store.h"

namespace waymark::services {
namespace {

constexpr std::string_view kListing = "list the names of a repository";
constexpr std::string_view kSeeking = "look for names";

// A name that more repositories have tells little about any of them, and its rows would be most of
// an answer. It counts only if every other sought name is as frequent.
constexpr std::uint64_t kMaxRepositoriesOfName = 2'000;

// A sought name, with the number of repositories that have it.
struct SoughtName {
  NameHash hash = 0;
  std::uint64_t repositories = 0;
};

absl::Status ReplaceRole(Connection& connection, std::uint64_t repository,
                         const CataloguedNames& names) {
  const auto role = static_cast<std::uint64_t>(names.role);
  const std::span<const NameHash> kept(names.names.data(),
                                       std::min(names.names.size(), kMaxCataloguedNames));
  const Parameters parameters = Parameters().Number(repository).Number(role).Numbers(kept);
  constexpr char kDelete[] =
      "DELETE FROM waymark.name n WHERE n.repository = $1 AND n.role = $2 AND NOT EXISTS "
      "(SELECT 1 FROM unnest($3) AS kept(hash) WHERE kept.hash = n.hash)";
  constexpr char kInsert[] =
      "INSERT INTO waymark.name (hash, role, repository) SELECT kept.hash, $2, $1 "
      "FROM unnest($3) AS kept(hash) ON CONFLICT (hash, role, repository) DO NOTHING";
  WM_RETURN_IF_ERROR(connection.Run(kListing, kDelete, parameters).status());
  WM_RETURN_IF_ERROR(connection.Run(kListing, kInsert, parameters).status());
  const bool is_complete = names.is_complete && kept.size() == names.names.size();
  return connection
      .Run(kListing,
           "INSERT INTO waymark.listed (repository, role, complete) VALUES ($1, $2, $3) "
           "ON CONFLICT (repository, role) DO UPDATE SET complete = excluded.complete",
           Parameters().Number(repository).Number(role).Number(is_complete ? 1 : 0))
      .status();
}

absl::StatusOr<std::vector<SoughtName>> CountRepositories(Connection& connection, NameRole role,
                                                          std::span<const NameHash> names) {
  WM_ASSIGN_OR_RETURN(
      const Rows rows,
      connection.Run(kSeeking,
                     "SELECT hash, count(*) FROM waymark.name WHERE role = $1 AND hash = ANY ($2) "
                     "GROUP BY hash",
                     Parameters().Number(static_cast<std::uint64_t>(role)).Numbers(names)));
  std::vector<SoughtName> found;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    SoughtName& name = found.emplace_back();
    WM_ASSIGN_OR_RETURN(name.hash, rows.Number(row, 0));
    WM_ASSIGN_OR_RETURN(name.repositories, rows.Number(row, 1));
  }
  std::sort(found.begin(), found.end(), [](const SoughtName& a, const SoughtName& b) {
    return std::pair(a.repositories, a.hash) < std::pair(b.repositories, b.hash);
  });
  return found;
}

// The frequent names are left out, unless there are no others.
void KeepTelling(std::vector<SoughtName>& names) {
  const auto frequent = std::find_if(names.begin(), names.end(), [](const SoughtName& name) {
    return name.repositories > kMaxRepositoriesOfName;
  });
  names.erase(std::max(frequent, names.begin() + (names.empty() ? 0 : 1)), names.end());
}

absl::Status CountListed(Connection& connection, NameRole role, CatalogueAnswer& answer) {
  WM_ASSIGN_OR_RETURN(
      const Rows rows,
      connection.Run(
          kSeeking,
          "SELECT (SELECT count(*) FROM waymark.listed WHERE role = $1), "
          "(SELECT count(*) FROM waymark.repository r WHERE NOT EXISTS (SELECT 1 FROM "
          "waymark.listed l WHERE l.repository = r.id AND l.role = $1 AND l.complete = 1))",
          Parameters().Number(static_cast<std::uint64_t>(role))));
  WM_ASSIGN_OR_RETURN(answer.repositories, rows.Number(0, 0));
  WM_ASSIGN_OR_RETURN(answer.unlisted, rows.Number(0, 1));
  return absl::OkStatus();
}

absl::Status FindNames(Connection& connection, NameRole role, std::span<const NameHash> names,
                       CatalogueAnswer& answer) {
  WM_RETURN_IF_ERROR(CountListed(connection, role, answer));
  WM_ASSIGN_OR_RETURN(std::vector<SoughtName> sought, CountRepositories(connection, role, names));
  KeepTelling(sought);
  std::vector<NameHash> hashes;
  std::map<NameHash, double> weights;
  for (const SoughtName& name : sought) {
    hashes.push_back(name.hash);
    weights[name.hash] = std::log1p(static_cast<double>(answer.repositories) /
                                    static_cast<double>(name.repositories));
  }
  WM_ASSIGN_OR_RETURN(
      const Rows rows,
      connection.Run(kSeeking,
                     "SELECT r.name, n.hash FROM waymark.name n JOIN waymark.repository r "
                     "ON r.id = n.repository WHERE n.role = $1 AND n.hash = ANY ($2)",
                     Parameters().Number(static_cast<std::uint64_t>(role)).Numbers(hashes)));
  std::map<std::string, CatalogueHit, std::less<>> hits;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    WM_ASSIGN_OR_RETURN(const std::string_view repository, rows.Bytes(row, 0, kMaxSharedNameBytes));
    WM_ASSIGN_OR_RETURN(const NameHash hash, rows.Number(row, 1));
    auto hit = hits.find(repository);
    if (hit == hits.end()) hit = hits.emplace(repository, CatalogueHit()).first;
    hit->second.score += weights[hash];
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == hash) hit->second.names.push_back(i);
    }
  }
  for (auto& [repository, hit] : hits) {
    hit.repository = repository;
    std::sort(hit.names.begin(), hit.names.end());
    answer.hits.push_back(std::move(hit));
  }
  return absl::OkStatus();
}

class PostgresCatalogue final : public NameCatalogue {
 public:
  explicit PostgresCatalogue(const PostgresOptions& options) : session_(options, CheckFormat) {}

  absl::Status Open() {
    return session_.Run([](Connection&, bool) { return absl::OkStatus(); });
  }

  absl::Status Replace(const std::string& repository,
                       std::span<const CataloguedNames> names) override {
    WM_RETURN_IF_ERROR(CheckSharedName("repository", repository));
    return session_.Run([&](Connection& connection, bool) -> absl::Status {
      WM_ASSIGN_OR_RETURN(const std::uint64_t id, FindOrAddRepository(connection, repository));
      WM_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(connection, kListing));
      for (const CataloguedNames& of_role : names) {
        WM_RETURN_IF_ERROR(ReplaceRole(connection, id, of_role));
      }
      return transaction.Commit(kListing);
    });
  }

  absl::StatusOr<CatalogueAnswer> Find(NameRole role, std::span<const NameHash> names,
                                       std::size_t limit) override {
    if (names.size() > kMaxSoughtNames) {
      return absl::InvalidArgumentError(
          fmt::format("look for names: {} names, the limit is {}", names.size(), kMaxSoughtNames));
    }
    CatalogueAnswer answer;
    WM_RETURN_IF_ERROR(session_.Run([&](Connection& connection, bool) {
      answer = {};
      return FindNames(connection, role, names, answer);
    }));
    std::stable_sort(
        answer.hits.begin(), answer.hits.end(),
        [](const CatalogueHit& a, const CatalogueHit& b) { return a.score > b.score; });
    answer.found = answer.hits.size();
    if (answer.hits.size() > limit) answer.hits.resize(limit);
    return answer;
  }

 private:
  ServerSession session_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<NameCatalogue>> OpenPostgresCatalogue(
    const PostgresOptions& options) {
  auto catalogue = std::make_unique<PostgresCatalogue>(options);
  WM_RETURN_IF_ERROR(catalogue->Open());
  return catalogue;
}

}  // namespace waymark::services
