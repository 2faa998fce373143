// What an answer shows of a symbol beyond its signature: documentation, or source as the file has
// it, never unless the file's content is what was indexed.
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

namespace waymark::services {

// Texts of the symbols of one answer. A file is read and hashed once. Not thread-safe.
class ShownTexts {
 public:
  // The view must outlive this.
  ShownTexts(const graph::ReadView& view, retrieval::FileText text)
      : view_(view), text_(std::move(text)) {}

  // Below documentation, and where there is none, empty. Sources are whole lines from the
  // documentation on, without the indentation that all of them have:
  //   elided   lines of what a type or file encloses but the head of each, or lines of a function
  //            that are nested deeper than its first level, are "…"; empty where that saves less
  //            than a quarter
  //   body     all of it; empty for what encloses others, which stand for themselves, and beyond
  //            kMaxShownBytes
  const std::string& Of(SymbolId symbol, retrieval::Fidelity fidelity);

  // The first `lines` of the elided source, or of the body where nothing is elided, and "…"; empty
  // where there are no more lines than that.
  std::string Beginning(SymbolId symbol, std::uint32_t lines);

 private:
  // The lines of a file, without their ends.
  using Lines = std::vector<std::string_view>;

  struct File {
    std::optional<std::string> text;  // nothing: it cannot be shown
    Lines lines;
  };

  struct Texts {
    std::string documentation;
    std::string elided;
    std::string body;
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
