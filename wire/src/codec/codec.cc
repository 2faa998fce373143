#include "wire/codec.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/builtin_codecs.h"
#include "graph/mutex.h"
#include "graph/status.h"
#include "wire/added_codecs.h"

namespace waymark::wire {
namespace {

// Has as many digits as most answers' token counts, so that the second round confirms the first.
constexpr std::uint64_t kFirstGuess = 1000;

bool HasName(const Codec& codec, std::string_view name) {
  return codec.name == name ||
         std::find(codec.aliases.begin(), codec.aliases.end(), name) != codec.aliases.end();
}

std::vector<Codec> CodecsOfThisModule() {
  return {GcfCodec(), Gcf3Codec(),     GcfShortCodec(), Gcb1Codec(),    JsonCodec(),
          XmlCodec(), MarkdownCodec(), GcxCodec(),      AdaptiveCodec()};
}

// The codecs that AddCodec() added.
struct AddedCodecs {
  Mutex mutex;
  std::vector<Codec> codecs WM_GUARDED_BY(mutex);
};

// Never destroyed: threads may encode until the process ends.
AddedCodecs& Added() {
  static AddedCodecs& added = *new AddedCodecs;  // NOLINT(*-avoid-non-const-global-variables)
  return added;
}

}  // namespace

absl::Status AddCodec(Codec codec) {
  AddedCodecs& added = Added();
  MutexLock lock(added.mutex);
  CodecRegistry known;
  for (const Codec& own : CodecsOfThisModule()) WM_RETURN_IF_ERROR(known.Register(own));
  for (const Codec& earlier : added.codecs) WM_RETURN_IF_ERROR(known.Register(earlier));
  WM_RETURN_IF_ERROR(known.Register(codec));
  added.codecs.push_back(std::move(codec));
  return absl::OkStatus();
}

CodecRegistry CodecRegistry::BuiltIn() {
  CodecRegistry registry;
  for (Codec& codec : CodecsOfThisModule()) registry.codecs_.push_back(std::move(codec));
  AddedCodecs& added = Added();
  MutexLock lock(added.mutex);
  registry.codecs_.insert(registry.codecs_.end(), added.codecs.begin(), added.codecs.end());
  return registry;
}

absl::Status CodecRegistry::Register(Codec codec) {
  if (codec.name.empty() || (codec.encode == nullptr && codec.decode == nullptr)) {
    return absl::InvalidArgumentError(fmt::format(
        "register codec '{}': it needs a name, and a way to encode or decode", codec.name));
  }
  std::vector<std::string> names = codec.aliases;
  names.push_back(codec.name);
  for (const std::string& name : names) {
    if (Find(name).ok()) {
      return absl::AlreadyExistsError(
          fmt::format("register codec '{}': the name '{}' is taken", codec.name, name));
    }
  }
  codecs_.push_back(std::move(codec));
  return absl::OkStatus();
}

absl::StatusOr<const Codec*> CodecRegistry::Find(std::string_view name) const {
  std::string known;
  for (const Codec& codec : codecs_) {
    if (HasName(codec, name)) return &codec;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", codec.name);
  }
  return absl::NotFoundError(
      fmt::format("format '{}' is unknown; the formats are {}", name, known));
}

std::vector<const Codec*> CodecRegistry::All() const {
  std::vector<const Codec*> all;
  for (const Codec& codec : codecs_) all.push_back(&codec);
  return all;
}

absl::StatusOr<std::string> CodecRegistry::Encode(std::string_view name, const Payload& payload,
                                                  const EncodeOptions& options) const {
  WM_ASSIGN_OR_RETURN(const Codec* codec, Find(name));
  if (codec->encode == nullptr) {
    return absl::InvalidArgumentError(fmt::format("format '{}' can only be decoded", codec->name));
  }
  WM_RETURN_IF_ERROR(Check(payload));
  return codec->encode(payload, options);
}

absl::StatusOr<Payload> CodecRegistry::Decode(std::string_view name, std::string_view bytes) const {
  WM_ASSIGN_OR_RETURN(const Codec* codec, Find(name));
  if (codec->decode == nullptr) {
    return absl::InvalidArgumentError(fmt::format("format '{}' can only be encoded", codec->name));
  }
  if (bytes.size() > kMaxPayloadBytes) {
    return absl::ResourceExhaustedError(fmt::format("decode {}: {} bytes; the limit is {}",
                                                    codec->name, bytes.size(), kMaxPayloadBytes));
  }
  return codec->decode(bytes);
}

absl::StatusOr<std::string> CodecRegistry::EncodeCounted(std::string_view name, Payload& payload,
                                                         const EncodeOptions& options,
                                                         Tokenizer tokenizer) const {
  WM_ASSIGN_OR_RETURN(const Codec* codec, Find(name));
  if (codec->medium != Medium::kText) {
    return absl::InvalidArgumentError(
        fmt::format("count the tokens of format '{}': it is not text", codec->name));
  }
  payload.tokenizer = tokenizer;
  payload.tokens_used = kFirstGuess;
  for (int round = 0; round < kMaxCountingRounds; ++round) {
    WM_ASSIGN_OR_RETURN(std::string text, Encode(name, payload, options));
    const std::size_t count = CountTokens(text, tokenizer);
    if (count == payload.tokens_used) return text;
    payload.tokens_used = count;
  }
  return absl::InternalError(
      fmt::format("count the tokens of format '{}': the count did not settle", codec->name));
}

}  // namespace waymark::wire
