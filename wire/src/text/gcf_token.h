// Fields of a GCF line. Fields are separated by blanks and nothing is quoted, so what a field may
// not hold is percent-encoded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/payload.h"

namespace waymark::wire {

// What a token is made of: the dialect `gcf` writes names in UTF-8, `gcf3` in printable ASCII.
enum class GcfCharset : std::uint8_t { kUtf8, kAscii };

// Appends `field` as one GCF token:
//
//   bytes below 0x21, 0x7F, and Unicode white space   %HH for each byte, upper-case digits
//   in ASCII, all characters beyond it                the same
//   '%' before two hexadecimal digits                 %25, so that decoding is unambiguous
//   the empty field                                   "-", and a field that is "-" as %2D
//
// Everything else stays as it is: the result reads like the field, and other decoders take it as an
// opaque name.
void AppendGcfToken(std::string& out, std::string_view field,
                    GcfCharset charset = GcfCharset::kUtf8);

// The field that `token` stands for. Bytes after a '%' that are not two hexadecimal digits are
// kept.
std::string DecodeGcfToken(std::string_view token);

// Where a line of tokens holds a control character or white space beside the blank, which the
// encoder escapes and at which other readers split; npos if it holds none. `line` is UTF-8.
std::size_t FindUnescapedBlank(std::string_view line);

// The abbreviation of a kind, or the name of one that has none.
std::string_view GcfKindName(const Payload& payload, Term<SymbolKind> kind);

}  // namespace waymark::wire
