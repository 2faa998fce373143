#include "store/git_blobs.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "graph/hash.h"
#include "graph/status.h"
#include "model/bytes.h"

namespace waymark::graph {
namespace {

std::string_view ObjectKey(const GitObjectId& object) {
  return {reinterpret_cast<const char*>(object.data()), object.size()};
}

// Covers a row with its key. Rows are many, so they have no whole hash.
std::uint64_t CheckOf(const GitBlob& blob) {
  const RootHash hash = FieldHasher("waymark.git_blob.v1")
                            .Add(ObjectKey(blob.object))
                            .Add(blob.size_bytes)
                            .Add(blob.content)
                            .Finish<RootHash>();
  return Load<std::uint64_t>(hash.bytes.data());
}

std::string EncodeRow(const GitBlob& blob) {
  std::string row;
  AppendLittle(row, blob.size_bytes);
  AppendLittle(row, blob.content.bytes);
  AppendLittle(row, CheckOf(blob));
  return row;
}

// Nothing if the row is damaged, or of a version without a check: the blob is read again.
std::optional<GitBlob> DecodeRow(const GitObjectId& object, std::string_view bytes) {
  ByteReader reader(bytes);
  GitBlob blob;
  blob.object = object;
  blob.size_bytes = reader.Little<std::uint64_t>();
  blob.content.bytes = reader.Little<std::array<std::uint8_t, 32>>();
  const auto check = reader.Little<std::uint64_t>();
  return reader.AtEnd() && check == CheckOf(blob) ? std::optional(blob) : std::nullopt;
}

}  // namespace

absl::StatusOr<std::vector<std::optional<GitBlob>>> ReadGitBlobs(
    const Txn& txn, std::span<const GitObjectId> objects) {
  std::vector<std::optional<GitBlob>> blobs(objects.size());
  for (std::size_t i = 0; i < objects.size(); ++i) {
    WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> bytes,
                        txn.Get(Table::kGitBlob, ObjectKey(objects[i])));
    if (!bytes) continue;
    blobs[i] = DecodeRow(objects[i], *bytes);
  }
  return blobs;
}

absl::Status WriteGitBlobs(WriteTxn& txn, std::span<const GitBlob> blobs) {
  std::vector<const GitBlob*> added;
  for (const GitBlob& blob : blobs) {
    WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> known,
                        txn.Get(Table::kGitBlob, ObjectKey(blob.object)));
    if (!known || !DecodeRow(blob.object, *known)) added.push_back(&blob);
  }
  if (added.empty()) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(const std::uint64_t count, txn.Count(Table::kGitBlob));
  if (count + added.size() > kMaxKnownBlobs) WM_RETURN_IF_ERROR(txn.Clear(Table::kGitBlob));
  // Written in order of keys, so that neighbours share pages.
  std::sort(added.begin(), added.end(),
            [](const GitBlob* a, const GitBlob* b) { return a->object < b->object; });
  for (const GitBlob* blob : added) {
    WM_RETURN_IF_ERROR(txn.Put(Table::kGitBlob, ObjectKey(blob->object), EncodeRow(*blob)));
  }
  return absl::OkStatus();
}

}  // namespace waymark::graph
