// Differences between packs, sent instead of a whole new pack to a client that holds an earlier
// one. They are written in the dialects of GCF.
//
//   GCF tool=T delta=true base_root=HEX new_root=HEX tokens=K savings=P% tokenizer=o200k_base
//   # added hops=1:1                                    distances of the added symbols
//   # moved src/app.py 12:+1                            lines from 12 on are one further down
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
#include <set>
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
  std::string text;               // the text to send
  std::uint64_t tokens = 0;       // of the text
  std::uint64_t full_tokens = 0;  // of the whole pack
};

// A difference is sent when it takes less than this percentage of the whole pack's tokens.
inline constexpr std::uint64_t kDeltaPercent = 60;

// A pack that a client holds.
struct HeldPack {
  Payload payload;
  // Files of which the client may have other lines than the payload: packs with the same root were
  // sent that differ in them.
  std::set<std::string> unsure_files = {};
  // Names of symbols of which the client may have another content: see AddAlternative.
  std::set<std::string> unsure_symbols = {};
};

// What to send of `current` to a client that holds `base`:
//
//   unchanged   nothing differs that the root covers or that `options` show: one line
//   delta       the difference, if it takes less than kDeltaPercent of the whole
//   full        `current` as the codec `format` writes it
//
// A symbol or edge whose content changed is both removed and added. Code that only moved is told by
// a line for each file, or by its new lines in an unsure file. In `gcf3`, a symbol that was only
// ranked anew is removed and added "as before", without its place and text. A difference and its
// added symbols have the comments that `options` ask for, except the tokenizer, which is in the
// header. With metadata, the line of `unchanged` is followed by the state of the index and the
// completeness. Packs in which two symbols have the same name are sent whole, because a difference
// gives the ends of edges by name. `current` becomes canonical and gets root, tokenizer and count.
//
// InvalidArgument for formats without differences, and the errors of encoding.
absl::StatusOr<PackAnswer> AnswerWithDelta(const CodecRegistry& codecs, std::string_view format,
                                           HeldPack base, Payload& current,
                                           const EncodeOptions& options, Tokenizer tokenizer);

// The files in which symbols or sites of edges have other lines. For packs with one content root.
std::set<std::string> FilesWithOtherPlaces(const Payload& first, const Payload& second);

// For a client that names a published root, which leaves out contents and places: it may hold
// `other` instead of `pack`. A difference from `pack` then tells anew what differs between the two.
// False, with `pack` as before, if the packs differ in more than that.
bool AddAlternative(const HeldPack& other, HeldPack& pack);

// Applies `text`, a difference or "unchanged" of either dialect, to `base`. The result has the
// symbols of `base` without the removed ones, in their order, then the added ones; a symbol that is
// removed and added again keeps its place. After an error there is no result.
//
// A bare "unchanged" gives the base. In `gcf3` base and result are verified by the published root.
// In `gcf` a base is identified by the root that it was sent with, or by its content root if it has
// none. A difference with comments has all data of the result's content root, so the result is
// verified by it, if the base has all data of its own root. A root of another length, as other
// senders have it, is not verified. Without comments, added symbols get distance 255 (unknown) in
// `gcf`, and added edges no status.
//
// InvalidArgument "apply delta: CODE (line L): WHAT" with malformed_delta for text that is no
// difference, delta_invalid for one that does not fit the base, root_mismatch, invalid_utf8,
// invalid_score, and the other codes of a header.
absl::StatusOr<Payload> ApplyDelta(const Payload& base, std::string_view text);

}  // namespace waymark::wire
