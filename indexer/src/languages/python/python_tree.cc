#include "languages/python/python_tree.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "syntax/grammar_numbers.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kParameterMakers[] = {"ParamSpec", "TypeVar", "TypeVarTuple"};
constexpr std::string_view kGenericBases[] = {"Generic", "Protocol"};
constexpr NodeIndex kMaxSubjectNodes = 16;  // of a `match`; a longer subject is not copied

// Numbers of the node kinds and fields of the grammar. A list of type parameters, a type parameter,
// and a name with the type of a pattern have no kind of their own: they get the kinds of the last
// three.
struct PythonSymbols {
  SymbolNumber Kind(std::string_view text) const { return SymbolOf(grammar, text); }

  FieldNumber Field(std::string_view text) const { return FieldOf(grammar, text); }

  const TSLanguage* grammar = nullptr;
  SymbolNumber function = Kind("function_definition");
  SymbolNumber class_definition = Kind("class_definition");
  SymbolNumber assignment = Kind("assignment");
  SymbolNumber call = Kind("call");
  SymbolNumber subscript = Kind("subscript");
  SymbolNumber name = Kind("identifier");
  SymbolNumber type = Kind("type");
  SymbolNumber as_pattern = Kind("as_pattern");
  SymbolNumber case_pattern = Kind("case_pattern");
  SymbolNumber class_pattern = Kind("class_pattern");
  SymbolNumber keyword_pattern = Kind("keyword_pattern");
  SymbolNumber dotted_name = Kind("dotted_name");
  SymbolNumber match = Kind("match_statement");
  SymbolNumber case_clause = Kind("case_clause");
  SymbolNumber type_parameters = Kind("splat_type");
  SymbolNumber type_parameter = Kind("constrained_type");
  SymbolNumber typed_name = Kind("complex_pattern");
  FieldNumber name_field = Field("name");
  FieldNumber parameters_field = Field("type_parameters");
  FieldNumber bases_field = Field("superclasses");
  FieldNumber arguments_field = Field("parameters");
  FieldNumber left_field = Field("left");
  FieldNumber right_field = Field("right");
  FieldNumber function_field = Field("function");
  FieldNumber value_field = Field("value");
  FieldNumber subscript_field = Field("subscript");
  FieldNumber subject_field = Field("subject");
  FieldNumber body_field = Field("body");
};

class PythonRewriter {
 public:
  PythonRewriter(const PythonSymbols& symbols, std::string_view bytes, SyntaxTree& tree)
      : symbols_(symbols), bytes_(bytes), nodes_(tree.nodes) {}

  void Run() {
    for (NodeIndex i = 0; i < nodes_.size(); ++i) ReadVariable(i);
    for (NodeIndex i = 0; i < nodes_.size(); ++i) Visit(i);
    if (!dropped_.empty() || !inserted_.empty()) Rebuild();
  }

 private:
  // A type parameter that the code around a node declares.
  struct Declared {
    NodeIndex end = 0;  // of the definition
    std::string_view name;
  };

  std::string_view TextOf(NodeIndex node) const {
    return bytes_.substr(nodes_[node].begin, nodes_[node].end - nodes_[node].begin);
  }

  // The part behind the last dot.
  std::string_view LastName(NodeIndex node) const {
    const std::string_view text = TextOf(node);
    return text.substr(text.rfind('.') + 1);
  }

  NodeIndex ChildIn(NodeIndex parent, FieldNumber field) const {
    for (NodeIndex child = parent + 1; child < nodes_[parent].next; child = nodes_[child].next) {
      if (nodes_[child].field == field) return child;
    }
    return 0;
  }

  // `T = TypeVar("T")`
  void ReadVariable(NodeIndex assignment) {
    if (nodes_[assignment].symbol != symbols_.assignment) return;
    const NodeIndex left = ChildIn(assignment, symbols_.left_field);
    const NodeIndex right = ChildIn(assignment, symbols_.right_field);
    if (left == 0 || right == 0 || nodes_[left].symbol != symbols_.name ||
        nodes_[right].symbol != symbols_.call) {
      return;
    }
    const NodeIndex maker = ChildIn(right, symbols_.function_field);
    if (maker != 0 && IsIn(kParameterMakers, LastName(maker))) variables_.insert(TextOf(left));
  }

  void Visit(NodeIndex node) {
    while (!declared_.empty() && declared_.back().end <= node) declared_.pop_back();
    const SymbolNumber symbol = nodes_[node].symbol;
    if (symbol == symbols_.as_pattern) return TypeName(node);
    if (symbol == symbols_.match) return AssignSubject(node);
    const bool is_list = nodes_[node].field == symbols_.parameters_field;
    if (symbol == symbols_.type_parameters && !is_list) {  // `*Ts` outside of a list
      nodes_[node].symbol = symbols_.type;
      return;
    }
    if (symbol != symbols_.function && symbol != symbols_.class_definition) return;
    const NodeIndex list = ChildIn(node, symbols_.parameters_field);
    if (list != 0) return TellParameters(node, list);
    std::vector<NodeIndex> used;
    if (symbol == symbols_.class_definition) {
      ListOfClass(node, used);
    } else if (!variables_.empty()) {
      ListVariables(ChildIn(node, symbols_.arguments_field), used);
    }
    if (!used.empty()) Insert(node, used);
  }

  // `case Job() as job`: the name is annotated with the type.
  void TypeName(NodeIndex as_pattern) {
    const NodeIndex pattern = as_pattern + 1;
    const NodeIndex type = as_pattern + 2;
    // `job=Job() as found` binds a part, of which nothing is known here.
    const bool is_keyed = type < nodes_[pattern].next &&
                          nodes_[pattern].symbol == symbols_.case_pattern &&
                          nodes_[type].symbol == symbols_.keyword_pattern;
    if (is_keyed) nodes_[as_pattern].symbol = symbols_.typed_name;
    const bool is_typed = type < nodes_[pattern].next &&
                          nodes_[pattern].symbol == symbols_.case_pattern &&
                          nodes_[type].symbol == symbols_.class_pattern;
    if (!is_typed) return;
    nodes_[as_pattern].symbol = symbols_.typed_name;
    dropped_.push_back(pattern);
  }

  // `match x: case other: ...` assigns the subject to the name.
  void AssignSubject(NodeIndex match) {
    const NodeIndex subject = ChildIn(match, symbols_.subject_field);
    const NodeIndex body = ChildIn(match, symbols_.body_field);
    if (subject == 0 || body == 0) return;
    if (nodes_[subject].next - subject > kMaxSubjectNodes) return;
    for (NodeIndex clause = body + 1; clause < nodes_[body].next; clause = nodes_[clause].next) {
      const NodeIndex pattern = clause + 1;
      const NodeIndex dotted = clause + 2;
      const NodeIndex name = clause + 3;
      const bool is_name = nodes_[clause].symbol == symbols_.case_clause &&
                           name < nodes_[pattern].next &&
                           nodes_[pattern].symbol == symbols_.case_pattern &&
                           nodes_[dotted].symbol == symbols_.dotted_name &&
                           nodes_[name].next == nodes_[pattern].next;
      if (!is_name) continue;
      nodes_[pattern].symbol = symbols_.assignment;
      nodes_[name].field = symbols_.left_field;
      dropped_.push_back(dotted);
      std::vector<SyntaxNode> value(nodes_.begin() + subject,
                                    nodes_.begin() + nodes_[subject].next);
      for (SyntaxNode& node : value) node.next -= subject;
      value.front().field = symbols_.right_field;
      inserted_.emplace_back(dotted, std::move(value));
    }
  }

  // `[T: Job, *Ts]`: each element becomes a parameter, with its bound as type.
  void TellParameters(NodeIndex definition, NodeIndex list) {
    nodes_[list].symbol = symbols_.type_parameters;
    for (NodeIndex child = list + 1; child < nodes_[list].next; child = nodes_[child].next) {
      nodes_[child].symbol = symbols_.type_parameter;
      NodeIndex name = child + 1;
      if (name < nodes_[child].next && nodes_[name].symbol == symbols_.type_parameter) {
        dropped_.push_back(name++);
        dropped_.push_back(name++);
      } else if (name < nodes_[child].next && nodes_[name].symbol == symbols_.type_parameters) {
        nodes_[name].symbol = symbols_.type;
        dropped_.push_back(name++);
      }
      if (name < nodes_[child].next) declared_.push_back({nodes_[definition].next, TextOf(name)});
    }
  }

  bool IsDeclared(std::string_view name) const {
    return std::any_of(declared_.begin(), declared_.end(),
                       [name](const Declared& known) { return known.name == name; });
  }

  void AddOnce(NodeIndex name, std::vector<NodeIndex>& used) const {
    const bool is_known = std::any_of(
        used.begin(), used.end(), [&](NodeIndex other) { return TextOf(other) == TextOf(name); });
    if (!is_known) used.push_back(name);
  }

  // The variables that a subtree names.
  void ListVariables(NodeIndex around, std::vector<NodeIndex>& used) const {
    if (around == 0) return;
    for (NodeIndex i = around + 1; i < nodes_[around].next; ++i) {
      const bool is_variable = nodes_[i].symbol == symbols_.name &&
                               variables_.contains(TextOf(i)) && !IsDeclared(TextOf(i));
      if (is_variable) AddOnce(i, used);
    }
  }

  // `Generic[T, U]` among the bases lists the parameters. Else the bases name them.
  void ListOfClass(NodeIndex definition, std::vector<NodeIndex>& used) const {
    const NodeIndex bases = ChildIn(definition, symbols_.bases_field);
    if (bases == 0) return;
    for (NodeIndex base = bases + 1; base < nodes_[bases].next; base = nodes_[base].next) {
      if (nodes_[base].symbol != symbols_.subscript) continue;
      const NodeIndex generic = ChildIn(base, symbols_.value_field);
      if (generic == 0 || !IsIn(kGenericBases, LastName(generic))) continue;
      for (NodeIndex child = base + 1; child < nodes_[base].next; child = nodes_[child].next) {
        const bool is_name = nodes_[child].field == symbols_.subscript_field &&
                             nodes_[child].symbol == symbols_.name;
        if (is_name) AddOnce(child, used);
      }
    }
    if (used.empty()) ListVariables(bases, used);
  }

  // Puts a list of type parameters behind the name of the definition. They are missing in the
  // source.
  void Insert(NodeIndex definition, const std::vector<NodeIndex>& used) {
    const NodeIndex name = ChildIn(definition, symbols_.name_field);
    if (name == 0 || nodes_[name].next >= nodes_[definition].next) return;
    std::vector<SyntaxNode> list;
    const auto add = [&](const SyntaxNode& like, SymbolNumber symbol) {
      list.push_back(like);
      list.back().symbol = symbol;
      list.back().field = 0;
      return list.size() - 1;
    };
    add(nodes_[used.front()], symbols_.type_parameters);
    list.front().field = symbols_.parameters_field;
    for (const NodeIndex variable : used) {
      const std::size_t parameter = add(nodes_[variable], symbols_.type_parameter);
      const std::size_t named = add(nodes_[variable], symbols_.name);
      list[parameter].missing = true;
      list[parameter].next = list[named].next = static_cast<NodeIndex>(list.size());
      declared_.push_back({nodes_[definition].next, TextOf(variable)});
    }
    list.front().next = static_cast<NodeIndex>(list.size());
    inserted_.emplace_back(nodes_[name].next, std::move(list));
  }

  // The places of the dropped and inserted nodes, in order.
  struct Moves {
    std::vector<NodeIndex> dropped;
    std::vector<std::pair<NodeIndex, NodeIndex>> inserted;  // before a node; nodes up to there

    NodeIndex operator()(NodeIndex index) const {
      const auto gone = std::lower_bound(dropped.begin(), dropped.end(), index) - dropped.begin();
      const auto at = std::lower_bound(inserted.begin(), inserted.end(), std::pair(index, 0U));
      const NodeIndex added = at == inserted.begin() ? 0 : std::prev(at)->second;
      return index - static_cast<NodeIndex>(gone) + added;
    }
  };

  // A list may stand before a node that is not moved behind it by the lists before the node.
  void Rebuild() {
    std::sort(dropped_.begin(), dropped_.end());
    std::sort(inserted_.begin(), inserted_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    Moves moved{dropped_, {}};
    NodeIndex total = 0;
    for (const auto& [before, list] : inserted_) {
      total += static_cast<NodeIndex>(list.size());
      moved.inserted.emplace_back(before, total);
    }
    std::vector<SyntaxNode> rebuilt;
    rebuilt.reserve(nodes_.size() + total);
    auto list = inserted_.begin();
    auto gone = dropped_.begin();
    for (NodeIndex i = 0; i < nodes_.size(); ++i) {
      if (list != inserted_.end() && list->first == i) {
        const auto begin = static_cast<NodeIndex>(rebuilt.size());
        for (SyntaxNode node : list->second) {
          node.next += begin;
          rebuilt.push_back(node);
        }
        ++list;
      }
      if (gone != dropped_.end() && *gone == i) {
        ++gone;
        continue;
      }
      SyntaxNode node = nodes_[i];
      node.next = moved(node.next);
      rebuilt.push_back(node);
    }
    nodes_ = std::move(rebuilt);
  }

  const PythonSymbols& symbols_;
  const std::string_view bytes_;
  std::vector<SyntaxNode>& nodes_;
  std::set<std::string_view> variables_;  // made by TypeVar and the like
  std::vector<Declared> declared_;
  std::vector<NodeIndex> dropped_;
  std::vector<std::pair<NodeIndex, std::vector<SyntaxNode>>> inserted_;  // before a node
};

}  // namespace

absl::Status RewritePythonTree(Parser&, const RuleTable& rules, std::string&,
                               std::string_view& bytes, SyntaxTree& tree) {
  static const PythonSymbols symbols{.grammar = rules.grammar()};
  PythonRewriter(symbols, bytes, tree).Run();
  return absl::OkStatus();
}

}  // namespace waymark::indexer
