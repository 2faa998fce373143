// Domain-separated SHA-256 and the identity of symbols.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "graph/ids.h"
#include "graph/kinds.h"

namespace waymark {

// SHA-256 over labelled fields. Every field is preceded by its length (8 bytes, little-endian), so
// no two different sequences of fields share a preimage; the domain is the first field. Not
// thread-safe; reusable after Finish().
class FieldHasher {
 public:
  explicit FieldHasher(std::string_view domain);
  ~FieldHasher();
  FieldHasher(const FieldHasher&) = delete;
  FieldHasher& operator=(const FieldHasher&) = delete;

  FieldHasher& Add(std::string_view field);
  FieldHasher& Add(std::uint64_t number);  // as 8 bytes, little-endian

  template <typename Tag>
  FieldHasher& Add(const Hash256<Tag>& hash) {
    return AddBytes(hash.bytes.data(), hash.bytes.size());
  }

  template <typename Hash>
  Hash Finish() {
    Hash hash;
    FinishInto(hash.bytes.data());
    return hash;
  }

 private:
  FieldHasher& AddBytes(const void* data, std::size_t size);
  void FinishInto(std::uint8_t* out);

  struct State;
  std::unique_ptr<State> state_;
};

// Plain SHA-256 of a file's bytes. Thread-safe.
ContentHash HashContent(std::string_view bytes);

// Hash of an identifier in the index of mentions: FNV-1a, 32 bits. Stored, so it never changes.
constexpr std::uint32_t MentionHash(std::string_view identifier) {
  std::uint32_t hash = 0x811C9DC5;
  for (const char c : identifier) {
    hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x01000193;
  }
  return hash;
}

// The fields that make two symbols the same symbol. The path inside the repository is one of them;
// body, position and the path of the checkout are not.
struct IdentityFields {
  Language language = Language::kNone;
  std::string_view repository;  // stable name of the repository
  std::string_view path;        // of the file, relative, '/' separated
  std::string_view scope;       // qualified name of the enclosing scope, with receiver or owner
                                // type; may be empty
  std::string_view name;        // last component
  SymbolKind kind = SymbolKind::kFile;
  std::string_view discriminator;  // normalised parameter list where overloads exist, else empty
  std::uint32_t ordinal =
      0;  // counts symbols whose other fields are equal, in order of position, from 0
};

// Domain "waymark.symbol.v1"; fields in the order of the struct, language and kind by name.
SymbolIdentity ComputeIdentity(const IdentityFields& fields);

}  // namespace waymark
