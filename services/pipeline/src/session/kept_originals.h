// The original texts of answers, by their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace waymark::services {

// A store of bounded size. A text that was promised is kept until Release(); of the others the
// oldest make room for new ones. Not thread-safe.
class KeptOriginals {
 public:
  explicit KeptOriginals(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // False if what was promised leaves no room for the text, which is then not kept. REQUIRES: the
  // ordinal is higher than all before.
  bool Add(std::uint32_t ordinal, std::string text);

  // Null if the text is not kept. Valid until the next Add().
  const std::string* Find(std::uint32_t ordinal) const;

  // A hint refers to this text. REQUIRES: it is kept.
  void Promise(std::uint32_t ordinal);

  // No hint refers to any of the texts any more.
  void Release();

 private:
  struct Original {
    std::string text;
    bool is_promised = false;
  };

  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::size_t promised_bytes_ = 0;
  std::map<std::uint32_t, Original> texts_;
};

}  // namespace waymark::services
