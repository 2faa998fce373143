// Text as a client counts it: lines from 0, characters in units of the negotiated encoding. The
// engine counts lines from 1, ended by line feeds, and columns in bytes from 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/records.h"

namespace waymark::services {

enum class PositionEncoding : std::uint8_t { kUtf8, kUtf16, kUtf32 };

struct ClientUnits {
  PositionEncoding encoding = PositionEncoding::kUtf16;
  // Whether a carriage return without a line feed also ends a line, as in the protocol.
  bool ends_lines_at_return = true;
};

struct ClientPosition {
  std::uint32_t line = 0;
  std::uint32_t character = 0;

  auto operator<=>(const ClientPosition&) const = default;
};

struct ClientRange {
  ClientPosition start;
  ClientPosition end;  // exclusive
};

// Number of units in the first `bytes` bytes of a line, or in the whole line if it is shorter. A
// byte that is not UTF-8 is one unit.
std::uint32_t UnitsOf(std::string_view line, std::size_t bytes, PositionEncoding encoding);
// The inverse; a unit inside a character gives the character's beginning.
std::size_t BytesOf(std::string_view line, std::uint32_t units, PositionEncoding encoding);

// A text with the positions of its lines. The text must outlive this.
class EncodedText {
 public:
  EncodedText(std::string_view text, ClientUnits units);

  // A line without its end; empty beyond the last line. `line` is 0-based.
  std::string_view Line(std::uint32_t line) const;

  // Positions beyond the end of a line or of the text mean that end, as in the protocol.
  std::size_t OffsetOf(ClientPosition position) const;
  // The place that a position asks about: the beginning of the name around or just before it,
  // because the cursor is there after a word was selected or typed.
  Position ToAsked(ClientPosition position) const;
  ClientPosition ToClient(Position position) const;
  // `range.end` is the place of the last byte.
  ClientRange ToClient(const SourceRange& range) const;
  // The name at a place: `expected` if it is there, otherwise a run of letters, digits and
  // non-ASCII characters, or a single character.
  ClientRange NameAt(Position begin, std::string_view expected) const;

 private:
  // Adds lines that begin after a carriage return, between `begin` and the next line feed or the
  // end.
  void AddReturns(std::string_view before_feed, std::size_t begin);

  std::string_view text_;
  ClientUnits units_;
  std::vector<std::size_t> begins_;  // of the client's lines
  std::vector<std::size_t> fed_;     // of the engine's; empty: as the client's
};

}  // namespace waymark::services
