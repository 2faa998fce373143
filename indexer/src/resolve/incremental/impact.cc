// Impact by name: the items that only one state has, closed over the items that depend on them.
#include "resolve/incremental/impact.h"

#include <algorithm>
#include <iterator>

#include "graph/hash.h"
#include "resolve/incremental/impact_links.h"
#include "resolve/incremental/impact_marks.h"

namespace waymark::indexer {
namespace {

class ImpactFinder {
 public:
  ImpactFinder(const LinkedState& before, const LinkedState& after, const FileMatch& match,
               const ImplicitNames& implicit, const graph::ReadView& view)
      : before_(before),
        after_(after),
        match_(match),
        implicit_(implicit),
        view_(view),
        marks_(after.program->names.bound(), after.program->files.size()) {}

  Impact Run(std::size_t max_affected) {
    if (before_.program->macro_namespaces != after_.program->macro_namespaces) marks_.GiveUp();
    CompareItems();
    MarkLinkImpact(before_, after_, match_, marks_);
    Close();
    if (!marks_.everything()) MarkMentioningFiles(max_affected);
    Impact impact;
    impact.invalidated_names = marks_.names().size();
    for (FileIndex i = 0; i < marks_.affected().size(); ++i) {
      if (marks_.affected()[i] && IsSame(i)) impact.affected.push_back(i);
    }
    impact.everything = marks_.everything() || impact.affected.size() > max_affected;
    return impact;
  }

 private:
  // Whether the file has the same facts in both states.
  bool IsSame(FileIndex file) const {
    const FileIndex old = match_.old_of[file];
    return old != kNoIndex &&
           before_.program->files[old].shared_model == after_.program->files[file].shared_model;
  }

  static bool ModulesNest(const Program& program, FileIndex file) {
    return program.files[file].model().rules->modules_nest();
  }

  void CompareItems() {
    for (FileIndex i = 0; i < match_.old_of.size(); ++i) {
      const FileIndex old = match_.old_of[i];
      if (IsSame(i)) continue;
      ++changed_files_;  // these may be marked too
      changes_nested_ |= ModulesNest(*after_.program, i);
      const FileInterface none;
      const FileInterface& was = old == kNoIndex ? none : *before_.interfaces[old];
      MarkDifference(was.items, after_.interfaces[i]->items, i);
      if (old != kNoIndex && was.whole_hash != after_.interfaces[i]->whole_hash) {
        MarkWhole(before_, after_, match_, i, marks_);
      }
    }
    for (FileIndex old = 0; old < match_.new_of.size(); ++old) {
      if (match_.new_of[old] != kNoIndex) continue;
      changes_nested_ |= ModulesNest(*before_.program, old);
      MarkDifference(before_.interfaces[old]->items, {}, kNoIndex);
    }
  }

  void MarkDifference(const std::vector<InterfaceItem>& was, const std::vector<InterfaceItem>& is,
                      FileIndex file) {
    std::vector<InterfaceItem> different;
    std::set_symmetric_difference(was.begin(), was.end(), is.begin(), is.end(),
                                  std::back_inserter(different));
    for (const InterfaceItem& item : different) Mark(file, item.name, item.aspects);
  }

  // Importers of an added or removed module notice it by the targets of their imports.
  void Mark(FileIndex file, Name name, std::uint8_t aspects) {
    const bool exists = file != kNoIndex;
    if (exists && name == Name::kEmpty && ModulesNest(*after_.program, file)) {
      marks_.GiveUp();  // a glob import leads there
    } else if (exists &&
               name == implicit_.DefaultExport(after_.program->files[file].model().language)) {
      marks_.MarkModule(file);
    } else {
      marks_.MarkName(name, aspects);
    }
  }

  void Close() {
    for (int round = 0; marks_.TakeGrew() && !marks_.everything(); ++round) {
      FollowArcs();
      MarkModuleImporters(*after_.program, marks_, modules_done_);
      if (round == kMaxClosureRounds || marks_.names().size() > kMaxDirtyNames) marks_.GiveUp();
    }
  }

  void FollowArcs() {
    for (FileIndex i = 0; i < after_.interfaces.size(); ++i) {
      // Definitions of other languages are in no nested module.
      const bool is_beyond_reach = !changes_nested_ && ModulesNest(*after_.program, i);
      for (const InterfaceArc& arc : after_.interfaces[i]->arcs) {
        if (arc.item == Name::kEmpty && is_beyond_reach) continue;
        if ((marks_.AspectsOf(arc.mention) & arc.needed) != 0) Mark(i, arc.item, arc.aspects);
      }
    }
  }

  void MarkMentioningFiles(std::size_t max_affected) {
    std::vector<bool> seen(view_.file_bound());
    std::vector<FileId> files;
    for (const Name name : marks_.names()) {
      view_.FilesMentioning(MentionHash(after_.program->names.Text(name)), files);
      for (const FileId id : files) {
        if (seen[ToIndex(id)]) continue;
        seen[ToIndex(id)] = true;
        if (const auto file = after_.program->paths.File(view_.File(id).path)) {
          marks_.MarkFile(*file);
        }
      }
      if (marks_.affected_count() > max_affected + changed_files_) marks_.GiveUp();
      if (marks_.everything()) return;
    }
  }

  const LinkedState& before_;
  const LinkedState& after_;
  const FileMatch& match_;
  const ImplicitNames& implicit_;
  const graph::ReadView& view_;
  ImpactMarks marks_;
  std::size_t modules_done_ = 0;
  std::size_t changed_files_ = 0;
  bool changes_nested_ = false;  // a file with nested modules was added, removed or changed
};

}  // namespace

FileMatch MatchFiles(const Program& before, const Program& after) {
  FileMatch match;
  match.old_of.assign(after.files.size(), kNoIndex);
  match.new_of.assign(before.files.size(), kNoIndex);
  FileIndex old = 0;
  for (FileIndex i = 0; i < after.files.size(); ++i) {
    while (old < before.files.size() && before.paths.Path(old) < after.paths.Path(i)) ++old;
    if (old == before.files.size() || before.paths.Path(old) != after.paths.Path(i)) continue;
    match.old_of[i] = old;
    match.new_of[old] = i;
  }
  return match;
}

Impact FindImpact(const LinkedState& before, const LinkedState& after, const FileMatch& match,
                  const ImplicitNames& implicit, const graph::ReadView& view,
                  std::size_t max_affected) {
  return ImpactFinder(before, after, match, implicit, view).Run(max_affected);
}

}  // namespace waymark::indexer
