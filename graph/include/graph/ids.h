// Identifiers of the graph.
//
// Two families, never mixed. Dense ids (SymbolId, FileId, NameId) are indices into the arrays of
// There are two families, which are never mixed. Dense ids (SymbolId, FileId, NameId) are indices
// into the arrays of one ReadView: small, ordered, meaningless outside that view, never persisted
// by a client. Hash ids (ContentHash, SymbolIdentity, RootHash) are SHA-256 values that mean the
// same on every machine; these may be kept by clients.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace waymark {

// A symbol of one view: below ReadView::symbol_bound(). Base symbols are numbered in (path,
// position) order.
enum class SymbolId : std::uint32_t { kNone = 0xFFFFFFFF };
// A file of one view: below ReadView::file_bound(). Base files are numbered in byte order of their
// paths.
enum class FileId : std::uint32_t { kNone = 0xFFFFFFFF };
// A string of the name table of one view. kNone is the empty string.
enum class NameId : std::uint32_t { kNone = 0xFFFFFFFF };
// A segment of one store; never reused.
enum class SegmentId : std::uint64_t { kNone = 0 };

template <typename Id>
constexpr auto ToIndex(Id id) {
  return static_cast<std::underlying_type_t<Id>>(id);
}

// 32 bytes of SHA-256, tagged by what was hashed. Ordered bytewise.
template <typename Tag>
struct Hash256 {
  std::array<std::uint8_t, 32> bytes{};

  auto operator<=>(const Hash256&) const = default;
  // 64 lower-case hexadecimal digits.
  std::string ToHex() const;
  // Reads exactly 64 hexadecimal digits of either case; nothing else.
  static std::optional<Hash256> FromHex(std::string_view text);
  // First eight bytes, big-endian: the prefix kept in columns.
  std::uint64_t Prefix64() const;
};

struct ContentTag;
struct IdentityTag;
struct RootTag;
// SHA-256 of the bytes of a file in the work tree, no domain prefix: equals `sha256sum FILE`.
using ContentHash = Hash256<ContentTag>;
// Identity of a symbol, see graph/hash.h.
using SymbolIdentity = Hash256<IdentityTag>;
// Digest of a part of the graph, see graph/hash.h.
using RootHash = Hash256<RootTag>;

extern template struct Hash256<ContentTag>;
extern template struct Hash256<IdentityTag>;
extern template struct Hash256<RootTag>;

}  // namespace waymark
