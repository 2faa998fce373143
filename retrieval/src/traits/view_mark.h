// Remembers the last view, for data that is kept between questions.
#pragma once

#include <cstdint>

#include "graph/read_view.h"

namespace waymark::retrieval {

class ViewMark {
 public:
  // Whether `view` is, or may be, another one than in the last call.
  bool MovesTo(const graph::ReadView& view) {
    const graph::ViewInfo& info = view.info();
    const bool has_digest = info.root != RootHash();
    const bool is_same = has_digest && view_ == &view && generation_ == info.generation &&
                         root_ == info.root && symbol_bound_ == view.symbol_bound() &&
                         file_bound_ == view.file_bound();
    view_ = &view;
    generation_ = info.generation;
    root_ = info.root;
    symbol_bound_ = view.symbol_bound();
    file_bound_ = view.file_bound();
    return !is_same;
  }

 private:
  // The address alone could be that of a deleted view, and views with equal contents may have other
  // ids.
  const graph::ReadView* view_ = nullptr;
  std::uint64_t generation_ = 0;
  RootHash root_;
  std::uint32_t symbol_bound_ = 0;
  std::uint32_t file_bound_ = 0;
};

}  // namespace waymark::retrieval
