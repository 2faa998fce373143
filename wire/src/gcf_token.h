// Fields of a GCF line. Fields are separated by blanks and nothing is quoted, so what a field may
// not hold is percent-encoded.
#pragma once

#include <string>
#include <string_view>

namespace waymark::wire {

// Appends `field` as one GCF token:
//
//   bytes below 0x21, 0x7F, and Unicode white space   %HH for each byte, upper-case digits
//   '%' before two hexadecimal digits                 %25, so that decoding is unambiguous
//   the empty field                                   "-", and a field that is "-" as %2D
//
// Everything else stays as it is: the result reads like the field, and other decoders take it as an
// opaque name.
void AppendGcfToken(std::string& out, std::string_view field);

// The field that `token` stands for. Bytes after a '%' that are not two hexadecimal digits are
// kept.
std::string DecodeGcfToken(std::string_view token);

}  // namespace waymark::wire
