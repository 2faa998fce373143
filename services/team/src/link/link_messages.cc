#include "link/link_messages.h"

#include <cstring>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::services {
namespace {

using graph::BlobHash;

constexpr std::size_t kHashBytes = sizeof(BlobHash::bytes);
constexpr std::size_t kMaxMessageBytes = 4096;
constexpr auto kLastCode = static_cast<std::uint32_t>(absl::StatusCode::kUnauthenticated);

absl::Status NoMessage(std::string_view what) {
  return absl::DataLossError(fmt::format("a message between waymark and waymark-team: {}", what));
}

}  // namespace

std::string LinkBuild() { return WM_LINK_BUILD; }

std::string ToLink(std::span<const BlobHash> hashes) {
  std::string bytes;
  bytes.reserve(hashes.size() * kHashBytes);
  for (const BlobHash& hash : hashes) {
    bytes.append(reinterpret_cast<const char*>(hash.bytes.data()), kHashBytes);
  }
  return bytes;
}

absl::StatusOr<std::vector<BlobHash>> HashesFromLink(std::string_view bytes) {
  if (bytes.size() % kHashBytes != 0) return NoMessage("a hash has another size");
  std::vector<BlobHash> hashes(bytes.size() / kHashBytes);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    std::memcpy(hashes[i].bytes.data(), bytes.data() + i * kHashBytes, kHashBytes);
  }
  return hashes;
}

void ToLink(const graph::Blob& blob, link::v1::Blob& message) {
  message.set_hash(ToLink(std::span(&blob.hash, 1)));
  message.set_content(blob.bytes);
  message.set_children(ToLink(blob.children));
}

absl::StatusOr<graph::Blob> FromLink(const link::v1::Blob& message) {
  graph::Blob blob;
  WM_ASSIGN_OR_RETURN(const std::vector<BlobHash> hash, HashesFromLink(message.hash()));
  if (hash.size() != 1) return NoMessage("a blob has no hash");
  blob.hash = hash.front();
  blob.bytes = message.content();
  WM_ASSIGN_OR_RETURN(blob.children, HashesFromLink(message.children()));
  return blob;
}

void ToLink(const graph::Reference& reference, link::v1::Reference& message) {
  message.set_name(reference.name);
  message.set_version(reference.version);
  message.set_root(ToLink(std::span(&reference.root, 1)));
  message.set_commit(reference.commit);
  message.set_published_unix_seconds(reference.published_unix_seconds);
}

absl::StatusOr<graph::Reference> FromLink(const link::v1::Reference& message) {
  graph::Reference reference;
  WM_ASSIGN_OR_RETURN(const std::vector<BlobHash> root, HashesFromLink(message.root()));
  if (root.size() != 1) return NoMessage("a reference has no root");
  reference.name = message.name();
  reference.version = message.version();
  reference.root = root.front();
  reference.commit = message.commit();
  reference.published_unix_seconds = message.published_unix_seconds();
  return reference;
}

void ToLink(const SharedStoreState& state, link::v1::State& message) {
  message.set_address(state.address);
  message.set_server(state.server);
  message.set_format(state.format);
  message.set_is_read_only(state.is_read_only);
  message.set_database_bytes(state.database_bytes);
  message.set_is_truncated(state.is_truncated);
  for (const SharedRepository& repository : state.repositories) {
    link::v1::Repository& row = *message.add_repositories();
    row.set_name(repository.name);
    row.set_references(repository.references);
    row.set_blobs(repository.blobs);
    row.set_bytes(repository.bytes);
    row.set_stored_bytes(repository.stored_bytes);
    row.set_published_unix_seconds(repository.published_unix_seconds);
  }
}

SharedStoreState FromLink(const link::v1::State& message) {
  SharedStoreState state;
  state.address = message.address();
  state.server = message.server();
  state.format = message.format();
  state.is_read_only = message.is_read_only();
  state.database_bytes = message.database_bytes();
  state.is_truncated = message.is_truncated();
  for (const link::v1::Repository& row : message.repositories()) {
    state.repositories.push_back({row.name(), row.references(), row.blobs(), row.bytes(),
                                  row.stored_bytes(), row.published_unix_seconds()});
  }
  return state;
}

void ToLink(const CollectionReport& report, link::v1::Collected& message) {
  message.set_repositories(report.repositories);
  message.set_kept_references(report.kept_references);
  message.set_removed_references(report.removed_references);
  message.set_kept_blobs(report.kept_blobs);
  message.set_removed_blobs(report.removed_blobs);
  message.set_removed_bytes(report.removed_bytes);
}

CollectionReport FromLink(const link::v1::Collected& message) {
  return {message.repositories(), message.kept_references(), message.removed_references(),
          message.kept_blobs(),   message.removed_blobs(),   message.removed_bytes()};
}

void ToLink(const StoreCheck& check, link::v1::Checked& message) {
  message.set_references(check.references);
  message.set_blobs(check.blobs);
  message.set_bytes(check.bytes);
  message.set_damaged_blobs(check.damaged_blobs);
  message.set_problems(check.problems);
  for (const std::string& problem : check.named) message.add_named(problem);
}

StoreCheck FromLink(const link::v1::Checked& message) {
  return {message.references(), message.blobs(),
          message.bytes(),      message.damaged_blobs(),
          message.problems(),   {message.named().begin(), message.named().end()}};
}

void ToLink(const absl::Status& status, link::v1::Reply& reply) {
  reply.set_is_last(true);
  reply.set_status(static_cast<std::uint32_t>(status.code()));
  reply.set_message(std::string(status.message()).substr(0, kMaxMessageBytes));
}

absl::Status StatusFromLink(const link::v1::Reply& reply) {
  if (reply.status() == 0) return absl::OkStatus();
  if (reply.status() > kLastCode || reply.message().empty()) {
    return NoMessage("an error has no meaning");
  }
  return {static_cast<absl::StatusCode>(reply.status()), reply.message()};
}

}  // namespace waymark::services
