// Interfaces that types satisfy implicitly, by their methods alone (The Go Programming Language
// Specification, "Implementing an interface").
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
      if (Satisfies(file)) ListTypesOf(file);
    }
    for (const SymbolRef interface : interfaces_) FindTypesOf(interface);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  bool Satisfies(FileIndex file) const {
    return program_.files[file].model().rules->method_type != nullptr;
  }

  void ListTypesOf(FileIndex file) {
    for (const DefinitionIndex definition : program_.files[file].types) {
      const SymbolRef type{file, definition};
      if (program_.Definition(type).kind == SymbolKind::kInterface) {
        interfaces_.push_back(type);
        continue;
      }
      for (const SymbolRef embedded : program_.LineageOf(type)) {
        if (embedded != type) embedders_[embedded].push_back(type);
      }
    }
    const auto& definitions = program_.files[file].model().definitions;
    for (DefinitionIndex d = 1; d < definitions.size(); ++d) {
      if (definitions[d].kind != SymbolKind::kMethod) continue;
      const SymbolRef parent = program_.ParentOf({file, d});
      if (program_.IsType(parent)) methods_[parent].push_back({file, d});
    }
  }

  // The type and the types it embeds. Valid as long as `type` is.
  std::span<const SymbolRef> PartsOf(const SymbolRef& type) const {
    const std::span<const SymbolRef> lineage = program_.LineageOf(type);
    return lineage.empty() ? std::span(&type, 1) : lineage;
  }

  // The methods of the interface and of its embedded interfaces.
  std::vector<SymbolRef> Required(SymbolRef interface) const {
    std::vector<SymbolRef> required;
    for (const SymbolRef part : PartsOf(interface)) {
      const auto methods = methods_.find(part);
      if (methods == methods_.end()) continue;
      required.insert(required.end(), methods->second.begin(), methods->second.end());
    }
    return required;
  }

  std::size_t HomonymsOf(SymbolRef method) const {
    const ModelDefinition& definition = program_.Definition(method);
    const Language language = program_.files[method.file].model().language;
    return program_.methods.Find({NameGroupOf(language), definition.name}).size();
  }

  bool IsLike(SymbolRef method, SymbolRef required) const {
    const ModelDefinition& a = program_.Definition(method);
    const ModelDefinition& b = program_.Definition(required);
    return a.name == b.name && a.parameters == b.parameters && a.parameters != Name::kEmpty;
  }

  // The method of a type that matches `required`, its own or one of an embedded type.
  SymbolRef MethodLike(SymbolRef type, SymbolRef required) const {
    for (const SymbolRef part : PartsOf(type)) {
      const auto methods = methods_.find(part);
      if (methods == methods_.end()) continue;
      for (const SymbolRef method : methods->second) {
        if (IsLike(method, required)) return method;
      }
    }
    return {};
  }

  // A lower-case name is a different name in each package.
  bool MaySatisfy(SymbolRef type, SymbolRef interface,
                  const std::vector<SymbolRef>& required) const {
    if (program_.IsApart(type.file, interface.file)) return false;
    const bool same_package =
        program_.files[type.file].package == program_.files[interface.file].package;
    return same_package || std::all_of(required.begin(), required.end(), [&](SymbolRef method) {
             return program_.Definition(method).Has(kSymbolExported);
           });
  }

  void FindTypesOf(SymbolRef interface) {
    const std::vector<SymbolRef> required = Required(interface);
    if (required.empty()) return;
    const SymbolRef rarest =
        *std::min_element(required.begin(), required.end(),
                          [&](SymbolRef a, SymbolRef b) { return HomonymsOf(a) < HomonymsOf(b); });
    std::set<SymbolRef> candidates;
    for (const auto& pair :
         program_.methods.Find({program_.NamesOf(rarest.file), program_.Definition(rarest).name})) {
      if (!IsLike(pair.value, rarest)) continue;
      const SymbolRef type = program_.ParentOf(pair.value);
      if (!program_.IsType(type)) continue;  // a method whose receiver type is not defined
      if (program_.Definition(type).kind != SymbolKind::kInterface) candidates.insert(type);
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
      const SymbolRef method = MethodLike(type, wanted);
      if (!method.exists()) {
        found_.resize(before);
        return;
      }
      // A method of an embedded interface stands for unknown methods.
      if (!program_.Definition(method).Has(kSymbolAbstract)) found_.push_back({method, wanted});
    }
    found_.push_back({type, interface});
  }

  const Program& program_;
  std::vector<SymbolRef> interfaces_;
  std::map<SymbolRef, std::vector<SymbolRef>> methods_;    // by type
  std::map<SymbolRef, std::vector<SymbolRef>> embedders_;  // by the embedded type
  std::vector<Satisfied> found_;
};

}  // namespace

void LinkSatisfied(Program& program) {
  program.satisfied = MultiTable<SymbolRef, SymbolRef>(SatisfactionFinder(program).Run());
}

}  // namespace waymark::indexer
