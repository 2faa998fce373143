// The part of an answer in GCF that holds source, behind the graph:
//
//   ## source
//   ``` src/shop/cart.py
//   3-40 @4 class Cart
//   10@0     def pay(self, amount):
//           self.check(amount)
//   ...
//   20         return receipt
//   ```
//
// A file has each of its lines once, in order, whichever symbols they belong to. "..." stands for
// lines between two that are shown.
//
//   NUMBER[MARKS] TEXT           a line with its number: the first of a run, one in which symbols
//                                begin, one that begins with neither blank nor tab, and one that
//                                stands five or more below the last number, unless it is empty
//   TEXT                         the line after the one above
//   MARKS = ["-" LAST] "@" ID    for each symbol that begins in the line: its last line, unless
//                                that is the last of the run, and its id in the graph
//   FIRST-LAST @ID [SIGNATURE]   a symbol of the file whose lines are not shown
//
// The part tells the places of all symbols of its files, except of those with documentation below
// their node. Each of its lines begins with a digit, a blank, a tab, a backtick or "...", or is
// empty, and a fence is longer than any run of backticks in its file: source can neither begin a
// line of GCF nor end the fence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/gcf_token.h"
#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::wire {

inline constexpr std::string_view kGcfSourceGroup = "source";

// Whether the text of the symbol is source with known lines.
bool HasGcfSource(const Symbol& symbol);

// A symbol in a file of the part.
struct GcfSourceMember {
  std::uint32_t first = 0;  // 1-based, inclusive
  std::uint32_t last = 0;
  std::uint32_t id = 0;
  std::string_view signature;  // empty if its lines are shown
};

// A file of the part; the views are of the payload.
struct GcfSourceFile {
  struct Line {
    std::string_view indent;
    std::string_view text;
  };

  // Consecutive lines that are shown.
  struct Run {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  std::string_view path;
  std::map<std::uint32_t, Line> lines;  // that are shown, by number
  std::vector<Run> runs;
  std::vector<GcfSourceMember> begun;   // symbols whose first line is shown, by line
  std::vector<GcfSourceMember> folded;  // the others, by line
};

// Arranges and writes the part. The payload must outlive it.
class GcfSource {
 public:
  // No source.
  GcfSource() = default;
  // `symbols` are indexes into the payload, in the order of the text, of the symbols that it
  // declares in full; `ids` has the numbers of all symbols by index. Cost: O(n log n) in lines and
  // symbols.
  GcfSource(const Payload& payload, const EncodeOptions& options,
            std::span<const std::uint32_t> symbols, std::span<const std::uint32_t> ids);

  // Whether the part tells the place of the symbol with this index, and its signature or source.
  bool Tells(std::uint32_t index) const { return !files_.empty() && tells_[index]; }

  // Appends the part, with the files in the order of the symbols; nothing if there is no source.
  void Append(std::string& out, GcfCharset charset) const;

 private:
  std::vector<GcfSourceFile> files_;
  std::vector<bool> tells_;  // by index of the symbol
};

}  // namespace waymark::wire
