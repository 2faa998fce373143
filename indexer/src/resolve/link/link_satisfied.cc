// Interfaces that types satisfy without naming them, by their members alone (The Go Programming
// Language Specification, "Implementing an interface"; structural types of TypeScript and Python).
#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "resolve/link/link.h"
#include "resolve/program/method_sets.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

using Satisfied = MultiTable<SymbolRef, SymbolRef>::Pair;
using RunThrough = MultiTable<SetMethod, SymbolRef>::Pair;
using SatisfiedOutside = MultiTable<SymbolRef, SetMethod>::Pair;

// A member that an interface requires. An interface outside has no symbols for its methods.
struct Wanted {
  Name name = Name::kEmpty;
  Name type = Name::kEmpty;
  SymbolRef member = {};
};

struct SatisfiedInterfaces {
  std::vector<Satisfied> named;
  std::vector<RunThrough> run_through;
  std::vector<SatisfiedOutside> outside;
};

template <typename Pair>
void SortPairs(std::vector<Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

class SatisfactionFinder {
 public:
  explicit SatisfactionFinder(const Program& program) : program_(program) {}

  SatisfiedInterfaces Run() {
    std::map<const Satisfaction*, NameGroup> languages;
    for (FileIndex file = 0; file < program_.files.size(); ++file) {
      if (RulesOf(file) == nullptr) continue;
      ListTypesOf(file);
      languages.emplace(RulesOf(file), program_.NamesOf(file));
    }
    for (const SymbolRef interface : interfaces_) FindTypesOf(interface);
    for (const auto& [rules, group] : languages) {
      for (const Name set : MethodSetsOf(program_, *rules)) FindMethodsOf(set, *rules, group);
    }
    SortPairs(found_.named);
    SortPairs(found_.run_through);
    SortPairs(found_.outside);
    return std::move(found_);
  }

 private:
  const Satisfaction* RulesOf(FileIndex file) const {
    return program_.files[file].model().rules->satisfaction;
  }

  bool IsInterface(SymbolRef type) const {
    const Satisfaction& rules = *RulesOf(type.file);
    return rules.is_interface == nullptr ? program_.Definition(type).kind == SymbolKind::kInterface
                                         : rules.is_interface(program_, type);
  }

  void ListTypesOf(FileIndex file) {
    for (const DefinitionIndex definition : program_.files[file].types) {
      const SymbolRef type{file, definition};
      ListEmbeddedOutside(type);
      if (IsInterface(type)) {
        interfaces_.push_back(type);
        continue;
      }
      for (const SymbolRef embedded : program_.LineageOf(type)) {
        if (embedded != type) embedders_[embedded].push_back(type);
      }
    }
    const auto& definitions = program_.files[file].model().definitions;
    for (DefinitionIndex d = 1; d < definitions.size(); ++d) {
      const bool is_field = definitions[d].kind == SymbolKind::kField && RulesOf(file)->has_fields;
      if (definitions[d].kind != SymbolKind::kMethod && !is_field) continue;
      const SymbolRef parent = program_.ParentOf({file, d});
      if (program_.IsType(parent)) members_[parent].push_back({file, d});
    }
  }

  // The type and the types it embeds. Valid as long as `type` is.
  std::span<const SymbolRef> PartsOf(const SymbolRef& type) const {
    const std::span<const SymbolRef> lineage = program_.LineageOf(type);
    return lineage.empty() ? std::span(&type, 1) : lineage;
  }

  // The methods of the interfaces outside that a type embeds.
  void ListEmbeddedOutside(SymbolRef type) {
    const FileModel& model = program_.files[type.file].model();
    const ModelDefinition& definition = model.definitions[type.definition];
    const Satisfaction& rules = *model.rules->satisfaction;
    if (rules.outside.empty()) return;
    for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
      const ExpressionIndex written = model.bases[definition.bases_begin + i].type;
      if (written >= model.expressions.size()) continue;
      const ModelExpression& base = model.expressions[written];
      const bool is_member =
          base.kind == ExpressionKind::kMember && base.operand < model.expressions.size();
      const ModelExpression* const module = is_member ? &model.expressions[base.operand] : nullptr;
      const Name set = OutsideInterfaceNamed(program_, type.file, base, module);
      if (set == Name::kEmpty) continue;
      const auto methods = MethodsOfSet(rules, program_.names, program_.names.Text(set));
      if (methods.has_value()) {
        auto& all = embedded_outside_[type];
        all.insert(all.end(), methods->begin(), methods->end());
      }
    }
  }

  // The methods of interfaces outside among the parts of a type.
  std::vector<WantedMethod> EmbeddedOutside(SymbolRef type) const {
    std::vector<WantedMethod> methods;
    for (const SymbolRef part : PartsOf(type)) {
      const auto embedded = embedded_outside_.find(part);
      if (embedded == embedded_outside_.end()) continue;
      methods.insert(methods.end(), embedded->second.begin(), embedded->second.end());
    }
    return methods;
  }

  // The members of the interface and of its embedded interfaces.
  std::vector<Wanted> Required(SymbolRef interface) const {
    std::vector<Wanted> required;
    for (const SymbolRef part : PartsOf(interface)) {
      const auto members = members_.find(part);
      if (members == members_.end()) continue;
      for (const SymbolRef member : members->second) {
        const ModelDefinition& definition = program_.Definition(member);
        const bool is_free =
            RulesOf(interface.file)->fits != nullptr && definition.parameters == Name::kEmpty;
        if (!is_free) required.push_back({definition.name, definition.parameters, member});
      }
    }
    return required;
  }

  bool IsMethod(SymbolRef member) const {
    return program_.Definition(member).kind == SymbolKind::kMethod;
  }

  bool IsMethod(const Wanted& wanted) const {
    return !wanted.member.exists() || IsMethod(wanted.member);
  }

  std::size_t HomonymsOf(NameGroup group, Name method) const {
    return program_.methods.Find({group, method}).size();
  }

  bool IsLike(SymbolRef method, const Wanted& wanted, const Satisfaction& rules) const {
    const ModelDefinition& a = program_.Definition(method);
    if (a.name != wanted.name || a.parameters == Name::kEmpty) return false;
    if (rules.fits == nullptr) return a.parameters == wanted.type;
    return rules.fits(program_.names.Text(a.parameters), program_.names.Text(wanted.type));
  }

  // The member of a type that matches `wanted`, its own or one of an embedded type.
  SymbolRef MemberLike(SymbolRef type, const Wanted& wanted, const Satisfaction& rules) const {
    for (const SymbolRef part : PartsOf(type)) {
      const auto members = members_.find(part);
      if (members == members_.end()) continue;
      for (const SymbolRef member : members->second) {
        if (IsLike(member, wanted, rules)) return member;
      }
    }
    return {};
  }

  // Whether the type has edges to the interface already. An embedded interface of Go is a member.
  bool Names(SymbolRef type, SymbolRef interface) const {
    if (RulesOf(interface.file)->fits == nullptr) return false;
    const std::span<const SymbolRef> lineage = program_.LineageOf(type);
    return std::find(lineage.begin(), lineage.end(), interface) != lineage.end();
  }

  // A lower-case name is a different name in each package.
  bool MaySatisfy(SymbolRef type, SymbolRef interface, const std::vector<Wanted>& required) const {
    if (program_.IsApart(type.file, interface.file) || Names(type, interface)) return false;
    const bool same_package =
        program_.files[type.file].package == program_.files[interface.file].package;
    return same_package || std::all_of(required.begin(), required.end(), [&](const Wanted& wanted) {
             return program_.Definition(wanted.member).Has(kSymbolExported);
           });
  }

  // The types with the rarest of the methods, and those that embed what has it or an interface
  // outside.
  std::set<SymbolRef> TypesWith(const std::vector<Wanted>& required, NameGroup group,
                                const Satisfaction& rules) const {
    const Wanted* rarest = nullptr;  // of the methods
    for (const Wanted& wanted : required) {
      const bool is_rarer =
          IsMethod(wanted) &&
          (rarest == nullptr || HomonymsOf(group, wanted.name) < HomonymsOf(group, rarest->name));
      if (is_rarer) rarest = &wanted;
    }
    std::set<SymbolRef> types;
    if (rarest == nullptr) return types;
    const auto add_all = [&](SymbolRef type) {
      if (!IsInterface(type)) types.insert(type);
      const auto embedders = embedders_.find(type);
      if (embedders == embedders_.end()) return;
      types.insert(embedders->second.begin(), embedders->second.end());
    };
    for (const auto& pair : program_.methods.Find({group, rarest->name})) {
      if (!IsLike(pair.value, *rarest, rules)) continue;
      const SymbolRef type = program_.ParentOf(pair.value);
      if (program_.IsType(type)) add_all(type);  // else its receiver's type is not defined
    }
    for (const auto& [type, methods] : embedded_outside_) {
      if (RulesOf(type.file) == &rules) add_all(type);
    }
    return types;
  }

  void FindTypesOf(SymbolRef interface) {
    const std::vector<Wanted> required = Required(interface);
    const Satisfaction& rules = *RulesOf(interface.file);
    for (const SymbolRef type : TypesWith(required, program_.NamesOf(interface.file), rules)) {
      if (MaySatisfy(type, interface, required)) AddIfSatisfied(type, interface, required);
    }
  }

  // The member of the type for each wanted one, which does not exist where an interface outside
  // that the type embeds has it. Empty if the type lacks one.
  std::vector<SymbolRef> MembersFor(SymbolRef type, const std::vector<Wanted>& required,
                                    const Satisfaction& rules) const {
    const std::vector<WantedMethod> embedded = EmbeddedOutside(type);
    std::vector<SymbolRef> members;
    for (const Wanted& wanted : required) {
      members.push_back(MemberLike(type, wanted, rules));
      const bool is_embedded = std::find(embedded.begin(), embedded.end(),
                                         WantedMethod{wanted.name, wanted.type}) != embedded.end();
      if (!members.back().exists() && !is_embedded) return {};
    }
    return members;
  }

  // A method of an embedded interface stands for unknown methods.
  bool IsRun(SymbolRef member) const {
    return member.exists() && IsMethod(member) && !program_.Definition(member).Has(kSymbolAbstract);
  }

  void AddIfSatisfied(SymbolRef type, SymbolRef interface, const std::vector<Wanted>& required) {
    const std::vector<SymbolRef> members = MembersFor(type, required, *RulesOf(interface.file));
    if (members.empty()) return;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (IsRun(members[i]) && IsMethod(required[i])) {
        found_.named.push_back({members[i], required[i].member});
      }
    }
    found_.named.push_back({type, interface});
  }

  void FindMethodsOf(Name set, const Satisfaction& rules, NameGroup group) {
    const std::string_view text = program_.names.Text(set);
    const auto methods = MethodsOfSet(rules, program_.names, text);
    if (!methods.has_value()) return;
    const bool is_outside = OutsideInterfaceOf(rules, text) != nullptr;
    std::vector<Wanted> required;
    for (const WantedMethod& method : *methods) required.push_back({method.name, method.type});
    for (const SymbolRef type : TypesWith(required, group, rules)) {
      const std::vector<SymbolRef> members = MembersFor(type, required, rules);
      for (std::size_t i = 0; i < members.size(); ++i) {
        if (!IsRun(members[i])) continue;
        const SetMethod method{set, required[i].name};
        found_.run_through.push_back({method, members[i]});
        if (is_outside) found_.outside.push_back({type, method});
      }
    }
  }

  const Program& program_;
  std::vector<SymbolRef> interfaces_;
  std::map<SymbolRef, std::vector<SymbolRef>> members_;              // by type
  std::map<SymbolRef, std::vector<SymbolRef>> embedders_;            // by the embedded type
  std::map<SymbolRef, std::vector<WantedMethod>> embedded_outside_;  // by the embedding type
  SatisfiedInterfaces found_;
};

}  // namespace

void LinkSatisfied(Program& program) {
  const SatisfiedInterfaces found = SatisfactionFinder(program).Run();
  program.satisfied = MultiTable<SymbolRef, SymbolRef>(found.named);
  program.run_through = MultiTable<SetMethod, SymbolRef>(found.run_through);
  program.outside_interfaces = MultiTable<SymbolRef, SetMethod>(found.outside);
}

}  // namespace waymark::indexer
