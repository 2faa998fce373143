// Interfaces that types satisfy without naming them, by their members alone (The Go Programming
// Language Specification, "Implementing an interface"; structural types of TypeScript and Python).
#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "resolve/link/link.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

using Satisfied = MultiTable<SymbolRef, SymbolRef>::Pair;

class SatisfactionFinder {
 public:
  explicit SatisfactionFinder(const Program& program) : program_(program) {}

  std::vector<Satisfied> Run() {
    for (FileIndex file = 0; file < program_.files.size(); ++file) {
      if (RulesOf(file) != nullptr) ListTypesOf(file);
    }
    for (const SymbolRef interface : interfaces_) FindTypesOf(interface);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
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

  // The members of the interface and of its embedded interfaces.
  std::vector<SymbolRef> Required(SymbolRef interface) const {
    std::vector<SymbolRef> required;
    for (const SymbolRef part : PartsOf(interface)) {
      const auto members = members_.find(part);
      if (members == members_.end()) continue;
      for (const SymbolRef member : members->second) {
        const bool is_free = RulesOf(interface.file)->fits != nullptr &&
                             program_.Definition(member).parameters == Name::kEmpty;
        if (!is_free) required.push_back(member);
      }
    }
    return required;
  }

  bool IsMethod(SymbolRef member) const {
    return program_.Definition(member).kind == SymbolKind::kMethod;
  }

  std::size_t HomonymsOf(SymbolRef method) const {
    const ModelDefinition& definition = program_.Definition(method);
    const Language language = program_.files[method.file].model().language;
    return program_.methods.Find({NameGroupOf(language), definition.name}).size();
  }

  bool IsLike(SymbolRef method, SymbolRef required) const {
    const ModelDefinition& a = program_.Definition(method);
    const ModelDefinition& b = program_.Definition(required);
    if (a.name != b.name || a.parameters == Name::kEmpty) return false;
    const Satisfaction& rules = *RulesOf(required.file);
    if (rules.fits == nullptr) return a.parameters == b.parameters;
    return rules.fits(program_.names.Text(a.parameters), program_.names.Text(b.parameters));
  }

  // The member of a type that matches `required`, its own or one of an embedded type.
  SymbolRef MemberLike(SymbolRef type, SymbolRef required) const {
    for (const SymbolRef part : PartsOf(type)) {
      const auto members = members_.find(part);
      if (members == members_.end()) continue;
      for (const SymbolRef member : members->second) {
        if (IsLike(member, required)) return member;
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
  bool MaySatisfy(SymbolRef type, SymbolRef interface,
                  const std::vector<SymbolRef>& required) const {
    if (program_.IsApart(type.file, interface.file) || Names(type, interface)) return false;
    const bool same_package =
        program_.files[type.file].package == program_.files[interface.file].package;
    return same_package || std::all_of(required.begin(), required.end(), [&](SymbolRef method) {
             return program_.Definition(method).Has(kSymbolExported);
           });
  }

  void FindTypesOf(SymbolRef interface) {
    const std::vector<SymbolRef> required = Required(interface);
    SymbolRef rarest;  // of the methods
    for (const SymbolRef member : required) {
      const bool is_rarer =
          IsMethod(member) && (!rarest.exists() || HomonymsOf(member) < HomonymsOf(rarest));
      if (is_rarer) rarest = member;
    }
    if (!rarest.exists()) return;
    std::set<SymbolRef> candidates;
    for (const auto& pair :
         program_.methods.Find({program_.NamesOf(rarest.file), program_.Definition(rarest).name})) {
      if (!IsLike(pair.value, rarest)) continue;
      const SymbolRef type = program_.ParentOf(pair.value);
      if (!program_.IsType(type)) continue;  // a method whose receiver type is not defined
      if (!IsInterface(type)) candidates.insert(type);
      const auto embedders = embedders_.find(type);
      if (embedders == embedders_.end()) continue;
      candidates.insert(embedders->second.begin(), embedders->second.end());
    }
    for (const SymbolRef type : candidates) {
      if (MaySatisfy(type, interface, required)) AddIfSatisfied(type, interface, required);
    }
  }

  void AddIfSatisfied(SymbolRef type, SymbolRef interface, const std::vector<SymbolRef>& required) {
    const std::size_t before = found_.size();
    for (const SymbolRef wanted : required) {
      const SymbolRef member = MemberLike(type, wanted);
      if (!member.exists()) {
        found_.resize(before);
        return;
      }
      // A method of an embedded interface stands for unknown methods.
      const bool runs = IsMethod(member) && IsMethod(wanted);
      if (runs && !program_.Definition(member).Has(kSymbolAbstract)) {
        found_.push_back({member, wanted});
      }
    }
    found_.push_back({type, interface});
  }

  const Program& program_;
  std::vector<SymbolRef> interfaces_;
  std::map<SymbolRef, std::vector<SymbolRef>> members_;    // by type
  std::map<SymbolRef, std::vector<SymbolRef>> embedders_;  // by the embedded type
  std::vector<Satisfied> found_;
};

}  // namespace

void LinkSatisfied(Program& program) {
  program.satisfied = MultiTable<SymbolRef, SymbolRef>(SatisfactionFinder(program).Run());
}

}  // namespace waymark::indexer
