// Imports and exports by path, and calls that load a module.
#include <algorithm>

#include "extract/extraction.h"

namespace waymark::indexer {

namespace {

constexpr std::string_view kImportFunction = "import";  // returns a promise
constexpr int kMaxClauseDepth = 3;                      // { a } inside a clause inside a statement

}  // namespace

// The text between quotes; empty if there are none.
std::string_view Extraction::Unquoted(NodeIndex string) const {
  const std::string_view text = TextOf(string);
  return text.size() < 2 ? std::string_view{} : text.substr(1, text.size() - 2);
}

void Extraction::VisitPackage(NodeIndex index, const Rule& rule) {
  const NodeIndex name = FindChild(index, rule, ChildRole::kName);
  if (name != kNoIndex) draft_.facts().package_clause = ModuleName(TextOf(name));
  ClaimComment(0, node(index).begin, draft_.PositionOf(node(index).begin).line);
}

// import alias "path": without an alias it binds the package's own name.
void Extraction::VisitPathImport(const Frame& parent, NodeIndex index, const Rule& rule) {
  CountIdentifiers(parent.owner, index);
  const NodeIndex module = FindChild(index, rule, ChildRole::kModule);
  if (module == kNoIndex) return;
  Import import;
  import.module = ModuleName(Unquoted(module));
  if (import.module == 0) return;
  import.flags = kImportModule;
  if (const NodeIndex alias = FindChild(index, rule, ChildRole::kAlias); alias != kNoIndex) {
    const std::string_view name = TextOf(alias);
    if (name == ".") {
      import.flags = kImportStar;
    } else if (name == "_") {
      import.flags = kImportSideEffect;
    } else {
      import.alias = WordOf(alias);
    }
  }
  AddImport(import, parent, module);
}

void Extraction::VisitModuleImport(const Frame& parent, NodeIndex index, const Rule& rule) {
  CountIdentifiers(parent.owner, index);
  const std::string_view begin = language().file_documentation;
  const bool is_first =
      draft_.facts().definitions[0].doc_end == 0 && draft_.facts().imports.empty();
  if (is_first && !begin.empty() && draft_.bytes().substr(comment_.begin).starts_with(begin)) {
    ClaimComment(0, node(index).begin, draft_.PositionOf(node(index).begin).line);
  }
  Import from;
  if (FindChild(index, rule, ChildRole::kMark) != kNoIndex) from.flags |= kImportTypeOnly;
  const NodeIndex module = FindChild(index, rule, ChildRole::kModule);
  if (module != kNoIndex) from.module = ModuleName(Unquoted(module));
  const NodeIndex clause = FindChild(index, rule, ChildRole::kClause);
  if (clause != kNoIndex) {
    VisitClause(parent, clause, from, 0);
  } else if (from.module != 0) {
    from.flags |= kImportSideEffect;
    AddImport(from, parent, module);
  }
}

// One import for each name of the clause.
void Extraction::VisitClause(const Frame& parent, NodeIndex clause, Import from, int depth) {
  if (depth >= kMaxClauseDepth) return;
  const Rule& rule = rules_.RuleOf(node(clause).symbol);
  const NodeIndex module = FindChild(clause, rule, ChildRole::kModule);
  if (module != kNoIndex) from.module = ModuleName(Unquoted(module));
  for (NodeIndex child = clause + 1; child < node(clause).next; child = node(child).next) {
    Import import = from;
    NodeIndex site = child;
    switch (rules_.PartOf(rule, node(child).field, node(child).symbol)) {
      case ChildRole::kClause:
        VisitClause(parent, child, from, depth + 1);
        continue;
      case ChildRole::kDefaultImport:
        import.name = draft_.words().Intern(kDefaultName);
        import.alias = WordOf(child);
        break;
      case ChildRole::kModuleAlias:
        import.flags |= kImportModule;
        import.alias = WordOf(child);
        break;
      case ChildRole::kImported: {
        const Rule& alias = rules_.RuleOf(node(child).symbol);
        site = ReadImported(child, import, &Import::name);
        if (import.alias == 0) import.alias = import.name;
        if (FindChild(child, alias, ChildRole::kMark) != kNoIndex) import.flags |= kImportTypeOnly;
        break;
      }
      default:
        continue;
    }
    if (import.module != 0 && site != kNoIndex) AddImport(import, parent, site);
  }
}

// Whether the statement is complete; its definitions are left to the pass.
bool Extraction::VisitExport(const Frame& parent, NodeIndex index, const Rule& rule) {
  const NodeIndex clause = FindChild(index, rule, ChildRole::kClause);
  const NodeIndex module = FindChild(index, rule, ChildRole::kModule);
  if (clause == kNoIndex && module == kNoIndex) return false;
  CountIdentifiers(parent.owner, index);
  if (module == kNoIndex) {
    VisitExportClause(parent, clause);
    return true;
  }
  Import from;
  from.flags = kImportReexport;
  from.module = ModuleName(Unquoted(module));
  if (clause != kNoIndex) {
    VisitClause(parent, clause, from, 0);
  } else if (from.module != 0) {
    from.flags |= kImportStar;
    AddImport(from, parent, module);
  }
  return true;
}

// export { local as name }
void Extraction::VisitExportClause(const Frame& parent, NodeIndex clause) {
  // `export {}` only marks the file as a module.
  if (parent.scope == 0) ExportAs(0, kNoIndex, 0);
  for (NodeIndex child = clause + 1; child < node(clause).next; child = node(child).next) {
    if (RoleOf(child) != Role::kImportAlias) continue;
    Import names;
    const NodeIndex site = ReadImported(child, names, &Import::name);
    if (site == kNoIndex || names.name == 0) continue;
    exports_.push_back(names.name);
    const ExpressionIndex local = AddName(parent, names.name, node(site).begin);
    draft_.AddReference(ReferenceRole::kValue, local, parent.scope, parent.owner);
    if (names.alias == 0 || names.alias == names.name) continue;
    ExportAs(names.alias, local, parent.scope);
  }
}

void Extraction::ExportAs(Word name, ExpressionIndex value, ScopeIndex value_scope) {
  draft_.AddBinding({0, name, BindingKind::kExportedAs, value, value_scope});
}

// export default of an expression, or of a definition that has a name
void Extraction::ExitExport(const Frame& frame) {
  const Word name = draft_.words().Intern(kDefaultName);
  if (frame.value != kNoIndex) {
    const Expression& value = draft_.expression(frame.value);
    if (value.kind == ExpressionKind::kName) exports_.push_back(value.name);
    ExportAs(name, frame.value, frame.scope);
  } else if (frame.is_marked && frame.definition != kNoIndex) {
    const Word defined = draft_.facts().definitions[frame.definition].name;
    if (defined != name) ExportAs(name, AddName(frame, defined, frame.begin), frame.scope);
  }
}

// Sets the visible definitions: those with `export` or in an export list, and their members.
void Extraction::FinishExports() {
  std::vector<Definition>& definitions = draft_.facts().definitions;
  for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
    Definition& definition = definitions[i];
    const DefinitionIndex around = draft_.facts().scopes[definition.scope].definition;
    if (definition.owner != kNoIndex) {
      const ScopeIndex members = MembersOf(definition.scope, definition.owner);
      if (members == kNoIndex) continue;
      const DefinitionIndex owner = draft_.facts().scopes[members].definition;
      definition.flags = static_cast<std::uint16_t>(definition.flags |
                                                    (definitions[owner].flags & kSymbolExported));
    } else if (definition.scope == 0 ||
               (KindOf(definition.scope) == ScopeKind::kNamespace && around == kNoIndex)) {
      const bool is_listed =
          std::find(exports_.begin(), exports_.end(), definition.name) != exports_.end();
      if (is_listed) definition.flags |= kSymbolExported;
    } else if (around != kNoIndex && (definitions[around].flags & kSymbolExported) == 0) {
      definition.flags = static_cast<std::uint16_t>(definition.flags & ~kSymbolExported);
    }
  }
  for (Import& import : draft_.facts().imports) {
    const bool is_listed = import.alias != 0 && std::find(exports_.begin(), exports_.end(),
                                                          import.alias) != exports_.end();
    if (is_listed) import.flags |= kImportReexport;
  }
}

// The module that a call loads: require("path"), import("path"). kNoIndex if it loads none.
NodeIndex Extraction::LoadedModule(NodeIndex call) const {
  const Rule& rule = rules_.RuleOf(node(call).symbol);
  if (rule.role != Role::kCall) return kNoIndex;
  const NodeIndex callee = FindChild(call, rule, ChildRole::kOperand);
  const NodeIndex arguments = FindChild(call, rule, ChildRole::kArguments);
  if (callee == kNoIndex || arguments == kNoIndex || tree_.IsLeaf(arguments)) return kNoIndex;
  const auto& loads = language().load_functions;
  if (std::find(loads.begin(), loads.end(), TextOf(callee)) == loads.end()) return kNoIndex;
  const NodeIndex module = arguments + 1;
  const Rule& string = rules_.RuleOf(node(module).symbol);
  const bool is_path = string.role == Role::kLiteral && string.text == language().path_literal &&
                       TextOf(module).find("${") == std::string_view::npos;
  return is_path ? module : kNoIndex;
}

// The call in a statement's value that loads a module, and the member that is taken from it.
NodeIndex Extraction::FindLoad(const Frame& statement, Word& member) {
  member = 0;
  if (language().load_functions.empty()) return kNoIndex;
  NodeIndex value = FindChild(statement.node, *statement.rule, ChildRole::kValue);
  if (value == kNoIndex) return kNoIndex;
  if (RoleOf(value) == Role::kMember) {
    const Rule& rule = rules_.RuleOf(node(value).symbol);
    const NodeIndex name = FindChild(value, rule, ChildRole::kMemberName);
    if (name == kNoIndex) return kNoIndex;
    member = WordOf(name);
    value = FindChild(value, rule, ChildRole::kOperand);
  }
  while (value != kNoIndex && !tree_.IsLeaf(value) &&
         (RoleOf(value) == Role::kPass || RoleOf(value) == Role::kAwait)) {
    ++value;
  }
  return value != kNoIndex && LoadedModule(value) != kNoIndex ? value : kNoIndex;
}

// Whether a variable of the statement is a loaded module or a member of one: an ordinary import.
bool Extraction::BindLoad(const Frame& statement, Word name, Word property) {
  Word member = 0;
  const NodeIndex call = FindLoad(statement, member);
  if (call == kNoIndex || (member != 0 && property != 0)) return false;
  AddLoad(statement, call, member != 0 ? member : property, name);
  if (std::find(loads_.begin(), loads_.end(), call) == loads_.end()) loads_.push_back(call);
  return true;
}

// exports.name = value, module.exports = value
bool Extraction::BindExport(Frame& statement, ExpressionIndex target) {
  if (language().exports_object.empty() || IsLocal(DeclarationScope(statement.scope))) return false;
  const Expression member = draft_.expression(target);
  if (member.kind != ExpressionKind::kMember) return false;
  const Expression& object = draft_.expression(member.operand);
  const std::string_view name = draft_.words().Text(object.name);
  const bool is_module = object.kind == ExpressionKind::kName && name == language().module_object;
  const bool is_all = is_module && draft_.words().Text(member.name) == language().exports_object;
  bool is_one = object.kind == ExpressionKind::kName && name == language().exports_object;
  if (object.kind == ExpressionKind::kMember && name == language().exports_object) {
    const Expression& around = draft_.expression(object.operand);
    is_one = around.kind == ExpressionKind::kName &&
             draft_.words().Text(around.name) == language().module_object;
  }
  if (!is_all && !is_one) return false;
  statement.target_kind = AssignmentKind::kExported;
  statement.name = is_all ? draft_.words().Intern(kDefaultName) : member.name;
  statement.name_byte = draft_.expression_site(target);
  Word loaded = 0;
  const NodeIndex call = FindLoad(statement, loaded);
  if (call == kNoIndex) return true;
  // Re-exports another module.
  AddLoad(statement, call, loaded, statement.name);
  exports_.push_back(statement.name);
  loads_.push_back(call);
  return true;
}

// A module that is loaded without a variable: `require("./routes")(app)`, `lazy(() =>
// import("./page"))`. It gets a name that no source can contain. Code that gets it may use any of
// its members: the default export for require() and for a function that loads it later.
ExpressionIndex Extraction::LoadInPlace(const Frame& call) {
  std::size_t whole = IndexOf(call);
  bool is_awaited = false;
  for (; whole > 1; --whole) {
    const Role around = frames_[whole - 1].rule->role;
    if (around != Role::kPass && around != Role::kAwait) break;
    is_awaited = is_awaited || around == Role::kAwait;
  }
  const ChildRole part = frames_[whole].part;
  if (part == ChildRole::kUsed) {  // for its effects
    AddLoad(call, call.node, 0, 0);
    return kNoIndex;
  }
  const std::uint32_t byte = node(call.node).begin;
  const Word alias = draft_.words().Intern(TextOf(call.node).substr(0, kMaxNameBytes));
  AddLoad(call, call.node, 0, alias);
  const ExpressionIndex module = draft_.AddExpression({ExpressionKind::kName, 0, alias}, byte);
  const Frame& around = frames_[whole - 1];
  const bool is_promise = TextOf(call.node).starts_with(kImportFunction) && !is_awaited;
  const bool is_member = around.rule->role == Role::kMember;
  if (part != ChildRole::kOperand && !(is_member && !is_promise)) UseByName(call, module, {}, byte);
  const bool is_later =
      around.rule->role == Role::kLambda &&
      (around.part == ChildRole::kArgument || frames_[whole - 2].rule->role == Role::kPair);
  const bool gives_default = is_promise ? is_later : part != ChildRole::kOperand && !is_member;
  if (gives_default) {
    const Word name = draft_.words().Intern(kDefaultName);
    draft_.AddReference(ReferenceRole::kValue, AddMember(module, name, byte), call.scope,
                        call.owner);
  }
  return module;
}

void Extraction::AddLoad(const Frame& frame, NodeIndex call, Word name, Word alias) {
  const NodeIndex module = LoadedModule(call);
  if (module == kNoIndex) return;
  Import import;
  import.module = ModuleName(Unquoted(module));
  import.name = name;
  import.alias = alias;
  if (name == 0) import.flags = kImportModule;
  if (import.module != 0) AddImport(import, frame, module);
}

}  // namespace waymark::indexer
