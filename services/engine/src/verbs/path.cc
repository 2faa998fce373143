#include "retrieval/path.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/cost_model.h"
#include "answers/name_lookup.h"
#include "answers/requests.h"
#include "answers/source_text.h"
#include "graph/ascii.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "indexer/source_reader.h"
#include "services/engine.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/whole_word.h"
#include "views/freshness.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kPathTool[] = "find_path";

absl::Status CheckRequest(const PathRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the first symbol", request.from, kMaxNameBytes));
  WM_RETURN_IF_ERROR(CheckText("the last symbol", request.to, kMaxNameBytes));
  WM_RETURN_IF_ERROR(
      CheckRange("the number of hops", request.max_hops, 1, retrieval::kMaxBlastDepth));
  return CheckRange("the number of ways", request.count, 1, kMaxPaths);
}

// Whether there may be a path nevertheless, and why.
std::string MayHide(const graph::ReadView& view, std::uint64_t unresolved,
                    const wire::IndexInfo& index) {
  const wire::Completeness completeness =
      WithDiffering(WithUnresolved(CompletenessOfFiles(view), unresolved,
                                   "references of what was reached are not resolved"),
                    index);
  if (completeness.certainty == wire::Certainty::kComplete) {
    return "; no reference of what was reached is left unresolved";
  }
  if (completeness.reason.empty()) return ", as far as the files that were indexed tell";
  return fmt::format(", as far as is known: {}", completeness.reason);
}

// "werkzeug" in `werkzeug.run(app)`, read as a call of `run`.
std::string_view QualifierOf(std::string_view line, std::string_view name) {
  for (std::size_t at = 0; (at = line.find(name, at)) != std::string_view::npos; ++at) {
    std::string_view before = line.substr(0, at);
    const std::size_t mark = before.find_last_not_of(".:>-");
    if (mark == std::string_view::npos || mark + 1 == before.size()) continue;
    before = before.substr(0, mark + 1);
    const auto is_name = [](char c) { return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '_'; };
    std::size_t begin = before.size();
    while (begin > 0 && is_name(before[begin - 1])) --begin;
    return before.substr(begin);
  }
  return {};
}

// The text of an import: its line, or up to the end of the list that begins there.
std::string_view ImportAt(std::string_view text, std::uint32_t line) {
  constexpr std::uint32_t kMaxImportLines = 20;
  const std::string_view first = LinesOf(text, line, line);
  const std::size_t list = first.find_first_of("({");
  if (list == std::string_view::npos) return first;
  const std::string_view lines = LinesOf(text, line, line + kMaxImportLines);
  return lines.substr(0, lines.find_first_of(")}", list));
}

// The module outside the repository that a call leads to: its import names the function, or what
// the function is called on. Empty if no import does.
std::string_view ModuleOf(const retrieval::OutsideCall& call,
                          const std::vector<retrieval::OutsideModule>& modules,
                          std::string_view text) {
  const std::string_view qualifier =
      QualifierOf(LinesOf(text, call.site.line, call.site.line), call.name);
  for (const retrieval::OutsideModule& module : modules) {
    const bool names_it = HasWord(ImportAt(text, module.site.line), call.name);
    if (names_it || (!qualifier.empty() && HasWord(module.name, qualifier))) return module.name;
  }
  return {};
}

// "; it may continue in werkzeug.serving (run_simple at src/flask/app.py:746)".
std::string MayContinue(const graph::ReadView& view, const indexer::SourceReader& sources,
                        const retrieval::OutsideCalls& outside) {
  constexpr std::size_t kMaxModules = 5;
  std::map<FileId, std::string> texts;
  std::set<std::string_view> told_modules;
  std::string told;
  for (const retrieval::OutsideCall& call : outside.calls) {
    if (told_modules.size() == kMaxModules) break;
    const FileId file = view.FileOf(call.source);
    const auto modules = outside.modules.find(file);
    if (modules == outside.modules.end()) continue;
    const std::string path(view.File(file).path);
    const auto [text, is_new] = texts.try_emplace(file);
    if (is_new) text->second = sources.Read(path, indexer::kMaxFileBytes).value_or("");
    const std::string_view module = ModuleOf(call, modules->second, text->second);
    if (module.empty() || !told_modules.insert(module).second) continue;
    told += fmt::format("{}{} ({} at {}:{})", told.empty() ? "; it may continue in " : ", ", module,
                        call.name, path, call.site.line);
  }
  return told;
}

std::vector<SymbolId> DefinitionsOf(const std::vector<NamedSymbol>& named) {
  std::vector<SymbolId> symbols;
  symbols.reserve(named.size());
  for (const NamedSymbol& one : named) symbols.push_back(one.symbol);
  return symbols;
}

// One of the two names of a request: its meanings, the likeliest first.
class PathEnd {
 public:
  explicit PathEnd(std::vector<std::vector<NamedSymbol>> meanings)
      : meanings_(std::move(meanings)) {}

  std::size_t size() const { return meanings_.size(); }

  std::vector<SymbolId> Symbols(std::size_t meaning) const {
    return DefinitionsOf(meanings_[meaning]);
  }

  // Of all meanings, without those of `others`.
  std::vector<SymbolId> AllWithout(const std::vector<SymbolId>& others) const {
    std::vector<SymbolId> symbols;
    for (std::size_t i = 0; i < size(); ++i) {
      for (const SymbolId symbol : Symbols(i)) {
        if (std::find(others.begin(), others.end(), symbol) == others.end()) {
          symbols.push_back(symbol);
        }
      }
    }
    return symbols;
  }

  void Take(std::size_t meaning) { taken_ = meaning; }

  std::vector<SymbolId> TakenSymbols() const { return Symbols(taken_); }

  const std::string& name() const { return meanings_.front().front().name; }

  // Which symbol the name was taken for.
  const std::string& note() const { return meanings_[taken_].front().note; }

  // "Load", or "any of the 2 symbols that are called Load".
  std::string Described() const {
    if (size() == 1) return name();
    return fmt::format("any of {} symbols that are called {}", size(), name());
  }

 private:
  std::vector<std::vector<NamedSymbol>> meanings_;
  std::size_t taken_ = 0;
};

// Takes the likeliest meaning of the first name from which a path leads to any meaning of the other
// one, then the likeliest of those. False if there is no path between any two.
absl::StatusOr<bool> TakeConnected(const graph::ReadView& view, PathEnd& from, PathEnd& to,
                                   retrieval::PathOptions options) {
  options.count = 1;
  options.tells_outside = false;
  const auto leads = [&](const std::vector<SymbolId>& begin,
                         const std::vector<SymbolId>& end) -> absl::StatusOr<bool> {
    if (end.empty()) return false;
    WM_ASSIGN_OR_RETURN(const retrieval::Paths found,
                        retrieval::FindPaths(view, begin, end, options));
    return !found.paths.empty();
  };
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::vector<SymbolId> begin = from.Symbols(i);
    WM_ASSIGN_OR_RETURN(const bool leads_on, leads(begin, to.AllWithout(begin)));
    if (!leads_on) continue;
    from.Take(i);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::vector<SymbolId> end = to.Symbols(j);
      if (end == begin) continue;
      WM_ASSIGN_OR_RETURN(const bool arrives, leads(begin, end));
      if (!arrives) continue;
      to.Take(j);
      return true;
    }
  }
  return false;
}

// `doubts` tell what may be a path nevertheless.
absl::Status NoPath(const graph::ReadView& view, const PathEnd& from, const PathEnd& to,
                    std::string_view doubts, retrieval::PathOptions options) {
  options.count = 1;
  options.tells_outside = false;
  WM_ASSIGN_OR_RETURN(const retrieval::Paths back,
                      retrieval::FindPaths(view, to.TakenSymbols(), from.TakenSymbols(), options));
  const std::string way_back =
      back.paths.empty() ? ""
                         : fmt::format("; a path of {} leads the other way round",
                                       Counted(back.paths[0].steps.size(), "hop", "hops"));
  return absl::NotFoundError(
      fmt::format("no path of {} hops or fewer leads from {} to {} within the repository{}{}",
                  options.max_hops, from.Described(), to.Described(), doubts, way_back));
}

}  // namespace

absl::StatusOr<PathAnswer> Engine::Path(const PathRequest& request, const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  WM_ASSIGN_OR_RETURN(auto from_meanings, ResolveMeanings(view, request.from));
  WM_ASSIGN_OR_RETURN(auto to_meanings, ResolveMeanings(view, request.to));
  PathEnd from(std::move(from_meanings));
  PathEnd to(std::move(to_meanings));
  const WorkspacePool::Lease workspace(*workspaces_);
  const retrieval::PathOptions options{.max_hops = request.max_hops,
                                       .count = request.count,
                                       .tells_outside = true,
                                       .cancelled = control.cancelled,
                                       .workspace = workspace.get()};
  WM_ASSIGN_OR_RETURN(retrieval::Paths paths,
                      retrieval::FindPaths(view, from.TakenSymbols(), to.TakenSymbols(), options));
  if (paths.paths.empty() && (from.size() > 1 || to.size() > 1)) {
    WM_ASSIGN_OR_RETURN(const bool is_connected, TakeConnected(view, from, to, options));
    // Without a path, what may hide one between any two is told.
    const std::vector<SymbolId> begin = is_connected ? from.TakenSymbols() : from.AllWithout({});
    const std::vector<SymbolId> end = is_connected ? to.TakenSymbols() : to.AllWithout(begin);
    if (!end.empty()) {
      WM_ASSIGN_OR_RETURN(paths, retrieval::FindPaths(view, begin, end, options));
    }
  }
  const wire::IndexInfo index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  if (paths.paths.empty()) {
    return NoPath(
        view, from, to,
        MayHide(view, paths.unresolved, index) + MayContinue(view, *opened.sources, paths.outside),
        options);
  }
  PathAnswer answer;
  answer.payload = ToPayload(view, paths.paths);
  answer.payload.tool = kPathTool;
  answer.payload.name_note = JoinedNotes({from.note(), to.note()});
  answer.payload.completeness = WithDiffering(
      WithUnresolved(CompletenessOfFiles(view), paths.unresolved,
                     request.count > 1
                         ? "references on the way are not resolved and may be others"
                         : "references on the way are not resolved and may be shorter"),
      index);
  answer.payload.index = index;
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  return answer;
}

}  // namespace waymark::services
