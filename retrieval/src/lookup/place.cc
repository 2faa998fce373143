#include "retrieval/place.h"

#include <charconv>
#include <cstddef>
#include <optional>

#include "text/name_bytes.h"

namespace waymark::retrieval {
namespace {

// The number that the whole text is, if it is one.
std::optional<std::uint32_t> NumberIn(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

// A place whose line follows `mark` at the end of the text: "#L12-L15" with "#L". The text before
// it is the path.
std::optional<Place> MarkedPlace(std::string_view text, std::string_view mark) {
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos || at == 0) return std::nullopt;
  std::string_view numbers = text.substr(at + mark.size());
  numbers = numbers.substr(0, numbers.find('-'));
  const std::size_t split = numbers.find_first_of(",C");
  const std::optional<std::uint32_t> line = NumberIn(numbers.substr(0, split));
  if (!line.has_value()) return std::nullopt;
  Place place{.path = text.substr(0, at), .line = *line};
  if (split == std::string_view::npos) return place;
  const std::optional<std::uint32_t> column = NumberIn(numbers.substr(split + 1));
  if (!column.has_value()) return std::nullopt;
  place.column = *column;
  return place;
}

// a.py:12:3
Place NumberedPlace(std::string_view text) {
  Place place{.path = text};
  for (int part = 0; part < 2; ++part) {
    const std::size_t colon = place.path.rfind(':');
    if (colon == std::string_view::npos) break;
    const std::optional<std::uint32_t> number = NumberIn(place.path.substr(colon + 1));
    if (!number.has_value()) break;
    place = Place{.path = place.path.substr(0, colon), .line = *number, .column = place.line};
  }
  return place;
}

}  // namespace

Place ParsePlace(std::string_view text) {
  constexpr std::string_view kPlaceMarks[] = {"#L", ":line ", ":"};
  Place place = NumberedPlace(text);
  for (const std::string_view mark : kPlaceMarks) {
    if (place.line == 0) place = MarkedPlace(text, mark).value_or(place);
  }
  if (place.line == 0 && text.ends_with(')')) {
    place = MarkedPlace(text.substr(0, text.size() - 1), "(").value_or(place);
  }
  while (place.path.starts_with("./")) place.path.remove_prefix(2);
  return place;
}

std::optional<NameInFile> ParseNameInFile(std::string_view text) {
  std::size_t end = text.find_first_of(":#");
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  // `Cart#total` is a method of a type.
  if (text[end] == '#' && !HasExtension(text.substr(0, end))) end = text.find(':', end);
  if (end == std::string_view::npos) return std::nullopt;
  const std::size_t begin = text[end] == '#' ? end + 1 : text.find_first_not_of(':', end);
  if (begin >= text.size() || IsDigit(text[begin])) return std::nullopt;
  return NameInFile{.path = text.substr(0, end), .name = text.substr(begin)};
}

}  // namespace waymark::retrieval
