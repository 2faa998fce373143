// The kinds of tokens follow from the names that grammars give to their nodes: `line_comment`,
// `string_literal`, `call_expression` with the field `function`. Grammars agree on these words, so
// no language needs a table.
#include "indexer/syntax_tokens.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <tree_sitter/api.h>

#include "graph/mutex.h"
#include "indexer/language.h"
#include "languages/registry.h"
#include "syntax/syntax.h"

namespace waymark::indexer {
namespace {

// What the name of a node's kind tells.
enum class KindShape : std::uint8_t {
  kOther,
  kComment,
  kString,
  kCode,  // inside of a string: `{name}`
  kNumber,
  kWord,       // a token that is a word of the language
  kTypeName,   // the name of a type, where it is a leaf
  kType,       // a node around the name of a type
  kName,       // any other named node
  kCall,       // a call
  kFunction,   // the definition of a function
  kTypeBody,   // the definition of a type
  kQualified,  // a name with a part before it: `a.b`
};

struct ShapeWord {
  std::string_view part;  // of the name of a kind
  KindShape shape;
};

// The first row whose word occurs in the name decides.
constexpr ShapeWord kShapeWords[] = {
    {"comment", KindShape::kComment},
    {"interpolation", KindShape::kCode},
    {"substitution", KindShape::kCode},
    {"string", KindShape::kString},
    {"heredoc", KindShape::kString},
    {"char_literal", KindShape::kString},
    {"character_literal", KindShape::kString},
    {"rune_literal", KindShape::kString},
    {"regex", KindShape::kString},
    {"symbol", KindShape::kString},
    {"integer", KindShape::kNumber},
    {"float_literal", KindShape::kNumber},
    {"floating_point_literal", KindShape::kNumber},
    {"int_literal", KindShape::kNumber},
    {"number", KindShape::kNumber},
    {"real_literal", KindShape::kNumber},
    {"call", KindShape::kCall},
    {"invocation", KindShape::kCall},
    {"object_creation", KindShape::kCall},
    {"new_expression", KindShape::kCall},
    {"function", KindShape::kFunction},
    {"method", KindShape::kFunction},
    {"constructor", KindShape::kFunction},
    {"class", KindShape::kTypeBody},
    {"struct_", KindShape::kTypeBody},
    {"interface", KindShape::kTypeBody},
    {"enum_", KindShape::kTypeBody},
    {"trait_", KindShape::kTypeBody},
    {"record_", KindShape::kTypeBody},
    {"module", KindShape::kTypeBody},
    {"qualified", KindShape::kQualified},
    {"scoped", KindShape::kQualified},
    {"member_", KindShape::kQualified},
    {"field_expression", KindShape::kQualified},
    {"attribute", KindShape::kQualified},
    {"selector", KindShape::kQualified},
};

// Fields of calls and definitions that hold the name of a function.
constexpr std::string_view kNameFields[] = {"name",       "function", "method",
                                            "declarator", "macro",    "constructor"};

bool IsLetterWord(std::string_view name) {
  const std::size_t begin = name.starts_with('#') ? 1 : 0;  // of a preprocessor
  return name.size() > begin &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(begin), name.end(),
                     [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; });
}

// The shape of a kind, by its name alone.
KindShape ShapeOfName(std::string_view name, bool is_named) {
  if (!is_named) return IsLetterWord(name) ? KindShape::kWord : KindShape::kOther;
  if (name == "type") return KindShape::kType;
  if (name == "float") return KindShape::kNumber;
  const bool is_type_name =
      name.ends_with("type_identifier") || name.ends_with("_type") || name == "constant";
  if (is_type_name) return KindShape::kTypeName;
  for (const ShapeWord& row : kShapeWords) {
    if (name.find(row.part) != std::string_view::npos) return row.shape;
  }
  return KindShape::kName;
}

std::vector<KindShape> ShapesOf(const TSLanguage* grammar) {
  std::vector<KindShape> shapes;
  const std::uint32_t count = ts_language_symbol_count(grammar);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    const bool is_named = ts_language_symbol_type(grammar, symbol) == TSSymbolTypeRegular;
    shapes.push_back(ShapeOfName(ts_language_symbol_name(grammar, symbol), is_named));
  }
  return shapes;
}

// The shapes of a grammar's symbols by number, found once in the life of the process: they cost as
// much as the parse of a short function.
const std::vector<KindShape>& KnownShapes(const TSLanguage* grammar) {
  static Mutex mutex;
  static std::map<const TSLanguage*, std::vector<KindShape>> known;
  MutexLock lock(mutex);
  const auto at = known.find(grammar);
  return (at != known.end() ? at : known.emplace(grammar, ShapesOf(grammar)).first)->second;
}

// Whether a leaf is a word that the language reserves: its kind is called like it (`none`, `self`).
bool IsNamedLike(std::string_view kind, std::string_view text) {
  return kind.size() == text.size() &&
         std::equal(kind.begin(), kind.end(), text.begin(), [](unsigned char a, unsigned char b) {
           return std::tolower(a) == std::tolower(b);
         });
}

// Cuts the source into tokens while nested nodes are entered in order.
class TokenSweep {
 public:
  // Nodes begin in order; each ends before those around it.
  void Enter(std::uint32_t begin, std::uint32_t end, std::optional<TokenKind> kind) {
    LeaveUntil(begin);
    open_.push_back({end, kind});
  }

  std::vector<SyntaxToken> Finish(std::uint32_t end) {
    LeaveUntil(end);
    return std::move(tokens_);
  }

 private:
  struct Open {
    std::uint32_t end;
    std::optional<TokenKind> kind;
  };

  void LeaveUntil(std::uint32_t at) {
    while (!open_.empty() && open_.back().end <= at) {
      Fill(open_.back().end);
      open_.pop_back();
    }
    Fill(at);
  }

  void Fill(std::uint32_t end) {
    if (end <= at_) return;
    const auto kind = open_.empty() ? std::nullopt : open_.back().kind;
    if (kind.has_value()) {
      const bool goes_on =
          !tokens_.empty() && tokens_.back().end == at_ && tokens_.back().kind == *kind;
      if (goes_on) {
        tokens_.back().end = end;
      } else {
        tokens_.push_back({at_, end, *kind});
      }
    }
    at_ = end;
  }

  std::uint32_t at_ = 0;
  std::vector<Open> open_;
  std::vector<SyntaxToken> tokens_;
};

// Gives the nodes of one tree their kinds of token.
class KindReader {
 public:
  KindReader(const TSLanguage* grammar, std::string_view source, const SyntaxTree& tree)
      : grammar_(grammar), source_(source), tree_(tree), shapes_(KnownShapes(grammar)) {}

  std::vector<SyntaxToken> Read() {
    TokenSweep sweep;
    for (NodeIndex i = 0; i < tree_.nodes.size();) {
      const SyntaxNode& node = tree_.nodes[i];
      while (!above_.empty() && tree_.nodes[above_.back()].next <= i) above_.pop_back();
      const KindShape shape = KindShapeOf(node);
      const std::optional<TokenKind> kind = KindOf(i, shape);
      const bool is_code = shape == KindShape::kCode;
      if (kind.has_value() || is_code) sweep.Enter(node.begin, node.end, kind);
      if (kind == TokenKind::kComment) {
        i = node.next;  // words in it are prose
        continue;
      }
      if (!tree_.IsLeaf(i)) above_.push_back(i);
      ++i;
    }
    return sweep.Finish(static_cast<std::uint32_t>(source_.size()));
  }

 private:
  KindShape KindShapeOf(const SyntaxNode& node) const {
    return node.symbol < shapes_.size() ? shapes_[node.symbol] : KindShape::kOther;
  }

  std::optional<TokenKind> KindOf(NodeIndex index, KindShape shape) const {
    const SyntaxNode& node = tree_.nodes[index];
    switch (shape) {
      case KindShape::kComment:
        return TokenKind::kComment;
      case KindShape::kString:
        return TokenKind::kString;
      case KindShape::kNumber:
        return TokenKind::kNumber;
      case KindShape::kWord:
        return IsInString() ? std::optional<TokenKind>() : TokenKind::kKeyword;
      case KindShape::kTypeName:
        return tree_.IsLeaf(index) ? std::optional(TokenKind::kType) : std::nullopt;
      case KindShape::kOther:
      case KindShape::kCode:
        return std::nullopt;
      default:
        break;
    }
    if (!tree_.IsLeaf(index)) return std::nullopt;
    const std::string_view text = source_.substr(node.begin, node.end - node.begin);
    if (IsNamedLike(ts_language_symbol_name(grammar_, node.symbol), text)) {
      return TokenKind::kKeyword;
    }
    return RoleOfName(index);
  }

  bool IsInString() const {
    return !above_.empty() && KindShapeOf(tree_.nodes[above_.back()]) == KindShape::kString;
  }

  // What the name at a leaf names, by the nodes around it. In a qualified name, the last part
  // counts.
  std::optional<TokenKind> RoleOfName(NodeIndex leaf) const {
    NodeIndex part = leaf;
    for (std::size_t level = above_.size(); level-- > 0;) {
      const NodeIndex around = above_[level];
      const SyntaxNode& node = tree_.nodes[around];
      switch (KindShapeOf(node)) {
        case KindShape::kType:
          return part == leaf ? std::optional(TokenKind::kType) : std::nullopt;
        case KindShape::kCall:
        case KindShape::kFunction:
          return IsNameField(tree_.nodes[part].field) ? std::optional(TokenKind::kFunction)
                                                      : std::nullopt;
        case KindShape::kTypeBody:
          return FieldName(tree_.nodes[part].field) == "name" ? std::optional(TokenKind::kType)
                                                              : std::nullopt;
        case KindShape::kQualified:
          if (tree_.nodes[part].next != node.next) return std::nullopt;
          part = around;
          continue;
        default:
          return std::nullopt;
      }
    }
    return std::nullopt;
  }

  std::string_view FieldName(FieldNumber field) const {
    const char* const name = field == 0 ? nullptr : ts_language_field_name_for_id(grammar_, field);
    return name == nullptr ? "" : name;
  }

  bool IsNameField(FieldNumber field) const {
    const std::string_view name = FieldName(field);
    return std::find(std::begin(kNameFields), std::end(kNameFields), name) != std::end(kNameFields);
  }

  const TSLanguage* grammar_;
  std::string_view source_;
  const SyntaxTree& tree_;
  const std::vector<KindShape>& shapes_;  // by symbol number
  std::vector<NodeIndex> above_;          // the nodes around the current one, the innermost last
};

std::vector<SyntaxToken> ReadTokens(const TSLanguage* grammar, std::string_view source) {
  const std::vector<std::uint8_t> kept(ts_language_symbol_count(grammar), 1);
  SyntaxTree tree;
  if (!Parser().Parse(grammar, source, kept, tree).ok()) return {};
  return KindReader(grammar, source, tree).Read();
}

}  // namespace

std::vector<SyntaxToken> SyntaxTokens(std::string_view path, std::string_view source) {
  const GrammarRow* const row = DetectGrammar(path, source);
  if (row == nullptr || row->read_regions != nullptr) return {};
  const GrammarDescriptor* const descriptor = FindGrammarDescriptor(row->grammar);
  if (descriptor == nullptr || descriptor->rules == nullptr) return {};
  const TSLanguage* const grammar = descriptor->rules().grammar();
  const bool lacks_mark = source.find(descriptor->code_mark) == std::string_view::npos;
  if (!lacks_mark) return ReadTokens(grammar, source);
  const std::string mark = std::string(descriptor->code_mark) + "\n";
  std::vector<SyntaxToken> tokens = ReadTokens(grammar, mark + std::string(source));
  const auto shift = static_cast<std::uint32_t>(mark.size());
  std::erase_if(tokens, [shift](const SyntaxToken& token) { return token.begin < shift; });
  for (SyntaxToken& token : tokens) {
    token.begin -= shift;
    token.end -= shift;
  }
  return tokens;
}

}  // namespace waymark::indexer
