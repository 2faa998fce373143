// Fields of a GCF line. Fields are separated by blanks and nothing is quoted, so characters that a
// field may not hold are percent-encoded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/payload.h"

namespace waymark::wire {

// The characters of a token: the dialect `gcf` writes names in UTF-8, `gcf3` in printable ASCII.
enum class GcfCharset : std::uint8_t { kUtf8, kAscii };

// Appends `field` as one GCF token:
//
//   blanks, controls, and Unicode white space         %HH for each byte, upper-case digits
//   in ASCII, all characters beyond it                the same
//   '%' before two hexadecimal digits                 %25, so that decoding is unambiguous
//   the empty field                                   "-", and a field that is "-" as %2D
//
// All other characters stay unchanged: the result reads like the field, and other decoders take it
// as an opaque name.
void AppendGcfToken(std::string& out, std::string_view field,
                    GcfCharset charset = GcfCharset::kUtf8);

// The field that `token` encodes. A '%' without two hexadecimal digits after it is kept.
std::string DecodeGcfToken(std::string_view token);

// The grammar puts an optional status in brackets, and some writers keep them: `[active]` is the
// status `active`. A status that has brackets itself is written with the first one escaped.
std::string_view WithoutGcfBrackets(std::string_view token);
void AppendGcfStatus(std::string& out, std::string_view status, GcfCharset charset);

// Position in a line of tokens of a control character or white space other than the blank. The
// encoder escapes these, and other readers split at them. npos if there is none. `line` is UTF-8.
std::size_t FindUnescapedBlank(std::string_view line);

// The abbreviation of a kind, or its name if it has none.
std::string_view GcfKindName(const Payload& payload, Term<SymbolKind> kind);

}  // namespace waymark::wire
