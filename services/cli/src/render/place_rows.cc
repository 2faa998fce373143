#include "render/place_rows.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "output/code_text.h"
#include "output/display_width.h"
#include "output/text_style.h"
#include "services/visible_text.h"
#include "services/whole_word.h"

namespace waymark::services {
namespace {

constexpr std::string_view kGapOfColumns = "  ";

// "12:5:", or "12-" for a line around a match.
std::string PositionText(const PlaceRow& row) {
  return row.column == 0 ? fmt::format("{}-", row.line)
                         : fmt::format("{}:{}:", row.line, row.column);
}

std::string PaintedPlace(const PlaceRow& row, std::string_view text, const TextStyle& style) {
  return Linked(style, Painted(style, Ink::kPlace, text), row.path, row.line);
}

// "of shop.send, in shop.checkout; the file differs from the index".
std::string RestOf(const PlaceRow& row) {
  std::string rest = row.used.empty() ? "" : "of " + row.used;
  if (!row.around.empty()) rest += fmt::format("{}in {}", rest.empty() ? "" : ", ", row.around);
  if (!row.note.empty()) rest += fmt::format("{}{}", rest.empty() ? "" : "; ", row.note);
  return VisibleLine(rest);
}

// The same behind what the place is.
std::string KindAndRestOf(const PlaceRow& row) {
  const std::string rest = RestOf(row);
  if (row.kind.empty() || rest.empty()) return VisibleLine(row.kind) + rest;
  const std::string_view between = !row.used.empty() ? " " : !row.around.empty() ? ", " : "; ";
  return fmt::format("{}{}{}", VisibleLine(row.kind), between, rest);
}

Screen WithColumns(const Screen& screen, std::size_t columns) {
  Screen narrow = screen;
  narrow.columns = static_cast<unsigned>(columns);
  return narrow;
}

void AppendInPipe(const PlaceRow& row, const Screen& whole, std::string& out) {
  if (row.is_apart) out += "--\n";
  const std::string path = VisibleLine(row.shown_path);
  const std::string place = row.column == 0 ? fmt::format("{}-{}-", path, row.line)
                                            : fmt::format("{}:{}:{}", path, row.line, row.column);
  out += PaintedPlace(row, place, whole.style);
  out += row.column == 0 ? " " : ": ";
  out += CodeText::OneLine(row.path, row.code, whole, row.marked);
  const std::string remark = KindAndRestOf(row);
  if (!remark.empty()) out += "  " + Painted(whole.style, Ink::kFaint, "(" + remark + ")");
  out += '\n';
}

constexpr std::size_t kTabWidth = 4;

// The most columns that code takes.
std::size_t CodeWidth(std::string_view code) {
  const auto tabs = static_cast<std::size_t>(std::count(code.begin(), code.end(), '\t'));
  return DisplayWidth(VisibleText(code)) + tabs * (kTabWidth - 1);
}

// Leaves out the beginning of the code if the first marked part would not be seen in `room`
// columns.
void ShowFirstMark(std::size_t room, PlaceRow& row) {
  if (row.marked.empty()) return;
  const std::string_view code = row.code;
  if (CodeWidth(code.substr(0, row.marked.front().end)) < room) return;
  constexpr std::string_view kCut = "…";
  const std::size_t first = row.marked.front().begin;
  const std::size_t begin = CharacterBegin(code, first - std::min(first, room / 3));
  if (begin <= kCut.size()) return;
  row.code = fmt::format("{}{}", kCut, code.substr(begin));
  for (indexer::TextMatch& mark : row.marked) {
    mark.begin = mark.begin - begin + kCut.size();
    mark.end = mark.end - begin + kCut.size();
  }
}

// Writes the rows of a terminal in columns.
class ScreenRows {
 public:
  ScreenRows(const std::vector<PlaceRow>& rows, const Screen& screen)
      : rows_(rows), screen_(screen) {
    for (const PlaceRow& row : rows) {
      place_width_ = std::max(place_width_, PositionText(row).size());
      kind_width_ = std::max(kind_width_, DisplayWidth(VisibleLine(row.kind)));
    }
  }

  std::string Text() const {
    std::string out;
    std::string_view path;
    for (const PlaceRow& row : rows_) {
      const bool is_new = row.path != path;
      if (is_new) {
        path = row.path;
        if (!out.empty()) out += '\n';
        out += Linked(screen_.style,
                      Painted(screen_.style, Ink::kHeading, VisibleLine(row.shown_path)), path, 0) +
               "\n";
      }
      if (row.is_apart && !is_new) out += Painted(screen_.style, Ink::kFaint, "  --") + "\n";
      Append(row, out);
    }
    return out;
  }

 private:
  void Append(PlaceRow row, std::string& out) const {
    const std::string place = PositionText(row);
    const std::string kind = VisibleLine(row.kind);
    out += fmt::format("  {}{}", PaintedPlace(row, place, screen_.style),
                       std::string(place_width_ - place.size() + 1, ' '));
    std::size_t used = kGapOfColumns.size() + place_width_ + 1;
    if (kind_width_ != 0) {
      out += Painted(screen_.style, Ink::kFaint, kind) +
             std::string(kind_width_ - DisplayWidth(kind), ' ') + std::string(kGapOfColumns);
      used += kind_width_ + kGapOfColumns.size();
    }
    const std::string remark = RestOf(row);
    const std::size_t wanted = remark.empty() ? 0 : DisplayWidth(remark) + kGapOfColumns.size();
    const std::size_t room = std::max<std::size_t>(screen_.columns, used + 2) - used;
    // The remark has what the code leaves, and at least a third.
    const std::size_t left = room - std::min(room, CodeWidth(row.code));
    const std::size_t remark_room = std::min(wanted, std::max(left, room / 3));
    const std::size_t code_room = room - remark_room;
    ShowFirstMark(code_room, row);
    out += CodeText::OneLine(row.path, row.code, WithColumns(screen_, code_room), row.marked);
    if (remark_room > kGapOfColumns.size() + 1) {
      out += kGapOfColumns;
      out += Painted(screen_.style, Ink::kFaint,
                     CutToWidth(remark, remark_room - kGapOfColumns.size()));
    }
    out += '\n';
  }

  const std::vector<PlaceRow>& rows_;
  const Screen& screen_;
  std::size_t place_width_ = 0;
  std::size_t kind_width_ = 0;
};

}  // namespace

std::string PlaceRowsText(const std::vector<PlaceRow>& rows, const Screen& screen) {
  if (screen.columns != 0) return ScreenRows(rows, screen).Text();
  std::string out;
  for (const PlaceRow& row : rows) AppendInPipe(row, screen, out);
  return out;
}

}  // namespace waymark::services
