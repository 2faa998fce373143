// Codecs by name. Every face of the program offers the codecs that are registered here.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "wire/payload.h"

namespace waymark::wire {

// What text formats for reading add as comments, beyond the payload's graph. Formats with fields
// for these data always write them.
struct EncodeOptions {
  bool places = false;      // path and lines of each symbol
  bool signatures = false;  // the signature of each symbol that has one
  bool texts = false;       // documentation or source of each symbol with a text
  bool metadata = false;    // completeness, index state, truncation, tokenizer
};

// For `encode`: only the graph, as other implementations of the format write it.
inline constexpr EncodeOptions kGraphOnly = {};
// For answers.
inline constexpr EncodeOptions kFullAnswer = {
    .places = true, .signatures = true, .texts = true, .metadata = true};

enum class Medium : std::uint8_t { kText, kBinary };

using Encoder = absl::StatusOr<std::string> (*)(const Payload& payload,
                                                const EncodeOptions& options);
using Decoder = absl::StatusOr<Payload> (*)(std::string_view bytes);

struct Codec {
  std::string name;
  std::string description;  // one line
  std::vector<std::string> aliases;
  Medium medium = Medium::kText;
  Encoder encode = nullptr;  // called with payloads that pass Check(); null: decode only
  Decoder decode = nullptr;  // null: encode only
};

// What the formats of this module carry of a payload.
enum class Carriage : std::uint8_t {
  kNo,
  kWritten,  // for models and people: the decoder passes over it, or there is none
  kYes,      // comes back when it is decoded
};
std::string_view Name(Carriage carriage);  // "no", "written", "yes"

// One kind of data, and how each format has it, in answers (kFullAnswer).
struct CarriedRow {
  std::string_view data;  // "signatures"
  Carriage gcf;           // also gcf3 and gcf-short
  Carriage gcb1;
  Carriage json;  // also adaptive
  Carriage xml;
  Carriage markdown;
  Carriage gcx;  // of tools without a published layout
};

std::span<const CarriedRow> CarriedRows();

// The column of a format; null for one of another module.
Carriage CarriedRow::*CarriageOf(std::string_view format);

// Codecs in order of registration. Register everything before sharing a registry between threads;
// after that all other members are safe from any thread.
class CodecRegistry {
 public:
  // An empty registry.
  CodecRegistry() = default;
  // A registry with the codecs of this module: gcf, gcf3, gcf-short, gcb1 (gcb, binary), json, xml,
  // markdown (md), gcx (gcx1), adaptive.
  static CodecRegistry BuiltIn();

  // AlreadyExists if the name or an alias is taken; InvalidArgument if the codec can neither encode
  // nor decode.
  absl::Status Register(Codec codec);

  // Finds by name or alias. The pointer is valid as long as the registry. NotFound lists the known
  // names.
  absl::StatusOr<const Codec*> Find(std::string_view name) const;

  std::vector<const Codec*> All() const;

  // InvalidArgument if the codec cannot encode, or the payload breaks the rules of Check().
  absl::StatusOr<std::string> Encode(std::string_view name, const Payload& payload,
                                     const EncodeOptions& options) const;

  // InvalidArgument if the codec cannot decode; ResourceExhausted beyond kMaxPayloadBytes;
  // otherwise the codec's errors.
  absl::StatusOr<Payload> Decode(std::string_view name, std::string_view bytes) const;

  // Encodes with tokens_used set to the number of tokens of exactly the returned text, and names
  // the tokenizer. For text codecs only.
  absl::StatusOr<std::string> EncodeCounted(std::string_view name, Payload& payload,
                                            const EncodeOptions& options,
                                            Tokenizer tokenizer) const;

 private:
  std::deque<Codec> codecs_;  // stable addresses
};

}  // namespace waymark::wire
