// Compares linked bases that types get outside their definitions, and interfaces that types satisfy
// implicitly.
#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "graph/hash.h"
#include "resolve/incremental/impact.h"
#include "resolve/incremental/impact_links.h"
#include "resolve/incremental/impact_marks.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

// An interface, or a method of one, that a symbol of a file satisfies, in terms of one state.
struct SatisfiedKey {
  FileIndex file = kNoIndex;
  DefinitionIndex definition = kNoIndex;
  FileIndex interface_file = kNoIndex;
  Name interface = Name::kEmpty;
  Name method = Name::kEmpty;

  auto operator<=>(const SatisfiedKey&) const = default;
};

// `number` maps files to those of the new state; kNoIndex if it lacks the file.
template <typename Number>
std::vector<SatisfiedKey> SatisfiedKeys(const Program& program, Number&& number) {
  std::vector<SatisfiedKey> keys;
  keys.reserve(program.satisfied.size());
  program.satisfied.VisitKeys([&](std::span<const MultiTable<SymbolRef, SymbolRef>::Pair> pairs) {
    const SymbolRef symbol = pairs.front().key;
    const FileIndex file = number(symbol.file);
    if (file == kNoIndex) return;
    for (const auto& pair : pairs) {
      keys.push_back({file, symbol.definition, number(pair.value.file),
                      program.Definition(program.ParentOf(pair.value)).name,
                      program.Definition(pair.value).name});
    }
  });
  std::sort(keys.begin(), keys.end());
  return keys;
}

// A method that satisfies an interface without a definition, or a type that does.
struct RunThroughKey {
  std::string_view path;
  Name type = Name::kEmpty;
  Name method = Name::kEmpty;
  Name set = Name::kEmpty;
  bool is_type = false;

  auto operator<=>(const RunThroughKey&) const = default;
};

std::vector<RunThroughKey> RunThroughKeys(const Program& program) {
  std::vector<RunThroughKey> keys;
  keys.reserve(program.run_through.size() + program.outside_interfaces.size());
  const auto add = [&](SymbolRef type, const SetMethod& run, bool is_type) {
    keys.push_back({program.paths.Path(type.file), program.Definition(type).name, run.method,
                    run.set, is_type});
  };
  program.run_through.VisitKeys([&](std::span<const MultiTable<SetMethod, SymbolRef>::Pair> pairs) {
    for (const auto& pair : pairs) add(program.ParentOf(pair.value), pair.key, false);
  });
  program.outside_interfaces.VisitKeys(
      [&](std::span<const MultiTable<SymbolRef, SetMethod>::Pair> pairs) {
        for (const auto& pair : pairs) add(pair.key, pair.value, true);
      });
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

using ImplementationKey = std::tuple<Name, std::string_view, Name, std::string_view>;

std::vector<ImplementationKey> ImplementationsOf(const Program& program) {
  std::vector<ImplementationKey> keys;
  keys.reserve(program.implementations.size());
  for (const Implementation& entry : program.implementations) {
    const bool known = entry.base.exists();
    keys.emplace_back(program.Definition(entry.type).name, program.paths.Path(entry.type.file),
                      known ? program.Definition(entry.base).name : Name::kEmpty,
                      known ? program.paths.Path(entry.base.file) : std::string_view());
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

// The lineage of a type in a language of messages, in terms of both states.
struct LineageKey {
  std::string_view path;
  Name name = Name::kEmpty;
  std::uint64_t lineage = 0;
  SymbolRef type = {};

  auto Compared() const { return std::tie(path, name, lineage); }

  friend bool operator<(const LineageKey& a, const LineageKey& b) {
    return a.Compared() < b.Compared();
  }
};

std::vector<LineageKey> LineagesOf(const Program& program) {
  std::vector<LineageKey> keys;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    const ProgramFile& file = program.files[i];
    if (!file.model().rules->members_are_calls) continue;
    for (const DefinitionIndex definition : file.types) {
      const SymbolRef type{i, definition};
      LineageKey key{program.paths.Path(i), program.Definition(type).name, 0, type};
      for (const SymbolRef ancestor : program.LineageOf(type)) {
        const auto name = static_cast<std::uint64_t>(program.Definition(ancestor).name);
        key.lineage = MixBits(key.lineage ^ name);
        key.lineage ^= MentionHash(program.paths.Path(ancestor.file));
      }
      keys.push_back(key);
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

void MarkMethods(const Program& program, SymbolRef type, ImpactMarks& marks) {
  for (const SymbolRef opening : program.PartialDefinitionsOf(type)) {
    const FileModel& model = program.files[opening.file].model();
    const ScopeIndex inside = model.definitions[opening.definition].inner_scope;
    for (const ModelDefinition& definition : model.definitions) {
      if (definition.scope == inside) marks.MarkName(definition.name, kBothAspects);
    }
  }
}

void MarkOtherLineages(const Program& program, const std::vector<LineageKey>& own,
                       const std::vector<LineageKey>& others, ImpactMarks& marks) {
  std::vector<LineageKey> different;
  std::set_difference(own.begin(), own.end(), others.begin(), others.end(),
                      std::back_inserter(different));
  for (const LineageKey& key : different) {
    MarkMethods(program, key.type, marks);
    for (const SymbolRef ancestor : program.LineageOf(key.type)) {
      MarkMethods(program, ancestor, marks);
    }
  }
}

}  // namespace

// The candidates for an object of unknown type depend on all messages that types understand,
// inherited ones included.
void MarkLineageImpact(const Program& before, const Program& after, ImpactMarks& marks) {
  // In that case only files of other languages changed (CanRelink), and bases are linked later.
  if (!after.bases_known) return;
  const std::vector<LineageKey> was = LineagesOf(before);
  const std::vector<LineageKey> is = LineagesOf(after);
  MarkOtherLineages(before, was, is, marks);
  MarkOtherLineages(after, is, was, marks);
}

// A type that gets other bases may be named there by another name than its own.
void MarkImplementationImpact(const Program& before, const Program& after, ImpactMarks& marks) {
  const std::vector<ImplementationKey> was = ImplementationsOf(before);
  const std::vector<ImplementationKey> is = ImplementationsOf(after);
  std::vector<ImplementationKey> different;
  std::set_symmetric_difference(was.begin(), was.end(), is.begin(), is.end(),
                                std::back_inserter(different));
  for (const ImplementationKey& key : different) marks.MarkName(std::get<0>(key), kBothAspects);
}

void MarkOutsideImpact(const Program& before, const Program& after, ImpactMarks& marks) {
  const std::vector<RunThroughKey> was = RunThroughKeys(before);
  const std::vector<RunThroughKey> is = RunThroughKeys(after);
  std::vector<RunThroughKey> different;
  std::set_symmetric_difference(was.begin(), was.end(), is.begin(), is.end(),
                                std::back_inserter(different));
  for (const RunThroughKey& key : different) {
    marks.MarkName(key.method, kBothAspects);
    marks.MarkName(key.type, kBothAspects);
  }
}

std::vector<FileIndex> FilesSatisfyingOtherwise(const Program& before, const Program& after,
                                                const FileMatch& match) {
  const std::vector<SatisfiedKey> was =
      SatisfiedKeys(before, [&](FileIndex file) { return match.new_of[file]; });
  const std::vector<SatisfiedKey> is = SatisfiedKeys(after, [](FileIndex file) { return file; });
  std::vector<SatisfiedKey> different;
  std::set_symmetric_difference(was.begin(), was.end(), is.begin(), is.end(),
                                std::back_inserter(different));
  std::vector<FileIndex> files;
  for (const SatisfiedKey& key : different) {
    const FileIndex old = match.old_of[key.file];
    const bool same =
        old != kNoIndex && before.files[old].shared_model == after.files[key.file].shared_model;
    if (same) files.push_back(key.file);
  }
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

}  // namespace waymark::indexer
