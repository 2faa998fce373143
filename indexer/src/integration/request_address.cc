#include "integration/request_address.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "integration/argument_text.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kUnknownPart = "{}";

// Calls that make an address from a literal, and calls that format a literal with placeholders.
constexpr std::array<std::string_view, 8> kAddressTypes = {"URI.create(",  "new URI(",   "new Uri(",
                                                           "new URL(",     "URI.parse(", "URI(",
                                                           "new Request(", "new("};
constexpr std::array<std::string_view, 6> kFormatters = {
    "fmt.Sprintf", "String.format", "string.Format", "format!", "format", "sprintf"};

void SkipAddressType(std::string_view& text) {
  SkipAny(text, "(&");
  for (const std::string_view type : kAddressTypes) {
    if (!text.starts_with(type)) continue;
    text.remove_prefix(type.size());
    return;
  }
}

// The placeholders in a string, by its prefix and its quote.
enum class Places { kNone, kBraces, kDollarBraces, kHashBraces, kPercents };

Places PlacesOf(std::string_view prefix, char quote) {
  if (prefix.find_first_of("fF$") != std::string_view::npos) return Places::kBraces;
  if (quote == '`') return Places::kDollarBraces;
  return quote == '"' ? Places::kHashBraces : Places::kNone;
}

// The end of the placeholder at the beginning of `text`; 0 if there is none.
std::size_t EndOfPlace(std::string_view text, Places places) {
  constexpr std::string_view kFlags = "-+ #0123456789.";
  switch (places) {
    case Places::kNone:
      return 0;
    case Places::kPercents: {
      if (text[0] == '{') return text.find('}') + 1;
      if (text[0] != '%') return 0;
      const std::size_t letter = text.find_first_not_of(kFlags, 1);
      return letter == std::string_view::npos ? 0 : letter + 1;
    }
    case Places::kDollarBraces:
    case Places::kHashBraces:
      if (text[0] != (places == Places::kDollarBraces ? '$' : '#')) return 0;
      text.remove_prefix(1);
      if (!text.starts_with('{')) return 0;
      break;
    case Places::kBraces:
      if (text[0] != '{') return 0;
      break;
  }
  const std::size_t end = EndOfBracket(text);
  return end == std::string_view::npos ? 0 : end + (places == Places::kBraces ? 0 : 1);
}

void AddText(std::string_view text, Places places, std::string& address) {
  while (!text.empty()) {
    const std::size_t place = EndOfPlace(text, places);
    if (place > 0) {
      address += kUnknownPart;
      text.remove_prefix(place);
    } else {
      address += text.front();
      text.remove_prefix(1);
    }
  }
}

// Whether values are formatted into the string before `text`: "/users/%d" % id.
bool IsFormatted(std::string_view text) {
  SkipSpaces(text);
  return text.starts_with('%') || text.starts_with(".format(");
}

// Skips the operand of "+" at the beginning of `text`.
void SkipOperand(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && !IsOneOf(text[end], "+,)]}")) {
    const std::size_t bracket = EndOfBracket(text.substr(end));
    end += bracket == std::string_view::npos ? 1 : bracket;
  }
  text.remove_prefix(std::min(end, text.size()));
}

// Reads the string at the beginning of `text` and moves past it. False if there is none.
bool AddString(std::string_view& text, std::string& address, bool is_format = false) {
  const std::size_t quote = text.substr(0, 3).find_first_of("\"'`");
  if (quote == std::string_view::npos) return false;
  const std::string_view prefix = text.substr(0, quote);
  if (prefix.find_first_not_of("rRbBuUfFL@$") != std::string_view::npos) return false;
  const char mark = text[quote];
  const std::string_view rest = text.substr(quote + 1);
  const std::size_t end = rest.substr(0, kMaxLiteralBytes + 1).find(mark);
  if (end == std::string_view::npos) return false;
  text.remove_prefix(quote + 1 + end + 1);
  if (IsFormatted(text)) {
    is_format = true;
    SkipOperand(text);
  }
  AddText(rest.substr(0, end), is_format ? Places::kPercents : PlacesOf(prefix, mark), address);
  return true;
}

// Reads the format string of `fmt.Sprintf("/users/%d", id)` and moves `text` past the call.
bool AddFormatted(std::string_view& text, std::string& address) {
  for (const std::string_view name : kFormatters) {
    if (!text.starts_with(name)) continue;
    std::string_view call = text.substr(name.size());
    const std::size_t end = EndOfBracket(call);
    if (end == std::string_view::npos) return false;
    std::string_view arguments = call.substr(1, end - 1);
    SkipSpaces(arguments);
    if (!AddString(arguments, address, true)) return false;
    call.remove_prefix(end);
    text = call;
    return true;
  }
  return false;
}

// The constant of the file in the operand of "+", or kUnknownPart; moves `text` past the operand.
std::string_view ReadOperand(std::string_view& text, LiteralConstants& constants) {
  const std::string_view before = text;
  SkipOperand(text);
  const std::string_view operand = Trimmed(before.substr(0, before.size() - text.size()));
  return constants.Find(operand).value_or(kUnknownPart);
}

// Whether the host or a component of the path is known.
bool SaysSomething(std::string_view address) {
  if (address == "/") return true;
  if (const std::size_t host = address.find("://"); host != std::string_view::npos) {
    address.remove_prefix(host + 3);
  }
  while (!address.empty()) {
    const std::size_t end = std::min(address.find('/'), address.size());
    const std::string_view component = address.substr(0, end);
    if (!component.empty() && component.find('{') == std::string_view::npos) return true;
    address.remove_prefix(std::min(end + 1, address.size()));
  }
  return false;
}

bool IsAddress(std::string_view text) {
  const bool is_plain = std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || IsOneOf(c, "\"'\\");
  });
  return is_plain && text.size() <= kMaxLiteralBytes &&
         (text.starts_with('/') || text.find("://") != std::string_view::npos) &&
         SaysSomething(text);
}

}  // namespace

std::string AddressIn(std::string_view argument, LiteralConstants& constants) {
  std::string_view text = argument;
  SkipAddressType(text);
  SkipArgumentName(text);
  std::string address;
  bool has_more = true;
  while (has_more && address.size() <= kMaxLiteralBytes) {
    SkipSpaces(text);
    if (text.empty()) return {};
    if (!AddFormatted(text, address) && !AddString(text, address)) {
      address += ReadOperand(text, constants);
    }
    SkipSpaces(text);
    has_more = text.starts_with('+');
    if (has_more) {
      text.remove_prefix(1);
    } else if (!text.empty() && !IsOneOf(text[0], ",)]}")) {
      return {};
    }
  }
  if (address.starts_with(std::string(kUnknownPart) + '/')) address.erase(0, kUnknownPart.size());
  return IsAddress(address) ? address : std::string();
}

}  // namespace waymark::indexer
