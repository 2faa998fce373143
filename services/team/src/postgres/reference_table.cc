#include "postgres/reference_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/status.h"
#include "postgres/blob_table.h"
#include "services/shared_store.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

using graph::Reference;

constexpr std::size_t kMaxCommitDigits = 64;
constexpr std::string_view kPublishing = "publish a reference";
constexpr char kColumns[] =
    "name, version, root, commit, CAST(EXTRACT(epoch FROM published) AS bigint)";

absl::StatusOr<Reference> ParseReference(const Rows& rows, std::size_t row) {
  Reference reference;
  WM_ASSIGN_OR_RETURN(reference.name, rows.Bytes(row, 0, kMaxSharedNameBytes));
  WM_ASSIGN_OR_RETURN(reference.version, rows.Number(row, 1));
  WM_ASSIGN_OR_RETURN(reference.root, rows.Hash(row, 2));
  WM_ASSIGN_OR_RETURN(reference.commit, rows.Bytes(row, 3, kMaxCommitDigits));
  WM_ASSIGN_OR_RETURN(reference.published_unix_seconds, rows.Number(row, 4));
  return reference;
}

absl::StatusOr<std::vector<Reference>> ParseReferences(const Rows& rows) {
  std::vector<Reference> references;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    WM_ASSIGN_OR_RETURN(Reference reference, ParseReference(rows, row));
    references.push_back(std::move(reference));
  }
  return references;
}

absl::Status OtherVersion(const std::string& name, const std::optional<Reference>& found,
                          std::uint64_t expected) {
  return absl::AbortedError(fmt::format(
      "change reference {}: it has version {}, not {}; somebody else changed it: read it again",
      name, found.has_value() ? found->version : 0, expected));
}

}  // namespace

absl::Status CheckSharedName(std::string_view of_what, std::string_view name) {
  const auto refuse = [&](std::string_view why) {
    return absl::InvalidArgumentError(fmt::format("the name of a {} {}", of_what, why));
  };
  if (name.empty()) return refuse("is empty");
  if (name.size() > kMaxSharedNameBytes) {
    return refuse(fmt::format("has {} bytes, the limit is {}", name.size(), kMaxSharedNameBytes));
  }
  if (name.find('\0') != std::string_view::npos || !wire::IsUtf8(name))
    return refuse("is no UTF-8 text");
  return absl::OkStatus();
}

absl::StatusOr<std::optional<std::uint64_t>> FindRepository(Connection& connection,
                                                            const std::string& name) {
  WM_ASSIGN_OR_RETURN(
      const Rows rows,
      connection.Run("look for a repository", "SELECT id FROM waymark.repository WHERE name = $1",
                     Parameters().Text(name)));
  if (rows.size() == 0) return std::nullopt;
  WM_ASSIGN_OR_RETURN(const std::uint64_t id, rows.Number(0, 0));
  return id;
}

absl::StatusOr<std::uint64_t> FindOrAddRepository(Connection& connection, const std::string& name) {
  WM_ASSIGN_OR_RETURN(std::optional<std::uint64_t> id, FindRepository(connection, name));
  if (id.has_value()) return *id;
  WM_RETURN_IF_ERROR(connection
                         .Run("add a repository",
                              "INSERT INTO waymark.repository (name) VALUES ($1) "
                              "ON CONFLICT (name) DO NOTHING",
                              Parameters().Text(name))
                         .status());
  WM_ASSIGN_OR_RETURN(id, FindRepository(connection, name));
  if (id.has_value()) return *id;
  return absl::UnavailableError("add a repository: its row is gone; try again");
}

absl::StatusOr<std::optional<Reference>> ReferenceTable::Find(const std::string& name) {
  WM_ASSIGN_OR_RETURN(const Rows rows,
                      connection_.Run("look for a reference",
                                      fmt::format("SELECT {} FROM waymark.reference "
                                                  "WHERE repository = $1 AND name = $2",
                                                  kColumns),
                                      Parameters().Number(repository_).Text(name)));
  if (rows.size() == 0) return std::nullopt;
  WM_ASSIGN_OR_RETURN(Reference reference, ParseReference(rows, 0));
  return reference;
}

absl::StatusOr<std::vector<Reference>> ReferenceTable::List(const std::string& prefix,
                                                            std::size_t limit) {
  WM_ASSIGN_OR_RETURN(
      const Rows rows,
      connection_.Run(
          "list references",
          fmt::format(
              "SELECT {} FROM waymark.reference WHERE repository = $1 AND "
              "substr(name, 1, char_length($2)) = $2 ORDER BY published DESC, name LIMIT $3",
              kColumns),
          Parameters().Number(repository_).Text(prefix).Number(std::min(limit, kMaxListedRows))));
  return ParseReferences(rows);
}

absl::StatusOr<std::vector<Reference>> ReferenceTable::PageAfter(const std::string& name,
                                                                 std::size_t limit) {
  WM_ASSIGN_OR_RETURN(
      const Rows rows,
      connection_.Run("list references",
                      fmt::format("SELECT {} FROM waymark.reference WHERE repository = $1 AND "
                                  "name > $2 ORDER BY name LIMIT $3",
                                  kColumns),
                      Parameters().Number(repository_).Text(name).Number(limit)));
  return ParseReferences(rows);
}

absl::Status ReferenceTable::Move(const Reference& changed, std::uint64_t expected) {
  const Parameters parameters = Parameters()
                                    .Number(repository_)
                                    .Text(changed.name)
                                    .Hash(changed.root)
                                    .Text(changed.commit)
                                    .Number(expected);
  constexpr char kAdd[] =
      "INSERT INTO waymark.reference (repository, name, version, root, commit) "
      "VALUES ($1, $2, $5 + 1, $3, $4) ON CONFLICT (repository, name) DO NOTHING";
  constexpr char kChange[] =
      "UPDATE waymark.reference SET version = version + 1, root = $3, commit = $4, "
      "published = now() WHERE repository = $1 AND name = $2 AND version = $5";
  WM_ASSIGN_OR_RETURN(const Rows moved,
                      connection_.Run(kPublishing, expected == 0 ? kAdd : kChange, parameters));
  if (moved.changed() == 1) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(const std::optional<Reference> found, Find(changed.name));
  return OtherVersion(changed.name, found, expected);
}

absl::StatusOr<Reference> ReferenceTable::Swap(const Reference& changed, std::uint64_t expected,
                                               bool is_repeated) {
  if (is_repeated) {
    WM_ASSIGN_OR_RETURN(std::optional<Reference> found, Find(changed.name));
    if (found.has_value() && found->version == expected + 1 && found->root == changed.root &&
        found->commit == changed.commit) {
      return *std::move(found);
    }
  }
  WM_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(connection_, kPublishing));
  BlobTable blobs(connection_, repository_);
  // Once the root is touched, no collection takes a blob of its tree.
  WM_RETURN_IF_ERROR(blobs.Touch(std::span(&changed.root, 1)).status());
  WM_RETURN_IF_ERROR(blobs.CheckTree(changed.root));
  WM_RETURN_IF_ERROR(Move(changed, expected));
  WM_ASSIGN_OR_RETURN(std::optional<Reference> now, Find(changed.name));
  if (!now.has_value()) return absl::InternalError("a reference that was written is not there");
  WM_RETURN_IF_ERROR(transaction.Commit(kPublishing));
  return *std::move(now);
}

absl::Status ReferenceTable::Remove(const std::string& name, std::uint64_t expected,
                                    bool is_repeated) {
  WM_ASSIGN_OR_RETURN(
      const Rows removed,
      connection_.Run("remove a reference",
                      "DELETE FROM waymark.reference WHERE repository = $1 AND "
                      "name = $2 AND version = $3",
                      Parameters().Number(repository_).Text(name).Number(expected)));
  if (removed.changed() == 1) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(const std::optional<Reference> found, Find(name));
  if (is_repeated && !found.has_value()) return absl::OkStatus();
  return OtherVersion(name, found, expected);
}

absl::StatusOr<std::string> ReferenceTable::Fingerprint() {
  WM_ASSIGN_OR_RETURN(const Rows rows,
                      connection_.Run("watch references",
                                      "SELECT CAST(count(*) AS text) || ' ' || "
                                      "COALESCE(CAST(sum(version) AS text), '') || ' ' || "
                                      "COALESCE(CAST(max(published) AS text), '') "
                                      "FROM waymark.reference WHERE repository = $1",
                                      Parameters().Number(repository_)));
  WM_ASSIGN_OR_RETURN(const std::string_view text, rows.Bytes(0, 0, kMaxSharedNameBytes));
  return std::string(text);
}

}  // namespace waymark::services
