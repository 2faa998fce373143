#include "extract/unconsumed_names.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "extract/definition_finder.h"
#include "extract/unconsumed_reference.h"
#include "text/characters.h"
#include "text/name_map.h"

namespace waymark::indexer {
namespace {

// Whether the pass reads everything inside, or nothing inside names a symbol.
bool IsRead(Role role) {
  switch (role) {
    case Role::kSkip:
    case Role::kImport:
    case Role::kImportFrom:
    case Role::kTypeImport:
    case Role::kNamespaceImport:
    case Role::kPathImport:
    case Role::kModuleImport:
    case Role::kPackage:
    case Role::kUse:
    case Role::kClause:
      return true;
    default:
      return false;
  }
}

bool IsLiteral(Role role) {
  return role == Role::kLiteral || role == Role::kString || role == Role::kContainerLiteral;
}

// Test annotations of Java and C# whose strings name members.
struct NamingAnnotation {
  std::string_view name;
  bool names_function = false;  // else what it names has a place of its own among the members
  bool may_be_bare = false;  // without a string, it names the member with the annotated one's name
};

constexpr NamingAnnotation kNamingAnnotations[] = {
    {"DisabledIf", true},         {"DynamicData"},       {"EnabledIf", true},
    {"FieldSource", false, true}, {"MemberData"},        {"MethodSource", true, true},
    {"TestCaseSource"},           {"TestFixtureSource"}, {"ValueSource"},
};
constexpr std::string_view kBeforeAnnotation = "@ ";
constexpr std::string_view kBehindMember = "#.";  // Type#member

class UnconsumedNames {
 public:
  UnconsumedNames(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft)
      : rules_(rules), tree_(tree), draft_(draft), marks_(draft) {}

  void Run() {
    for (const Literal& literal : draft_.facts().literals) marks_.MarkPath(literal.callee);
    Walk();
    if (found_.empty()) return;
    MarkVariables();
    // The tree of a macro's arguments stands where the macro does.
    std::sort(found_.begin(), found_.end(),
              [](const Leaf& a, const Leaf& b) { return a.begin < b.begin; });
    DefinitionFinder finder(draft_.facts());
    for (const Leaf& leaf : found_) Add(leaf, finder);
  }

 private:
  // Flags of a name in a definition.
  static constexpr std::uint32_t kDeclared = 1 << 0;  // a variable or similar
  static constexpr std::uint32_t kAdded = 1 << 1;
  static constexpr std::uint32_t kDefined = 1 << 2;  // among the file's own definitions

  struct Open {
    NodeIndex node;
    const Rule* rule;
  };

  struct Leaf {
    std::uint32_t begin;
    std::uint32_t end;
    bool declares = false;
    const NamingAnnotation* naming = nullptr;  // that names a member by it
    std::string_view type = {};                // likewise: the type of the member
  };

  void MarkVariables() {
    const FileFacts& facts = draft_.facts();
    for (const Definition& definition : facts.definitions)
      names_.At(0, definition.name) |= kDefined;
    for (const Binding& binding : facts.bindings) {
      const ScopeKind kind = facts.scopes[binding.scope].kind;
      if (kind == ScopeKind::kFile || kind == ScopeKind::kNamespace) continue;
      const DefinitionIndex owner = OwnerOf(draft_, binding.scope);
      // The enclosing function literal is unknown.
      if (owner != 0 || (names_.At(0, binding.name) & kDefined) == 0) {
        names_.At(owner, binding.name) |= kDeclared;
      }
    }
  }

  void Walk() {
    const std::vector<SyntaxNode>& nodes = tree_.nodes;
    std::vector<Open> open = {{0, &rules_.RuleOf(nodes[0].symbol)}};
    for (NodeIndex i = 1; i < nodes[0].next;) {
      while (i >= nodes[open.back().node].next) open.pop_back();
      const Rule& rule = rules_.RuleOf(nodes[i].symbol);
      if (IsRead(rule.role)) {
        i = nodes[i].next;
        continue;
      }
      if (rule.role == Role::kLiteral) VisitText(nodes[i], open);
      if (rule.role == Role::kDecorator) VisitAnnotation(i);
      if (!tree_.IsLeaf(i)) {
        open.push_back({i, &rule});
      } else if (rule.role == Role::kIdentifier || rule.role == Role::kMethodName) {
        Visit(nodes[i], rule, open);
      }
      ++i;
    }
  }

  void Visit(const SyntaxNode& leaf, const Rule& rule, const std::vector<Open>& open) {
    const Open& parent = open.back();
    if (leaf.begin == leaf.end || marks_.IsRead(leaf.begin)) return;
    const ChildRole part = rules_.PartOf(*parent.rule, leaf.field, leaf.symbol);
    const Role around = parent.rule->role;
    bool declares = around == Role::kPattern || around == Role::kBound;
    switch (part) {
      case ChildRole::kSkipped:
      case ChildRole::kWord:
      case ChildRole::kKey:
      case ChildRole::kName:
      case ChildRole::kAlias:
      case ChildRole::kEnumerator:
        return;
      case ChildRole::kParameterName:
      case ChildRole::kParameters:
        declares = true;
        break;
      case ChildRole::kTarget:
        if (IsMember(open)) return;  // of a type without a name
        break;
      case ChildRole::kMemberName:
        if (!rules_.language().extends_literals && IsLiteral(FirstRole(parent.node))) return;
        break;
      case ChildRole::kOperand:
        // <div>
        if (around == Role::kElement && IsLower(draft_.bytes()[leaf.begin])) return;
        break;
      default:
        break;
    }
    const bool is_symbol = rule.role == Role::kMethodName;  // most symbols are data
    if (is_symbol && (around != Role::kList || leaf.end - leaf.begin < 2)) return;
    found_.push_back({leaf.begin + (is_symbol ? 1 : 0), leaf.end, declares, nullptr, {}});
  }

  // The row of an annotation that names members.
  const NamingAnnotation* NamingRow(NodeIndex annotation) const {
    const std::string_view bytes = draft_.bytes();
    const std::uint32_t last = tree_.nodes[annotation].end;
    std::uint32_t name = tree_.nodes[annotation].begin;
    while (name < last && kBeforeAnnotation.find(bytes[name]) != std::string_view::npos) ++name;
    std::uint32_t end = name;
    while (end < last && IsWordCharacter(bytes[end])) ++end;
    const std::string_view called = bytes.substr(name, end - name);
    const auto* const row =
        std::find_if(std::begin(kNamingAnnotations), std::end(kNamingAnnotations),
                     [called](const NamingAnnotation& known) { return known.name == called; });
    return row == std::end(kNamingAnnotations) ? nullptr : row;
  }

  // @MethodSource
  void VisitAnnotation(NodeIndex annotation) {
    const NamingAnnotation* const row = NamingRow(annotation);
    if (row == nullptr || !row->may_be_bare) return;
    const std::uint32_t begin = tree_.nodes[annotation].begin;
    const std::uint32_t end = tree_.nodes[annotation].end;
    const std::string_view text = draft_.bytes().substr(begin, end - begin);
    if (text.find('"') == std::string_view::npos) found_.push_back({begin, begin, false, row, {}});
  }

  // @MethodSource("cases"), @MethodSource("shop.Cases#all"): the last name in the text.
  void VisitText(const SyntaxNode& text, const std::vector<Open>& open) {
    const auto is_annotation = [](const Open& at) { return at.rule->role == Role::kDecorator; };
    const auto annotation = std::find_if(open.rbegin(), open.rend(), is_annotation);
    if (annotation == open.rend() || text.end - text.begin < 3) return;
    const NamingAnnotation* const row = NamingRow(annotation->node);
    if (row == nullptr) return;
    const std::string_view inside =
        draft_.bytes().substr(text.begin + 1, text.end - text.begin - 2);
    const std::size_t behind = inside.find_last_of(kBehindMember);
    const bool is_path = behind != std::string_view::npos;
    const std::string_view member = is_path ? inside.substr(behind + 1) : inside;
    if (member.empty() || !std::all_of(member.begin(), member.end(), IsWordCharacter)) return;
    const std::string_view around = is_path ? inside.substr(0, behind) : std::string_view();
    const std::string_view type = around.substr(around.find_last_of(kBehindMember) + 1);
    found_.push_back({static_cast<std::uint32_t>(member.data() - draft_.bytes().data()),
                      text.end - 1, false, row, type});
  }

  // Whether the innermost open node is among the members of a type.
  static bool IsMember(const std::vector<Open>& open) {
    const auto around = std::find_if(open.rbegin() + 1, open.rend(), [](const Open& at) {
      return at.rule->role != Role::kTransparent;
    });
    return around != open.rend() && around->rule->role == Role::kMembers;
  }

  Role FirstRole(NodeIndex parent) const {
    return rules_.RuleOf(tree_.nodes[parent + 1].symbol).role;
  }

  // Declared in it or in an enclosing definition.
  bool IsDeclared(const DefinitionFinder& finder, Word word) const {
    return finder.AnyAround([&](DefinitionIndex owner) {
      const std::uint32_t* const known = names_.Find(owner, word);
      return known != nullptr && (*known & kDeclared) != 0;
    });
  }

  // Whether it is no name of a symbol, or is followed as what it is.
  bool IsKnown(std::string_view text, SymbolKind around) const {
    const LanguageRules& language = rules_.language();
    const auto is_text = [text](std::string_view word) { return word == text; };
    const auto has_text = [is_text](const auto& words) {
      return std::any_of(words.begin(), words.end(), is_text);
    };
    const auto is_named = [is_text](const auto& row) { return is_text(row.name); };
    const bool in_function = around == SymbolKind::kFunction || around == SymbolKind::kMethod;
    if (language.macro_variable_mark != '\0' && text.front() == language.macro_variable_mark) {
      return true;
    }
    const auto words = {language.blank_name, language.inferred_type, language.constructor_method,
                        language.exports_object, language.module_object};
    return has_text(words) || has_text(language.plain_types) || has_text(language.new_functions) ||
           std::any_of(language.type_wrappers.begin(), language.type_wrappers.end(), is_named) ||
           (!in_function &&
            std::any_of(language.class_macros.begin(), language.class_macros.end(), is_named));
  }

  // A member that an annotation names is used, in the own type unless the text names another.
  void AddMember(const Leaf& leaf, DefinitionIndex owner) {
    const Definition& annotated = draft_.facts().definitions[owner];
    const bool is_type = annotated.kind == SymbolKind::kClass;
    const ScopeIndex scope = is_type ? annotated.inner_scope : annotated.scope;
    const bool is_bare = leaf.begin == leaf.end;
    if (scope == kNoIndex || (is_bare && is_type)) return;
    const std::string_view text =
        draft_.bytes().substr(leaf.begin, leaf.end - leaf.begin).substr(0, kMaxNameBytes);
    const Word name = is_bare ? annotated.name : draft_.words().Intern(text);
    const Word type = leaf.type.empty() ? Word{0} : draft_.words().Intern(leaf.type);
    const Expression holder{type == 0 ? ExpressionKind::kSelf : ExpressionKind::kName, 0, type};
    const std::uint8_t shape = leaf.naming->names_function ? kFunctionOf : kOfAny;
    const Expression member{ExpressionKind::kMember, shape, name,
                            draft_.AddExpression(holder, leaf.begin)};
    ExpressionIndex named = draft_.AddExpression(member, leaf.begin);
    ReferenceRole role = ReferenceRole::kValue;
    if (is_bare && leaf.naming->names_function) {  // the one without parameters
      named = draft_.AddExpression({ExpressionKind::kCall, 0, 0, named, kNoIndex}, leaf.begin);
      role = ReferenceRole::kCall;
    }
    draft_.AddReference(role, named, scope, owner);
  }

  void Add(const Leaf& leaf, DefinitionFinder& finder) {
    const Position at = draft_.PositionOf(leaf.begin);
    const DefinitionIndex owner = finder.At(at);
    if (leaf.naming != nullptr) AddMember(leaf, owner);
    if (leaf.begin == leaf.end) return;
    // `attr_reader :name` defines it at the colon.
    const bool is_signed = leaf.begin > 0 && draft_.bytes()[leaf.begin - 1] == ':';
    if (marks_.IsNamed(at) || (is_signed && marks_.IsNamed(draft_.PositionOf(leaf.begin - 1))))
      return;
    const std::string_view text =
        draft_.bytes().substr(leaf.begin, leaf.end - leaf.begin).substr(0, kMaxNameBytes);
    if (IsKnown(text, draft_.facts().definitions[owner].kind)) return;
    const Word word = draft_.words().Intern(text);
    std::uint32_t& known = names_.At(owner, word);
    if (leaf.declares) known |= kDeclared;
    if ((known & kAdded) != 0 || IsDeclared(finder, word)) return;
    known |= kAdded;
    AddUnconsumedReference(draft_, word, leaf.begin, owner);
  }

  const RuleTable& rules_;
  const SyntaxTree& tree_;
  FactsDraft& draft_;
  ReadMarks marks_;
  NameMap names_;  // by definition
  std::vector<Leaf> found_;
};

}  // namespace

void AddUnconsumedNames(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft) {
  UnconsumedNames(rules, tree, draft).Run();
}

}  // namespace waymark::indexer
