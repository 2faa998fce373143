#include "options/change_questions.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "output/interrupt.h"
#include "services/limits.h"
#include "services/quantities.h"

namespace waymark::services {
namespace {

CallControl ControlOfChange() { return {.cancelled = Interrupt::flag()}; }

// Adds the other repositories of the workspace that holds the checkout.
absl::Status AddRepositories(const Asking& asking, CrossRepositoryRequest& elsewhere) {
  WM_ASSIGN_OR_RETURN(const WorkspacesAnswer known,
                      asking.verbs.Workspaces({.root = asking.root}, ControlOfChange()));
  if (!known.active.has_value()) return absl::OkStatus();
  for (const WorkspaceMember& member : known.active->members) {
    if (member.root == asking.root) {
      elsewhere.home = member.name;
    } else {
      elsewhere.repositories.push_back(member);
    }
  }
  if (elsewhere.home.empty()) elsewhere.repositories.clear();
  return absl::OkStatus();
}

// Paths of an answer about several repositories begin with the name of theirs.
std::uint64_t CountRepositories(const CrossRepositoryRequest& elsewhere,
                                const wire::Payload& payload) {
  const auto others = std::count_if(
      elsewhere.repositories.begin(), elsewhere.repositories.end(), [&](const auto& member) {
        return std::any_of(payload.symbols.begin(), payload.symbols.end(),
                           [prefix = member.name + ":"](const wire::Symbol& symbol) {
                             return symbol.path.starts_with(prefix);
                           });
      });
  return 1 + static_cast<std::uint64_t>(others);
}

absl::StatusOr<DiffAnswer> AskForDifference(const Asking& asking, const BlastRadiusRequest& request,
                                            std::size_t limit) {
  return asking.verbs.Diff({.root = request.root,
                            .base = request.base,
                            .limit = static_cast<std::uint32_t>(limit),
                            .encoding = request.encoding,
                            .state = request.state},
                           ControlOfChange());
}

wire::Risk RiskOf(const BlastRadiusAnswer& answer) {
  return answer.payload.affected.value_or(wire::Affected()).risk.value_or(wire::Risk());
}

// The state before the change.
StateChoice BaseOf(const BlastRadiusRequest& request) {
  return {.at = request.base, .buffers = {}};
}

bool IsRemoved(const wire::Symbol& symbol) {
  return IsChanged(symbol) && symbol.change->status == SymbolStatus::kRemoved;
}

// The answer if nothing that is indexed changes.
BlastRadiusAnswer NothingAffected(const DiffAnswer& difference) {
  BlastRadiusAnswer answer;
  answer.payload.tool = "blast_radius";
  answer.payload.completeness = difference.payload.completeness;
  answer.payload.index = difference.payload.index;
  answer.payload.affected = wire::Affected{
      .hops = {0}, .risk = wire::Risk{.level = wire::RiskLevel::kLow, .score = 0, .reasons = {}}};
  return answer;
}

// The same question about symbols, in a state that has them.
BlastRadiusRequest AboutSymbols(const BlastRadiusRequest& request,
                                std::vector<std::string> handles) {
  BlastRadiusRequest about = request;
  about.base.clear();
  about.cursor.clear();
  about.elsewhere = {};
  about.symbol = std::move(handles.front());
  about.also.assign(std::make_move_iterator(handles.begin() + 1),
                    std::make_move_iterator(handles.end()));
  return about;
}

// Asks about symbols in a state, and keeps the answer if it is riskier than the one so far.
absl::Status KeepRiskier(const Asking& asking, const BlastRadiusRequest& request,
                         std::vector<std::string> handles, const StateChoice& state,
                         std::optional<BlastRadiusAnswer>& kept) {
  if (handles.empty()) return absl::OkStatus();
  BlastRadiusRequest about = AboutSymbols(request, std::move(handles));
  about.state = state;
  WM_ASSIGN_OR_RETURN(BlastRadiusAnswer answer, asking.verbs.BlastRadius(about, ControlOfChange()));
  if (!kept.has_value() || RiskRank(RiskOf(answer).level) < RiskRank(RiskOf(*kept).level)) {
    kept = std::move(answer);
  }
  return absl::OkStatus();
}

// For a change whose lines lie in no symbol that is left: asks about the files in which something
// outside of symbols differs, and about what is removed, as it was.
absl::Status AskAboutDifference(const Asking& asking, const BlastRadiusRequest& request,
                                ChangeAnswer& answer) {
  WM_ASSIGN_OR_RETURN(const DiffAnswer difference,
                      AskForDifference(asking, request, kMaxScopeSymbols));
  std::vector<std::string> present;
  std::vector<std::string> removed;
  for (const wire::Symbol* const symbol : SymbolsToReport(difference.payload)) {
    (IsRemoved(*symbol) ? removed : present).push_back(symbol->handle);
  }
  std::optional<BlastRadiusAnswer> kept;
  WM_RETURN_IF_ERROR(KeepRiskier(asking, request, std::move(present), request.state, kept));
  WM_RETURN_IF_ERROR(KeepRiskier(asking, request, std::move(removed), BaseOf(request), kept));
  answer.has_change = kept.has_value();
  answer.blast = kept.has_value() ? *std::move(kept) : NothingAffected(difference);
  return absl::OkStatus();
}

// The risk of a change of the symbol alone; unstated if its name means nothing in that state.
absl::StatusOr<wire::Risk> AskForRisk(const Asking& asking, const BlastRadiusRequest& request,
                                      const wire::Symbol& symbol) {
  BlastRadiusRequest alone = AboutSymbols(request, {symbol.handle});
  alone.limit = 1;
  if (IsRemoved(symbol)) alone.state = BaseOf(request);
  const absl::StatusOr<BlastRadiusAnswer> answer =
      asking.verbs.BlastRadius(alone, ControlOfChange());
  if (answer.ok()) return RiskOf(*answer);
  const bool is_of_name =
      absl::IsNotFound(answer.status()) || absl::IsFailedPrecondition(answer.status());
  if (is_of_name) return wire::Risk();
  return answer.status();
}

}  // namespace

TestScopeRequest TestScopeOf(const BlastRadiusRequest& request) {
  TestScopeRequest scope{.root = request.root,
                         .symbols = request.also,
                         .base = request.base,
                         .min_confidence = request.min_confidence,
                         .state = request.state};
  if (!request.symbol.empty()) scope.symbols.insert(scope.symbols.begin(), request.symbol);
  return scope;
}

absl::StatusOr<TestScopeAnswer> AskForTests(const Asking& asking, const TestScopeRequest& request) {
  absl::StatusOr<TestScopeAnswer> tests = asking.verbs.TestScope(request, ControlOfChange());
  const bool is_unchanged = absl::IsNotFound(tests.status()) && !request.base.empty();
  return is_unchanged ? TestScopeAnswer() : std::move(tests);
}

absl::StatusOr<ChangeAnswer> AskAboutChange(const Asking& asking, BlastRadiusRequest request,
                                            bool with_tests) {
  WM_RETURN_IF_ERROR(AddRepositories(asking, request.elsewhere));
  ChangeAnswer answer;
  absl::StatusOr<BlastRadiusAnswer> blast = asking.verbs.BlastRadius(request, ControlOfChange());
  if (blast.ok()) {
    answer.blast = *std::move(blast);
    answer.repositories = CountRepositories(request.elsewhere, answer.blast.payload);
  } else if (absl::IsNotFound(blast.status()) && !request.base.empty()) {
    WM_RETURN_IF_ERROR(AskAboutDifference(asking, request, answer));
  } else {
    return blast.status();
  }
  if (with_tests) {
    WM_ASSIGN_OR_RETURN(answer.tests, AskForTests(asking, TestScopeOf(request)));
  }
  return answer;
}

absl::StatusOr<ChangeReport> AskForReport(const Asking& asking, const BlastRadiusRequest& request,
                                          const ChangeAnswer& answer) {
  if (request.base.empty()) {
    return absl::InvalidArgumentError(fmt::format(
        "{} reports about a change; name what it is compared with: --diff REV", asking.format));
  }
  WM_ASSIGN_OR_RETURN(const DiffAnswer difference,
                      AskForDifference(asking, request, kMaxDiffLimit));
  const wire::Payload& payload = difference.payload;
  const std::uint64_t stale =
      payload.index.has_value() ? payload.index->files_differing.value_or(0) : 0;
  if (stale != 0) {
    return absl::FailedPreconditionError(
        fmt::format("a report would leave out what is new: {}; run: waymark index",
                    Counted(stale, "file on disk differs from the index",
                            "files on disk differ from the index")));
  }
  std::vector<const wire::Symbol*> symbols = SymbolsToReport(payload);
  ChangeReport report{.base = request.base,
                      .changed = symbols.size(),
                      .affected = answer.blast.payload.affected.value_or(wire::Affected()),
                      .repositories = answer.repositories,
                      .sure_tests = answer.tests.sure,
                      .possible_tests = answer.tests.possible,
                      .runners = answer.tests.runners,
                      .tests_named = answer.tests.tests.size(),
                      .completeness = answer.blast.payload.completeness};
  if (symbols.size() > kMaxReportedSymbols) symbols.resize(kMaxReportedSymbols);
  for (const wire::Symbol* const symbol : symbols) {
    WM_ASSIGN_OR_RETURN(const wire::Risk risk, AskForRisk(asking, request, *symbol));
    report.symbols.push_back({.name = symbol->qualified_name,
                              .handle = symbol->handle,
                              .kind = std::string(wire::TermName(payload, symbol->kind)),
                              .path = symbol->path,
                              .first_line = symbol->start_line,
                              .last_line = symbol->end_line,
                              .change = *symbol->change,
                              .risk = risk});
  }
  SortByRisk(report.symbols);
  return report;
}

}  // namespace waymark::services
