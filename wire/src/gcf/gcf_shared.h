// What most symbols share, told once: the beginning of their names and their provenance, in the
// header of GCF `base=shop.cart. provenance=ast_resolved`. Both make up most of the tokens of a
// graph.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/gcf_token.h"
#include "wire/payload.h"

namespace waymark::wire {

// A longer one would let a short text decode to far more than its own size.
inline constexpr std::size_t kMaxGcfSharedBytes = 128;

// Either is empty when the header does not tell it.
struct GcfShared {
  std::string_view base;
  std::string_view provenance;
};

// What saves the most bytes: a beginning up to a separator ('.', '/' or "::"), and the provenance
// that most symbols have; nothing that saves no more than its header field costs. Views into the
// payload. Cost: a sort of the names.
GcfShared FindGcfShared(const Payload& payload);

// Whether a name begins with a base that is not empty, and goes on behind it: only such a name can
// leave it out.
bool LeavesOut(std::string_view name, std::string_view base);

// Appends a name of a text with that base: what follows the base, or "=" and the whole name. A rest
// that begins with '=' has "%3D" instead. With an empty base this is AppendGcfToken.
void AppendGcfName(std::string& out, std::string_view name, std::string_view base,
                   GcfCharset charset);

// The name that a token stands for in a text with that base, which is not empty.
std::string DecodeGcfName(std::string_view token, std::string_view base);

// Appends the provenance of a symbol of a text that shares one: "=" for that one, "%3D" for the one
// of that name. With an empty `shared` this is AppendGcfToken.
void AppendGcfProvenance(std::string& out, std::string_view provenance, std::string_view shared,
                         GcfCharset charset);

// The provenance that a token stands for in a text that shares one, which is not empty.
std::string DecodeGcfProvenance(std::string_view token, std::string_view shared);

}  // namespace waymark::wire
