#include "resolve/incremental/relink.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <type_traits>
#include <utility>

#include "resolve/link/link.h"
#include "resolve/program/module_rules.h"
#include "resolve/rules/resolution_rules.h"
#include "text/sort_unique.h"

namespace waymark::indexer {
namespace {

// Whether a file is found by the same things.
bool SamePlace(const FileModel& was, const FileModel& is) {
  return was.language == is.language && was.package_clause == is.package_clause &&
         (was.file_flags & ~kFileSyntaxErrors) == (is.file_flags & ~kFileSyntaxErrors);
}

// Sets the keys of a table to the values of other files plus those of `added`.
template <typename Key, typename Value, typename IsOfOthers>
void SetKeys(const std::vector<Key>& keys,
             std::type_identity_t<std::span<const typename MultiTable<Key, Value>::Pair>> added,
             IsOfOthers&& is_of_others, MultiTable<Key, Value>& table) {
  std::map<Key, std::vector<Value>> values;
  for (const Key& key : keys) values[key];
  for (const auto& pair : added) values[pair.key].push_back(pair.value);
  for (auto& [key, of] : values) {
    for (const auto& pair : table.Find(key)) {
      if (is_of_others(pair.value)) of.push_back(pair.value);
    }
    std::sort(of.begin(), of.end());
    table.Set(key, of);
  }
}

auto KeysOf(const auto& pairs) {
  std::vector<std::remove_cvref_t<decltype(pairs.begin()->key)>> keys;
  keys.reserve(pairs.size());
  for (const auto& pair : pairs) keys.push_back(pair.key);
  return keys;
}

class Relinker {
 public:
  Relinker(const Program& before, std::span<const ReplacedFile> changed, unsigned threads,
           Program& program)
      : before_(before),
        program_(program),
        now_(program),
        threads_(threads),
        relinked_(before.files.size()) {
    for (const ReplacedFile& file : changed) {
      Add(file.file);
      reaches_satisfaction_ |= file.model->rules->satisfaction != nullptr;
      for (const auto& pair : before.users.Find({file.file})) Add(pair.value);
    }
  }

  void Add(FileIndex file) {
    if (relinked_[file]) return;
    relinked_[file] = true;
    files_.push_back(file);
  }

  void Run() {
    std::sort(files_.begin(), files_.end());
    CollectFormerKeys();
    program_.bases_known = false;
    LinkOwnersAgain();
    LinkNamesAgain();
    LinkBases(files_, threads_, program_);
    if (reaches_satisfaction_) LinkSatisfied(program_);
    ListUsers();
  }

 private:
  bool IsOfOthers(SymbolRef symbol) const { return !relinked_[symbol.file]; }

  void CollectFormerKeys() {
    graph::SpillVector<MemberPair> members;
    for (const FileIndex file : files_) {
      const std::size_t begin = members.size();
      CollectMembersOf(before_, file, members);
      if (before_.files[file].shared_model == now_.files[file].shared_model) {
        for (std::size_t i = begin; i < members.size(); ++i) former_.push_back(members[i].value);
        continue;
      }
      CollectNamespacesOf(before_, file, members);
      CollectNamespacesOf(now_, file, members);
      const std::size_t count = std::max(before_.files[file].model().definitions.size(),
                                         now_.files[file].model().definitions.size());
      for (DefinitionIndex i = 1; i < count; ++i) former_.push_back({file, i});
    }
    keys_ = KeysOf(members);
    SortUnique(keys_);
  }

  // Repeats the order of LinkProgram, with the knowledge of each step there.
  void LinkOwnersAgain() {
    auto methods = std::exchange(program_.methods, {});
    auto types = std::exchange(program_.types, {});
    auto member_names = std::exchange(program_.member_names, {});
    auto call_arguments = std::exchange(program_.call_arguments, {});
    auto extensions = std::exchange(program_.extensions, {});
    std::swap(program_.members, program_.members_of_types);
    std::swap(program_.definitions_of, program_.definitions_of_types);
    for (const FileIndex file : files_) program_.files[file].owners.clear();
    LinkMembersAgain();
    std::size_t owned = 0;
    for (std::size_t count = LinkOwners(files_, Owned::kTypes, threads_, program_); count > owned;
         count = LinkOwners(files_, Owned::kTypes, threads_, program_)) {
      owned = count;
      LinkMembersAgain();
    }
    LinkOwners(files_, Owned::kAll, threads_, program_);
    std::swap(program_.members, program_.members_of_types);
    std::swap(program_.definitions_of, program_.definitions_of_types);
    LinkMembersAgain();
    program_.methods = std::move(methods);
    program_.types = std::move(types);
    program_.member_names = std::move(member_names);
    program_.call_arguments = std::move(call_arguments);
    program_.extensions = std::move(extensions);
  }

  // Links members of spaces, and then the definitions of declarations.
  void LinkMembersAgain() {
    graph::SpillVector<MemberPair> members;
    for (const FileIndex file : files_) CollectMembersOf(now_, file, members);
    for (const MemberPair& member : members) keys_.push_back(member.key);
    SortUnique(keys_);
    for (const SpaceName& key : keys_) {
      const auto partial_definitions = now_.namespace_definitions.Find(key);
      if (!partial_definitions.empty()) members.push_back(partial_definitions.front());
    }
    SetKeys(
        keys_, members,
        [&](SymbolRef symbol) { return IsOfOthers(symbol) && !OpensNamespace(symbol); },
        program_.members);
    for (const SymbolRef symbol : former_) program_.definitions_of.Set(symbol, {});
    LinkDeclarationsOf(keys_, program_);
  }

  bool OpensNamespace(SymbolRef symbol) const {
    const FileModel& model = now_.files[symbol.file].model();
    const ScopeIndex inner = model.definitions[symbol.definition].inner_scope;
    return inner != kNoIndex && model.scopes[inner].kind == ScopeKind::kNamespace &&
           model.definitions[symbol.definition].owner == kNoIndex;
  }

  void LinkNamesAgain() {
    FileNames was;
    FileNames is;
    std::vector<NamePair> extended;
    std::vector<NamePair> extensions;
    for (const FileIndex file : files_) {
      CollectNamesOf(before_, file, was);
      CollectNamesOf(now_, file, is);
      CollectExtensionsOf(before_, file, extended);
      CollectExtensionsOf(now_, file, extensions);
    }
    const auto others = [&](SymbolRef symbol) { return IsOfOthers(symbol); };
    SetKeys(KeysOf(was.methods), is.methods, others, program_.methods);
    SetKeys(KeysOf(was.types), is.types, others, program_.types);
    SetKeys(KeysOf(was.call_arguments), is.call_arguments, others, program_.call_arguments);
    SetKeys(KeysOf(extended), extensions, others, program_.extensions);
    SetKeys(
        KeysOf(was.members), is.members, [&](FileIndex file) { return !relinked_[file]; },
        program_.member_names);
  }

  void ListUsers() {
    std::vector<FileKey> keys;
    std::vector<MultiTable<FileKey, FileIndex>::Pair> users;
    for (const FileIndex file : files_) {
      for (const FileIndex used : UsedBy(before_, file)) keys.push_back({used});
      for (const FileIndex used : UsedBy(now_, file)) users.push_back({{used}, file});
    }
    SetKeys(
        keys, users, [&](FileIndex file) { return !relinked_[file]; }, program_.users);
  }

  const Program& before_;
  Program& program_;
  const Program& now_;  // the same program, for reading
  const unsigned threads_;
  std::vector<bool> relinked_;
  bool reaches_satisfaction_ = false;
  std::vector<FileIndex> files_;   // ascending
  std::vector<SpaceName> keys_;    // keys of their members in either state
  std::vector<SymbolRef> former_;  // declarations whose definitions may change
};

}  // namespace

bool CanRelink(const Program& before, std::span<const ReplacedFile> changed) {
  return std::all_of(changed.begin(), changed.end(), [&](const ReplacedFile& file) {
    const FileModel& was = before.files[file.file].model();
    const ModuleRule* const rule = was.rules->modules;
    if (!rule->found_by_path || !SamePlace(was, *file.model)) return false;
    if (MacroNamespacesOf(was) != MacroNamespacesOf(*file.model)) return false;
    const auto types = std::count_if(
        file.model->definitions.begin(), file.model->definitions.end(),
        [](const ModelDefinition& definition) { return definition.type_number != kNoIndex; });
    return static_cast<std::uint64_t>(types) <=
           before.first_types[file.file + 1] - before.first_types[file.file];
  });
}

std::unique_ptr<Program> ReplaceFiles(const Program& before, std::span<const ReplacedFile> changed,
                                      const ProjectFiles& project) {
  auto program = std::make_unique<Program>(before);
  for (const ReplacedFile& replaced : changed) {
    ProgramFile& file = program->files[replaced.file];
    file.shared_model = replaced.model;
    file.imports.clear();
    file.unnamed_imports.clear();
    file.spaces.clear();
    file.types.clear();
    file.owners.clear();
    ListTypesOf(file);
    LinkSpacesOf(*program, file);
    LinkImportsOf(project, replaced.file, *program);
    graph::SpillVector<MemberPair> was;
    graph::SpillVector<MemberPair> is;
    CollectNamespacesOf(before, replaced.file, was);
    CollectNamespacesOf(*program, replaced.file, is);
    SetKeys(
        KeysOf(was), is, [&](SymbolRef symbol) { return symbol.file != replaced.file; },
        program->namespace_definitions);
  }
  NumberSymbols(*program);
  program->bases_known = false;
  return program;
}

void Relink(const Program& before, std::span<const ReplacedFile> changed,
            std::span<const FileIndex> affected, unsigned threads, Program& program) {
  Relinker relinker(before, changed, threads, program);
  for (const FileIndex file : affected) {
    const NameGroup group = before.NamesOf(file);
    const bool reached = std::any_of(changed.begin(), changed.end(), [&](const ReplacedFile& at) {
      return NameGroupOf(at.model->language) == group;
    });
    if (reached) relinker.Add(file);
  }
  relinker.Run();
}

}  // namespace waymark::indexer
