// Texts that most symbols share, stated once in the header of GCF: the common beginning of their
// names and their provenance, `base=shop.cart. provenance=ast_resolved`. These make up most of the
// tokens of a graph.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/gcf_token.h"
#include "wire/payload.h"

namespace waymark::wire {

// With a longer text, a short document could decode to far more than its own size.
inline constexpr std::size_t kMaxGcfSharedBytes = 128;

// A member is empty if the header does not state it.
struct GcfShared {
  std::string_view base;
  std::string_view provenance;
};

// Finds the texts that save the most bytes: a beginning up to a separator ('.', '/' or "::"), and
// the most frequent provenance. A text is left empty if it saves no more than its header field
// costs. The views point into the payload. Cost: a sort of the names.
GcfShared FindGcfShared(const Payload& payload);

// Whether a name begins with `base`, which is not empty, and continues after it: only then can the
// name leave it out.
bool LeavesOut(std::string_view name, std::string_view base);

// Appends a name in a text with that base: the part after the base, or "=" and the whole name. A
// part that begins with '=' has "%3D" instead. With an empty base this is AppendGcfToken.
void AppendGcfName(std::string& out, std::string_view name, std::string_view base,
                   GcfCharset charset);

// The name of a token in a text with that base, which is not empty.
std::string DecodeGcfName(std::string_view token, std::string_view base);

// Appends a symbol's provenance in a text with a shared provenance: "=" for the shared one, and
// "%3D" for a provenance that is named "=". With an empty `shared` this is AppendGcfToken.
void AppendGcfProvenance(std::string& out, std::string_view provenance, std::string_view shared,
                         GcfCharset charset);

// The provenance of a token in a text with a shared provenance, which is not empty.
std::string DecodeGcfProvenance(std::string_view token, std::string_view shared);

}  // namespace waymark::wire
