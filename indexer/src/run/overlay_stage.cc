#include "run/overlay_stage.h"

#include <algorithm>
#include <utility>

#include "graph/status.h"
#include "resolve/edges/file_resolver.h"
#include "resolve/incremental/resolved_difference.h"
#include "resources/parallel.h"
#include "run/file_input.h"

namespace waymark::indexer {
namespace {

// A file that was resolved again.
struct Outcome {
  FileIndex file = kNoIndex;
  bool changed = false;
  absl::Status status;
  std::unique_ptr<ResolvedFile> was;  // of changed files: rows only; null if nothing is compared
  std::unique_ptr<ResolvedFile> is;
  Difference difference = Difference::kRows;
};

class OverlayStage {
 public:
  OverlayStage(RunContext& run, const graph::FactsReader& facts, const OverlayPlan& plan,
               graph::OverlayBuilder& builder)
      : run_(run), facts_(facts), plan_(plan), builder_(builder) {}

  absl::StatusOr<OverlayOutcome> Run() {
    WM_RETURN_IF_ERROR(Resolve());
    CompareAffected();
    WM_RETURN_IF_ERROR(Plan());
    first_symbols_.assign(plan_.after->files.size(), SymbolId::kNone);
    for (Outcome& outcome : outcomes_) {
      WM_RETURN_IF_ERROR(Add(outcome));
      result_.symbols_resolved += outcome.is->symbols.size();
    }
    builder_.SetSkipped(RowsOf(*plan_.skipped));
    result_.files_resolved = outcomes_.size();
    return result_;
  }

 private:
  absl::Status Resolve() {
    for (const auto* files : {&plan_.changed, &plan_.affected}) {
      for (const FileIndex file : *files) {
        Outcome& outcome = outcomes_.emplace_back();
        outcome.file = file;
        outcome.changed = files == &plan_.changed;
      }
    }
    std::sort(outcomes_.begin(), outcomes_.end(),
              [](const Outcome& a, const Outcome& b) { return a.file < b.file; });
    std::vector<std::unique_ptr<FileResolver>> after(run_.threads());
    std::vector<std::unique_ptr<FileResolver>> before(run_.threads());
    ParallelFor(run_.threads(), outcomes_.size(), [&](unsigned thread, std::size_t i) {
      if (run_.IsCancelled()) return;
      if (after[thread] == nullptr) {
        after[thread] = std::make_unique<FileResolver>(*plan_.after);
        if (Compares()) before[thread] = std::make_unique<FileResolver>(*plan_.before);
      }
      outcomes_[i].status = ResolveOne(*after[thread], before[thread].get(), outcomes_[i]);
    });
    for (const Outcome& outcome : outcomes_) WM_RETURN_IF_ERROR(outcome.status);
    return run_.Tick();
  }

  bool Compares() const { return !plan_.affected.empty(); }

  absl::Status ResolveOne(FileResolver& after, FileResolver* before, Outcome& outcome) {
    WM_ASSIGN_OR_RETURN(FileFacts facts, ReadFacts(facts_, plan_.files[outcome.file]->FactsKey()));
    const Watchdog::Scope watched(run_.watchdog(), "resolving", plan_.files[outcome.file]->path());
    const FileIndex old = Compares() ? plan_.match->old_of[outcome.file] : kNoIndex;
    if (before != nullptr && old != kNoIndex) {
      if (outcome.changed) {
        WM_ASSIGN_OR_RETURN(FileFacts former, ReadFacts(facts_, plan_.former[old]->FactsKey()));
        outcome.was = before->ResolveRows(old, std::move(former));
      } else {
        outcome.was = before->Resolve(old, facts);
      }
    }
    outcome.is = after.Resolve(outcome.file, std::move(facts));
    return absl::OkStatus();
  }

  void CompareAffected() {
    if (!Compares()) return;
    SymbolMatch symbols(*plan_.before, *plan_.after, *plan_.match);
    for (const Outcome& outcome : outcomes_) {
      if (outcome.was == nullptr || (!outcome.changed && SameRows(*outcome.was, *outcome.is))) {
        continue;
      }
      symbols.AddFile(plan_.match->old_of[outcome.file], *outcome.was, *outcome.is);
    }
    for (Outcome& outcome : outcomes_) {
      if (!outcome.changed) outcome.difference = Compare(*outcome.was, *outcome.is, symbols);
    }
  }

  absl::Status Plan() {
    std::vector<graph::PlannedFile> replaced;
    for (const Outcome& outcome : outcomes_) {
      if (outcome.difference != Difference::kRows) continue;
      replaced.push_back({plan_.files[outcome.file]->path(),
                          static_cast<std::uint32_t>(outcome.is->symbols.size())});
    }
    return builder_.Plan(replaced, plan_.removed);
  }

  absl::Status Add(Outcome& outcome) {
    if (outcome.difference == Difference::kNone) return absl::OkStatus();
    const SourceFile& file = *plan_.files[outcome.file];
    ResolvedFile& resolved = *outcome.is;
    for (graph::EdgeInput& edge : resolved.edges) edge.target = Translate(edge.target);
    for (std::vector<SymbolId>& candidates : resolved.candidates) {
      for (SymbolId& candidate : candidates) candidate = Translate(candidate);
    }
    if (outcome.difference == Difference::kEdges) {
      ++result_.files_rebound;
      return builder_.RebindFile({file.path(), resolved.edges, resolved.unresolved});
    }
    for (graph::SymbolInput& row : resolved.symbols) row.parent = Translate(row.parent);
    ++result_.files_replaced;
    return builder_.AddFile(InputOf(file, resolved));
  }

  // Translates numbers of the program to those of the state that is built.
  SymbolId Translate(SymbolId symbol) {
    if (symbol == SymbolId::kNone) return symbol;
    const SymbolRef ref = RefOf(*plan_.after, symbol);
    SymbolId& first = first_symbols_[ref.file];
    if (first == SymbolId::kNone) {
      first = builder_.FirstSymbolOf(plan_.after->paths.Path(ref.file)).value_or(SymbolId::kNone);
    }
    return first == SymbolId::kNone ? first : SymbolId{ToIndex(first) + ref.definition};
  }

  RunContext& run_;
  const graph::FactsReader& facts_;
  const OverlayPlan& plan_;
  graph::OverlayBuilder& builder_;
  std::vector<Outcome> outcomes_;  // by file
  std::vector<SymbolId> first_symbols_;
  OverlayOutcome result_;
};

}  // namespace

absl::StatusOr<OverlayOutcome> FillOverlay(RunContext& run, const graph::FactsReader& facts,
                                           const OverlayPlan& plan,
                                           graph::OverlayBuilder& builder) {
  return OverlayStage(run, facts, plan, builder).Run();
}

}  // namespace waymark::indexer
