#include "outside_use.h"

#include <algorithm>
#include <array>

#include "characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::array<std::string_view, 7> kVerbs = {"GET",   "POST", "PUT",    "DELETE",
                                                    "PATCH", "HEAD", "OPTIONS"};

void SkipSpaces(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
}

void SkipAny(std::string_view& text, std::string_view characters) {
  SkipSpaces(text);
  while (!text.empty() && characters.find(text.front()) != std::string_view::npos) {
    text.remove_prefix(1);
    SkipSpaces(text);
  }
}

// `path = ` in front of an argument.
void SkipArgumentName(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  std::string_view behind = text.substr(end);
  SkipSpaces(behind);
  if (end == 0 || behind.size() < 2 || behind[0] != '=' || behind[1] == '=') return;
  text = behind.substr(1);
  SkipAny(text, "{[(");
}

bool IsNamed(std::string_view callee, std::string_view row) {
  if (!callee.ends_with(row)) return false;
  if (row.front() == '.') return callee.size() > row.size();
  return callee.size() == row.size() || callee[callee.size() - row.size() - 1] == ':';
}

bool AreAll(std::string_view text, std::string_view others) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return IsWordCharacter(c) || others.find(c) != std::string_view::npos;
  });
}

bool IsPath(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '\'' || c == '\\';
  });
}

bool MayBeBare(OutsideForm form) {
  return form == OutsideForm::kAnnotation || form == OutsideForm::kPrefix;
}

bool IsOneOf(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

// Behind the string that `text` begins with; its size when it has no end.
std::size_t EndOfString(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[0]) {
      return i + 1;
    }
  }
  return text.size();
}

// Names of the argument of a decorator that is its path.
constexpr std::array<std::string_view, 3> kPathArguments = {"value", "path", "template"};

// The path of a decorator whose arguments may be named. `is_bare` when it has none.
std::string_view PathOfDecorator(std::string_view arguments, bool& is_bare) {
  std::string_view first = arguments;
  SkipAny(first, "([{");
  std::string_view behind = first;
  SkipArgumentName(behind);
  if (behind.size() == first.size()) {
    is_bare = first.empty() || IsOneOf(first[0], ")]");
    return FirstLiteral(arguments);
  }
  for (const std::string_view name : kPathArguments) {
    if (const auto value = ArgumentNamed(arguments, name)) return FirstLiteral(value->substr(1));
  }
  is_bare = true;
  return {};
}

// Types of addresses, made of a literal where that is asked for.
constexpr std::array<std::string_view, 6> kAddressTypes = {"URI.create(", "new URI(", "new Uri(",
                                                           "URI.parse(",  "URI(",     "new("};

void SkipAddressType(std::string_view& text) {
  SkipAny(text, "(");
  for (const std::string_view type : kAddressTypes) {
    if (!text.starts_with(type)) continue;
    text.remove_prefix(type.size());
    return;
  }
}

std::string_view LiteralOf(const OutsideUse& use, OutsideForm form, std::string_view rest,
                           bool& is_bare) {
  if (form == OutsideForm::kMember) return rest;
  if (!use.key.empty()) {
    const auto value = ArgumentNamed(rest, use.key);
    return value.has_value() ? FirstLiteral(value->substr(1)) : std::string_view();
  }
  if (use.role == LiteralRole::kEndpoint) SkipAddressType(rest);
  return MayBeBare(use.form) ? PathOfDecorator(rest, is_bare) : FirstLiteral(rest);
}

// What the literal names; empty when it is none of that role.
std::string_view Checked(const OutsideUse& use, std::string_view literal) {
  switch (use.role) {
    case LiteralRole::kEnvVar:
      return AreAll(literal, "") && (literal[0] < '0' || literal[0] > '9') ? literal : "";
    case LiteralRole::kCommand:
      literal = literal.substr(0, literal.find(' '));
      return AreAll(literal, "./+-") && literal[0] != '-' ? literal : "";
    case LiteralRole::kRoute: {
      const bool is_open = use.form == OutsideForm::kOpenCall || MayBeBare(use.form);
      return IsPath(literal) && (is_open || literal.starts_with('/')) ? literal : "";
    }
    case LiteralRole::kEndpoint: {
      const bool is_address =
          literal.starts_with('/') || literal.find("://") != std::string_view::npos;
      return is_address && IsPath(literal) ? literal : "";
    }
    case LiteralRole::kPublished:
    case LiteralRole::kSubscribed:
    case LiteralRole::kFlag:
      return AreAll(literal, ".:/-") ? literal : "";
    case LiteralRole::kExposed:  // follows from kRoute
    case LiteralRole::kRpcService:
    case LiteralRole::kRpcClient:  // no literals
      break;
  }
  return "";
}

// `service` is what an earlier "*" stands for, and then what this one does.
bool Fits(std::string_view pattern, std::string_view name, std::string_view& service) {
  if (pattern.empty()) return name.empty();
  const std::string_view rest = pattern.substr(1);
  if (pattern[0] == '*' && !service.empty()) {
    if (!name.starts_with(service)) return false;
    return Fits(rest, name.substr(service.size()), service);
  }
  if (pattern[0] == '*' && (name.empty() || name[0] < 'A' || name[0] > 'Z')) return false;
  if (pattern[0] != '*' && pattern[0] != '%') {
    return !name.empty() && name[0] == pattern[0] && Fits(rest, name.substr(1), service);
  }
  const std::string_view before = service;
  for (std::size_t length = pattern[0] == '*' ? 1 : 0; length <= name.size(); ++length) {
    if (length > 0 && !IsWordCharacter(name[length - 1])) return false;
    if (pattern[0] == '*') service = name.substr(0, length);
    if (Fits(rest, name.substr(length), service)) return true;
    service = before;
  }
  return false;
}

}  // namespace

std::string Dotted(std::string_view text) {
  std::string dotted;
  for (const char c : text) {
    if (kSpaces.find(c) != std::string_view::npos) continue;
    if (c == ':' && dotted.ends_with('.')) continue;
    dotted += c == ':' ? '.' : c;
  }
  return dotted;
}

std::string_view ServiceIn(std::string_view pattern, std::string_view name) {
  for (std::size_t begin = 0; begin != std::string_view::npos;) {
    std::string_view service;
    if (Fits(pattern, name.substr(begin), service)) return service;
    begin = name.find_first_of("./", begin);
    if (begin != std::string_view::npos) ++begin;
  }
  return {};
}

std::string_view FirstLiteral(std::string_view text) {
  SkipAny(text, "![({&");
  SkipArgumentName(text);
  if (text.starts_with(':')) {  // a symbol
    std::size_t end = 1;
    while (end < text.size() && IsWordCharacter(text[end])) ++end;
    if (end > 1) return text.substr(1, end - 1);
  }
  const std::size_t quote = text.find_first_of("\"'`");
  if (quote == std::string_view::npos || quote > 2) return {};
  const std::string_view prefix = text.substr(0, quote);
  if (prefix.find_first_not_of("rRbBuUfFL@$") != std::string_view::npos) return {};
  const char mark = text[quote];
  text.remove_prefix(quote + 1);
  const std::size_t end = text.substr(0, kMaxOutsideBytes + 1).find(mark);
  if (end == std::string_view::npos) return {};
  const std::string_view literal = text.substr(0, end);
  const bool has_parts = prefix.find_first_of("fF$") != std::string_view::npos &&
                         literal.find('{') != std::string_view::npos;
  const bool is_template =
      literal.find("${") != std::string_view::npos || literal.find("#{") != std::string_view::npos;
  return has_parts || is_template ? std::string_view() : literal;
}

std::size_t EndOfBracket(std::string_view text) {
  int depth = 0;
  if (text.empty() || !IsOneOf(text[0], "([{")) return std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsOneOf(text[i], "\"'`")) {
      i += EndOfString(text.substr(i)) - 1;
    } else if (IsOneOf(text[i], "([{")) {
      ++depth;
    } else if (IsOneOf(text[i], ")]}") && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

std::optional<std::string_view> ArgumentNamed(std::string_view arguments, std::string_view name) {
  std::string_view text = arguments;
  SkipAny(text, "({");
  bool begins = true;  // an argument
  while (!text.empty() && !IsOneOf(text[0], ")]}")) {
    std::size_t end = 0;
    while (end < text.size() && IsWordCharacter(text[end])) ++end;
    if (begins && text.substr(0, end) == name) {
      std::string_view behind = text.substr(end);
      SkipSpaces(behind);
      if (!behind.empty() && IsOneOf(behind[0], "=:,}(")) return behind;
    }
    if (IsOneOf(text[0], "\"'`")) {
      end = EndOfString(text);
    } else if (IsOneOf(text[0], "([{")) {
      end = EndOfBracket(text);
      if (end == std::string_view::npos) return std::nullopt;
    }
    begins = text[0] == ',' || (begins && IsOneOf(text[0], kSpaces));
    text.remove_prefix(std::max<std::size_t>(end, 1));
  }
  return std::nullopt;
}

Mention FindMention(std::span<const OutsideUse> uses, OutsideForm form, std::string_view callee,
                    std::string_view rest) {
  Mention mention;
  if (callee.empty()) return mention;
  for (const OutsideUse& use : uses) {
    const bool fits =
        use.form == form || (use.form == OutsideForm::kOpenCall && form == OutsideForm::kCall);
    if (!fits || !IsNamed(callee, use.callee)) continue;
    // `axios.get` says more than `.get` of anything.
    if (mention.use != nullptr && mention.use->callee.size() >= use.callee.size()) continue;
    bool is_bare = false;
    const std::string_view literal = Checked(use, LiteralOf(use, form, rest, is_bare));
    const bool may_lack = is_bare && use.role == LiteralRole::kRoute;
    if (!literal.empty() || may_lack) mention = {&use, literal, rest};
  }
  return mention;
}

std::string VerbsOf(const Mention& mention) {
  if (mention.use == nullptr || !mention.use->verb.empty()) {
    return std::string(mention.use == nullptr ? "" : mention.use->verb);
  }
  // methods=["GET", "POST"], method = RequestMethod.GET
  std::string verbs;
  auto named = ArgumentNamed(mention.arguments, "methods");
  if (!named.has_value()) named = ArgumentNamed(mention.arguments, "method");
  if (!named.has_value()) return verbs;
  const std::size_t begin = std::min(named->find_first_not_of("=:> \t\r\n"), named->size());
  std::string_view arguments = named->substr(begin);
  const std::size_t bracket = EndOfBracket(arguments);
  arguments = arguments.substr(
      0, bracket == std::string_view::npos ? arguments.find_first_of(",)}") : bracket);
  for (const std::string_view verb : kVerbs) {
    for (std::size_t at = arguments.find(verb); at != std::string_view::npos;
         at = arguments.find(verb, at + 1)) {
      const char before = at == 0 ? ' ' : arguments[at - 1];
      const std::size_t end = at + verb.size();
      const char behind = end < arguments.size() ? arguments[end] : ' ';
      if (IsWordCharacter(before) || IsWordCharacter(behind)) continue;
      verbs += verbs.empty() ? "" : "|";
      verbs += verb;
      break;
    }
  }
  return verbs;
}

}  // namespace waymark::indexer
