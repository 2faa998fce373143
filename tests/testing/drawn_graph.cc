#include "testing/drawn_graph.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <utility>

#include "graph/languages.h"

namespace waymark::testing {
namespace {

[[noreturn]] void Fail(std::string_view line, std::string_view problem) {
  std::cerr << "drawing: " << problem << " in \"" << line << "\"\n";
  std::abort();
}

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// Takes the next word off the front.
std::string_view NextWord(std::string_view& text) {
  text = Trim(text);
  const std::string_view word = text.substr(0, text.find(' '));
  text = Trim(text.substr(word.size()));
  return word;
}

const std::map<std::string_view, std::uint16_t>& SymbolFlags() {
  static const std::map<std::string_view, std::uint16_t> flags = {
      {"test", kSymbolTest | kSymbolTestCase},
      {"decl", kSymbolDeclaration},
      {"static", kSymbolStatic},
      {"constructor", kSymbolConstructor},
      {"exported", kSymbolExported},
      {"namespace", kSymbolNamespaceOnly},
      {"macro", kSymbolMacro},
  };
  return flags;
}

const std::map<std::string_view, std::uint16_t>& FileFlagNames() {
  static const std::map<std::string_view, std::uint16_t> flags = {
      {"test", kFileTest},
      {"vendored", kFileVendored},
      {"generated", kFileGenerated},
      {"example", kFileExample},
  };
  return flags;
}

Language LanguageOf(std::string_view path) {
  static const std::map<std::string_view, Language> languages = {
      {"py", Language::kPython},     {"c", Language::kC},       {"h", Language::kCpp},
      {"cc", Language::kCpp},        {"go", Language::kGo},     {"ts", Language::kTypeScript},
      {"js", Language::kJavaScript}, {"java", Language::kJava}, {"cs", Language::kCSharp},
      {"rb", Language::kRuby},       {"rs", Language::kRust},   {"md", Language::kProse},
  };
  const auto at = languages.find(path.substr(path.rfind('.') + 1));
  return at == languages.end() ? Language::kPython : at->second;
}

std::string Joined(const std::string& scope, std::string_view separator, std::string_view name) {
  return scope.empty() ? std::string(name) : scope + std::string(separator) + std::string(name);
}

bool EndsWithName(std::string_view qualified, std::string_view tail) {
  if (!qualified.ends_with(tail)) return false;
  if (qualified.size() == tail.size()) return true;
  const char before = qualified[qualified.size() - tail.size() - 1];
  return before == '.' || before == ':' || before == '/';
}

// Reads a drawing line by line.
class Reader {
 public:
  Reader(MemoryView& view, std::vector<std::string>& names, std::vector<std::string>& paths)
      : view_(view), names_(names), paths_(paths) {}

  void ReadLine(std::string_view line) {
    ++line_number_;
    const std::size_t indentation = line.find_first_not_of(' ');
    if (indentation == std::string_view::npos) return;
    line_ = line;
    std::string_view text = Trim(line);
    if (text.find("->") != std::string_view::npos) return ReadEdge(text);
    if (text.find(" ? ") != std::string_view::npos) return ReadUnresolved(text);
    if (text.starts_with("skipped ")) return ReadSkipped(text);
    while (!open_.empty() && open_.back().indentation >= indentation) open_.pop_back();
    if (text.starts_with("file ")) text.remove_prefix(5);
    if (open_.empty()) {
      ReadFile(text, indentation);
    } else {
      ReadSymbol(text, indentation);
    }
  }

  SymbolId Find(std::string_view name) const {
    std::string_view path;
    const std::size_t colon = name.find(':');
    if (colon != std::string_view::npos && name.substr(colon, 2) != "::") {
      path = name.substr(0, colon);
      name = name.substr(colon + 1);
    }
    std::optional<SymbolId> found;
    for (std::uint32_t i = 0; i < names_.size(); ++i) {
      if (!EndsWithName(names_[i], name) || !paths_[i].ends_with(path)) continue;
      if (found && names_[i].size() != name.size()) continue;
      if (found && names_[ToIndex(*found)].size() == name.size())
        Fail(name, "several such symbols");
      found = SymbolId{i};
    }
    if (!found) Fail(name, "no such symbol");
    return *found;
  }

 private:
  struct Open {
    std::size_t indentation = 0;
    SymbolId symbol = SymbolId::kNone;
    std::string scope;  // of what it contains
  };

  void ReadFile(std::string_view text, std::size_t indentation) {
    const std::string path(NextWord(text));
    std::uint16_t flags = 0;
    while (!text.empty()) flags = AddFlag(FileFlagNames(), NextWord(text), flags);
    file_ = view_.AddFile(path, LanguageOf(path), flags);
    names_.push_back(path);
    paths_.push_back(path);
    open_.push_back(
        Open{.indentation = indentation, .symbol = view_.FileSymbol(file_), .scope = ""});
  }

  std::uint16_t AddFlag(const std::map<std::string_view, std::uint16_t>& known,
                        std::string_view word, std::uint16_t flags) const {
    const auto at = word.starts_with('+') ? known.find(word.substr(1)) : known.end();
    if (at == known.end()) Fail(line_, "unknown flag");
    return static_cast<std::uint16_t>(flags | at->second);
  }

  // Text between `open` at the front and `close`; takes it off.
  static std::string TakeBetween(std::string_view& text, char close) {
    const std::size_t end = text.find(close, 1);
    if (end == std::string_view::npos) Fail(text, "unclosed text");
    const std::string inside(text.substr(1, end - 1));
    text = Trim(text.substr(end + 1));
    return inside;
  }

  void ReadAttributes(std::string_view text, MemorySymbol& symbol) const {
    while (!text.empty()) {
      switch (text[0]) {
        case '(':
          symbol.signature = TakeBetween(text, ')');
          break;
        case '"':
          symbol.documentation = TakeBetween(text, '"');
          break;
        case '{':
          symbol.identifiers = TakeBetween(text, '}');
          break;
        case '\'':
          symbol.strings = TakeBetween(text, '\'');
          break;
        case '#':
          symbol.comments = text.substr(1);
          return;
        default:
          symbol.flags = AddFlag(SymbolFlags(), NextWord(text), symbol.flags);
      }
    }
  }

  void ReadSymbol(std::string_view text, std::size_t indentation) {
    MemorySymbol symbol;
    const std::optional<SymbolKind> kind = KindFromName(NextWord(text));
    if (!kind) Fail(line_, "unknown kind");
    symbol.kind = *kind;
    symbol.file = file_;
    symbol.parent = open_.back().symbol;
    symbol.scope = open_.back().scope;
    std::string_view name = text.substr(0, text.find_first_of(" ("));
    ReadAttributes(Trim(text.substr(name.size())), symbol);
    if (const std::size_t owner = name.rfind("::"); owner != std::string_view::npos) {
      symbol.scope = name.substr(0, owner);
      symbol.parent = Find(symbol.scope);
      name.remove_prefix(owner + 2);
    }
    symbol.name = name;
    symbol.range.begin = Position{.line = line_number_, .column = 1};
    symbol.range.end = Position{.line = line_number_, .column = 80};
    const std::string_view separator = Separator(view_.File(file_).language);
    const std::string qualified = Joined(symbol.scope, separator, name);
    const Position end = symbol.range.end;
    for (std::size_t i = 1; i < open_.size(); ++i) view_.Extend(open_[i].symbol, end);
    const SymbolId id = view_.AddSymbol(std::move(symbol));
    names_.push_back(qualified);
    paths_.push_back(paths_[ToIndex(view_.FileSymbol(file_))]);
    open_.push_back(Open{.indentation = indentation, .symbol = id, .scope = qualified});
  }

  // A -> B   A -type-> B   A -type:rule-> B
  void ReadEdge(std::string_view text) {
    const std::string_view source = NextWord(text);
    std::string_view arrow = NextWord(text);
    EdgeType type = EdgeType::kCalls;
    EdgeRule rule = EdgeRule::kLexicalScope;
    if (arrow != "->") {
      if (!arrow.starts_with('-') || !arrow.ends_with("->")) Fail(line_, "no arrow");
      arrow = arrow.substr(1, arrow.size() - 3);
      const std::size_t colon = arrow.find(':');
      const std::optional<EdgeType> named_type = EdgeTypeFromName(arrow.substr(0, colon));
      if (!named_type) Fail(line_, "unknown edge type");
      type = *named_type;
      if (colon != std::string_view::npos) {
        const std::optional<EdgeRule> named_rule = EdgeRuleFromName(arrow.substr(colon + 1));
        if (!named_rule) Fail(line_, "unknown rule");
        rule = *named_rule;
      }
    }
    view_.AddEdge(Find(source), Find(text), type, rule,
                  Position{.line = line_number_, .column = 5});
  }

  // A ? name[:type] reason [candidates...]
  void ReadUnresolved(std::string_view text) {
    static const std::map<std::string_view, UnresolvedReason> reasons = {
        {"external", UnresolvedReason::kExternal},
        {"dynamic", UnresolvedReason::kDynamic},
        {"ambiguous", UnresolvedReason::kAmbiguous},
        {"unknown", UnresolvedReason::kUnknown},
    };
    const std::string_view source = NextWord(text);
    NextWord(text);
    const std::string_view searched = NextWord(text);
    const std::size_t colon = std::min(searched.find(':'), searched.size());
    std::optional<EdgeType> type = EdgeType::kCalls;
    if (colon != searched.size()) type = EdgeTypeFromName(searched.substr(colon + 1));
    if (!type) Fail(line_, "unknown edge type");
    const std::string name(searched.substr(0, colon));
    const auto reason = reasons.find(NextWord(text));
    if (reason == reasons.end()) Fail(line_, "unknown reason");
    std::vector<SymbolId> candidates;
    while (!text.empty()) candidates.push_back(Find(NextWord(text)));
    view_.AddUnresolved(Find(source), name, reason->second, std::move(candidates), *type);
  }

  void ReadSkipped(std::string_view text) {
    static const std::map<std::string_view, SkipReason> reasons = {
        {"too_large", SkipReason::kTooLarge},
        {"binary", SkipReason::kBinary},
    };
    NextWord(text);
    const std::string path(NextWord(text));
    const auto reason = reasons.find(text);
    if (reason == reasons.end()) Fail(line_, "unknown reason");
    view_.AddSkipped(path, reason->second);
  }

  MemoryView& view_;
  std::vector<std::string>& names_;
  std::vector<std::string>& paths_;
  std::string_view line_;
  std::uint32_t line_number_ = 0;
  FileId file_ = FileId::kNone;
  std::vector<Open> open_;
};

}  // namespace

DrawnGraph::DrawnGraph(std::string_view drawing) : view_(std::make_unique<MemoryView>()) {
  Reader reader(*view_, names_, paths_);
  while (!drawing.empty()) {
    const std::size_t end = std::min(drawing.find('\n'), drawing.size());
    reader.ReadLine(drawing.substr(0, end));
    drawing.remove_prefix(std::min(end + 1, drawing.size()));
  }
  view_->Finish();
}

SymbolId DrawnGraph::At(std::string_view name) const {
  std::vector<std::string> names = names_;
  std::vector<std::string> paths = paths_;
  return Reader(*view_, names, paths).Find(name);
}

std::string DrawnGraph::NameOf(SymbolId symbol) const { return names_[ToIndex(symbol)]; }

std::vector<std::string> DrawnGraph::NamesOf(const std::vector<SymbolId>& symbols) const {
  std::vector<std::string> names;
  for (const SymbolId symbol : symbols) names.push_back(NameOf(symbol));
  return names;
}

}  // namespace waymark::testing
