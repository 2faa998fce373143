#include "output/place_links.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace waymark::services {
namespace {

// A place at the beginning of a word.
struct WrittenPlace {
  std::size_t size = 0;  // bytes of the word that it takes
  std::string_view path;
  std::uint32_t line = 0;
};

std::size_t EndOfDigits(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at;
}

// Answers name files by paths within the checkout. Anything else is source text: an address, or a
// path that leads out.
bool IsWithinCheckout(std::string_view path) {
  if (path.starts_with('/') || path.find(':') != std::string_view::npos) return false;
  for (std::string_view rest = path;;) {
    const std::size_t end = rest.find('/');
    if (rest.substr(0, end) == "..") return false;
    if (end == std::string_view::npos) return true;
    rest.remove_prefix(end + 1);
  }
}

std::optional<WrittenPlace> PlaceIn(std::string_view word) {
  for (std::size_t colon = word.find(':'); colon != std::string_view::npos;
       colon = word.find(':', colon + 1)) {
    std::size_t end = EndOfDigits(word, colon + 1);
    if (end == colon + 1) continue;  // "a::b"
    const std::string_view path = word.substr(0, colon);
    if (path.find_first_of("./") == std::string_view::npos || !IsWithinCheckout(path)) {
      return std::nullopt;
    }
    WrittenPlace place{.size = end, .path = path, .line = 0};
    std::from_chars(word.data() + colon + 1, word.data() + end, place.line);
    // The last line, or the column.
    const bool goes_on = end < word.size() && (word[end] == '-' || word[end] == ':');
    if (goes_on && EndOfDigits(word, end + 1) > end + 1) place.size = EndOfDigits(word, end + 1);
    return place;
  }
  return std::nullopt;
}

}  // namespace

std::string WithPlaceLinks(const TextStyle& style, std::string_view text) {
  constexpr std::string_view kWordBreaks = " \t\n()[]'\",";
  if (!style.is_colored) return std::string(text);
  std::string linked;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(kWordBreaks), text.size());
    linked += text.substr(0, begin);
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kWordBreaks));
    std::size_t used = 0;
    if (const std::optional<WrittenPlace> place = PlaceIn(word); place.has_value()) {
      used = place->size;
      linked += Linked(style, Painted(style, Ink::kPlace, word.substr(0, used)), place->path,
                       place->line);
    }
    linked += word.substr(used);
    text.remove_prefix(word.size());
  }
  return linked;
}

}  // namespace waymark::services
