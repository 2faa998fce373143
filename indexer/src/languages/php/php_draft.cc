#include "languages/php/php_draft.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "languages/php/php_documentation.h"
#include "languages/php/php_names.h"
#include "languages/php/php_narrowing.h"
#include "languages/php/php_places.h"
#include "languages/php/php_symbols.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// The text inside the quotes; empty if `text` is no plain string.
std::string_view Quoted(std::string_view text) {
  const bool is_quoted = text.size() > 2 && IsPhpQuote(text.front()) && text.back() == text.front();
  if (!is_quoted) return {};
  text = text.substr(1, text.size() - 2);
  return text.find_first_of("'\"$") == std::string_view::npos ? text : std::string_view();
}

bool OpensPhpType(const FileFacts& facts, const Definition& definition) {
  return definition.inner_scope != kNoIndex &&
         facts.scopes[definition.inner_scope].kind == ScopeKind::kType;
}

class PhpCompletion {
 public:
  PhpCompletion(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft)
      : rules_(rules),
        tree_(tree),
        nodes_(rules.grammar(), tree, draft.bytes()),
        names_(rules, tree, draft),
        types_(draft, OpensPhpType),
        draft_(draft) {}

  void Run() {
    names_.Import();
    std::vector<NodeIndex> around;
    for (NodeIndex i = 0; i < nodes_.size(); ++i) {
      while (!around.empty() && i >= nodes_.End(around.back())) around.pop_back();
      Visit(i, around.empty() ? kNoIndex : around.back());
      if (nodes_.End(i) > i + 1) around.push_back(i);
    }
    PutTraitsFirst();
    ShortenAnonymousNames();
    ReadPhpDocumentation(names_, draft_);
    ReadPhpComments(comments_, names_, draft_);
    NarrowPhpTypes(rules_, tree_, draft_);
    DropVariables();
  }

 private:
  void Visit(NodeIndex index, NodeIndex parent) {
    const SyntaxNode& node = nodes_[index];
    switch (nodes_.KindOf(index)) {
      case PhpNode::kComment:
        comments_.push_back({node.begin, node.end});
        break;
      case PhpNode::kQualifiedName:
      case PhpNode::kRelativeName:
        names_.Bind(TextOf(index), UseOf(index, parent), node.begin);
        break;
      case PhpNode::kInclude:
        Include(index);
        break;
      case PhpNode::kFunctionCall:
        DefineByCall(index);
        break;
      case PhpNode::kUseDeclaration:
        AddBases(index, false);
        break;
      case PhpNode::kClassInterfaceClause:
      case PhpNode::kParenthesized: {  // new class implements A, B { }, which is made of B
        const bool has_name =
            parent == kNoIndex || nodes_.KindOf(parent) != PhpNode::kAnonymousClass;
        if (!has_name) AddBases(index, nodes_.KindOf(index) == PhpNode::kParenthesized);
        break;
      }
      case PhpNode::kUseAs:
      case PhpNode::kUseInstead:
        BindMethodOfTrait(index);
        break;
      default:
        break;
    }
  }

  PhpNameUse UseOf(NodeIndex index, NodeIndex parent) const {
    if (parent == kNoIndex) return PhpNameUse::kConstant;
    const PhpNode kind = nodes_.KindOf(parent);
    if (kind == PhpNode::kFunctionCall) {
      const bool is_callee = nodes_[index].field == nodes_.symbols().function;
      return is_callee ? PhpNameUse::kFunction : PhpNameUse::kConstant;
    }
    const std::string_view text = TextOf(index);
    if (IsPhpQuote(text.front())) return PhpNameUse::kType;
    const std::string_view last = text.substr(text.rfind('\\') + 1);
    const bool has_small =
        std::any_of(last.begin(), last.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    const bool names_type = kind == PhpNode::kNamedType || kind == PhpNode::kObjectCreation ||
                            kind == PhpNode::kScopedCall || kind == PhpNode::kScopedProperty ||
                            kind == PhpNode::kClassConstant || kind == PhpNode::kBaseClause ||
                            kind == PhpNode::kClassInterfaceClause ||
                            kind == PhpNode::kUseDeclaration;
    return has_small || names_type ? PhpNameUse::kType : PhpNameUse::kConstant;
  }

  // require 'lib/a.php', require __DIR__ . '/a.php', require dirname(__DIR__) . '/a.php'
  void Include(NodeIndex index) {
    constexpr std::string_view kDirectory = "__DIR__";
    constexpr std::string_view kAbove = "dirname(__DIR__)";
    constexpr std::string_view kAboveFile = "dirname(__FILE__)";
    std::string_view text = TextOf(index);
    const std::size_t word = text.find_first_of(" \t(\n'\"");
    text = text.substr(std::min(word, text.size()));
    while (!text.empty() && (IsSpace(text.front()) || text.front() == '(')) text.remove_prefix(1);
    while (!text.empty() && (IsSpace(text.back()) || text.back() == ')')) text.remove_suffix(1);
    std::string path;
    const auto take = [&](std::string_view what) {
      if (!text.starts_with(what)) return false;
      text.remove_prefix(what.size());
      return true;
    };
    bool from_here = true;
    if (take(kAbove)) {
      path = "..";
    } else if (!take(kDirectory) && !take(kAboveFile)) {
      from_here = false;
    }
    while (!text.empty() && (IsSpace(text.front()) || text.front() == '.')) text.remove_prefix(1);
    const std::string_view written = Quoted(text);
    if (written.empty()) return;
    path += written;
    while (from_here && path.starts_with('/')) path.erase(0, 1);
    Import import;
    import.module = draft_.words().Intern(std::string_view(path).substr(0, kMaxNameBytes));
    import.level = from_here ? 1 : 0;
    import.flags = kImportSideEffect;
    import.site = draft_.PositionOf(nodes_[index].begin);
    draft_.facts().imports.push_back(import);
  }

  // define('NAME', $value)
  void DefineByCall(NodeIndex call) {
    const NodeIndex callee = call + 1;
    if (callee >= nodes_.End(call) || TextOf(callee) != "define") return;
    const NodeIndex list = nodes_.End(callee);
    if (list >= nodes_.End(call) || list + 1 >= nodes_.End(list)) return;
    const NodeIndex first = list + 1;
    const std::string_view name = Quoted(TextOf(first));
    if (name.empty() || !std::all_of(name.begin(), name.end(), IsWordCharacter)) return;
    const SyntaxNode& whole = nodes_[call];
    Definition definition;
    definition.name = draft_.words().Intern(name);
    definition.kind = SymbolKind::kConst;
    definition.flags = kSymbolExported;
    definition.range = draft_.RangeOf(whole.begin, whole.end);
    definition.name_position = draft_.PositionOf(nodes_[first].begin + 1);
    definition.signature = draft_.AddText(std::string(TextOf(call).substr(0, 120)));
    draft_.AddDefinition(definition);
  }

  // use A, B { A::f insteadof B; B::f as g; }: the type has the methods under these names.
  void BindMethodOfTrait(NodeIndex clause) {
    const SyntaxNode& node = nodes_[clause];
    std::vector<NodeIndex> names;
    NodeIndex path = kNoIndex;
    for (NodeIndex child = clause + 1; child < node.next; child = nodes_.End(child)) {
      if (nodes_.KindOf(child) == PhpNode::kClassConstant) path = child;
      if (nodes_.KindOf(child) == PhpNode::kName) names.push_back(child);
    }
    const bool instead = nodes_.KindOf(clause) == PhpNode::kUseInstead;
    const DefinitionIndex around = types_.At(node.begin);
    if (around == kNoIndex) return;
    const ScopeIndex type = draft_.facts().definitions[around].inner_scope;
    if (path == kNoIndex && names.size() < 2) return;
    ExpressionIndex object = kNoIndex;
    NodeIndex method = kNoIndex;
    std::uint8_t shape = kOfPath;
    if (path != kNoIndex) {
      method = nodes_.End(path + 1);
      if (method >= nodes_.End(path)) return;
      const Word trait = draft_.words().Intern(TextOf(path + 1));
      object = draft_.AddExpression({ExpressionKind::kName, 0, trait}, nodes_[path].begin);
    } else {
      method = names.front();
      object = draft_.AddExpression({ExpressionKind::kSelf}, nodes_[method].begin);
      shape = kOfAny;
    }
    const bool is_renamed = !instead && !names.empty() && names.back() != method;
    if (!instead && !is_renamed) return;
    const Word name = draft_.words().Intern(TextOf(is_renamed ? names.back() : method));
    const ExpressionIndex meant = draft_.AddExpression(
        {ExpressionKind::kMember, shape, draft_.words().Intern(TextOf(method)), object},
        nodes_[method].begin);
    draft_.AddReference(ReferenceRole::kValue, meant, type, draft_.facts().scopes[type].definition);
    draft_.AddBinding({type, name, BindingKind::kUsing, meant, type});
  }

  // use A, B;
  void AddBases(NodeIndex list, bool without_last) {
    const DefinitionIndex definition = types_.At(nodes_[list].begin);
    if (definition == kNoIndex) return;
    const std::size_t before = bases_.size();
    for (NodeIndex child = list + 1; child < nodes_.End(list); child = nodes_.End(child)) {
      if (!IsPhpName(nodes_.KindOf(child))) continue;
      const std::uint32_t byte = nodes_[child].begin;
      const Word name = draft_.words().Intern(TextOf(child).substr(0, kMaxNameBytes));
      const ExpressionIndex written = draft_.AddExpression({ExpressionKind::kName, 0, name}, byte);
      bases_.push_back({definition, {written, EdgeType::kExtends, draft_.PositionOf(byte)}});
    }
    if (without_last && bases_.size() > before) bases_.pop_back();
  }

  // Members are searched in traits first, then in the base class, then in interfaces.
  void PutTraitsFirst() {
    if (bases_.empty()) return;
    std::stable_sort(bases_.begin(), bases_.end(),
                     [](const AddedBase& a, const AddedBase& b) { return a.type < b.type; });
    std::vector<Base> ordered;
    auto added = bases_.begin();
    auto& definitions = draft_.facts().definitions;
    for (DefinitionIndex i = 0; i < definitions.size(); ++i) {
      const auto begin = static_cast<std::uint32_t>(ordered.size());
      for (; added != bases_.end() && added->type == i; ++added) ordered.push_back(added->base);
      const auto own = draft_.facts().bases.begin() + definitions[i].bases_begin;
      ordered.insert(ordered.end(), own, own + definitions[i].bases_count);
      definitions[i].bases_begin = begin;
      definitions[i].bases_count = static_cast<std::uint32_t>(ordered.size()) - begin;
    }
    draft_.facts().bases = std::move(ordered);
  }

  // new class extends \App\Base { } is called $Base, as if the name had been imported.
  void ShortenAnonymousNames() {
    for (Definition& definition : draft_.facts().definitions) {
      const std::string name(draft_.words().Text(definition.name));
      const std::size_t last = name.rfind('\\');
      if (definition.kind != SymbolKind::kClass || last == std::string::npos) continue;
      definition.name = draft_.words().Intern("$" + name.substr(last + 1));
    }
  }

  // Looking a variable up would only find fields of its name, which it does not mean.
  void DropVariables() {
    std::erase_if(draft_.facts().references, [this](const Reference& reference) {
      if (reference.role == ReferenceRole::kCall || reference.expression == kNoIndex) return false;
      const Expression& named = draft_.expression(reference.expression);
      return named.kind == ExpressionKind::kName &&
             draft_.words().Text(named.name).starts_with('$');
    });
  }

  std::string_view TextOf(NodeIndex index) const { return nodes_.TextOf(index); }

  struct AddedBase {
    DefinitionIndex type = kNoIndex;
    Base base;
  };

  const RuleTable& rules_;
  const SyntaxTree& tree_;
  const PhpNodes nodes_;
  PhpNames names_;
  PhpPlaces types_;
  FactsDraft& draft_;
  std::vector<AddedBase> bases_;
  std::vector<PhpComment> comments_;
};

}  // namespace

void CompletePhpDraft(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft) {
  PhpCompletion(rules, tree, draft).Run();
}

}  // namespace waymark::indexer
