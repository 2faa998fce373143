// The part of an answer in GCF that holds source, behind the graph:
//
//   ## source
//   file src/shop/cart.py
//   ```
//   10     def pay(self, amount):
//   11         self.check(amount)
//   ...
//   20         return receipt
//   ```
//
// A file has each of its lines once, in order, whichever symbols they belong to. "..." stands for
// lines between two that are shown. Every line of source begins with its number, and a fence is
// longer than any run of backticks in its file, so source cannot begin a line of GCF or end the
// fence. Decoders pass over the part, as over any group with another name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "text/gcf_token.h"
#include "wire/payload.h"

namespace waymark::wire {

inline constexpr std::string_view kGcfSourceGroup = "source";

// Whether the text of the symbol stands in that part.
bool HasGcfSource(const Symbol& symbol);

// Appends the part, with the files in the order of the symbols; nothing if no symbol has source.
// `symbols` are indexes into the payload. Cost: O(n log n) in the lines.
void AppendGcfSource(std::string& out, const Payload& payload,
                     std::span<const std::uint32_t> symbols, GcfCharset charset);

}  // namespace waymark::wire
