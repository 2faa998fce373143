// The text of a symbol beyond its signature in an answer: documentation, or source as in the file.
// It is shown only if the file's content is the indexed one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/read_view.h"
#include "retrieval/context.h"
#include "retrieval/difference.h"
#include "services/telling_lines.h"
#include "wire/payload.h"

namespace waymark::services {

struct ShownText {
  std::string text;
  wire::SourceLines source;  // of a text that is source
};

// Texts of the symbols of one answer. A file is read and hashed once. Not thread-safe.
class ShownTexts {
 public:
  // The view must outlive this. `question` has the names of all symbols that may be shown; a
  // symbol's own name is not sought in it.
  ShownTexts(const graph::ReadView& view, retrieval::FileText text, TellingQuestion question)
      : view_(view), text_(std::move(text)), question_(std::move(question)) {}

  // Empty for fidelities below documentation, and if there is no documentation. Sources are whole
  // lines, documentation included, without their common indentation:
  //   elided   of a type or file, and of a function that has functions in it: all lines but those
  //            of enclosed symbols, whose heads stay. Of another function: its head and the telling
  //            lines (telling_lines.h). "…" replaces what is left out. Empty if that saves less
  //            than a quarter, or if no line tells
  //   body     all lines; empty for symbols that enclose others, because those are shown
  //   separately,
  //            and beyond kMaxShownBytes
  const ShownText& Of(SymbolId symbol, retrieval::Fidelity fidelity);

  // The head and `lines` further lines, with "…" for what is left out: first the telling ones, then
  // the others in order. Empty if there are no more lines than that, and beyond kMaxShownBytes.
  ShownText MostTelling(SymbolId symbol, std::uint32_t lines);

 private:
  // The lines of a file, without line ends.
  using Lines = std::vector<std::string_view>;

  struct File {
    std::optional<std::string> text;  // nothing: it cannot be shown
    Lines lines;
  };

  struct Texts {
    ShownText documentation;
    ShownText elided;
    ShownText body;
  };

  // The lines of a symbol; empty if they cannot be shown.
  struct Source {
    std::size_t first = 0;  // number, from 0, of its first line in the file
    Lines lines;
    std::vector<bool> nested;         // of enclosed symbols, without their heads
    bool encloses = false;            // has nested lines
    std::vector<double> worths;       // LineWorths(); empty until FindWorths()
    std::vector<std::uint32_t> head;  // the lines of its head
    // The lines that are not nested, the first to be shown first: those of the head, the telling
    // ones, the others. Empty until OrderLines().
    std::vector<std::uint32_t> order;
  };

  const File& FileOf(SymbolId symbol);
  Source& SourceOf(SymbolId symbol);
  TellingQuestion QuestionAbout(SymbolId symbol) const;
  static std::string_view TextFrom(const Source& source, std::size_t line);
  void FindWorths(SymbolId symbol, Source& source);
  void OrderLines(SymbolId symbol, Source& source);
  std::vector<std::uint32_t> ElidedLines(SymbolId symbol, Source& source);
  ShownText Elided(SymbolId symbol, Source& source);
  Texts Read(SymbolId symbol);
  std::vector<bool> NestedLines(const SymbolRow& row, std::size_t first, const Lines& lines);

  const graph::ReadView& view_;
  retrieval::FileText text_;
  TellingQuestion question_;
  std::map<FileId, File> files_;
  std::map<SymbolId, Source> sources_;
  std::map<SymbolId, Texts> texts_;
  std::vector<Neighbor> neighbors_;
};

}  // namespace waymark::services
