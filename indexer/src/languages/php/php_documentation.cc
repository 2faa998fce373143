#include "languages/php/php_documentation.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "languages/php/php_places.h"
#include "languages/php/php_types.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kPhpDoc = "/**";
constexpr std::uint32_t kMaxPosition = 255;  // of a parameter that a type refers to

// One line of a comment: `@name rest`.
struct Tag {
  std::string_view name;
  std::string_view rest;   // up to the next tag
  std::uint32_t byte = 0;  // of the file, where `rest` begins
};

std::string_view SkipSpaceOfLine(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

// Tags begin lines. The tags of phpstan and psalm have the meaning of the plain ones.
std::vector<Tag> TagsIn(std::string_view text, std::uint32_t begin) {
  std::vector<Tag> tags;
  for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
    const std::size_t line = text.rfind('\n', at) + 1;  // 0 where there is none
    const std::string_view before = text.substr(line, at - line);
    if (before.find_first_not_of(" \t*/") != std::string_view::npos) continue;
    std::size_t end = at + 1;
    while (end < text.size() && (IsWordCharacter(text[end]) || text[end] == '-')) ++end;
    std::string_view name = text.substr(at + 1, end - at - 1);
    for (const std::string_view prefix : {"phpstan-", "psalm-"}) {
      if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    }
    const std::string_view rest = SkipSpaceOfLine(text.substr(end));
    const auto offset = static_cast<std::uint32_t>(rest.data() - text.data());
    if (!tags.empty()) {
      Tag& last = tags.back();
      const auto size = static_cast<std::size_t>(text.data() + at - last.rest.data());
      last.rest = last.rest.substr(0, size);
    }
    tags.push_back({name, rest, begin + offset});
  }
  return tags;
}

// The variable at the beginning of the text.
std::string_view VariableAt(std::string_view text) {
  text = SkipSpaceOfLine(text);
  while (text.starts_with("...") || text.starts_with('&')) {
    text.remove_prefix(text.starts_with('&') ? 1 : 3);
  }
  if (!text.starts_with('$')) return {};
  std::size_t end = 1;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  return text.substr(0, end);
}

// The word at the beginning of the text.
std::string_view NameAt(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  return text.substr(0, end);
}

bool IsPhpFunction(const Definition& definition) {
  return definition.kind == SymbolKind::kFunction || definition.kind == SymbolKind::kMethod;
}

class PhpDocumentation {
 public:
  PhpDocumentation(PhpNames& names, FactsDraft& draft) : names_(names), draft_(draft) {
    const auto& bindings = draft.facts().bindings;
    std::map<ScopeIndex, std::uint32_t> counts;
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      if (bindings[i].kind != BindingKind::kParameter) continue;
      parameters_[{bindings[i].scope, bindings[i].name}] = {i, counts[bindings[i].scope]++};
    }
  }

  void Read(DefinitionIndex index) {
    const Definition definition = draft_.facts().definitions[index];
    const std::string_view text =
        draft_.bytes().substr(definition.doc_begin, definition.doc_end - definition.doc_begin);
    if (!text.starts_with(kPhpDoc)) return;
    const std::vector<Tag> tags = TagsIn(text, definition.doc_begin);
    templates_.clear();
    AddTemplates(tags);
    if (IsPhpFunction(definition)) {
      ReadTemplates(index, definition, tags);
      AddTemplatesAround(definition);
    }
    for (const Tag& tag : tags) ReadTag(index, definition, tag);
  }

 private:
  struct Parameter {
    std::size_t binding = 0;
    std::uint32_t position = 0;
  };

  void AddTemplates(std::span<const Tag> tags) {
    for (const Tag& tag : tags) {
      if (tag.name.starts_with("template")) templates_.push_back(NameAt(tag.rest));
    }
  }

  // Those of the type.
  void AddTemplatesAround(const Definition& method) {
    const FileFacts& facts = draft_.facts();
    const DefinitionIndex type = facts.scopes[method.scope].definition;
    if (type == kNoIndex) return;
    const Definition& around = facts.definitions[type];
    const std::string_view text =
        draft_.bytes().substr(around.doc_begin, around.doc_end - around.doc_begin);
    if (text.find("template") != std::string_view::npos) AddTemplates(TagsIn(text, 0));
  }

  // @param class-string<T> $type @return T, or @param T $value @return T: the function returns what
  // an argument tells.
  void ReadTemplates(DefinitionIndex index, const Definition& function, std::span<const Tag> tags) {
    const auto returned =
        std::find_if(tags.begin(), tags.end(), [](const Tag& tag) { return tag.name == "return"; });
    if (returned == tags.end()) return;
    const std::string_view result = TemplateAt(returned->rest);
    if (result.empty()) return;
    for (const Tag& tag : tags) {
      constexpr std::string_view kNames = "class-string<";
      const bool makes = tag.rest.starts_with(kNames);
      const std::string_view type = makes ? tag.rest.substr(kNames.size()) : tag.rest;
      if (tag.name != "param" || TemplateAt(type) != result) continue;
      const std::string_view variable =
          VariableAt(type.substr(std::min(type.find('$'), type.size())));
      const Parameter* const parameter = FindParameter(function, variable);
      if (parameter == nullptr || parameter->position > kMaxPosition) continue;
      SetReturned(index, *parameter, makes, returned->byte);
      return;
    }
  }

  // The template that is the whole type at the beginning of the text; empty if there is none.
  std::string_view TemplateAt(std::string_view text) const {
    if (text.starts_with('?')) text.remove_prefix(1);
    const std::string_view name = NameAt(text);
    const bool is_known = IsIn(templates_, name);
    const std::string_view behind = text.substr(name.size());
    const bool is_part = behind.starts_with('[') || behind.starts_with('<');
    return is_known && !is_part ? name : std::string_view();
  }

  void SetReturned(DefinitionIndex function, const Parameter& parameter, bool makes,
                   std::uint32_t byte) {
    ExpressionIndex type = draft_.AddExpression(
        {ExpressionKind::kParameter, static_cast<std::uint8_t>(parameter.position)}, byte);
    if (makes) type = draft_.AddExpression({ExpressionKind::kNew, 0, 0, type}, byte);
    ExpressionIndex& written = draft_.facts().definitions[function].return_type;
    const bool is_vague =
        written == kNoIndex || draft_.expression(written).kind == ExpressionKind::kLiteral;
    if (is_vague) written = type;
  }

  const Parameter* FindParameter(const Definition& function, std::string_view variable) const {
    if (variable.empty() || function.inner_scope == kNoIndex) return nullptr;
    const auto found = parameters_.find({function.inner_scope, draft_.words().Intern(variable)});
    return found == parameters_.end() ? nullptr : &found->second;
  }

  void ReadTag(DefinitionIndex index, const Definition& definition, const Tag& tag) {
    const bool is_function = IsPhpFunction(definition);
    const bool is_type = definition.inner_scope != kNoIndex && !is_function;
    const ScopeIndex scope = is_type ? definition.inner_scope : definition.scope;
    PhpTypePlace place{scope, index, false, templates_};
    if (is_function && tag.name == "return") {
      place.is_result = true;
      SetType(draft_.facts().definitions[index].return_type, tag, place);
    } else if (is_function && tag.name == "param") {
      ReadParameter(definition, tag, place);
    } else if (is_function && tag.name == "throws") {
      ReadPhpType(tag.rest, tag.byte, place, names_, draft_);
    } else if (is_function && tag.name == "test") {
      draft_.facts().definitions[index].flags |= kSymbolTest;
    } else if (!is_function && !is_type && tag.name == "var") {
      SetType(draft_.facts().definitions[index].declared_type, tag, place);
    } else if (is_type && tag.name.starts_with("property")) {
      ReadProperty(definition, tag, place);
    } else if (is_type && tag.name == "method") {
      ReadMethod(definition, tag, place);
    }
    // The comment of a promoted parameter documents a property.
  }

  // A type in code takes precedence over a comment, unless the comment is more specific.
  void SetType(ExpressionIndex& type, const Tag& tag, const PhpTypePlace& place) {
    const ExpressionIndex written = type;  // reading adds to where `type` lies
    const auto* const expressions = &draft_.facts().expressions;
    const bool is_vague =
        written == kNoIndex || (*expressions)[written].kind == ExpressionKind::kLiteral;
    const PhpWrittenType read = ReadPhpType(tag.rest, tag.byte, place, names_, draft_);
    if (read.type == kNoIndex) return;
    if (written == kNoIndex || (is_vague && read.names_types) || IsOwn(read.type, written)) {
      type = read.type;
    }
  }

  // @return static beside `: self`, @return Items<Item> beside `: Items`
  bool IsOwn(ExpressionIndex read, ExpressionIndex written) const {
    const Expression& type = draft_.expression(read);
    if (type.kind == ExpressionKind::kIndex) return true;
    return type.kind == ExpressionKind::kName && draft_.words().Text(type.name) == "static" &&
           draft_.expression(written).kind != ExpressionKind::kUnion;
  }

  void ReadParameter(const Definition& definition, const Tag& tag, const PhpTypePlace& place) {
    if (tag.rest.starts_with('$') && !tag.rest.starts_with("$this")) return;  // no type
    const PhpWrittenType read = ReadPhpType(tag.rest, tag.byte, place, names_, draft_);
    const std::string_view rest = tag.rest.substr(read.length);
    const std::string_view variable = VariableAt(rest);
    const Parameter* const parameter = FindParameter(definition, variable);
    if (read.type == kNoIndex || parameter == nullptr) return;
    ExpressionIndex type = read.type;
    if (SkipSpaceOfLine(rest).starts_with("...")) {
      const std::uint32_t byte = draft_.expression_site(type);
      const ExpressionIndex array =
          draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern("array")}, byte);
      type = draft_.AddExpression({ExpressionKind::kIndex, 1, 0, array, type}, byte);
    }
    Binding& binding = draft_.facts().bindings[parameter->binding];
    const bool is_vague = binding.value == kNoIndex ||
                          draft_.expression(binding.value).kind == ExpressionKind::kLiteral ||
                          draft_.expression(type).kind == ExpressionKind::kIndex;
    if (binding.value != kNoIndex && (!is_vague || !read.names_types)) return;
    binding.value = type;
    SetPromoted(definition, variable, type);
  }

  // A field that is promoted from the parameter has its type.
  void SetPromoted(const Definition& function, std::string_view variable, ExpressionIndex type) {
    const Word name = draft_.words().Intern(variable);
    const std::uint32_t field = draft_.VariableOf(function.scope, name);
    if (field == 0) return;
    Definition& promoted = draft_.facts().definitions[field - 1];
    const bool is_inside = promoted.range.begin.line >= function.range.begin.line &&
                           promoted.range.end.line <= function.range.end.line;
    if (is_inside) promoted.declared_type = type;
  }

  void ReadProperty(const Definition& type, const Tag& tag, const PhpTypePlace& place) {
    const PhpWrittenType read = ReadPhpType(tag.rest, tag.byte, place, names_, draft_);
    const std::string_view variable = VariableAt(tag.rest.substr(read.length));
    if (variable.empty()) return;
    draft_.AddBinding({type.inner_scope, draft_.words().Intern(variable),
                       BindingKind::kFieldAnnotated, read.type, type.inner_scope});
  }

  // @method static Type name(Type $parameter)
  void ReadMethod(const Definition& type, const Tag& tag, PhpTypePlace place) {
    constexpr std::string_view kStatic = "static ";
    std::string_view rest = tag.rest;
    if (rest.starts_with(kStatic) && rest.find('(') > rest.find(' ', kStatic.size())) {
      rest = SkipSpaceOfLine(rest.substr(kStatic.size()));
    }
    const auto skipped = static_cast<std::uint32_t>(rest.data() - tag.rest.data());
    const PhpWrittenType read = ReadPhpType(rest, tag.byte + skipped, place, names_, draft_);
    std::string_view name = SkipSpaceOfLine(rest.substr(read.length));
    const std::string_view behind = name.substr(NameAt(name).size());
    name = NameAt(name);
    if (name.empty() || !behind.starts_with('(') || read.type == kNoIndex) return;
    const ExpressionIndex function = draft_.AddExpression(
        {ExpressionKind::kFunction, 0, 0, kNoIndex, read.type}, draft_.expression_site(read.type));
    draft_.AddBinding({type.inner_scope, draft_.words().Intern(name), BindingKind::kFieldAnnotated,
                       function, type.inner_scope});
  }

  PhpNames& names_;
  FactsDraft& draft_;
  std::map<std::pair<ScopeIndex, Word>, Parameter> parameters_;
  std::vector<std::string_view> templates_;  // of the definition and the type around it
};

bool OpensPhpFunction(const FileFacts&, const Definition& definition) {
  return IsPhpFunction(definition) && definition.inner_scope != kNoIndex;
}

}  // namespace

void ReadPhpDocumentation(PhpNames& names, FactsDraft& draft) {
  PhpDocumentation documentation(names, draft);
  const auto count = static_cast<DefinitionIndex>(draft.facts().definitions.size());
  for (DefinitionIndex i = 1; i < count; ++i) documentation.Read(i);
}

void ReadPhpComments(std::span<const PhpComment> comments, PhpNames& names, FactsDraft& draft) {
  const PhpPlaces functions(draft, OpensPhpFunction);
  std::set<std::uint32_t> claimed;  // where comments begin that document something
  for (const Definition& definition : draft.facts().definitions) {
    if (definition.doc_end != 0) claimed.insert(definition.doc_begin);
  }
  for (const PhpComment& comment : comments) {
    const std::string_view text = draft.bytes().substr(comment.begin, comment.end - comment.begin);
    if (!text.starts_with(kPhpDoc) || text.find("@var") == std::string_view::npos) continue;
    if (claimed.count(comment.begin) != 0) continue;
    const DefinitionIndex around = functions.At(comment.begin);
    const ScopeIndex scope = around == kNoIndex ? names.ScopeAt(comment.begin)
                                                : draft.facts().definitions[around].inner_scope;
    for (const Tag& tag : TagsIn(text, comment.begin)) {
      if (tag.name != "var") continue;
      const PhpTypePlace place{scope, around == kNoIndex ? 0 : around, false};
      const PhpWrittenType read = ReadPhpType(tag.rest, tag.byte, place, names, draft);
      const std::string_view variable = VariableAt(tag.rest.substr(read.length));
      if (variable.empty() || read.type == kNoIndex || variable == "$this") continue;
      draft.AddBinding(
          {scope, draft.words().Intern(variable), BindingKind::kAnnotated, read.type, scope});
    }
  }
}

}  // namespace waymark::indexer
