#include "languages/script/script_documentation.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "languages/script/script_doc_types.h"
#include "syntax/type_tests.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kDocBegin = "/**";

// `@name {type} rest`
struct DocTag {
  std::string_view name;
  std::string_view type;  // inside the braces
  std::uint32_t byte = 0;
  std::string_view rest;
};

// The word, or path of words, at the beginning: `job`, `[job=1]`, `options.job`.
std::string_view NameIn(std::string_view text) {
  while (!text.empty() && (text.front() == '[' || IsSpace(text.front()))) text.remove_prefix(1);
  std::size_t end = 0;
  while (end < text.size() && (IsWordCharacterOrDollar(text[end]) || text[end] == '.')) ++end;
  return text.substr(0, end);
}

// Tags begin lines.
std::vector<DocTag> DocTagsIn(std::string_view text, std::uint32_t begin) {
  std::vector<DocTag> tags;
  for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at + 1)) {
    const std::size_t line = text.rfind('\n', at) + 1;  // 0 where there is none
    const std::string_view before = text.substr(line, at - line);
    const bool begins = before.find_first_not_of(" \t*/") == before.npos ||
                        before.ends_with("} ") || (!tags.empty() && before.ends_with(' '));
    if (!begins) continue;
    DocTag tag;
    std::size_t end = at + 1;
    while (end < text.size() && IsWordCharacter(text[end])) ++end;
    tag.name = text.substr(at + 1, end - at - 1);
    while (end < text.size() && IsBlank(text[end])) ++end;
    if (end < text.size() && text[end] == '{') {
      const std::size_t open = end + 1;
      for (int depth = 0; end < text.size(); ++end) {
        if (text[end] == '{') ++depth;
        if (text[end] == '}' && --depth == 0) break;
      }
      tag.type = text.substr(open, std::min(end, text.size()) - open);
      tag.byte = begin + static_cast<std::uint32_t>(open);
      end = std::min(end + 1, text.size());
    }
    tag.rest = TrimmedSpace(text.substr(end, text.find('\n', end) - end));
    tags.push_back(tag);
    at = std::max(at, end == 0 ? at : end - 1);
  }
  return tags;
}

bool IsScriptFunction(const Definition& definition) {
  return definition.kind == SymbolKind::kFunction || definition.kind == SymbolKind::kMethod;
}

class ScriptDocumentation {
 public:
  ScriptDocumentation(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft)
      : tree_(rules, tree, draft.bytes()), draft_(draft) {}

  void Run() {
    for (NodeIndex i = 0; i < tree_.size(); ++i) {
      const bool is_doc = tree_.KindOf(i) == "comment" && tree_.TextOf(i).starts_with(kDocBegin) &&
                          tree_.TextOf(i).find('@') != std::string_view::npos;
      if (is_doc) comments_[tree_.node(i).begin] = i;
    }
    if (comments_.empty()) return;
    ListKnown();
    for (const auto& [begin, comment] : comments_)
      ReadNames(DocTagsIn(tree_.TextOf(comment), begin));
    const auto count = static_cast<DefinitionIndex>(draft_.facts().definitions.size());
    for (DefinitionIndex i = 1; i < count; ++i) {
      const NodeIndex comment = CommentOf(draft_.facts().definitions[i]);
      if (comment == kNoIndex) continue;
      ReadDefinition(i, comment);
      claimed_.push_back(comment);
    }
    for (const auto& [begin, comment] : comments_) {
      const bool is_claimed =
          std::find(claimed_.begin(), claimed_.end(), comment) != claimed_.end();
      if (!is_claimed) ReadVariable(comment, begin);
    }
  }

 private:
  // A parameter that a comment describes: its own type, or those of its members.
  struct DocParameter {
    std::string_view name;
    DocType read;
    ExpressionIndex members = kNoIndex;
    bool names_members = false;
  };

  // The last comment of a definition's documentation, if it stands before the definition.
  NodeIndex CommentOf(const Definition& definition) {
    if (definition.doc_end == 0) return kNoIndex;
    auto comment = comments_.lower_bound(definition.doc_end);
    if (comment == comments_.begin()) return kNoIndex;
    --comment;
    const bool is_before = draft_.PositionOf(comment->first) < definition.range.begin;
    return comment->first >= definition.doc_begin && is_before ? comment->second : kNoIndex;
  }

  // The names of types that comments may mean.
  void ListKnown() {
    const FileFacts& facts = draft_.facts();
    for (const Definition& definition : facts.definitions) known_.push_back(definition.name);
    for (const Import& import : facts.imports) {
      known_.push_back(import.alias != 0 ? import.alias : import.name);
    }
    for (const auto& [begin, comment] : comments_) {
      for (const DocTag& tag : DocTagsIn(tree_.TextOf(comment), begin)) {
        if (tag.name != "typedef" && tag.name != "callback") continue;
        known_.push_back(draft_.words().Intern(NameIn(tag.rest).substr(0, kMaxNameBytes)));
      }
    }
    std::erase(known_, Word{0});
    std::sort(known_.begin(), known_.end());
  }

  DocType TypeIn(const DocTag& tag) {
    return tag.type.empty() ? DocType()
                            : ReadDocType(tag.type, tag.byte, templates_, known_, draft_);
  }

  // @typedef {Type} Name, with the members that @property describes; @callback Name.
  void ReadNames(const std::vector<DocTag>& tags) {
    for (std::size_t i = 0; i < tags.size(); ++i) {
      const bool is_callback = tags[i].name == "callback";
      if (tags[i].name != "typedef" && !is_callback) continue;
      SetTemplates(tags);
      const std::string_view name = NameIn(tags[i].rest);
      ExpressionIndex type = is_callback ? FunctionIn(tags) : TypeIn(tags[i]).type;
      ExpressionIndex members = kNoIndex;
      for (std::size_t k = i + 1; k < tags.size() && tags[k].name != "typedef"; ++k) {
        if (tags[k].name != "property" && tags[k].name != "prop") continue;
        members = AddDocMember(draft_, NameIn(tags[k].rest), TypeIn(tags[k]).type, members);
      }
      if (members != kNoIndex) type = members;
      if (name.empty() || type == kNoIndex) continue;
      draft_.AddBinding(
          {0, draft_.words().Intern(name.substr(0, kMaxNameBytes)), BindingKind::kAlias, type, 0});
    }
  }

  void SetTemplates(const std::vector<DocTag>& tags) {
    templates_.clear();
    for (const DocTag& tag : tags) {
      if (tag.name != "template") continue;
      std::string_view rest = tag.rest;
      while (!rest.empty()) {
        const std::string_view name = NameIn(rest);
        if (name.empty()) break;
        templates_.push_back(name);
        const std::size_t comma = rest.find(',');
        rest = comma == rest.npos ? std::string_view() : TrimmedSpace(rest.substr(comma + 1));
      }
    }
  }

  static bool IsParameter(const DocTag& tag) {
    return tag.name == "param" || tag.name == "arg" || tag.name == "argument";
  }

  std::vector<DocParameter> ParametersIn(const std::vector<DocTag>& tags) {
    std::vector<DocParameter> parameters;
    for (const DocTag& tag : tags) {
      if (!IsParameter(tag)) continue;
      const std::string_view name = NameIn(tag.rest);
      const std::size_t dot = name.find('.');
      const DocType read = TypeIn(tag);
      if (dot == name.npos) {
        parameters.push_back({name, read});
      } else if (!parameters.empty() && parameters.back().name == name.substr(0, dot)) {
        const std::string_view member = name.substr(dot + 1);
        DocParameter& whole = parameters.back();
        whole.names_members |= read.names_types;
        if (member.find('.') == member.npos) {
          whole.members = AddDocMember(draft_, member, read.type, whole.members);
        }
      }
    }
    for (DocParameter& one : parameters) {
      if (one.members == kNoIndex) continue;
      one.read.type = one.members;
      one.read.names_types = one.names_members;
    }
    return parameters;
  }

  ExpressionIndex FunctionIn(const std::vector<DocTag>& tags) {
    const std::vector<DocParameter> parameters = ParametersIn(tags);
    ExpressionIndex result = kNoIndex;
    for (const DocTag& tag : tags) {
      if (tag.name == "returns" || tag.name == "return") result = TypeIn(tag).type;
    }
    std::uint32_t byte = tags.front().byte;
    ExpressionIndex list = kNoIndex;
    for (auto one = parameters.rbegin(); one != parameters.rend(); ++one) {
      list = draft_.AddExpression({ExpressionKind::kArguments, 0, 0, one->read.type, list}, byte);
    }
    return draft_.AddExpression({ExpressionKind::kFunction, 0, 0, list, result}, byte);
  }

  void ReadDefinition(DefinitionIndex index, NodeIndex comment) {
    const std::vector<DocTag> tags = DocTagsIn(tree_.TextOf(comment), tree_.node(comment).begin);
    SetTemplates(tags);
    const Definition definition = draft_.facts().definitions[index];
    if (IsScriptFunction(definition)) return ReadFunction(index, comment, tags);
    for (const DocTag& tag : tags) {
      if (tag.name != "type") continue;
      const DocType read = TypeIn(tag);
      ExpressionIndex& known = draft_.facts().definitions[index].declared_type;
      if (read.names_types && known == kNoIndex && definition.inner_scope == kNoIndex) {
        known = read.type;
      }
    }
  }

  void ReadFunction(DefinitionIndex index, NodeIndex comment, const std::vector<DocTag>& tags) {
    std::vector<DocParameter> parameters = ParametersIn(tags);
    for (const DocTag& tag : tags) {
      const bool returns = tag.name == "returns" || tag.name == "return";
      if (!returns && tag.name != "type") continue;
      const DocType read = TypeIn(tag);
      if (returns && read.names_types) SetResult(index, read.type);
      if (!returns && read.names_types) parameters = ParametersOf(index, read.type);
    }
    const ScopeIndex scope = draft_.facts().definitions[index].inner_scope;
    if (scope == kNoIndex || parameters.empty()) return;
    const std::vector<NodeIndex> nodes = ParameterNodes(comment);
    std::vector<ExpressionIndex> types;
    bool takes_functions = false;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const DocParameter* const found = FindParameter(parameters, nodes[i], i);
      types.push_back(found == nullptr ? kNoIndex : found->read.type);
      if (found == nullptr || !found->read.names_types) continue;
      takes_functions |= draft_.expression(found->read.type).kind == ExpressionKind::kFunction;
      BindParameter(scope, nodes[i], found->read);
    }
    if (takes_functions) SetTaken(index, types);
  }

  void SetResult(DefinitionIndex index, ExpressionIndex type) {
    ExpressionIndex& known = draft_.facts().definitions[index].return_type;
    if (known == kNoIndex) known = type;
  }

  // @type {(job: Job) => Result} before a function.
  std::vector<DocParameter> ParametersOf(DefinitionIndex index, ExpressionIndex type) {
    std::vector<DocParameter> parameters;
    if (draft_.expression(type).kind != ExpressionKind::kFunction) {  // of a @callback, by its name
      const auto binding = std::find_if(
          draft_.facts().bindings.begin(), draft_.facts().bindings.end(), [&](const Binding& one) {
            return one.scope == 0 && one.kind == BindingKind::kAlias &&
                   one.name == draft_.expression(type).name;
          });
      if (binding == draft_.facts().bindings.end()) return parameters;
      type = binding->value;
      if (draft_.expression(type).kind != ExpressionKind::kFunction) return parameters;
    }
    const Expression function = draft_.expression(type);
    if (function.second != kNoIndex) SetResult(index, function.second);
    for (ExpressionIndex at = function.operand; at != kNoIndex;) {
      const Expression one = draft_.expression(at);
      parameters.push_back({{}, {one.operand, one.operand != kNoIndex, false}});
      at = one.second;
    }
    return parameters;
  }

  void SetTaken(DefinitionIndex index, const std::vector<ExpressionIndex>& types) {
    ExpressionIndex& known = draft_.facts().definitions[index].declared_type;
    if (known != kNoIndex && draft_.expression(known).kind != ExpressionKind::kFunction) return;
    ExpressionIndex list = kNoIndex;
    std::uint32_t byte = 0;
    for (auto type = types.rbegin(); type != types.rend(); ++type) {
      if (*type != kNoIndex) byte = draft_.expression_site(*type);
      list = draft_.AddExpression({ExpressionKind::kArguments, 0, 0, *type, list}, byte);
    }
    const ExpressionIndex taken =
        draft_.AddExpression({ExpressionKind::kFunction, 0, 0, list}, byte);
    draft_.facts().definitions[index].declared_type = taken;
  }

  // The parameters of the function behind a comment.
  std::vector<NodeIndex> ParameterNodes(NodeIndex comment) const {
    const NodeIndex begin = tree_.End(comment);
    if (begin >= tree_.size()) return {};
    for (NodeIndex i = begin; i < tree_.End(begin); ++i) {
      if (tree_.KindOf(i) == "formal_parameters") return tree_.ChildrenOf(i);
      if (tree_.IsIn(i, "parameter")) return {i};
      if (tree_.KindOf(i) == "statement_block") break;
    }
    return {};
  }

  static std::string_view PlainName(const TestTree& tree, NodeIndex node) {
    if (tree.KindOf(node) == "assignment_pattern") node = tree.Child(node, "left");
    if (tree.KindOf(node) == "rest_pattern") ++node;
    return tree.KindOf(node) == "identifier" ? tree.TextOf(node) : std::string_view();
  }

  // By name, or by position where one of both has no name.
  const DocParameter* FindParameter(const std::vector<DocParameter>& parameters, NodeIndex node,
                                    std::size_t position) const {
    const std::string_view name = PlainName(tree_, node);
    for (const DocParameter& one : parameters) {
      if (!name.empty() && one.name == name) return &one;
    }
    if (position >= parameters.size()) return nullptr;
    return name.empty() || parameters[position].name.empty() ? &parameters[position] : nullptr;
  }

  void BindParameter(ScopeIndex scope, NodeIndex node, const DocType& read) {
    const std::string_view name = PlainName(tree_, node);
    if (!name.empty()) {
      ExpressionIndex type = read.type;
      if (read.takes_rest || tree_.KindOf(node) == "rest_pattern") type = ArrayOf(type);
      return Bind(scope, name, BindingKind::kAnnotated, type);
    }
    if (tree_.KindOf(node) == "assignment_pattern") node = tree_.Child(node, "left");
    if (tree_.KindOf(node) != "object_pattern") return;
    const std::uint32_t byte = draft_.expression_site(read.type);
    for (const NodeIndex part : tree_.ChildrenOf(node)) {
      NodeIndex named = part;
      if (tree_.KindOf(part) == "object_assignment_pattern") named = tree_.Child(part, "left");
      const NodeIndex key = tree_.Child(part, "key");
      if (key != 0) named = tree_.Child(part, "value");
      if (tree_.KindOf(named) == "assignment_pattern") named = tree_.Child(named, "left");
      if (named + 1 != tree_.End(named)) continue;
      const ExpressionIndex made =
          draft_.AddExpression({ExpressionKind::kNew, 0, 0, read.type}, byte);
      const Word member = draft_.words().Intern(tree_.TextOf(key == 0 ? named : key));
      Bind(scope, tree_.TextOf(named), BindingKind::kAssigned,
           draft_.AddExpression({ExpressionKind::kMember, 0, member, made}, byte));
    }
  }

  ExpressionIndex ArrayOf(ExpressionIndex type) {
    const std::uint32_t byte = draft_.expression_site(type);
    const Word array = draft_.words().Intern("Array");
    const ExpressionIndex named = draft_.AddExpression({ExpressionKind::kLiteral, 0, array}, byte);
    return draft_.AddExpression({ExpressionKind::kIndex, 1, 0, named, type}, byte);
  }

  // Types are looked up around the function.
  void Bind(ScopeIndex scope, std::string_view name, BindingKind kind, ExpressionIndex value) {
    const Word word = draft_.words().Intern(name);
    const ScopeIndex around = draft_.facts().scopes[scope].parent;
    for (Binding& binding : draft_.facts().bindings) {
      if (binding.scope != scope || binding.name != word) continue;
      if (binding.value != kNoIndex && binding.kind != BindingKind::kAssigned) return;
      binding.kind = kind;
      binding.value = value;
      binding.value_scope = around;
      return;
    }
    draft_.AddBinding({scope, word, kind, value, around});
  }

  // /** @type {Job} */ before the declaration of a local variable, or before a field.
  void ReadVariable(NodeIndex comment, std::uint32_t begin) {
    const NodeIndex declaration = tree_.End(comment);
    if (declaration >= tree_.size()) return;
    const std::string_view kind = tree_.KindOf(declaration);
    if (kind == "expression_statement" || kind == "field_definition" ||
        kind == "method_definition") {
      return ReadMember(comment, declaration);
    }
    if (kind != "lexical_declaration" && kind != "variable_declaration") return;
    for (const DocTag& tag : DocTagsIn(tree_.TextOf(comment), begin)) {
      if (tag.name != "type") continue;
      templates_.clear();
      const DocType read = TypeIn(tag);
      if (!read.names_types) return;
      for (const NodeIndex one : tree_.ChildrenOf(declaration)) {
        const NodeIndex name = tree_.Child(one, "name");
        if (name != 0 && tree_.KindOf(name) == "identifier") Declare(name, read.type);
      }
    }
  }

  // The definition of a member that begins where the node does, or is named in it.
  void ReadMember(NodeIndex comment, NodeIndex declared) {
    const Position begin = draft_.PositionOf(tree_.node(declared).begin);
    const Position end = draft_.PositionOf(tree_.node(declared).end - 1);
    const auto count = static_cast<DefinitionIndex>(draft_.facts().definitions.size());
    for (DefinitionIndex i = 1; i < count; ++i) {
      const Definition& one = draft_.facts().definitions[i];
      const bool is_inside = begin <= one.name_position && one.name_position <= end;
      const bool is_member = one.kind == SymbolKind::kField || one.kind == SymbolKind::kMethod;
      if (is_inside && is_member) return ReadDefinition(i, comment);
    }
  }

  // The binding of the name in the innermost function around it.
  void Declare(NodeIndex name, ExpressionIndex type) {
    const Word word = draft_.words().Intern(tree_.TextOf(name));
    const Position at = draft_.PositionOf(tree_.node(name).begin);
    const FileFacts& facts = draft_.facts();
    DefinitionIndex around = 0;
    for (DefinitionIndex i = 1; i < facts.definitions.size(); ++i) {
      const Definition& one = facts.definitions[i];
      const bool contains = one.range.begin < at && at < one.range.end;
      const bool is_inner = around == 0 || facts.definitions[around].range.begin < one.range.begin;
      if (contains && is_inner && one.inner_scope != kNoIndex) around = i;
    }
    for (Binding& binding : draft_.facts().bindings) {
      if (binding.name != word || binding.kind != BindingKind::kAssigned) continue;
      ScopeIndex scope = binding.scope;
      while (scope != kNoIndex && facts.scopes[scope].definition == kNoIndex) {
        scope = facts.scopes[scope].parent;
      }
      if (scope == kNoIndex || facts.scopes[scope].definition != around) continue;
      binding.kind = BindingKind::kAnnotated;
      binding.value = type;
      binding.value_scope = binding.scope;
      return;
    }
  }

  const TestTree tree_;
  FactsDraft& draft_;
  std::map<std::uint32_t, NodeIndex> comments_;  // by their first byte
  std::vector<NodeIndex> claimed_;
  std::vector<std::string_view> templates_;
  std::vector<Word> known_;  // in order
};

}  // namespace

void ReadScriptDocumentation(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft) {
  ScriptDocumentation(rules, tree, draft).Run();
}

}  // namespace waymark::indexer
