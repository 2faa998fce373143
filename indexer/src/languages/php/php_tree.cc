#include "languages/php/php_tree.h"

#include <algorithm>
#include <vector>

#include "languages/php/php_symbols.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kTypeTest = "instanceof";

// `\App\Cart`, and not a word that some key is made of.
bool IsTypeName(std::string_view text) {
  const std::string_view last = text.substr(text.rfind('\\') + 1);
  if (!IsWord(last) || !BeginsWithCapital(last)) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return IsWordCharacter(c) || c == '\\'; });
}

// Calls that register routes, of Laravel and Slim.
constexpr std::string_view kPhpRouteCalls[] = {"any",   "delete",  "fallback", "get",  "map",
                                               "match", "options", "patch",    "post", "put"};

// Calls that make a test double of a type, of PHPUnit and Mockery.
constexpr std::string_view kPhpDoubleCalls[] = {
    "createConfiguredMock",    "createMock", "createPartialMock", "createStub", "getMockBuilder",
    "getMockForAbstractClass", "mock",       "prophesize",        "spy"};

// Keywords are case-insensitive.
class PhpRewriter {
 public:
  PhpRewriter(const TSLanguage* grammar, std::string_view bytes, SyntaxTree& tree)
      : read_(grammar, tree, bytes), symbols_(read_.symbols()), nodes_(tree.nodes) {}

  void Run() {
    NestNamespaces();
    for (NodeIndex i = 0; i < nodes_.size(); ++i) {
      while (!types_.empty() && i >= types_.back().end) types_.pop_back();
      Visit(i);
    }
  }

 private:
  // The body of a type.
  struct Type {
    NodeIndex end = 0;
    std::vector<std::string_view> fields;
  };

  // The statements after `namespace A;` belong to it, up to the next namespace.
  void NestNamespaces() {
    if (nodes_.empty()) return;
    for (NodeIndex i = 1; i < End(0); i = End(i)) {
      if (KindOf(i) != PhpNode::kNamespace || HasBody(i)) continue;
      while (End(i) < End(0) && KindOf(End(i)) != PhpNode::kNamespace) {
        nodes_[i].end = nodes_[End(i)].end;
        nodes_[i].next = End(End(i));
      }
    }
  }

  bool HasBody(NodeIndex index) const {
    for (NodeIndex child = index + 1; child < End(index); child = End(child)) {
      if (nodes_[child].field == symbols_.body) return true;
    }
    return false;
  }

  void Visit(NodeIndex index) {
    switch (KindOf(index)) {
      case PhpNode::kNamespace:  // `namespace { }` is nothing but a block
        if (HasBody(index) && nodes_[index + 1].field == symbols_.body) {
          nodes_[index].symbol = symbols_.block;
        }
        break;
      case PhpNode::kMembers:
        types_.push_back({End(index), FieldsIn(index)});
        break;
      case PhpNode::kReferenceAssignment:
        nodes_[index].symbol = symbols_.assignment;
        TellField(index);
        break;
      case PhpNode::kAssignment:
        TellField(index);
        break;
      case PhpNode::kVariableName:
        if (TextOf(index) == "$this") nodes_[index].symbol = symbols_.self;
        break;
      case PhpNode::kRelativeScope:
        TellScope(index, false);
        break;
      case PhpNode::kNamedType:
        TellScope(index + 1, true);
        break;
      case PhpNode::kBinary:
        TellOperator(index);
        break;
      case PhpNode::kObjectCreation:
        TellNew(index);
        break;
      case PhpNode::kAnonymousClass:
        TellBase(index);
        break;
      case PhpNode::kClassConstant:
        TellClass(index);
        break;
      case PhpNode::kFunctionCall:
        TellFunction(index, symbols_.parenthesized);
        break;
      case PhpNode::kNullsafeCall:
        nodes_[index].symbol = symbols_.member_call;
        [[fallthrough]];
      case PhpNode::kMemberCall:
        TellFunction(index, symbols_.method_value);
        TellDynamic(index);
        TellTexts(index);
        break;
      case PhpNode::kScopedCall:
        TellFunction(index, symbols_.static_value);
        TellDynamic(index);
        TellTexts(index);
        break;
      case PhpNode::kNullsafeAccess:
        nodes_[index].symbol = symbols_.member_access;
        [[fallthrough]];
      case PhpNode::kMemberAccess:
        TellDynamic(index);
        break;
      case PhpNode::kArrayCreation:
        TellMethod(index);
        break;
      case PhpNode::kConditional:
        TellShort(index);
        break;
      case PhpNode::kAttributeGroup:  // what it holds belongs to the list
        nodes_[index].next = index + 1;
        break;
      default:
        break;
    }
  }

  // `self` and `static` are the own type, `parent` is its base class. In a type, `static` is the
  // class of the object, which may be a subclass.
  void TellScope(NodeIndex index, bool is_type) {
    const std::string_view text = TextOf(index);
    if (EqualsIgnoringCase(text, "self") || (!is_type && EqualsIgnoringCase(text, "static"))) {
      nodes_[index].symbol = symbols_.self;
    } else if (EqualsIgnoringCase(text, "parent")) {
      nodes_[index].symbol = symbols_.parent;
    }
  }

  std::vector<std::string_view> FieldsIn(NodeIndex members) const {
    std::vector<std::string_view> fields;
    for (NodeIndex i = members + 1; i < End(members); ++i) {
      if (KindOf(i) != PhpNode::kProperty) continue;
      for (NodeIndex child = i + 1; child < End(i); child = End(child)) {
        if (KindOf(child) == PhpNode::kVariableName) fields.push_back(TextOf(child));
      }
    }
    return fields;
  }

  // $this->name = $value defines no field if the type does not declare it: a base may.
  void TellField(NodeIndex index) {
    const NodeIndex target = index + 1;
    if (target >= End(index) || types_.empty()) return;
    const PhpNode kind = KindOf(target);
    const bool is_field = (kind == PhpNode::kMemberAccess || kind == PhpNode::kNullsafeAccess) &&
                          TextOf(target + 1) == "$this";
    const NodeIndex name = is_field ? End(target + 1) : index;
    if (!is_field || name >= End(target)) return;
    const auto& fields = types_.back().fields;
    const bool is_declared = std::any_of(
        fields.begin(), fields.end(),
        [this, name](std::string_view field) { return field.substr(1) == TextOf(name); });
    if (!is_declared) nodes_[index].symbol = symbols_.field_use;
  }

  void TellOperator(NodeIndex index) {
    const NodeIndex left = index + 1;
    NodeIndex right = left;
    while (right < End(index) && End(right) < End(index)) right = End(right);
    if (right == left) return;
    const std::string_view between = read_.TextBetween(left, right);
    if (!EqualsIgnoringCase(between.substr(0, kTypeTest.size()), kTypeTest)) return;
    if (KindOf(right) == PhpNode::kName) TellScope(right, false);
    nodes_[index].symbol = symbols_.type_test;
  }

  void TellNew(NodeIndex index) {
    if (index + 1 >= End(index)) return;
    if (KindOf(index + 1) == PhpNode::kAnonymousClass) {
      nodes_[index].symbol = symbols_.parenthesized;
    } else if (KindOf(index + 1) == PhpNode::kName) {
      TellScope(index + 1, false);
    }
  }

  // An anonymous class is an instance of the class it extends, or else of its interface.
  void TellBase(NodeIndex index) {
    NodeIndex base = 0;
    for (NodeIndex child = index + 1; child < End(index); child = End(child)) {
      const PhpNode kind = KindOf(child);
      const bool extends = kind == PhpNode::kBaseClause;
      if (extends || (kind == PhpNode::kClassInterfaceClause && base == 0)) base = child;
    }
    if (base != 0) nodes_[base].symbol = symbols_.parenthesized;
  }

  // Type::class has the type as its value.
  void TellClass(NodeIndex index) {
    NodeIndex last = index + 1;
    while (last < End(index) && End(last) < End(index)) last = End(last);
    if (last == index + 1 || !EqualsIgnoringCase(TextOf(last), "class")) return;
    nodes_[index].symbol = symbols_.parenthesized;
    nodes_[last].symbol = symbols_.class_word;
  }

  // f(...) has the function as its value.
  void TellFunction(NodeIndex index, SymbolNumber value) {
    for (NodeIndex child = index + 1; child < End(index); child = End(child)) {
      const bool is_placeholder = KindOf(child) == PhpNode::kArguments && child + 1 < End(child) &&
                                  KindOf(child + 1) == PhpNode::kVariadicPlaceholder;
      if (!is_placeholder) continue;
      nodes_[child].symbol = symbols_.class_word;
      nodes_[index].symbol = value;
    }
  }

  // $object->$name, Type::{$name}()
  void TellDynamic(NodeIndex index) {
    for (NodeIndex child = index + 1; child < End(index); child = End(child)) {
      const bool is_name = nodes_[child].field == symbols_.name_field;
      if (is_name && KindOf(child) != PhpNode::kName) nodes_[index].symbol = symbols_.any_member;
    }
  }

  // [$object, 'name'], [Type::class, 'name'] and ['Shop\\Type', 'name'] are methods as values, like
  // Type::name(...).
  void TellMethod(NodeIndex index) {
    const NodeIndex object = index + 1;
    if (object >= End(index)) return;
    const NodeIndex named = End(object);
    if (named >= End(index) || End(named) != End(index)) return;
    const bool are_elements =
        KindOf(object) == PhpNode::kArrayElement && KindOf(named) == PhpNode::kArrayElement;
    if (!are_elements || End(object + 1) != named || End(named + 1) != End(index)) return;
    const PhpNode first = KindOf(object + 1);
    const PhpNode last = KindOf(named + 1);
    const bool is_object = first == PhpNode::kVariableName || first == PhpNode::kClassConstant ||
                           first == PhpNode::kMemberAccess || first == PhpNode::kObjectCreation;
    const bool is_text = last == PhpNode::kString || last == PhpNode::kEncapsedString;
    const bool is_type = IsPlainText(object + 1) && IsTypeName(TextOf(object + 2)) &&
                         TextOf(object + 2).find('\\') != kNowhere;
    if ((!is_object && !is_type) || !is_text || named + 2 >= End(named)) return;
    if (KindOf(named + 2) != PhpNode::kStringContent || End(named + 2) != End(named)) return;
    if (first == PhpNode::kClassConstant &&
        !EqualsIgnoringCase(WordAtEnd(TextOf(object + 1)), "class"))
      return;
    if (!IsWord(TextOf(named + 2))) return;
    if (is_type) TellTypeText(object + 1);
    nodes_[index].symbol = symbols_.static_value;
    nodes_[object].symbol = symbols_.parenthesized;
    nodes_[object].field = symbols_.scope;
    const SyntaxNode text = nodes_[named + 2];
    nodes_[named] = {symbols_.name, symbols_.name_field, false, text.begin, text.end, named + 1};
    nodes_[named + 1] = {symbols_.class_word, 0, false, text.end, text.end, End(index)};
  }

  // Texts among the arguments of a call that name methods or types.
  void TellTexts(NodeIndex call) {
    NodeIndex name = 0;
    NodeIndex arguments = 0;
    for (NodeIndex child = call + 1; child < End(call); child = End(child)) {
      if (nodes_[child].field == symbols_.name_field) name = child;
      if (KindOf(child) == PhpNode::kArguments) arguments = child;
    }
    if (name == 0 || arguments == 0) return;
    const bool is_route = IsIn(kPhpRouteCalls, TextOf(name));
    const bool is_double = IsIn(kPhpDoubleCalls, TextOf(name));
    if (!is_route && !is_double) return;
    for (NodeIndex argument = arguments + 1; argument < End(arguments); argument = End(argument)) {
      if (KindOf(argument) != PhpNode::kArgument || argument + 1 >= End(argument)) continue;
      if (is_double) TellTypeText(argument + 1);
      if (is_route) TellHandlerText(argument);
    }
  }

  // A text without escapes.
  bool IsPlainText(NodeIndex index) const {
    const PhpNode kind = KindOf(index);
    return (kind == PhpNode::kString || kind == PhpNode::kEncapsedString) &&
           index + 1 < End(index) && KindOf(index + 1) == PhpNode::kStringContent &&
           End(index + 1) == End(index);
  }

  // The quote stays part of the name: php_names.cc reads such a name from the global namespace.
  void MakeTypeName(NodeIndex text, std::uint32_t end) {
    nodes_[text].symbol = symbols_.qualified_name;
    nodes_[text].end = end;
  }

  // createMock('App\Cart')
  void TellTypeText(NodeIndex text) {
    if (!IsPlainText(text) || !IsTypeName(TextOf(text + 1))) return;
    MakeTypeName(text, nodes_[text + 1].end);
    nodes_[text + 1].symbol = symbols_.class_word;
  }

  // 'Users@show', 'Users:show' and Users::class . ':show' are methods as values.
  void TellHandlerText(NodeIndex argument) {
    const NodeIndex value = argument + 1;
    if (End(value) != End(argument)) return;
    if (KindOf(value) == PhpNode::kBinary) return TellJoinedHandler(value);
    if (!IsPlainText(value)) return;
    const std::string_view text = TextOf(value + 1);
    const std::size_t mark = text.find_first_of("@:");
    if (mark == kNowhere) return;
    if (!IsTypeName(text.substr(0, mark)) || !IsWord(text.substr(mark + 1))) return;
    const auto at = nodes_[value + 1].begin + static_cast<std::uint32_t>(mark);
    MakeTypeName(value, at);
    nodes_[value].field = symbols_.scope;
    nodes_[value].next = value + 1;
    nodes_[value + 1].symbol = symbols_.name;
    nodes_[value + 1].field = symbols_.name_field;
    nodes_[value + 1].begin = at + 1;
    nodes_[argument].symbol = symbols_.static_value;
  }

  void TellJoinedHandler(NodeIndex value) {
    const NodeIndex type = value + 1;
    if (type >= End(value) || KindOf(type) != PhpNode::kClassConstant) return;
    const NodeIndex text = End(type);
    if (text >= End(value) || End(text) != End(value) || !IsPlainText(text)) return;
    const std::string_view method = TextOf(text + 1);
    if (!method.starts_with(':') || !IsWord(method.substr(1))) return;
    if (!EqualsIgnoringCase(WordAtEnd(TextOf(type)), "class")) return;
    nodes_[value].symbol = symbols_.static_value;
    nodes_[type].field = symbols_.scope;
    nodes_[text].symbol = symbols_.name;
    nodes_[text].field = symbols_.name_field;
    nodes_[text].begin = nodes_[text + 1].begin + 1;
    nodes_[text].end = nodes_[text + 1].end;
    nodes_[text + 1].symbol = symbols_.class_word;
  }

  // $x ?: $y has the value of $x or $y.
  void TellShort(NodeIndex index) {
    NodeIndex condition = 0;
    for (NodeIndex child = index + 1; child < End(index); child = End(child)) {
      if (nodes_[child].field == symbols_.condition) condition = child;
      if (nodes_[child].field == symbols_.body) return;
    }
    if (condition != 0) nodes_[condition].field = symbols_.body;
  }

  PhpNode KindOf(NodeIndex index) const { return read_.KindOf(index); }

  NodeIndex End(NodeIndex index) const { return read_.End(index); }

  std::string_view TextOf(NodeIndex index) const { return read_.TextOf(index); }

  const PhpNodes read_;
  const PhpSymbols& symbols_;
  std::vector<SyntaxNode>& nodes_;
  std::vector<Type> types_;  // around the node
};

}  // namespace

absl::Status TellPhpNodesApart(Parser&, const RuleTable& rules, std::string&,
                               std::string_view& parsed, SyntaxTree& tree) {
  PhpRewriter(rules.grammar(), parsed, tree).Run();
  return absl::OkStatus();
}

}  // namespace waymark::indexer
