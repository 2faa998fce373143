#include "languages/rust/item_macros.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "text/characters.h"

namespace waymark::indexer {

namespace {

// Sorted.
constexpr std::string_view kItemWords[] = {
    "async", "const",  "enum",   "extern", "fn",   "impl",  "macro_rules", "mod",
    "pub",   "static", "struct", "trait",  "type", "union", "unsafe",      "use",
};

// lazy_static: only this word distinguishes it from an item.
constexpr std::string_view kLazyStatic = "static ref ";
constexpr std::string_view kLazyWord = "ref";

// bitflags, values of a type: `struct Flags: u32 { const A = 1; }` is read as the enumeration `enum
// Flags { A = 1, }`.
constexpr std::string_view kStruct = "struct ";
constexpr std::string_view kEnumerationText = "enum   ";
constexpr std::string_view kConstantItem = "const ";

void SkipPast(std::string_view& text, std::string_view end) {
  text.remove_prefix(std::min(text.find(end), text.size()));
  text.remove_prefix(std::min(end.size(), text.size()));
}

void SkipBrackets(std::string_view& text) {
  std::size_t at = 0;
  int open = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '[') ++open;
    if (text[at] == ']' && --open == 0) break;
  }
  text.remove_prefix(std::min(at + 1, text.size()));
}

// Skips comments and attributes. Text that is no item after all is detected by the parser.
bool MayBeginItem(std::string_view text) {
  while (!text.empty()) {
    if (IsSpace(text[0])) {
      text.remove_prefix(1);
    } else if (text.starts_with("//")) {
      SkipPast(text, "\n");
    } else if (text.starts_with("/*")) {
      SkipPast(text, "*/");
    } else if (text[0] == '#') {
      SkipBrackets(text);
    } else {
      break;
    }
  }
  const auto* const end = std::find_if_not(text.begin(), text.end(), IsWordCharacter);
  const std::string_view word(text.begin(), static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(word.size());
  const bool is_macro = !word.empty() && (text.starts_with('!') || text.starts_with("::"));
  return is_macro || std::binary_search(std::begin(kItemWords), std::end(kItemWords), word);
}

void Blank(std::string& text, std::size_t from, std::size_t to) {
  for (std::size_t at = from; at < std::min(to, text.size()); ++at) {
    if (text[at] != '\n') text[at] = ' ';
  }
}

// The position of the colon after the name of bitflags whose `struct` begins at a place; npos if
// there is none.
std::size_t ColonOfFlags(const std::string& items, std::size_t at) {
  at += kStruct.size();
  while (at < items.size() && IsWordCharacter(items[at])) ++at;
  at = items.find_first_not_of(' ', at);
  const bool is_colon = at != std::string::npos && items[at] == ':';
  return is_colon && items.compare(at, 2, "::") != 0 ? at : std::string::npos;
}

// `const NAME = value;` becomes `NAME = value,`; a constant without a name is removed.
void WriteConstant(std::string& items, std::size_t at) {
  const std::size_t name = at + kConstantItem.size();
  const bool is_named =
      name + 1 >= items.size() || items[name] != '_' || IsWordCharacter(items[name + 1]);
  Blank(items, at, is_named ? name : items.find(';', at) + 1);
}

void WriteFlags(std::string& items, std::size_t body) {
  int depth = 0;
  for (std::size_t at = body; at < items.size(); ++at) {
    if (items.compare(at, 2, "//") == 0) at = std::min(items.find('\n', at), items.size() - 1);
    const char c = items[at];
    if (c == '{' || c == '(' || c == '[') ++depth;
    if ((c == '}' || c == ')' || c == ']') && --depth == 0) return;
    if (depth != 1) continue;
    if (c == ';') items[at] = ',';
    const bool begins = items.compare(at, kConstantItem.size(), kConstantItem) == 0;
    if (begins && !IsWordCharacter(items[at - 1])) WriteConstant(items, at);
  }
}

void WriteAllFlags(std::string& items) {
  for (std::size_t at = items.find(kStruct); at != std::string::npos;
       at = items.find(kStruct, at + 1)) {
    const std::size_t colon = ColonOfFlags(items, at);
    const std::size_t body = colon == std::string::npos ? colon : items.find('{', colon);
    if (body == std::string::npos) continue;
    items.replace(at, kStruct.size(), kEnumerationText);
    Blank(items, colon, body);
    WriteFlags(items, body);
  }
}

// The text of a macro as file content: the last item may lack its end.
std::string TextOfItems(std::string_view text) {
  std::string items(text);
  for (std::size_t at = items.find(kLazyStatic); at != std::string::npos;
       at = items.find(kLazyStatic, at + 1)) {
    items.replace(at + kLazyStatic.size() - kLazyWord.size() - 1, kLazyWord.size(),
                  std::string(kLazyWord.size(), ' '));
  }
  WriteAllFlags(items);
  const std::size_t last = items.find_last_not_of(" \t\r\n");
  if (last != std::string::npos && items[last] != '}' && items[last] != ';') items += ';';
  return items;
}

struct Expansion {
  NodeIndex macro = 0;
  NodeIndex tokens = 0;             // its last child
  std::vector<SyntaxNode> items{};  // siblings; `next` counts from the first
};

void Append(std::span<const SyntaxNode> siblings, NodeIndex first, std::vector<SyntaxNode>& nodes) {
  const auto moved_to = static_cast<NodeIndex>(nodes.size());
  for (SyntaxNode node : siblings) {
    node.next = node.next - first + moved_to;
    nodes.push_back(node);
  }
}

// The new index of each node after the tokens of each macro are removed and its items are inserted
// after it.
std::vector<NodeIndex> PlacesAfter(const std::vector<Expansion>& found,
                                   const std::vector<SyntaxNode>& nodes) {
  std::vector<NodeIndex> places(nodes.size() + 1);
  NodeIndex place = 0;
  auto expansion = found.begin();
  for (std::size_t i = 0; i < places.size();) {
    places[i] = place;
    if (expansion != found.end() && i == expansion->tokens) {
      place += static_cast<NodeIndex>(expansion->items.size());
      i = nodes[i].next;
      ++expansion;
    } else {
      ++place;
      ++i;
    }
  }
  return places;
}

// `found` must be ordered.
void Splice(const std::vector<Expansion>& found, std::vector<SyntaxNode>& nodes) {
  const std::vector<NodeIndex> places = PlacesAfter(found, nodes);
  std::vector<SyntaxNode> out;
  out.reserve(places.back());
  auto expansion = found.begin();
  for (NodeIndex i = 0; i < nodes.size();) {
    if (expansion != found.end() && i == expansion->tokens) {
      SyntaxNode& macro = out[places[expansion->macro]];
      macro.end = nodes[i].begin;
      macro.next = places[i];
      Append(expansion->items, 0, out);
      i = nodes[i].next;
      ++expansion;
    } else {
      out.push_back(nodes[i]);
      out.back().next = places[nodes[i].next];
      ++i;
    }
  }
  nodes = std::move(out);
}

class Expander {
 public:
  Expander(Parser& parser, const RuleTable& rules, std::string_view bytes)
      : parser_(parser), rules_(rules), bytes_(bytes) {}

  void Expand(SyntaxTree& tree, int depth) {
    std::vector<Expansion> found;
    LookIn(tree, depth, found);
    if (!found.empty()) Splice(found, tree.nodes);
  }

 private:
  const Rule& RuleOf(const SyntaxNode& node) const { return rules_.RuleOf(node.symbol); }

  bool IsBraces(const SyntaxNode& node) const {
    return RuleOf(node).role == Role::kTokens && bytes_[node.begin] == '{';
  }

  // Searches the nodes that hold definitions, at any depth.
  void LookIn(const SyntaxTree& tree, int depth, std::vector<Expansion>& found) {
    const std::vector<SyntaxNode>& nodes = tree.nodes;
    for (NodeIndex at = 1; at < nodes[0].next;) {
      const Rule& rule = RuleOf(nodes[at]);
      const bool holds_items =
          rule.role == Role::kNamespace || rule.role == Role::kExtension ||
          rule.role == Role::kTransparent ||  // a list of members
          (rule.role == Role::kDefinition && rule.kind == SymbolKind::kInterface);
      if (rule.role == Role::kMacroCall) LookAt(tree, at, depth, found);
      at = holds_items ? at + 1 : nodes[at].next;
    }
  }

  void LookAt(const SyntaxTree& tree, NodeIndex macro, int depth, std::vector<Expansion>& found) {
    const std::vector<SyntaxNode>& nodes = tree.nodes;
    NodeIndex tokens = macro + 1;
    while (tokens < nodes[macro].next && !IsBraces(nodes[tokens])) tokens = nodes[tokens].next;
    if (tokens >= nodes[macro].next) return;
    Expansion expansion{.macro = macro, .tokens = tokens};
    if (!AddItems(nodes[tokens], depth, expansion.items)) {
      for (NodeIndex part = tokens + 1; part < nodes[tokens].next; part = nodes[part].next) {
        if (IsBraces(nodes[part])) AddItems(nodes[part], depth, expansion.items);
      }
    }
    if (!expansion.items.empty()) found.push_back(std::move(expansion));
  }

  // Whether the text between the braces consists of items only.
  bool AddItems(const SyntaxNode& braces, int depth, std::vector<SyntaxNode>& items) {
    const std::uint32_t begin = braces.begin + 1;
    const std::uint32_t end = braces.end - 1;
    if (end <= begin || depth == kMaxItemMacroNesting) return false;
    const std::string_view text = bytes_.substr(begin, end - begin);
    SyntaxTree tree;
    if (!MayBeginItem(text) ||
        !parser_.Parse(rules_.grammar(), TextOfItems(text), rules_.kept(), tree).ok() ||
        !HoldsItemsAlone(tree)) {
      return false;
    }
    for (SyntaxNode& node : tree.nodes) {
      node.begin = std::min(node.begin + begin, end);
      node.end = std::min(node.end + begin, end);
    }
    Expand(tree, depth + 1);
    Append(std::span(tree.nodes).subspan(1), 1, items);
    return true;
  }

  bool HoldsItemsAlone(const SyntaxTree& tree) const {
    bool has_item = false;
    for (NodeIndex child = 1; child < tree.nodes[0].next; child = tree.nodes[child].next) {
      const Role role = RuleOf(tree.nodes[child]).role;
      if (role == Role::kStatement || role == Role::kLet) return false;
      has_item |= role != Role::kComment && role != Role::kDecorator;
    }
    return has_item && tree.error_count == 0;
  }

  Parser& parser_;
  const RuleTable& rules_;
  const std::string_view bytes_;
};

}  // namespace

absl::Status ExpandItemMacros(Parser& parser, const RuleTable& rules, std::string&,
                              std::string_view& bytes, SyntaxTree& tree) {
  Expander(parser, rules, bytes).Expand(tree, 0);
  return absl::OkStatus();
}

}  // namespace waymark::indexer
