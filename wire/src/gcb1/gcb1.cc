// GCB1, the compact binary graph between services and in caches.
//
//   "GCB1" 01  tool str  tokens_used  token_budget  num_symbols  num_edges          counts: varint
//   symbol     qualified_name str, kind u8, score f32, provenance u8, distance u8, signature str,
//              blast_radius f32, confidence f32, recency f32, distance f32
//   edge       source varint, target varint, type u8, status u8                     indices
//
//   str        varint length in bytes, then UTF-8
//   varint     unsigned LEB128, at most 10 bytes, never longer than needed
//   f32        IEEE binary32, little-endian
//
// The layout is published and closed: identities, places and metadata do not travel in it.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "codec/builtin_codecs.h"
#include "graph/status.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

static_assert(std::endian::native == std::endian::little,
              "floats are copied as they lie in memory");

constexpr std::string_view kMagic = "GCB1";
constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kMaxVarintBytes = 10;
constexpr std::size_t kFloatsPerSymbol = 5;
// Two empty strings, three bytes, five floats; two one-byte indices and two bytes.
constexpr std::size_t kMinSymbolBytes = 2 + 3 + kFloatsPerSymbol * sizeof(float);
constexpr std::size_t kMinEdgeBytes = 4;
// A record takes ten times its bytes in memory, so memory for many records is allocated as they
// come.
constexpr std::size_t kMaxReserved = 4096;

// Writes into a string that was already sized for the worst case.
class Writer {
 public:
  explicit Writer(std::size_t max_bytes) : bytes_(max_bytes, '\0'), at_(bytes_.data()) {}

  void Byte(std::uint8_t value) { *at_++ = static_cast<char>(value); }

  void Raw(std::string_view bytes) {
    std::memcpy(at_, bytes.data(), bytes.size());
    at_ += bytes.size();
  }

  void Varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) Byte(static_cast<std::uint8_t>(value | 0x80));
    Byte(static_cast<std::uint8_t>(value));
  }

  void String(std::string_view text) {
    Varint(text.size());
    Raw(text);
  }

  void Float(float value) {
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
  }

  std::string Take() {
    bytes_.resize(static_cast<std::size_t>(at_ - bytes_.data()));
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
  char* at_;
};

std::size_t MaxEncodedBytes(const Payload& payload) {
  std::size_t bytes = kMagic.size() + 1 + kMaxVarintBytes * 5 + payload.tool.size();
  for (const Symbol& symbol : payload.symbols) {
    bytes += kMinSymbolBytes + 2 * kMaxVarintBytes + symbol.qualified_name.size() +
             symbol.signature.size();
  }
  return bytes + payload.edges.size() * (2 * kMaxVarintBytes + 2);
}

// GCB1 has only numbers: sending a foreign name would lose it.
template <typename Enum>
absl::Status RequireNumber(const Payload& payload, Term<Enum> term, std::string_view list,
                           std::size_t index, std::string_view field) {
  if (!term.is_foreign()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("encode gcb1: {}[{}].{}: '{}' has no number in this format; send json instead",
                  list, index, field, TermName(payload, term)));
}

absl::Status RequireNumbers(const Payload& payload) {
  if (payload.foreign_names.empty()) return absl::OkStatus();
  for (std::size_t i = 0; i < payload.symbols.size(); ++i) {
    const Symbol& symbol = payload.symbols[i];
    WM_RETURN_IF_ERROR(RequireNumber(payload, symbol.kind, "symbols", i, "kind"));
    WM_RETURN_IF_ERROR(RequireNumber(payload, symbol.provenance, "symbols", i, "provenance"));
  }
  for (std::size_t i = 0; i < payload.edges.size(); ++i) {
    WM_RETURN_IF_ERROR(RequireNumber(payload, payload.edges[i].type, "edges", i, "edge_type"));
    WM_RETURN_IF_ERROR(RequireNumber(payload, payload.edges[i].status, "edges", i, "status"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> EncodeGcb1(const Payload& payload, const EncodeOptions&) {
  WM_RETURN_IF_ERROR(RequireNumbers(payload));
  Writer writer(MaxEncodedBytes(payload));
  writer.Raw(kMagic);
  writer.Byte(kVersion);
  writer.String(payload.tool);
  writer.Varint(payload.tokens_used);
  writer.Varint(payload.token_budget);
  writer.Varint(payload.symbols.size());
  writer.Varint(payload.edges.size());
  for (const Symbol& symbol : payload.symbols) {
    writer.String(symbol.qualified_name);
    writer.Byte(static_cast<std::uint8_t>(symbol.kind.code()));
    writer.Float(symbol.score);
    writer.Byte(static_cast<std::uint8_t>(symbol.provenance.code()));
    writer.Byte(symbol.distance);
    writer.String(symbol.signature);
    writer.Float(symbol.components.blast_radius);
    writer.Float(symbol.components.confidence);
    writer.Float(symbol.components.recency);
    writer.Float(symbol.components.distance);
  }
  for (const Edge& edge : payload.edges) {
    writer.Varint(edge.source);
    writer.Varint(edge.target);
    writer.Byte(static_cast<std::uint8_t>(edge.type.code()));
    writer.Byte(static_cast<std::uint8_t>(edge.status.code()));
  }
  return writer.Take();
}

// Reads untrusted bytes. The first error is kept with the offset of the wrong value; reading then
// continues harmlessly with zeros, so that the caller checks once per record.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return mistake_ == nullptr; }

  std::size_t remaining() const { return bytes_.size() - at_; }

  absl::Status status(std::string_view where) const {
    return absl::InvalidArgumentError(
        fmt::format("decode gcb1: {} at offset {}: {}", where, mistake_at_, mistake_));
  }

  // Offset of the next value.
  std::size_t at() const { return at_; }

  // Records an error in the value that begins at `at`.
  void Fail(std::size_t at, const char* mistake) {
    if (!ok()) return;
    mistake_ = mistake;
    mistake_at_ = at;
  }

  std::string_view Raw(std::size_t size) {
    if (!ok() || size > remaining()) {
      Fail(at_, "the value does not end; the payload is cut off");
      return {};
    }
    const std::string_view raw = bytes_.substr(at_, size);
    at_ += size;
    return raw;
  }

  std::uint8_t Byte() {
    const std::string_view raw = Raw(1);
    return raw.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(raw[0]);
  }

  std::uint64_t Varint() {
    const std::size_t begin = at_;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < kMaxVarintBytes; ++i) {
      const std::uint8_t byte = Byte();
      const bool overflows = i + 1 == kMaxVarintBytes && byte > 1;
      const bool padded = i > 0 && byte == 0;
      if (!ok() || overflows || padded) break;
      value |= std::uint64_t{byte & 0x7FU} << (7 * i);
      if (byte < 0x80) return value;
    }
    Fail(begin, "a varint of more than 64 bits, or longer than needed");
    return 0;
  }

  std::string_view String() {
    const std::string_view text = Raw(Varint());
    const std::size_t valid = FindInvalidUtf8(text);
    if (valid != text.size()) Fail(at_ - text.size() + valid, "a byte that is not UTF-8");
    return text;
  }

  float Float() {
    const std::string_view raw = Raw(sizeof(float));
    float value = 0;
    if (!raw.empty()) std::memcpy(&value, raw.data(), sizeof value);
    if (!std::isfinite(value)) Fail(at_ - raw.size(), "a number that is not finite");
    return value;
  }

  // A count of records with at least `min_bytes` each; an error if the bytes cannot hold as many.
  std::size_t Count(std::size_t min_bytes, std::size_t limit) {
    const std::size_t begin = at_;
    const std::uint64_t count = Varint();
    if (count > limit) Fail(begin, "more records than a payload may hold");
    if (count > remaining() / min_bytes) Fail(begin, "more records than the bytes could hold");
    return ok() ? static_cast<std::size_t>(count) : 0;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  const char* mistake_ = nullptr;
  std::size_t mistake_at_ = 0;
};

void ReadSymbol(Reader& reader, Symbol& symbol) {
  const std::size_t begin = reader.at();
  symbol.qualified_name = reader.String();
  if (symbol.qualified_name.empty()) reader.Fail(begin, "a symbol without a name");
  symbol.kind = Term<SymbolKind>::FromCode(reader.Byte());
  symbol.score = reader.Float();
  symbol.provenance = Term<Provenance>::FromCode(reader.Byte());
  symbol.distance = reader.Byte();
  symbol.signature = reader.String();
  symbol.components.blast_radius = reader.Float();
  symbol.components.confidence = reader.Float();
  symbol.components.recency = reader.Float();
  symbol.components.distance = reader.Float();
}

void ReadEdge(Reader& reader, std::size_t symbol_count, Edge& edge) {
  const auto read_end = [&reader, symbol_count] {
    const std::size_t begin = reader.at();
    const std::uint64_t index = reader.Varint();
    if (index >= symbol_count) reader.Fail(begin, "an edge to a symbol that is not there");
    return index;
  };
  const std::uint64_t source = read_end();
  const std::uint64_t target = read_end();
  edge.source = static_cast<std::uint32_t>(source);
  edge.target = static_cast<std::uint32_t>(target);
  edge.type = Term<EdgeType>::FromCode(reader.Byte());
  const std::size_t begin = reader.at();
  const std::uint8_t status = reader.Byte();
  if (status > static_cast<std::uint8_t>(EdgeStatus::kRemoved))
    reader.Fail(begin, "an unknown status of an edge");
  edge.status = Term<EdgeStatus>::FromCode(status);
}

absl::Status ReadPrologue(Reader& reader) {
  const std::string_view magic = reader.Raw(kMagic.size());
  if (!reader.ok() || magic != kMagic) {
    return absl::InvalidArgumentError(
        "decode gcb1: magic at offset 0: the bytes do not begin with 'GCB1'");
  }
  const std::uint8_t version = reader.Byte();
  if (!reader.ok()) return reader.status("version");
  if (version != kVersion) {
    return absl::FailedPreconditionError(
        fmt::format("decode gcb1: version {} at offset {}, this build reads {}", version,
                    kMagic.size(), kVersion));
  }
  return absl::OkStatus();
}

absl::StatusOr<Payload> DecodeGcb1(std::string_view bytes) {
  Reader reader(bytes);
  WM_RETURN_IF_ERROR(ReadPrologue(reader));
  Payload payload;
  payload.tool = reader.String();
  payload.tokens_used = reader.Varint();
  payload.token_budget = reader.Varint();
  const std::size_t symbol_count = reader.Count(kMinSymbolBytes, kMaxSymbols);
  const std::size_t edge_count = reader.Count(kMinEdgeBytes, kMaxEdges);
  if (!reader.ok()) return reader.status("header");

  payload.symbols.reserve(std::min(symbol_count, kMaxReserved));
  for (std::size_t i = 0; i < symbol_count; ++i) {
    ReadSymbol(reader, payload.symbols.emplace_back());
    if (!reader.ok()) return reader.status(fmt::format("symbol {}", i));
  }
  if (edge_count > reader.remaining() / kMinEdgeBytes)
    reader.Fail(reader.at(), "more edges than the bytes could hold");
  if (!reader.ok()) return reader.status("edges");
  payload.edges.reserve(std::min(edge_count, kMaxReserved));
  for (std::size_t i = 0; i < edge_count; ++i) {
    ReadEdge(reader, symbol_count, payload.edges.emplace_back());
    if (!reader.ok()) return reader.status(fmt::format("edge {}", i));
  }
  if (reader.remaining() != 0) {
    reader.Fail(reader.at(), "bytes after the end of the payload");
    return reader.status("end");
  }
  return payload;
}

}  // namespace

Codec Gcb1Codec() {
  return {.name = "gcb1",
          .description = "compact binary between services and in caches",
          .aliases = {"gcb", "binary"},
          .medium = Medium::kBinary,
          .encode = EncodeGcb1,
          .decode = DecodeGcb1};
}

}  // namespace waymark::wire
