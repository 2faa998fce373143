// Compares the linked namespaces that any file can open: which exist, what whole projects import,
// and which files belong to one project.
#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "resolve/incremental/impact_links.h"

namespace waymark::indexer {
namespace {

class NamespaceComparison {
 public:
  NamespaceComparison(const Program& before, const Program& after, const FileMatch& match,
                      ImpactMarks& marks)
      : before_(before), after_(after), match_(match), marks_(marks) {}

  void Run() {
    if (ChangesProjects() || SharedImportsOf(before_) != SharedImportsOf(after_)) {
      return marks_.GiveUp();
    }
    before_.namespaces.VisitKeys([&](const auto& pairs) { Compare(pairs.front().key); });
    after_.namespaces.VisitKeys([&](const auto& pairs) {
      if (before_.namespaces.Find(pairs.front().key).empty()) Compare(pairs.front().key);
    });
    if (!changed_.empty()) MarkImporters();
  }

 private:
  // Project, alias, kind of the target, package clause, file and key of a type.
  using SharedKey = std::tuple<Name, Name, TargetKind, Name, std::string_view, std::string>;

  bool ChangesProjects() const {
    for (FileIndex i = 0; i < after_.files.size(); ++i) {
      const FileIndex old = match_.old_of[i];
      if (old != kNoIndex && before_.files[old].project != after_.files[i].project) return true;
    }
    return false;
  }

  static std::vector<SharedKey> SharedImportsOf(const Program& program) {
    std::vector<SharedKey> keys;
    for (const SharedImport& import : program.shared_imports) {
      const Target target = import.target;
      if (target.kind == TargetKind::kPackage) {
        keys.emplace_back(import.project, import.alias, target.kind,
                          program.packages[target.index].clause, std::string_view(), std::string());
      } else {
        const SymbolRef type = program.TypeAt(target.index);
        keys.emplace_back(import.project, import.alias, target.kind, Name::kEmpty,
                          program.paths.Path(type.file), program.TypeKeyOf(type));
      }
    }
    std::sort(keys.begin(), keys.end());
    return keys;
  }

  static const Package* Named(const Program& program, Name name) {
    const auto found = program.namespaces.Find(name);
    return found.empty() ? nullptr : &program.packages[found.front().value];
  }

  // Importers of a namespace have an edge to the first file that opens it. A new or removed
  // namespace is a new or removed name.
  void Compare(Name name) {
    const Package* const was = Named(before_, name);
    const Package* const is = Named(after_, name);
    if (was == nullptr || is == nullptr) {
      const std::string_view text = after_.names.Text(name);
      marks_.MarkName(after_.names.Find(text.substr(text.rfind('.') + 1)), kBothAspects);
      changed_.insert(name);
      return;
    }
    const auto same = [&](FileIndex old, FileIndex now) { return match_.new_of[old] == now; };
    if (!std::equal(was->files.begin(), was->files.end(), is->files.begin(), is->files.end(),
                    same)) {
      changed_.insert(name);
    }
  }

  void MarkImporters() {
    for (FileIndex i = 0; i < after_.files.size(); ++i) {
      for (const ImportLink& link : after_.files[i].imports) {
        if (link.module.kind != TargetKind::kPackage) continue;
        if (changed_.count(after_.packages[link.module.index].clause) != 0) marks_.MarkFile(i);
      }
    }
  }

  const Program& before_;
  const Program& after_;
  const FileMatch& match_;
  ImpactMarks& marks_;
  std::unordered_set<Name> changed_;
};

}  // namespace

void MarkNamespaceImpact(const Program& before, const Program& after, const FileMatch& match,
                         ImpactMarks& marks) {
  if (before.namespaces.size() == 0 && after.namespaces.size() == 0) return;
  NamespaceComparison(before, after, match, marks).Run();
}

}  // namespace waymark::indexer
