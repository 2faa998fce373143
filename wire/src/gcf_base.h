// The common beginning of names, told once in the header of GCF: `base=shop.cart.`. Names make up
// two fifths of the tokens of a graph, and most of those of an answer begin alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gcf_token.h"
#include "wire/payload.h"

namespace waymark::wire {

// A longer one would let a short text decode to far more than its own size.
inline constexpr std::size_t kMaxGcfBaseBytes = 128;

// The beginning, up to a separator ('.', '/' or "::"), whose omission saves the most bytes; empty
// when none saves more than the header field costs. A view into a name of the payload. Cost: a sort
// of the names.
std::string_view GcfBase(const Payload& payload);

// Appends a name of a text with that base: what follows the base, or "=" and the whole name. A rest
// that begins with '=' has "%3D" instead. With an empty base this is AppendGcfToken.
void AppendGcfName(std::string& out, std::string_view name, std::string_view base,
                   GcfCharset charset);

// The name that a token stands for in a text with that base, which is not empty.
std::string DecodeGcfName(std::string_view token, std::string_view base);

}  // namespace waymark::wire
