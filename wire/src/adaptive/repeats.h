// Equal values of one tree: all but the first can be named by the place of the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "adaptive/json_value.h"

namespace waymark::wire {

class Repeats {
 public:
  Repeats() = default;
  // `root` must outlive this, and stay where it is. Cost: O(values).
  explicit Repeats(const JsonValue& root);

  // The pointer (RFC 6901) to the first value that is equal to `value`, which stands before it;
  // empty if there is none, or if it cannot be written within a line.
  std::string PointerTo(const JsonValue& value) const;

  // The strings that are written: not those in repeated objects and arrays, and of a column with
  // one value the first alone.
  std::vector<const JsonValue*> WrittenStrings() const;

 private:
  struct Place {
    const JsonValue* value = nullptr;
    std::size_t parent = 0;
    std::size_t index = 0;  // in the parent
    std::size_t end = 0;    // of the places inside of this one
    std::uint64_t hash = 0;
    std::size_t bytes = 0;
  };

  std::size_t AddPlaces(const JsonValue& value, std::size_t parent, std::size_t index);
  void FindRepeats();

  std::vector<Place> places_;                                // in the order of the text
  std::unordered_map<const JsonValue*, std::size_t> first_;  // of a repeated value: its place
};

// A key as a step of a pointer: "~0" for "~", "~1" for "/".
std::string EscapedStep(std::string_view key);

// The value at a pointer; null if there is none. A string that holds JSON is passed through.
const JsonValue* Follow(const JsonValue& root, std::string_view pointer);

}  // namespace waymark::wire
