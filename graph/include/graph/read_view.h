// ReadView: everything a query sees of one state of one repository.
//
// A view is immutable and holds one read transaction of the store, so its results stay valid and
// consistent while writers publish newer states. It is shared by shared_ptr and swapped at each
// publication. Ids below symbol_bound() may be masked, that is replaced by a newer row of the same
// file: no enumeration returns masked ids, and neighbours are already mapped to the live row of the
// same identity. Raw spans of the store never leave a view, because a single span could not show an
// overlay.
//
// Thread-safety: all const methods may be called from any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/ids.h"
#include "graph/kinds.h"
#include "graph/records.h"

namespace waymark::graph {

// Identifies the state that a view shows, with counts.
struct ViewInfo {
  std::string repository;  // stable name: normalised remote, else the name recorded at first index
  std::string view;        // name of the view inside the repository
  std::uint64_t generation = 0;
  RootHash root;          // digest of facts, resolved edges with sites and unresolved references
  std::string commit;     // HEAD at index time as hex, empty outside git
  std::string root_path;  // absolute path of the checkout that was indexed; never part of a digest
  std::uint64_t indexed_unix_seconds = 0;
  std::uint64_t symbol_count = 0;  // live
  std::uint64_t file_count = 0;    // live
  std::uint64_t edge_count = 0;
  std::uint64_t unresolved_count = 0;
  // Files of the checkout that are not indexed, by kind; the kind with the most files first.
  std::vector<KindCount> unindexed;
};

// Sums over live symbols, for length normalisation and inverse document frequency.
struct FieldStatistics {
  std::array<std::uint64_t, kFieldCount> total_length{};    // tokens
  std::array<std::uint64_t, kFieldCount> nonempty_count{};  // symbols with at least one token
  std::uint64_t document_count = 0;                         // symbols outside test code
};

struct TermStatistics {
  std::uint32_t document_frequency = 0;  // symbols outside test code with the term in any own field
};

class ReadView {
 public:
  virtual ~ReadView() = default;

  virtual const ViewInfo& info() const = 0;

  // Exclusive upper bounds of ids, masked ones included; sizes of scratch arrays.
  virtual std::uint32_t symbol_bound() const = 0;
  virtual std::uint32_t file_bound() const = 0;
  virtual bool IsLive(SymbolId symbol) const = 0;
  virtual bool IsLive(FileId file) const = 0;

  // Rows. REQUIRES: a live id. O(1). The narrow getters touch one column each.
  virtual SymbolRow Symbol(SymbolId symbol) const = 0;
  // One line, as written, with white space folded; may be empty. Signatures are stored compressed,
  // so a call costs microseconds: call it only for symbols that are shown. Also empty when the
  // stored bytes are damaged, which Store::Verify reports.
  virtual std::string Signature(SymbolId symbol) const = 0;
  virtual FileRow File(FileId file) const = 0;
  virtual SymbolKind Kind(SymbolId symbol) const = 0;
  virtual std::uint16_t Flags(
      SymbolId symbol) const = 0;  // symbol flags; kSymbolTest includes the file's
  virtual std::uint16_t FileFlags(FileId file) const = 0;
  virtual FileId FileOf(SymbolId symbol) const = 0;
  virtual SymbolId Parent(SymbolId symbol) const = 0;
  // Token counts of the own fields of a symbol, in order of Field.
  virtual std::array<std::uint16_t, kFieldCount> FieldLengths(SymbolId symbol) const = 0;

  // Total order by (path, position), independent of how ids were assigned. Returns -1, 0 or 1.
  virtual int CompareCanonical(SymbolId a, SymbolId b) const = 0;

  // Live files in byte order of their paths.
  virtual std::vector<FileId> Files() const = 0;
  virtual std::optional<FileId> FindFile(std::string_view path) const = 0;
  // Digest of a live file's part of the graph: its symbols, their edges with sites, its unresolved
  // references. Two views of one store have equal digests exactly when these are equal, because the
  // digest names symbols of other files by identity. O(1).
  virtual RootHash FileRoot(FileId file) const = 0;
  // Live symbols of a file in order of position.
  virtual void SymbolsOf(FileId file, std::vector<SymbolId>& out) const = 0;
  virtual std::span<const SkippedFile> Skipped() const = 0;

  // Edges. `out` is cleared first. Ordered by (type, neighbour's canonical position). Cost:
  // O(degree).
  virtual void Out(SymbolId symbol, std::vector<Neighbor>& out) const = 0;
  virtual void In(SymbolId symbol, std::vector<Neighbor>& out) const = 0;
  virtual std::uint32_t OutDegree(SymbolId symbol) const = 0;
  virtual std::uint32_t InDegree(SymbolId symbol) const = 0;
  // Positions at which the edge was found, in the file of its source: ordered, without duplicates.
  // Empty for structural edges.
  virtual void Sites(const Neighbor& neighbor, std::vector<Position>& out) const = 0;

  // Names. All symbols whose last component equals `name`, in canonical order; case-sensitive.
  virtual void WithName(std::string_view name, std::vector<SymbolId>& out) const = 0;
  // Visits every distinct last component of a live symbol's name from `from` on, in byte order;
  // stops when the visitor returns false.
  virtual void VisitNames(std::string_view from,
                          const std::function<bool(std::string_view name)>& visitor) const = 0;

  // Unresolved references, by the name that was looked up.
  virtual void UnresolvedWithName(std::string_view name, std::vector<UnresolvedRow>& out) const = 0;
  // Every unresolved reference with its name, in canonical order of sources and sites; stops when
  // the visitor returns false.
  virtual void VisitUnresolved(
      const std::function<bool(std::string_view name, const UnresolvedRow& row)>& visitor)
      const = 0;
  // Candidates of an ambiguous reference, in canonical order.
  virtual void Candidates(const UnresolvedRow& row, std::vector<SymbolId>& out) const = 0;

  // Live files whose facts mention an identifier with this hash (MentionHash, graph/hash.h),
  // ascending by FileId. A definition of that name can bind references in these files only. Hash
  // collisions may add a few files.
  virtual void FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const = 0;

  // Own-field postings of a stemmed term (graph/tokenize.h), of live symbols. Absent terms give
  // nothing.
  virtual std::optional<TermStatistics> Term(std::string_view term) const = 0;
  virtual void Postings(std::string_view term, std::vector<Posting>& out) const = 0;
  // Live files whose path has the term, ascending by FileId.
  virtual void FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const = 0;
  virtual const FieldStatistics& Statistics() const = 0;

  // Derived from the above.
  std::string QualifiedName(
      SymbolId symbol) const;  // scope + separator of the language + name; the path for a file
  SymbolIdentity Identity(SymbolId symbol) const;  // full hash, computed
};

}  // namespace waymark::graph
