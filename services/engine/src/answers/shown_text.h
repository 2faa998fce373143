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
#include "wire/payload.h"

namespace waymark::services {

struct ShownText {
  std::string text;
  wire::SourceLines source;  // of a text that is source
};

// Texts of the symbols of one answer. A file is read and hashed once. Not thread-safe.
class ShownTexts {
 public:
  // The view must outlive this.
  ShownTexts(const graph::ReadView& view, retrieval::FileText text)
      : view_(view), text_(std::move(text)) {}

  // Empty for fidelities below documentation, and if there is no documentation. Sources are whole
  // lines from the documentation on, without their common indentation:
  //   elided   "…" replaces the lines of symbols in a type or file except their heads, or the lines
  //            of a function that are nested deeper than its first level; empty if that saves less
  //            than a quarter
  //   body     all lines; empty for symbols that enclose others, because those are shown
  //   separately,
  //            and beyond kMaxShownBytes
  const ShownText& Of(SymbolId symbol, retrieval::Fidelity fidelity);

  // The first `lines` of the elided source, or of the body if nothing is elided, and "…"; empty if
  // there are no more lines than that.
  ShownText Beginning(SymbolId symbol, std::uint32_t lines);

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

  const File& FileOf(SymbolId symbol);
  Texts Read(SymbolId symbol);
  std::vector<bool> NestedLines(const SymbolRow& row, std::size_t first, const Lines& lines);

  const graph::ReadView& view_;
  retrieval::FileText text_;
  std::map<FileId, File> files_;
  std::map<SymbolId, Texts> texts_;
  std::vector<Neighbor> neighbors_;
};

}  // namespace waymark::services
