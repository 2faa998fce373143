#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "answers/answer_store.h"
#include "answers/changed_symbols.h"
#include "answers/context_commits.h"
#include "answers/context_completeness.h"
#include "answers/convert.h"
#include "answers/cost_model.h"
#include "answers/judgement_store.h"
#include "answers/name_lookup.h"
#include "answers/next_call.h"
#include "answers/place_in_view.h"
#include "answers/requests.h"
#include "answers/row_stream.h"
#include "answers/source_text.h"
#include "graph/status.h"
#include "retrieval/declarations.h"
#include "retrieval/single_name.h"
#include "retrieval/smallest_pack.h"
#include "services/engine.h"
#include "services/line_chunks.h"
#include "services/payload_text.h"
#include "services/state_text.h"
#include "services/whole_word.h"
#include "views/freshness.h"
#include "views/store_damage.h"
#include "wire/gcf_stream.h"
#include "wire/short_commit.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kTaskTool[] = "context_for_task";
constexpr char kFilesTool[] = "context_for_files";
// Below this budget answers state less about the index: as few digits of the commit as GCF, and no
// root.
constexpr std::uint32_t kLeanBudgetTokens = 1000;
constexpr std::size_t kSoughtNames = 32;

std::string_view ToolOf(const ContextRequest& request) {
  return request.task.empty() ? kFilesTool : kTaskTool;
}

// A budget of 0 is rejected, with the cost of the header that a real budget has.
std::uint64_t ToldBudget(std::uint32_t budget) { return std::max(budget, 1U); }

// A symbol without its text, which is not known yet.
wire::Symbol RowOf(const graph::ReadView& view, const retrieval::RankedSymbol& ranked) {
  wire::Symbol symbol = ToWireSymbol(view, ranked.symbol);
  symbol.score = ranked.score;
  symbol.provenance = ranked.provenance;
  return symbol;
}

// Sends the first line of the best row, which packing does not change.
absl::Status BeginRow(wire::Symbol symbol, wire::GcfStream& stream) {
  WM_ASSIGN_OR_RETURN(const wire::Symbol row, CanonicalRow(std::move(symbol)));
  return stream.BeginNode(row);
}

// The budget that an answer states, and that of the call for its rest.
struct ToldBudgets {
  std::uint32_t own = 0;
  std::uint32_t next = 0;
};

std::vector<std::string> FilesAmong(const graph::ReadView& view,
                                    const std::vector<std::string>& names) {
  std::vector<std::string> files;
  std::copy_if(names.begin(), names.end(), std::back_inserter(files),
               [&](const std::string& name) { return view.FindFile(name).has_value(); });
  return files;
}

// `left` symbols of the ranking are not shown. `payload` has its root.
std::optional<wire::Truncation> TruncationOf(const graph::ReadView& view,
                                             const ContextRequest& request, std::size_t left,
                                             std::uint32_t budget, const wire::Payload& payload) {
  if (left == 0) return std::nullopt;
  wire::Truncation truncation;
  truncation.omitted = left;
  truncation.next_call = NextContext(request, FilesAmong(view, request.around), budget, payload);
  return truncation;
}

// Rejects parts that have no effect on this ranking, because the caller would expect one.
absl::Status CheckWithout(const ContextRequest& request) {
  if (!request.task.empty()) return absl::OkStatus();
  for (const retrieval::PartRow& row : retrieval::AllParts()) {
    const bool is_of_words = row.in_words && !row.in_around;
    if (!is_of_words || !request.without.Has(row.part)) continue;
    return absl::InvalidArgumentError(fmt::format(
        "the part '{}' cannot be left out without a task: it ranks by the words of the task",
        row.name));
  }
  return absl::OkStatus();
}

absl::Status CheckQuestion(const ContextRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckRange("the token budget", request.budget_tokens, 0, kMaxBudgetTokens));
  WM_RETURN_IF_ERROR(CheckRange("the number of commits", request.commits, 0, kMaxContextCommits));
  if (!request.around.empty() && !request.base.empty()) {
    return absl::InvalidArgumentError(
        "ask about symbols and files, or about the differences from a revision, not about both");
  }
  if (!request.explained.empty()) {
    WM_RETURN_IF_ERROR(CheckText("the symbol", request.explained, kMaxNameBytes));
  }
  const bool has_place = !request.around.empty() || !request.base.empty();
  if (!request.task.empty() || !has_place) {
    WM_RETURN_IF_ERROR(CheckText("the task", request.task, kMaxTaskBytes));
  }
  WM_RETURN_IF_ERROR(CheckWithout(request));
  WM_RETURN_IF_ERROR(
      CheckRange("the number of further tasks", request.also.size(), 0, kMaxTasks - 1));
  const std::size_t tasks_before = request.task.empty() ? 0 : 1;
  WM_RETURN_IF_ERROR(CheckTexts("task", request.also, kMaxTaskBytes, tasks_before));
  if (!request.base.empty()) return CheckBase(request.base, false);
  if (request.around.empty()) return absl::OkStatus();
  WM_RETURN_IF_ERROR(
      CheckRange("the number of symbols and files", request.around.size(), 1, kMaxContextNames));
  return CheckTexts("symbol or file", request.around, kMaxNameBytes);
}

// A name with an extension may have been meant as a file, unless it is a place in a file.
absl::Status NotFocused(const graph::ReadView& view, const std::string& name,
                        const absl::Status& status) {
  const std::string extension = std::filesystem::path(name).extension();
  const bool is_file = !extension.empty() && extension.find(':') == std::string::npos;
  if (!absl::IsNotFound(status) || !is_file) return status;
  absl::Status told(
      status.code(),
      fmt::format("no file '{}' is indexed (`waymark index` adds new files, but not ignored ones "
                  "or those in unknown languages), and {}",
                  name, std::string(status.message())));
  status.ForEachPayload([&](auto payload_name, const absl::Cord& payload) {
    told.SetPayload(payload_name, payload);
  });
  return WithNearestFile(view, name, std::move(told));
}

// The definitions of the files, if the index cannot map the changed lines to symbols.
std::vector<SymbolId> SymbolsIn(const graph::ReadView& view, std::span<const FileId> files) {
  std::vector<SymbolId> symbols;
  std::vector<SymbolId> of_file;
  for (const FileId file : files) {
    view.SymbolsOf(file, of_file);
    symbols.insert(symbols.end(), of_file.begin(), of_file.end());
  }
  return symbols;
}

// If the index lags and knows no symbol of the change, the change consists of its files.
absl::Status TakeFilesOfUnknown(const graph::ReadView& view, const std::string& base,
                                FreshnessCheck& freshness, ChangedSymbols& changed) {
  if (!changed.symbols.empty()) return absl::OkStatus();
  WM_RETURN_IF_ERROR(CheckSomeMayHaveChanged(changed, base, freshness.Wait()));
  changed.symbols = SymbolsIn(view, changed.files);
  return absl::OkStatus();
}

// A file stands for all its definitions. The names become relative to the checkout. `name_note` is
// Payload::name_note.
absl::StatusOr<std::vector<SymbolId>> FocusOf(const graph::ReadView& view,
                                              std::vector<std::string>& names,
                                              std::string& name_note) {
  std::vector<SymbolId> focus;
  std::vector<std::string> notes;
  for (std::string& name : names) {
    const absl::StatusOr<std::vector<NamedSymbol>> found = ResolveOverloads(view, name);
    if (!found.ok()) return NotFocused(view, name, found.status());
    const NamedSymbol& named = found->front();
    name = named.name;
    notes.push_back(named.note);
    if (view.Kind(named.symbol) == SymbolKind::kFile) {
      const FileId file = view.FileOf(named.symbol);
      const std::vector<SymbolId> of_file = SymbolsIn(view, {&file, 1});
      focus.insert(focus.end(), of_file.begin(), of_file.end());
    } else {
      for (const NamedSymbol& overload : *found) focus.push_back(overload.symbol);
    }
  }
  name_note = JoinedNotes(notes);
  return focus;
}

void LeaveOut(const graph::ReadView& view, const std::set<SymbolIdentity>& excluded,
              retrieval::ContextResult& ranked) {
  if (excluded.empty()) return;
  std::erase_if(ranked.ranking, [&](const retrieval::RankedSymbol& symbol) {
    return excluded.count(view.Identity(symbol.symbol)) != 0;
  });
}

// Limits the remaining ranking, so that the rest of a limited answer has the same limit. Returns
// the number of symbols cut off.
std::size_t LimitTo(std::size_t max_symbols, retrieval::ContextResult& ranked) {
  const std::size_t size = ranked.ranking.size();
  if (max_symbols == 0 || size <= max_symbols) return 0;
  ranked.ranking.resize(max_symbols);
  return size - max_symbols;
}

std::size_t CountLeft(std::span<const retrieval::RankedSymbol> ranking,
                      const wire::Payload& payload) {
  return ranking.size() - std::min(ranking.size(), payload.symbols.size());
}

// The state of the index for an answer of few tokens, in a short form.
wire::IndexInfo Lean(wire::IndexInfo index) {
  index.root.reset();
  index.commit = wire::ShortCommit(index);
  return index;
}

// Null if there are no judgements. `note` says so if they are of another version. Damaged ones fail
// the question, as a damaged history does: the ranking would be another one.
absl::StatusOr<std::shared_ptr<const JudgementList>> JudgementsFor(const graph::Store& store,
                                                                   JudgementStore& book,
                                                                   const ContextRequest& request,
                                                                   const graph::ViewKey& key,
                                                                   std::string& note) {
  const std::shared_ptr<const JudgementList> none;
  if (request.task.empty() || request.without.Has(retrieval::Part::kFeedback)) return none;
  absl::StatusOr<std::shared_ptr<const JudgementList>> judgements = book.Of(key.repository);
  if (judgements.ok()) return judgements;
  if (absl::IsDataLoss(judgements.status())) {
    return WithStore(judgements.status(), store, request.root);
  }
  note = std::string(judgements.status().message());
  return none;
}

// Empty for null.
std::span<const retrieval::RelevanceJudgement> SpanOf(const JudgementList* list) {
  return list == nullptr ? std::span<const retrieval::RelevanceJudgement>() : std::span(*list);
}

Explanation Explain(retrieval::Question question, const retrieval::Pack& pack) {
  Explanation explanation{.question = std::move(question),
                          .pack = {.value = pack.value, .best_value = pack.best_value},
                          .symbols = {}};
  explanation.symbols.reserve(pack.symbols.size());
  for (const retrieval::PackedSymbol& packed : pack.symbols) {
    ++explanation.pack.shown[static_cast<std::size_t>(packed.fidelity)];
    explanation.symbols.push_back(packed.ranked.parts);
  }
  return explanation;
}

// The subject of a request, which must outlive it; names of files become relative. `name_note` is
// Payload::name_note.
absl::StatusOr<retrieval::Inquiry> InquiryOf(const graph::ReadView& view,
                                             const ChangedSymbols& changed, ContextRequest& request,
                                             std::string& name_note) {
  retrieval::Inquiry inquiry{
      .tasks = {request.also.begin(), request.also.end()}, .around = changed.symbols, .named = {}};
  if (!request.task.empty()) inquiry.tasks.insert(inquiry.tasks.begin(), request.task);
  if (!request.around.empty()) {
    WM_ASSIGN_OR_RETURN(inquiry.around, FocusOf(view, request.around, name_note));
  }
  // If there are several tasks, each is ranked by its words.
  if (inquiry.tasks.size() == 1) {
    inquiry.named = retrieval::SymbolsOfSingleName(view, inquiry.tasks.front());
  }
  return inquiry;
}

// A change of which the index, which lags, knows nothing gives an empty ranking.
absl::StatusOr<retrieval::ContextResult> Rank(const graph::ReadView& view,
                                              const retrieval::Inquiry& inquiry,
                                              const retrieval::ContextOptions& options) {
  if (inquiry.tasks.empty() && inquiry.around.empty()) return retrieval::ContextResult();
  return retrieval::RankFor(view, inquiry, options);
}

// Limits every symbol to the fidelity that was asked for.
void LimitShown(retrieval::Fidelity most, retrieval::CostModel& cost) {
  if (most == retrieval::Fidelity::kBody) return;
  cost.symbol_bound = [most, bound = std::move(cost.symbol_bound)](
                          retrieval::PackedSymbol packed) -> std::optional<std::uint32_t> {
    const bool is_text = packed.fidelity > retrieval::Fidelity::kSignature;
    if (packed.fidelity > most && is_text) return std::nullopt;
    return bound(packed);
  };
}

// Reserves tokens for text that is added after the count: the handle of a new session.
void Reserve(std::uint32_t tokens, retrieval::CostModel& cost) {
  cost.fixed_bound += tokens;
  cost.encode = [tokens, encode = std::move(cost.encode)](
                    const retrieval::Pack& pack) -> absl::StatusOr<std::uint32_t> {
    WM_ASSIGN_OR_RETURN(const std::uint32_t counted, encode(pack));
    return counted + tokens;
  };
}

// Calls `on_best` with the first row of the answer once that is sure, unless it is null. The rows
// begin with the symbols at distance 0, the best of which is first. `on_best` must outlive `cost`.
void TellBest(const graph::ReadView& view, std::span<const retrieval::RankedSymbol> ranking,
              const std::function<absl::Status(wire::Symbol)>& on_best,
              retrieval::CostModel& cost) {
  if (!on_best || ranking.empty() || ranking.front().distance != 0) return;
  cost.on_best_sure = [&view, &on_best, best = ranking.front()] {
    return on_best(RowOf(view, best));
  };
}

struct FilledPack {
  retrieval::Pack pack;
  wire::Payload payload;
};

absl::Status Recount(const CountedPacks& counted, retrieval::Pack& pack) {
  pack.encoding = static_cast<std::uint32_t>(counted.payloads->size());
  WM_ASSIGN_OR_RETURN(pack.tokens, counted.cost.encode(pack));
  return absl::OkStatus();
}

// For a budget that fits no symbol. The call for the rest has the budget of the smallest answer.
absl::StatusOr<retrieval::Pack> PackNothing(const CountedPacks& counted, retrieval::Pack smallest,
                                            retrieval::Pack nothing, ToldBudgets& told) {
  const std::uint32_t budget = told.own;
  // The text states the budget, whose digits cost a token per three.
  while (smallest.tokens > told.next) {
    told = {smallest.tokens, smallest.tokens};
    WM_RETURN_IF_ERROR(Recount(counted, smallest));
  }
  told.own = budget;
  WM_RETURN_IF_ERROR(Recount(counted, nothing));
  if (nothing.tokens <= budget) return nothing;
  return RefuseBudget(budget, nothing.tokens, told.next);
}

// Packs the part of a ranking that fits the budget of a request; a part of another answer has at
// least one symbol.
absl::StatusOr<FilledPack> Fill(const graph::ReadView& view,
                                std::span<const retrieval::RankedSymbol> ranking,
                                const ContextRequest& request, bool is_part, ToldBudgets& told,
                                CountedPacks counted) {
  LimitShown(request.most_shown, counted.cost);
  if (request.held.session == kNewSession) Reserve(kSessionTokens, counted.cost);
  told = {request.budget_tokens, request.budget_tokens};
  FilledPack filled;
  retrieval::Pack& pack = filled.pack;
  WM_ASSIGN_OR_RETURN(pack, retrieval::PackRanking(view, ranking, request.budget_tokens,
                                                   counted.cost, request.without));
  if (pack.symbols.empty()) {
    retrieval::Pack smallest = pack;
    if (!ranking.empty()) {
      const auto encoded = static_cast<std::uint32_t>(counted.payloads->size());
      WM_ASSIGN_OR_RETURN(smallest, retrieval::SmallestPack(view, ranking, counted.cost, encoded));
    }
    if (is_part) {
      pack = std::move(smallest);
    } else {
      WM_ASSIGN_OR_RETURN(pack, PackNothing(counted, std::move(smallest), std::move(pack), told));
    }
  }
  filled.payload = std::move(counted.payloads->at(filled.pack.encoding));
  return filled;
}

// What makes lines of the shown symbols tell: the words of the question, and the names of the best
// symbols, which are nearly all that are shown.
TellingQuestion TellingFor(const graph::ReadView& view, const retrieval::ContextResult& ranked) {
  TellingQuestion question = TellingWordsOf(ranked.question);
  const std::size_t count = std::min(ranked.ranking.size(), kSoughtNames);
  for (std::size_t i = 0; i < count; ++i) {
    question.names.emplace_back(LastIdentifier(view.QualifiedName(ranked.ranking[i].symbol)));
  }
  return question;
}

using Filling = std::function<absl::StatusOr<FilledPack>(const wire::GcfSession* session)>;

// Fills an answer with text that its client does not hold, and returns the pack. A part of another
// answer is not remembered.
absl::StatusOr<retrieval::Pack> FillAndSend(AnswerStore& memory, const ContextRequest& request,
                                            bool is_part, const Filling& fill,
                                            ContextAnswer& answer) {
  WM_ASSIGN_OR_RETURN(const std::optional<wire::GcfSession> session, memory.Session(request));
  WM_ASSIGN_OR_RETURN(FilledPack filled, fill(session ? &*session : nullptr));
  answer.payload = std::move(filled.payload);
  if (is_part) return std::move(filled.pack);
  WM_RETURN_IF_ERROR(memory.Send({request.encoding, request.held, request.budget_tokens}, answer));
  const bool is_too_large = answer.payload.tokens_used > request.budget_tokens;
  if (!session || answer.sent || !is_too_large) return std::move(filled.pack);
  // Nothing can be sent in the session, and outside it the pack is too large.
  WM_ASSIGN_OR_RETURN(filled, fill(nullptr));
  answer.payload = std::move(filled.payload);
  HeldAnswers alone = request.held;
  alone.session.clear();
  const std::string why = std::exchange(answer.session_note, "");
  WM_RETURN_IF_ERROR(memory.Send({request.encoding, alone, request.budget_tokens}, answer));
  answer.session_note = why;
  return std::move(filled.pack);
}

// The position of `symbol` in a pack of the best of `ranking`, and where the pack ends.
void ReportPlace(const retrieval::Pack& pack, const std::vector<retrieval::RankedSymbol>& ranking,
                 SymbolId symbol, SymbolExplanation& explanation) {
  explanation.pack_size = static_cast<std::uint32_t>(pack.symbols.size());
  for (std::uint32_t i = 0; i < pack.symbols.size(); ++i) {
    if (pack.symbols[i].ranked.symbol != symbol) continue;
    explanation.packed = i + 1;
    explanation.shown = pack.symbols[i].fidelity;
  }
  if (pack.symbols.empty()) return;
  const retrieval::RankedSymbol& last = pack.symbols.back().ranked;
  const auto at = std::find_if(ranking.begin(), ranking.end(),
                               [&](const auto& ranked) { return ranked.symbol == last.symbol; });
  explanation.last_rank = static_cast<std::uint32_t>(at - ranking.begin()) + 1;
  explanation.last_score = last.score;
}

absl::StatusOr<SymbolExplanation> ExplainOne(const graph::ReadView& view, const std::string& name,
                                             const retrieval::Inquiry& inquiry,
                                             const retrieval::ContextOptions& options,
                                             const retrieval::Pack& pack,
                                             const std::vector<retrieval::RankedSymbol>& ranking) {
  WM_ASSIGN_OR_RETURN(const NamedSymbol named, ResolveName(view, name));
  std::vector<Neighbor> scratch;
  const SymbolId definition = retrieval::DefinitionOf(view, named.symbol, scratch);
  SymbolExplanation symbol;
  symbol.name = view.QualifiedName(definition);
  symbol.name_note = named.note;
  WM_ASSIGN_OR_RETURN(symbol.ranking, retrieval::ExplainSymbol(view, inquiry, definition, options));
  ReportPlace(pack, ranking, definition, symbol);
  return symbol;
}

// Without judgements.
retrieval::ContextOptions OptionsOf(const ContextRequest& request, const graph::History* history,
                                    const retrieval::FileText& text, const CallControl& control,
                                    retrieval::Workspace* workspace) {
  return {.without = request.without,
          .history = history,
          .text = &text,
          .cancelled = control.cancelled,
          .workspace = workspace};
}

}  // namespace

absl::StatusOr<ContextAnswer> Engine::Context(const ContextRequest& request,
                                              const CallControl& control) {
  return request.repositories.empty() ? ContextOf(request, {}, control)
                                      : ContextAcross(request, control);
}

absl::StatusOr<ContextAnswer> Engine::StreamContext(const ContextRequest& request,
                                                    const StreamSink& sink,
                                                    const CallControl& control) {
  const auto* lines = std::get_if<LinesSink>(&sink);
  const bool is_whole = lines == nullptr || !request.repositories.empty() ||
                        !request.held.session.empty() || !request.held.pack_root.empty();
  if (is_whole) {
    WM_ASSIGN_OR_RETURN(ContextAnswer answer, Context(request, control));
    WM_RETURN_IF_ERROR(StreamAnswer(answer, sink));
    return answer;
  }
  LineChunks chunks(*lines);
  wire::GcfStream stream(
      ToolOf(request), ToldBudget(request.budget_tokens),
      [&chunks](std::string_view line) { return chunks.Add(line); }, wire::kFullAnswer);
  const auto begin = [&](wire::Symbol best) -> absl::Status {
    WM_RETURN_IF_ERROR(BeginRow(std::move(best), stream));
    WM_RETURN_IF_ERROR(chunks.Flush());
    return control.Check();
  };
  WM_ASSIGN_OR_RETURN(ContextAnswer answer, ContextOf(request, {.on_best = begin}, control));
  WM_RETURN_IF_ERROR(wire::FinishGcf(answer.payload, stream));
  WM_RETURN_IF_ERROR(chunks.Flush());
  return answer;
}

absl::StatusOr<ContextAnswer> Engine::ContextOf(const ContextRequest& asked, const ContextUse& use,
                                                const CallControl& control) {
  const bool is_part = use.unranked != nullptr;
  WM_RETURN_IF_ERROR(CheckQuestion(asked));
  ContextRequest request = asked;
  WM_RETURN_IF_ERROR(CheckHeld(context_codecs_, request.encoding, request.held));
  WM_ASSIGN_OR_RETURN(const std::set<SymbolIdentity> excluded, answer_store_->Excluded(request));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  const WorkspacePool::Lease workspace(*workspaces_);
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                      OpenHistory(*store_, opened.key, request.root));
  std::string note;
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const JudgementList> said,
                      JudgementsFor(*store_, *judgements_, request, opened.key, note));
  const retrieval::FileText text = TextFrom(opened.sources);
  const retrieval::RelevanceJudgements judgements{.said = SpanOf(said.get()), .text = text};
  retrieval::ContextOptions options =
      OptionsOf(request, history.get(), text, control, workspace.get());
  if (said != nullptr) options.judgements = &judgements;
  ChangedSymbols changed;
  if (!request.base.empty()) {
    WM_ASSIGN_OR_RETURN(changed, ChangeSince(request.base, view, request.state, control));
    WM_RETURN_IF_ERROR(TakeFilesOfUnknown(view, request.base, freshness, changed));
  }
  std::string name_note;
  WM_ASSIGN_OR_RETURN(const retrieval::Inquiry inquiry,
                      InquiryOf(view, changed, request, name_note));
  WM_ASSIGN_OR_RETURN(retrieval::ContextResult ranked, Rank(view, inquiry, options));
  LeaveOut(view, excluded, ranked);
  if (is_part) *use.unranked = ranked.omitted;
  const std::size_t beyond_limit = LimitTo(request.max_symbols, ranked);
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const ContextCommits found,
                      CommitsFor(view, request, {inquiry, options, ranked}, context_codecs_));
  const wire::IndexInfo index =
      ToIndexInfo(view, FilesDiffering(changed, freshness.Wait()), opened.shown);
  const wire::Completeness completeness = WithReason(
      CompletenessOfContext(view, request, is_part, changed, index, ranked), found.trouble);
  ToldBudgets told = {request.budget_tokens, request.budget_tokens};
  const PayloadFinisher finish = [&](wire::Payload& payload) {
    payload.tool = ToolOf(request);
    payload.name_note = name_note;
    payload.commits = found.commits;
    payload.token_budget = ToldBudget(told.own);
    payload.index = told.own < kLeanBudgetTokens ? Lean(index) : index;
    const std::size_t left = beyond_limit + CountLeft(ranked.ranking, payload);
    payload.completeness =
        left == 0 && !is_part ? WithUnranked(completeness, ranked.omitted) : completeness;
    payload.truncation = TruncationOf(view, request, left, told.next, payload);
  };
  const auto fill = [&](const wire::GcfSession* session) -> absl::StatusOr<FilledPack> {
    WM_ASSIGN_OR_RETURN(
        CountedPacks counted,
        MakeCostModel(view, history.get(), {.text = text, .question = TellingFor(view, ranked)},
                      context_codecs_, {request.encoding, session}, finish));
    TellBest(view, ranked.ranking, use.on_best, counted.cost);
    return Fill(view, ranked.ranking, request, is_part, told, std::move(counted));
  };
  ContextAnswer answer;
  WM_ASSIGN_OR_RETURN(const retrieval::Pack pack,
                      FillAndSend(*answer_store_, request, is_part, fill, answer));
  if (answer.session_note.empty()) answer.session_note = note;
  if (!request.explain) return answer;
  answer.explanation = Explain(std::move(ranked.question), pack);
  if (request.explained.empty()) return answer;
  WM_ASSIGN_OR_RETURN(answer.explanation->symbol,
                      ExplainOne(view, request.explained, inquiry, options, pack, ranked.ranking));
  return answer;
}

absl::StatusOr<SentAnswer> Engine::Abridge(const AbridgeRequest& request,
                                           const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckHeld(codecs_, request.encoding, request.held));
  if (!request.held.exclude.empty()) {
    return absl::InvalidArgumentError(
        "only a context can leave out the symbols of earlier answers");
  }
  WM_RETURN_IF_ERROR(control.Check());
  SentAnswer answer;
  answer.payload = request.payload;
  answer.payload.pack_root.reset();
  if (!request.held.pack_root.empty()) answer.payload.pack_root.emplace();
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  WM_RETURN_IF_ERROR(answer_store_->Send({request.encoding, request.held}, answer));
  return answer;
}

absl::Status Engine::EndSession(const std::string& handle, const CallControl& control) {
  WM_RETURN_IF_ERROR(control.Check());
  return answer_store_->EndSession(handle);
}

}  // namespace waymark::services
