// How lines moved between two packs, as comments of a difference:
//
//   # moved src/shop/cart.py 1:+2 40:-1          lines from 1 on by 2, from 40 on by -1
//   # lines src/shop/cart.py shop.pay=12-40      where these symbols are now
//
// and, below an added symbol that has the same place and text as the removed one:
//
//   # as before
//
// The first form is about the lines of the base. The second form holds for whichever lines the
// client has, so it is used when these are not known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/gcf_token.h"
#include "wire/payload.h"

namespace waymark::wire {

inline constexpr std::string_view kAsBefore = "as before";

struct LineShift {
  std::uint32_t from = 0;  // holds for this line and those behind it, up to the next shift
  std::int64_t by = 0;
};

// The moves of one file. Line 0 is an unknown line and stays 0.
class LineMoves {
 public:
  // Takes shifts in ascending order.
  explicit LineMoves(std::vector<LineShift> shifts = {}) : shifts_(std::move(shifts)) {}

  // The fewest shifts that move each line as given.
  static LineMoves Of(const std::map<std::uint32_t, std::uint32_t>& moved);

  bool empty() const { return shifts_.empty(); }

  const std::vector<LineShift>& shifts() const { return shifts_; }

  // Where a line of the base is now; 0 for a place before the file.
  std::uint32_t Moved(std::uint32_t line) const;

 private:
  std::vector<LineShift> shifts_;
};

// Moves the lines of a symbol, or the sites of an edge that lie in the file.
void MoveLines(const LineMoves& moves, Symbol& symbol);
void MoveLines(const LineMoves& moves, std::string_view path, Edge& edge);

void AppendMoves(std::string& out, std::string_view path, const LineMoves& moves,
                 GcfCharset charset);
// The lines of symbols of one file.
void AppendLines(std::string& out, const std::vector<const Symbol*>& symbols, GcfCharset charset);

struct FileMoves {
  std::string path;
  LineMoves moves;
};

struct SymbolLines {
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

struct FileLines {
  std::string path;
  std::vector<SymbolLines> symbols;
};

// Read a comment after "# "; nothing for a text of another form.
std::optional<FileMoves> ReadMoves(std::string_view text);
std::optional<FileLines> ReadLines(std::string_view text);

}  // namespace waymark::wire
