#include "lookup/tool_notation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "graph/ascii.h"
#include "retrieval/place.h"
#include "text/name_bytes.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kConst = " const";

// Position of the bracket that the last byte of `text` closes; npos if there is none.
std::size_t OpeningOfLast(std::string_view text, char open, char close) {
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == close) ++depth;
    if (text[i] == open && --depth == 0) return i;
  }
  return std::string_view::npos;
}

// Position of the bracket that closes the first one of `text` from `begin` on; the size if there is
// none.
std::size_t ClosingOfFirst(std::string_view text, std::size_t begin, char open, char close) {
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i;
  }
  return text.size();
}

// Removes these brackets with their contents.
std::string WithoutBrackets(std::string_view text, char open, char close) {
  std::string out;
  int depth = 0;
  for (const char c : text) {
    if (c == open) ++depth;
    if (depth == 0) out.push_back(c);
    if (c == close && depth > 0) --depth;
  }
  return out;
}

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// Words of a type without qualifiers, such as packages, and without words that do not identify it.
std::vector<std::string> TypeWords(std::string_view type) {
  static constexpr std::array<std::string_view, 7> kIdle = {"const", "final",    "struct",  "class",
                                                            "enum",  "volatile", "typename"};
  std::vector<std::string> words;
  bool is_qualified = false;  // by the word before
  for (std::size_t i = 0; i < type.size();) {
    if (!IsNameByte(type[i])) {
      is_qualified = type[i] == '.' || type[i] == ':' || type[i] == '/';
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < type.size() && IsNameByte(type[i])) ++i;
    const std::string_view word = type.substr(begin, i - begin);
    if (is_qualified && !words.empty()) words.pop_back();
    is_qualified = false;
    if (std::find(kIdle.begin(), kIdle.end(), word) == kIdle.end()) words.emplace_back(word);
  }
  return words;
}

std::size_t ArraysIn(std::string_view type) {
  return static_cast<std::size_t>(std::count(type.begin(), type.end(), '[')) +
         (type.find("...") == std::string_view::npos ? 0 : 1);
}

// Splits at commas outside all brackets.
std::vector<std::string> SplitParameters(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    const std::string_view part = Trimmed(text.substr(begin, i - begin));
    if (!part.empty()) parts.emplace_back(part);
    begin = i + 1;
  }
  return parts;
}

// f(int, char const*) const
void TakeParameters(std::string& name, ToolName& read) {
  if (name.ends_with(kConst)) name.resize(name.size() - kConst.size());
  if (!name.ends_with(')')) return;
  const std::size_t open = OpeningOfLast(name, '(', ')');
  if (open == std::string::npos || open == 0 ||
      !(IsNameByte(name[open - 1]) || name[open - 1] == '>' || name[open - 1] == ']')) {
    return;
  }
  const std::string_view inside = std::string_view(name).substr(open + 1, name.size() - open - 2);
  const bool is_told = inside.find("0x") == std::string_view::npos && inside != "...";
  if (is_told) read.parameters = SplitParameters(inside);
  name.resize(open);
}

// (*T).M, github.com/a/b/v2.F, F.func1.2, M-fm
void ReadGo(std::string& name) {
  const std::size_t domain = name.substr(0, name.find('/')).find('.', 1);
  const bool is_import = domain != std::string::npos || name.find("(*") != std::string::npos;
  ReplaceAll(name, "(*", "(");
  const std::size_t open = name.find('(');
  const std::size_t close = open == std::string::npos ? open : name.find(')', open);
  if (close != std::string::npos) {
    name.erase(close, 1);
    name.erase(open, 1);
  }
  if (name.ends_with("-fm")) name.resize(name.size() - 3);
  const std::size_t function = name.rfind(".func");
  if (function != std::string::npos && function > 0) {
    std::string_view rest = std::string_view(name).substr(function + 5);
    rest = rest.substr(0, rest.find('.'));
    if (IsNumber(rest)) name.resize(function);
  }
  const std::size_t slash = name.rfind('/');
  if (!is_import || slash == std::string::npos || name.find('.', slash) == std::string::npos) {
    return;  // perhaps the path of a file
  }
  std::string package = name.substr(slash + 1);
  const std::size_t dot = package.find('.');
  const bool is_version =
      package[0] == 'v' && IsNumber(std::string_view(package).substr(1, dot - 1));
  if (is_version) {
    const std::size_t before = name.rfind('/', slash - 1);
    const std::size_t from = before == std::string::npos ? 0 : before + 1;
    package = name.substr(from, slash - from) + package.substr(dot);
  }
  name = package;
}

// Outer$Inner, Outer$1, p/Outer, lambda$go$0; for .NET Outer+Inner, List`1, ..ctor
void ReadBinaryName(std::string& name) {
  if (name.find("::") == std::string::npos) {
    const bool is_binary = name.find_first_of("$<") != std::string::npos;
    if (is_binary) std::replace(name.begin(), name.end(), '/', '.');
    std::replace(name.begin(), name.end(), '$', '.');
    std::replace(name.begin(), name.end(), '+', '.');
  }
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '`') {
      out.push_back(name[i]);
      continue;
    }
    while (i + 1 < name.size() && IsDigit(name[i + 1])) ++i;
  }
  name = std::move(out);
}

// Whether the component is the hash at the end of Rust paths: an h and 16 digits.
bool IsHash(std::string_view component) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return component.size() == 17 && component[0] == 'h' &&
         component.find_first_not_of(kDigits, 1) == std::string_view::npos;
}

// Whether the component with this number names nothing. `lambda` alone is a name, but not in
// `lambda$go$0`.
bool IsIdle(const std::vector<std::string_view>& components, std::size_t number) {
  static constexpr std::array<std::string_view, 4> kIdle = {"<locals>", "<lambda>", "cctor",
                                                            "<clinit>"};
  const std::string_view component = components[number];
  const bool is_last = number + 1 == components.size();
  if (is_last && IsHash(component)) return true;
  if (component == "crate") return number == 0 && !is_last;
  if (component == "lambda") return !is_last && IsNumber(components.back());
  return IsNumber(component) || component.starts_with('{') ||
         std::find(kIdle.begin(), kIdle.end(), component) != kIdle.end();
}

// <T as Trait>::method is a method of T, and so is <T>::new.
void ReadRustType(std::string& name) {
  if (!name.starts_with('<')) return;
  const std::size_t close = ClosingOfFirst(name, 0, '<', '>');
  if (close + 2 >= name.size() || name.compare(close, 3, ">::") != 0) return;
  std::string type = name.substr(1, close - 1);
  if (const std::size_t as = type.find(" as "); as != std::string::npos) type.resize(as);
  name = type + name.substr(close + 1);
}

// A constructor has the name of its type.
std::string Joined(const std::vector<std::string_view>& components) {
  std::string out;
  std::string_view last;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const std::string_view component = components[i];
    const bool is_constructor = component == "<init>" || component == "ctor";
    if (is_constructor && last.empty()) continue;
    if (!is_constructor && IsIdle(components, i)) continue;
    const std::string_view name = is_constructor ? last : component;
    if (!out.empty()) out += '.';
    out += name;
    last = name;
  }
  return out;
}

// Components as written; text in sharp brackets stays whole.
std::vector<std::string_view> WrittenComponents(std::string_view name) {
  std::vector<std::string_view> components;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const bool is_end = i == name.size();
    if (!is_end && name[i] != '.' && name[i] != ':' && name[i] != '#') continue;
    if (i > begin) components.push_back(name.substr(begin, i - begin));
    begin = i + 1;
  }
  return components;
}

}  // namespace

std::optional<ToolName> ReadToolName(std::string_view text) {
  constexpr std::string_view kSigns = "()<>$[]{}`/+";
  text = Trimmed(text);
  const bool is_rooted = text.starts_with("crate::");
  const bool is_plain = text.find_first_of(kSigns) == std::string_view::npos;
  // The names of operators consist of such signs.
  if ((is_plain && !is_rooted && text.find("..") == std::string_view::npos) ||
      text.find(kOperator) != std::string_view::npos || ParsePlace(text).line != 0) {
    return std::nullopt;
  }
  ToolName read;
  std::string name(text);
  TakeParameters(name, read);
  ReadRustType(name);
  for (const std::string_view kept : {"<init>", "<clinit>", "<locals>", "<lambda>"}) {
    const std::size_t at = name.find(kept);
    if (at == std::string::npos) continue;
    name[at] = '\x01';
    name[at + kept.size() - 1] = '\x02';
  }
  name = WithoutBrackets(name, '<', '>');
  std::replace(name.begin(), name.end(), '\x01', '<');
  std::replace(name.begin(), name.end(), '\x02', '>');
  name = WithoutBrackets(name, '[', ']');
  ReadGo(name);
  ReadBinaryName(name);
  name = Joined(WrittenComponents(name));
  if (name.empty() || name == text || name.find_first_of(" /") != std::string::npos) {
    return std::nullopt;
  }
  read.name = std::move(name);
  return read;
}

bool Takes(std::string_view signature, const std::vector<std::string>& parameters) {
  const std::size_t open = signature.find('(');
  if (open == std::string_view::npos) return parameters.empty();
  const std::size_t close = ClosingOfFirst(signature, open, '(', ')');
  const std::vector<std::string> taken =
      SplitParameters(signature.substr(open + 1, close - open - 1));
  return std::equal(taken.begin(), taken.end(), parameters.begin(), parameters.end(),
                    [](const std::string& one, const std::string& wanted) {
                      const std::vector<std::string> has = TypeWords(one);
                      const std::vector<std::string> words = TypeWords(wanted);
                      return ArraysIn(one) == ArraysIn(wanted) &&
                             std::all_of(words.begin(), words.end(), [&](const auto& word) {
                               return std::find(has.begin(), has.end(), word) != has.end();
                             });
                    });
}

}  // namespace waymark::retrieval
