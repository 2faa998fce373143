#include "integration/api_pattern.h"

#include <algorithm>
#include <array>

#include "integration/argument_text.h"
#include "integration/request_address.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"GET",   "POST", "PUT",    "DELETE",
                                                    "PATCH", "HEAD", "OPTIONS"};

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

bool IsPathText(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '\'' || c == '\\';
  });
}

bool MayBeBare(CallShape form) {
  return form == CallShape::kAnnotation || form == CallShape::kPrefix ||
         form == CallShape::kRequested;
}

bool IsCall(CallShape form) {
  return form == CallShape::kCall || form == CallShape::kOpenCall ||
         form == CallShape::kRegexCall || form == CallShape::kVerbCall ||
         form == CallShape::kBuilt || form == CallShape::kPattern;
}

std::string_view LiteralOf(const ApiPattern& use, CallShape form, std::string_view rest) {
  if (form == CallShape::kMember) return rest;
  if (!use.key.empty()) {
    const auto value = ArgumentNamed(rest, use.key);
    return value.has_value() ? FirstLiteral(value->substr(1)) : std::string_view();
  }
  return FirstLiteral(rest);
}

// The name in the literal; empty if it does not fit the role.
std::string_view Checked(const ApiPattern& use, std::string_view literal) {
  switch (use.role) {
    case LiteralRole::kEnvVar:
      return AreAll(literal, "") && (literal[0] < '0' || literal[0] > '9') ? literal : "";
    case LiteralRole::kCommand:
      literal = literal.substr(0, literal.find(' '));
      return AreAll(literal, "./+-") && literal[0] != '-' ? literal : "";
    case LiteralRole::kPublished:
    case LiteralRole::kSubscribed:
    case LiteralRole::kFlag:
      return AreAll(literal, ".:/-") ? literal : "";
    case LiteralRole::kRoute:     // see SetPaths
    case LiteralRole::kEndpoint:  // see SetAddress
    case LiteralRole::kExposed:   // derived from the route
    case LiteralRole::kRpcService:
    case LiteralRole::kRpcClient:  // no literals
      break;
  }
  return "";
}

// `service` is the text that an earlier "*" matched; this one sets it.
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

// Reads one path and moves `text` past the argument.
bool ReadPath(std::string_view& text, LiteralConstants& constants,
              std::vector<std::string_view>& paths) {
  SkipSpaces(text);
  std::optional<std::string_view> path = LiteralAt(text);
  if (path.has_value()) {
    const bool is_symbol = text[0] == ':';
    text.remove_prefix(static_cast<std::size_t>(path->data() - text.data()) + path->size() +
                       (is_symbol ? 0 : 1));
  } else {
    std::size_t end = 0;
    while (end < text.size() && (IsWordCharacter(text[end]) || IsOneOf(text[end], ".:"))) ++end;
    if (end == 0 || (text[0] >= '0' && text[0] <= '9')) return false;
    path = constants.Find(text.substr(0, end));
    if (!path.has_value()) return false;
    text.remove_prefix(end);
  }
  SkipSpaces(text);
  if (!text.empty() && IsOneOf(text[0], kContinues)) return false;
  paths.push_back(*path);
  return true;
}

// Names of the path argument.
constexpr std::array<std::string_view, 5> kPathArguments = {"value", "path", "template", "rule",
                                                            "route"};

// Moves `text` to the value of the path argument. False if there is none.
bool GoToPath(const ApiPattern& use, std::string_view& text) {
  SkipSpaces(text);
  const std::string_view arguments = text;
  if (!use.key.empty()) {
    const auto value = ArgumentNamed(arguments, use.key);
    if (!value.has_value()) return false;
    text = *value;
    SkipAny(text, "=:>");
    return true;
  }
  if (text.starts_with('(')) text.remove_prefix(1);
  SkipSpaces(text);
  const bool may_be_bare = MayBeBare(use.form);
  if (text.empty() || IsOneOf(text[0], ")]")) return false;
  std::string_view pair = text.starts_with('{') ? text.substr(1) : text;
  SkipSpaces(pair);
  std::string_view behind = pair;
  std::size_t end = 0;
  while (end < behind.size() && IsWordCharacter(behind[end])) ++end;
  behind.remove_prefix(end);
  SkipSpaces(behind);
  const bool is_pair = end > 0 && behind.size() > 1 &&
                       IsOneOf(behind[0], may_be_bare ? "=:" : "=") && !IsOneOf(behind[1], "=:");
  const bool is_object = may_be_bare && text.starts_with('{') && end > 0 && behind.starts_with(',');
  if (!is_pair && !is_object) return true;
  for (const std::string_view name : kPathArguments) {
    const auto value = ArgumentNamed(arguments, name);
    if (!value.has_value()) continue;
    text = *value;
    SkipAny(text, "=:");
    return true;
  }
  return false;
}

// The path in the form of a route name; nullopt if it is no path.
std::optional<std::string_view> CheckedPath(CallShape form, std::string_view path,
                                            std::string& verbs) {
  if (form == CallShape::kRegexCall) {
    if (path.starts_with('^')) path.remove_prefix(1);
    if (path.ends_with('$')) path.remove_suffix(1);
    if (path.find_first_of(" \t\n\"'") != std::string_view::npos) return std::nullopt;
    return path;
  }
  if (form == CallShape::kPattern) {
    const std::size_t space = path.find(' ');
    if (space != std::string_view::npos) {
      verbs = path.substr(0, space);
      if (VerbNamed(verbs) != verbs) return std::nullopt;
      path.remove_prefix(space);
      SkipSpaces(path);
    }
    const bool is_pattern = path.find('/') != std::string_view::npos && IsPathText(path);
    return is_pattern ? std::optional(path) : std::nullopt;
  }
  const bool is_open = form == CallShape::kOpenCall || MayBeBare(form) ||
                       (form == CallShape::kDecorator && path.empty());
  if (!IsPathText(path) || (!is_open && !path.starts_with('/'))) return std::nullopt;
  return path;
}

// The verbs in named arguments: methods=["GET", "POST"], method = RequestMethod.GET
std::string VerbsNamed(std::string_view arguments) {
  std::string verbs;
  for (const std::string_view name : {"methods", "method"}) {
    std::string_view rest = arguments;
    for (auto value = ArgumentNamed(rest, name); value.has_value();
         value = ArgumentNamed(rest, name)) {
      rest = *value;
      SkipAny(rest, "=:>");
      std::string_view behind = rest;
      SkipArgument(behind);
      const std::string said = VerbsIn(rest.substr(0, rest.size() - behind.size()));
      if (!said.empty()) verbs += verbs.empty() ? said : std::string("|").append(said);
      rest = behind;
    }
    if (!verbs.empty()) break;
  }
  return verbs;
}

// Reads paths and verbs. False if the arguments name no route.
bool SetPaths(const ApiPattern& use, LiteralConstants& constants, Mention& route) {
  std::string_view text = route.arguments;
  route.verbs = use.verb == kVerbsBehind ? "" : use.verb;
  const bool is_decorator = MayBeBare(use.form);
  if (use.form == CallShape::kVerbMark) {
    SkipSpaces(text);
    return text.empty() || text.starts_with(']') || text.starts_with("()");
  }
  const bool has_path = GoToPath(use, text);
  if (!has_path && !is_decorator) return false;
  if (use.form == CallShape::kVerbCall) {
    std::string_view behind = text;
    SkipArgument(behind);
    const std::string_view verb = Trimmed(text.substr(0, text.size() - behind.size()));
    route.verbs = VerbsIn(verb);
    if (route.verbs.empty() || !behind.starts_with(',')) return false;
    text = behind.substr(1);
  }
  std::vector<std::string_view> paths;
  const bool is_known = !has_path || ReadPaths(text, constants, paths);
  if (!is_known && paths.empty()) {
    route.is_unknown = is_decorator;
    return is_decorator;
  }
  for (const std::string_view path : paths) {
    const auto checked = CheckedPath(use.form, path, route.verbs);
    if (checked.has_value()) route.paths.push_back(*checked);
  }
  if (has_path && route.paths.empty()) return false;
  if (!route.paths.empty()) route.literal = route.paths.front();
  route.behind = text;
  if (use.verb == kVerbsBehind && text.starts_with(',')) {
    std::string_view behind = text.substr(1);
    SkipArgument(behind);
    route.verbs = VerbsIn(text.substr(0, text.size() - behind.size()));
    route.behind = behind;
  }
  if (route.verbs.empty()) route.verbs = VerbsNamed(route.arguments);
  return true;
}

// Skips a verb in one of the first two arguments of `text`: "GET", "/users".
std::string SkipVerb(std::string_view& text) {
  SkipAny(text, "(");
  for (int i = 0; i < 2; ++i) {
    std::string_view behind = text;
    SkipArgument(behind);
    std::string verb = VerbsIn(text.substr(0, text.size() - behind.size()));
    if (!behind.starts_with(',')) return {};
    text = behind.substr(1);
    if (!verb.empty()) return verb;
  }
  return {};
}

// Skips a call named after a verb: get("/users").
std::string SkipVerbCall(std::string_view& text) {
  SkipAny(text, "(");
  std::size_t end = 0;
  while (end < text.size() && (IsWordCharacter(text[end]) || text[end] == '.')) ++end;
  std::string_view name = text.substr(0, end);
  name.remove_prefix(name.rfind('.') + 1);
  text.remove_prefix(end);
  return VerbNamed(name);
}

// Reads address and verb. False if the arguments name no address.
bool SetAddress(const ApiPattern& use, LiteralConstants& constants, Mention& request) {
  std::string_view text = request.arguments;
  request.verbs = use.verb;
  if (!use.key.empty()) {
    const auto value = ArgumentNamed(text, use.key);
    if (!value.has_value()) return false;
    text = *value;
    SkipAny(text, "=:>");
  }
  if (use.form == CallShape::kVerbCall || use.form == CallShape::kBuilt) {
    request.verbs = use.form == CallShape::kBuilt ? SkipVerbCall(text) : SkipVerb(text);
    if (request.verbs.empty()) return false;
  }
  request.address = AddressIn(text, constants);
  if (request.verbs.empty()) request.verbs = VerbsNamed(request.arguments);
  if (request.verbs.empty()) {  // of options after the address
    SkipAny(text, "(");
    SkipArgument(text);
    if (text.starts_with(',')) request.verbs = VerbsNamed(text.substr(1));
  }
  return !request.address.empty();
}

}  // namespace

std::string Dotted(std::string_view text) {
  std::string dotted;
  for (const char c : text) {
    if (IsBlank(c)) continue;
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

std::string RouteName(std::string_view verbs, std::string_view prefix, std::string_view path) {
  while (prefix.starts_with('/')) prefix.remove_prefix(1);
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  while (path.starts_with('/')) path.remove_prefix(1);
  std::string name(verbs);
  if (!name.empty()) name += ' ';
  if (!prefix.empty()) name.append("/").append(prefix);
  if (!path.empty() || prefix.empty()) name.append("/").append(path);
  return name;
}

std::string VerbNamed(std::string_view name) {
  std::string verb(name);
  std::transform(verb.begin(), verb.end(), verb.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return std::find(kVerbs.begin(), kVerbs.end(), verb) == kVerbs.end() ? "" : verb;
}

std::string VerbsIn(std::string_view text) {
  constexpr std::string_view kMethodConstant = "Method";  // http.MethodGet, HttpMethod.Get
  std::string verbs;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && IsWordCharacter(text[end])) ++end;
    std::string_view word = text.substr(at, end - at);
    const bool has_type =
        text.substr(0, at).ends_with(".") && text.substr(0, at - 1).ends_with(kMethodConstant);
    const bool is_constant =
        has_type || (word.starts_with(kMethodConstant) && word != kMethodConstant);
    if (is_constant && !has_type) word.remove_prefix(kMethodConstant.size());
    const std::string verb = VerbNamed(word);
    const bool is_quoted = at > 0 && IsOneOf(text[at - 1], "\"'`:");
    if (!verb.empty() && (is_constant || is_quoted || verb == word)) {
      verbs += verbs.empty() ? verb : std::string("|").append(verb);
    }
    at = end + 1;
  }
  return verbs;
}

bool ReadPaths(std::string_view& text, LiteralConstants& constants,
               std::vector<std::string_view>& paths) {
  SkipSpaces(text);
  if (text.empty() || !IsOneOf(text[0], "[{")) {
    const bool known = ReadPath(text, constants, paths);
    if (!known) SkipArgument(text);
    return known;
  }
  bool known = true;
  const std::size_t end = EndOfBracket(text);
  if (end == std::string_view::npos) return false;
  std::string_view list = text.substr(1, end - 1);
  text.remove_prefix(end);
  SkipSpaces(text);
  while (!list.empty() && !IsOneOf(list[0], "]}")) {
    known = ReadPath(list, constants, paths) && known;
    SkipArgument(list);
    if (list.starts_with(',')) list.remove_prefix(1);
    SkipSpaces(list);
  }
  return known;
}

Mention FindMention(std::span<const ApiPattern> uses, CallShape form, std::string_view callee,
                    std::string_view rest, LiteralConstants& constants,
                    std::optional<LiteralRole> role) {
  Mention mention;
  if (callee.empty()) return mention;
  for (const ApiPattern& use : uses) {
    const bool fits = use.form == form || (form == CallShape::kCall && IsCall(use.form));
    if (!fits || (role.has_value() && use.role != *role) || !IsNamed(callee, use.callee)) continue;
    // `axios.get` is more specific than `.get` of anything.
    if (mention.use != nullptr && mention.use->callee.size() >= use.callee.size()) continue;
    if (use.role == LiteralRole::kRoute || use.role == LiteralRole::kEndpoint) {
      Mention found;
      found.use = &use;
      found.arguments = rest;
      const bool is_said = use.role == LiteralRole::kRoute ? SetPaths(use, constants, found)
                                                           : SetAddress(use, constants, found);
      if (is_said) mention = std::move(found);
      continue;
    }
    const std::string_view literal = Checked(use, LiteralOf(use, form, rest));
    if (!literal.empty()) mention = {&use, literal, rest};
  }
  return mention;
}

}  // namespace waymark::indexer
