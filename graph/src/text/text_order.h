// Sorts numbers by the strings they stand for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "graph/spill.h"

namespace waymark::graph {

// The first eight bytes as a number that compares like them.
inline std::uint64_t TextPrefix(std::string_view text) {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    prefix = prefix << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0u);
  }
  return prefix;
}

// The numbers below `count` in byte order of `text_of(number)`; equal texts in order of their
// numbers. The prefixes decide most comparisons, without reading the texts.
template <typename TextOf>
SpillVector<std::uint32_t> OrderByText(std::uint32_t count, TextOf&& text_of) {
  struct Item {
    std::uint64_t prefix;
    std::string_view text;
    std::uint32_t number;
  };

  SpillVector<Item> items;
  items.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view text = text_of(i);
    items.push_back(Item{TextPrefix(text), text, i});
  }
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    const int order = a.text.compare(b.text);
    return order != 0 ? order < 0 : a.number < b.number;
  });
  SpillVector<std::uint32_t> order;
  order.reserve(count);
  for (const Item& item : items) order.push_back(item.number);
  return order;
}

}  // namespace waymark::graph
