#include "store/store_sizes.h"

#include <map>
#include <string>

#include "base/base_format.h"
#include "facts/facts_format.h"
#include "graph/status.h"
#include "store/file_states.h"

namespace waymark::graph {
namespace {

// A part begins at a section and extends to the next row of its kind.
struct PartRow {
  SegmentKind kind;
  SectionNumber first_section;
  std::string_view name;
};

constexpr PartRow kParts[] = {
    {SegmentKind::kFactsPack, kFactsIndex, "facts index"},
    {SegmentKind::kFactsPack, kFactsHeaders, "facts headers"},
    {SegmentKind::kFactsPack, kFactsBodies, "facts bodies"},
    {SegmentKind::kRemoteFacts, kFactsIndex, "facts index"},
    {SegmentKind::kBase, kFilePath, "file columns"},
    {SegmentKind::kBase, kSymbolName, "symbol columns"},
    {SegmentKind::kBase, kSignatureChunks, "signatures"},
    {SegmentKind::kBase, kStrings, "strings"},
    {SegmentKind::kBase, kNameOrder, "name index"},
    {SegmentKind::kBase, kLabels, "outgoing edges and sites"},
    {SegmentKind::kBase, kInIndex, "incoming edges"},
    {SegmentKind::kBase, kUnresolvedNames, "unresolved references"},
    {SegmentKind::kBase, kTerms, "terms"},
    {SegmentKind::kBase, kPostings, "postings"},
    {SegmentKind::kBase, kPathTerms, "terms"},
    {SegmentKind::kBase, kMentionChunks, "mentions"},
    {SegmentKind::kBase, kNumbers, "summary"},
    {SegmentKind::kFileStates, kStatePaths, "file states"},
    {SegmentKind::kOverlay, kFilePath, "overlays"},
};

// Tables whose values are not segments.
struct RowsPart {
  Table table;
  std::string_view name;
};

constexpr RowsPart kRowsParts[] = {
    {Table::kHistory, "history"},       {Table::kPack, "packs sent"},
    {Table::kSession, "sessions"},      {Table::kJudgements, "feedback"},
    {Table::kWorkspaces, "workspaces"}, {Table::kFetched, "fetched facts"}};

absl::StatusOr<std::uint64_t> BytesOfRows(const ReadTxn& txn, Table table) {
  WM_ASSIGN_OR_RETURN(const std::uint64_t rows, txn.Count(table));
  if (rows == 0) return 0U;
  std::uint64_t bytes = 0;
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, table));
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(std::string_view("\0", 1)));
  while (found) {
    bytes += cursor.value().size();
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  return bytes;
}

}  // namespace

std::string_view PartOf(SegmentKind kind, SectionNumber section) {
  std::string_view name = "other";
  for (const PartRow& row : kParts) {
    if (row.kind == kind && row.first_section <= section) name = row.name;
  }
  return name;
}

absl::StatusOr<std::vector<StorePart>> ComputeSizes(const Environment& environment) {
  std::map<std::string, std::uint64_t> bytes_of;
  WM_ASSIGN_OR_RETURN(const Environment::FileUse use, environment.Use());
  std::uint64_t known_bytes = use.free_bytes;
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment.BeginRead());
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, Table::kSegment));
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(SegmentKey(SegmentId::kNone)));
  while (found) {
    WM_ASSIGN_OR_RETURN(const CatalogueRow row, DecodeCatalogueRow(cursor.value()));
    for (const SectionRow& section : row.sections) {
      if (section.section == kTails) continue;  // counted with the sections of the tails
      bytes_of[std::string(PartOf(row.kind, section.section))] += section.bytes;
      known_bytes += section.bytes;
    }
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  for (const RowsPart& part : kRowsParts) {
    WM_ASSIGN_OR_RETURN(const std::uint64_t bytes, BytesOfRows(txn, part.table));
    if (bytes != 0) bytes_of[std::string(part.name)] = bytes;
    known_bytes += bytes;
  }
  std::vector<StorePart> parts;
  parts.reserve(bytes_of.size() + 2);
  for (const auto& [name, bytes] : bytes_of) parts.push_back(StorePart{name, bytes});
  parts.push_back(StorePart{"free pages", use.free_bytes});
  parts.push_back(StorePart{"trees and padding",
                            use.disk_bytes > known_bytes ? use.disk_bytes - known_bytes : 0});
  return parts;
}

}  // namespace waymark::graph
