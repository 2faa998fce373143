// Text as a client counts it: lines from 0, characters in units of the negotiated encoding. The
// engine counts lines from 1, which end at a line feed, and columns in bytes from 1.
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
  // Whether a line also ends at a carriage return without a line feed, as the protocol has it.
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

// Units of the first `bytes` bytes of a line; as many as the line has when it is shorter. A byte
// that is no UTF-8 is one unit.
std::uint32_t UnitsOf(std::string_view line, std::size_t bytes, PositionEncoding encoding);
// The inverse; a unit inside a character gives the character's beginning.
std::size_t BytesOf(std::string_view line, std::uint32_t units, PositionEncoding encoding);

// A text and where its lines begin. The text outlives it.
class EncodedText {
 public:
  EncodedText(std::string_view text, ClientUnits units);

  // Without its end; empty beyond the last one. `line` is 0-based.
  std::string_view Line(std::uint32_t line) const;

  // Positions beyond a line's or the text's end are those ends, as the protocol has it.
  std::size_t OffsetOf(ClientPosition position) const;
  // What is asked about at a position: where the name begins that it is in or right behind, since
  // the cursor stands there when a word was selected or typed.
  Position ToAsked(ClientPosition position) const;
  ClientPosition ToClient(Position position) const;
  // `range.end` is the place of the last byte.
  ClientRange ToClient(const SourceRange& range) const;
  // The name that begins at a place: `expected` where that stands there, else letters, digits and
  // what is no ASCII, or a single character.
  ClientRange NameAt(Position begin, std::string_view expected) const;

 private:
  // Lines that begin behind a carriage return, between `begin` and the next line feed or the end.
  void AddReturns(std::string_view before_feed, std::size_t begin);

  std::string_view text_;
  ClientUnits units_;
  std::vector<std::size_t> begins_;  // of the client's lines
  std::vector<std::size_t> fed_;     // of the engine's; empty: as the client's
};

}  // namespace waymark::services
