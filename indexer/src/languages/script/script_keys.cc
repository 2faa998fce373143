#include "languages/script/script_keys.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "syntax/grammar_numbers.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kKeyOwners[] = {
    "abstract_method_signature", "enum_assignment",         "enum_body", "field_definition",
    "method_definition",         "method_signature",        "pair",      "pair_pattern",
    "property_signature",        "public_field_definition",
};
constexpr std::string_view kKeyFields[] = {"key", "name", "property"};
// Values that make the key of an object a member.
constexpr std::string_view kMemberValues[] = {
    "arrow_function",    "class",  "function_expression", "generator_function", "identifier",
    "member_expression", "object",
};

// Numbers of the node kinds and fields of one grammar.
class ScriptSymbols {
 public:
  explicit ScriptSymbols(const TSLanguage* grammar)
      : language(grammar),
        name(SymbolOf(grammar, "property_identifier")),
        text(SymbolOf(grammar, "string")),
        part(SymbolOf(grammar, "string_fragment")),
        pattern(SymbolOf(grammar, "template_string")),
        number(SymbolOf(grammar, "number")),
        computed(SymbolOf(grammar, "computed_property_name")),
        pair(SymbolOf(grammar, "pair")),
        augmented(SymbolOf(grammar, "augmented_assignment_expression")),
        assignment(SymbolOf(grammar, "assignment_expression")),
        value(FieldOf(grammar, "value")) {
    for (const std::string_view owner : kKeyOwners) owners_.push_back(SymbolOf(grammar, owner));
    for (const std::string_view kind : kMemberValues) values_.push_back(SymbolOf(grammar, kind));
    for (const std::string_view field : kKeyFields) keys_.push_back(FieldOf(grammar, field));
  }

  // Whether children of such a node in the field of a key name a member.
  bool IsOwner(const SyntaxNode& node) const { return Has(owners_, node.symbol); }

  bool IsKey(const SyntaxNode& node) const { return node.field != 0 && Has(keys_, node.field); }

  bool MakesMember(const SyntaxNode& node) const { return Has(values_, node.symbol); }

  const TSLanguage* const language;
  const SymbolNumber name, text, part, pattern, number, computed, pair, augmented, assignment;
  const FieldNumber value;

 private:
  template <typename Number>
  static bool Has(const std::vector<Number>& list, Number number) {
    return number != 0 && std::find(list.begin(), list.end(), number) != list.end();
  }

  std::vector<SymbolNumber> owners_;
  std::vector<SymbolNumber> values_;
  std::vector<FieldNumber> keys_;
};

class KeyNamer {
 public:
  KeyNamer(const ScriptSymbols& symbols, std::string_view bytes, SyntaxTree& tree)
      : symbols_(symbols), bytes_(bytes), nodes_(tree.nodes) {}

  void Run() {
    for (NodeIndex i = 0; i < nodes_.size(); ++i) {
      if (symbols_.IsOwner(nodes_[i])) NameKeysOf(i);
      if (nodes_[i].symbol == symbols_.augmented && SetsIfMissing(i)) {
        nodes_[i].symbol = symbols_.assignment;
      }
    }
  }

 private:
  // `job ??= new Job()` is an assignment.
  bool SetsIfMissing(NodeIndex node) const {
    constexpr std::string_view kSigns[] = {"&&=", "?\?=", "||="};
    const NodeIndex left = node + 1;
    const NodeIndex right = nodes_[left].next;
    if (right >= nodes_[node].next) return false;
    const std::string_view between =
        bytes_.substr(nodes_[left].end, nodes_[right].begin - nodes_[left].end);
    return IsIn(kSigns, TrimmedSpace(between).substr(0, 3));
  }

  void NameKeysOf(NodeIndex owner) {
    const bool is_pair = nodes_[owner].symbol == symbols_.pair;
    if (is_pair && !HasMember(owner)) return;
    for (NodeIndex child = owner + 1; child < nodes_[owner].next; child = nodes_[child].next) {
      if (symbols_.IsKey(nodes_[child])) NameKey(child);
    }
  }

  bool HasMember(NodeIndex pair) const {
    for (NodeIndex child = pair + 1; child < nodes_[pair].next; child = nodes_[child].next) {
      if (nodes_[child].field == symbols_.value) return symbols_.MakesMember(nodes_[child]);
    }
    return false;
  }

  // The node keeps its children, which nothing reads below a name.
  void NameKey(NodeIndex key) {
    const bool is_computed = nodes_[key].symbol == symbols_.computed;
    const NodeIndex literal = is_computed ? key + 1 : key;
    if (literal >= nodes_[key].next) return;
    const SyntaxNode written = nodes_[literal];
    std::uint32_t quotes = 0;
    if (written.symbol == symbols_.text || written.symbol == symbols_.pattern) {
      if (written.end < written.begin + 3 || !IsPlainText(literal)) return;
      quotes = 1;
    } else if (written.symbol != symbols_.number) {
      return;
    }
    nodes_[key].symbol = symbols_.name;
    nodes_[key].begin = written.begin + quotes;
    nodes_[key].end = written.end - quotes;
  }

  // Whether the literal has neither escapes nor parts that are computed.
  bool IsPlainText(NodeIndex literal) const {
    for (NodeIndex child = literal + 1; child < nodes_[literal].next; child = nodes_[child].next) {
      if (nodes_[child].symbol != symbols_.part) return false;
    }
    const SyntaxNode& whole = nodes_[literal];
    return bytes_.substr(whole.begin, whole.end - whole.begin).find('\\') == bytes_.npos;
  }

  const ScriptSymbols& symbols_;
  const std::string_view bytes_;
  std::vector<SyntaxNode>& nodes_;
};

const ScriptSymbols& ScriptSymbolsOf(const TSLanguage* grammar) {
  thread_local std::vector<ScriptSymbols> known;
  const auto found = std::find_if(known.begin(), known.end(), [&](const ScriptSymbols& symbols) {
    return symbols.language == grammar;
  });
  return found != known.end() ? *found : known.emplace_back(grammar);
}

}  // namespace

absl::Status NameKeys(Parser&, const RuleTable& rules, std::string&, std::string_view& bytes,
                      SyntaxTree& tree) {
  KeyNamer(ScriptSymbolsOf(rules.grammar()), bytes, tree).Run();
  return absl::OkStatus();
}

}  // namespace waymark::indexer
