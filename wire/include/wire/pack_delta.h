// Differences of packs: what a client that holds an earlier answer is sent instead of the whole new
// one. In the dialects of GCF.
//
//   GCF tool=T delta=true base_root=HEX new_root=HEX tokens=K savings=P%
//   ## removed
//   fn pkg.Old
//   ## added
//   @0 fn pkg.New 0.85 ast_resolved                     in gcf3 the distance follows
//   ## edges_removed
//   ## edges_added
//   pkg.Router -> pkg.New calls
//
// Everything here is a pure function and safe from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::wire {

enum class PackOutcome : std::uint8_t { kUnchanged, kDelta, kFull };
std::string_view Name(PackOutcome outcome);  // "unchanged", "delta", "full"

struct PackAnswer {
  PackOutcome outcome = PackOutcome::kFull;
  std::string text;               // what is sent
  std::uint64_t tokens = 0;       // of the text
  std::uint64_t full_tokens = 0;  // of the whole pack
};

// A difference is sent when it takes less than this part of the whole pack's tokens.
inline constexpr std::uint64_t kDeltaPercent = 60;

// What to send of `current` to a client that holds `base`:
//
//   unchanged   the roots are equal: one line
//   delta       the difference, where it takes less than kDeltaPercent of the whole
//   full        `current` as the codec `format` writes it
//
// A symbol or edge is in the difference when any part of what the root covers of it has changed;
// then it is both removed and added. Added symbols have the comments that `options` ask for. Packs
// in which two symbols have the same name are sent whole, since a difference names the ends of
// edges. `current` becomes canonical and gets root, tokenizer and count.
//
// InvalidArgument for formats without differences, and what encoding refuses.
absl::StatusOr<PackAnswer> AnswerWithDelta(const CodecRegistry& codecs, std::string_view format,
                                           Payload base, Payload& current,
                                           const EncodeOptions& options, Tokenizer tokenizer);

}  // namespace waymark::wire
