// Differences of packs: what a client that holds an earlier answer is sent instead of the whole new
// one. In the dialects of GCF.
//
//   GCF tool=T delta=true base_root=HEX new_root=HEX tokens=K savings=P% tokenizer=o200k_base
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
//   unchanged   the roots are equal, and in `gcf3` what `options` show: one line
//   delta       the difference, where it takes less than kDeltaPercent of the whole
//   full        `current` as the codec `format` writes it
//
// A symbol or edge is in the difference when any part of what the root covers of it has changed;
// then it is both removed and added. A difference and its added symbols have the comments that
// `options` ask for, but the tokenizer, which is in the header; with metadata the line of
// `unchanged` is followed by the state of the index and the completeness. Packs in which two
// symbols have the same name are sent whole, since a difference names the ends of edges. `current`
// becomes canonical and gets root, tokenizer and count.
//
// InvalidArgument for formats without differences, and what encoding refuses.
absl::StatusOr<PackAnswer> AnswerWithDelta(const CodecRegistry& codecs, std::string_view format,
                                           Payload base, Payload& current,
                                           const EncodeOptions& options, Tokenizer tokenizer);

// What a client that holds `base` has after `text`, a difference or "unchanged" of either dialect:
// its symbols without the removed ones, in their order, then the added ones; what is removed and
// added again keeps its place. All of it or nothing.
//
// In `gcf3` base and outcome are verified by the published root. In `gcf` a base is known by the
// root that it was sent with, or its content root without one; the new root is taken over, since it
// covers what the text leaves out (identities), and so are the distance of added symbols, which is
// 255 (not known), and the status of added edges, which is none.
//
// InvalidArgument "apply delta: CODE (line L): WHAT" with malformed_delta for what is no
// difference, delta_invalid for one that does not fit the base, root_mismatch, invalid_utf8,
// invalid_score, and the other codes of a header.
absl::StatusOr<Payload> ApplyDelta(const Payload& base, std::string_view text);

}  // namespace waymark::wire
