#include "answers/context_commits.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "answers/cost_model.h"
#include "graph/hash.h"
#include "graph/history.h"
#include "graph/status.h"
#include "indexer/history.h"
#include "retrieval/lookup.h"
#include "retrieval/related_commits.h"
#include "services/limits.h"
#include "services/quantities.h"
#include "services/shell_word.h"
#include "services/whole_word.h"
#include "wire/payload.h"

namespace waymark::services {
namespace {

using graph::History;
using retrieval::RelatedCommit;

// Commits take at most one part of so many of the budget: those that were asked for by number, and
// others, which must not be at the cost of symbols. Answers of fewer tokens tell none of these: at
// 2,000 tokens they displace lines that the question needs, at this number they do not.
constexpr std::uint32_t kAskedShare = 4;
constexpr std::uint32_t kUsualShare = 16;
constexpr std::uint32_t kLeastUsualBudget = kDefaultBudgetTokens;

struct WantedCommits {
  std::uint32_t count = 0;
  std::uint32_t share = kAskedShare;
};

WantedCommits WantedBy(const ContextRequest& request, const retrieval::Inquiry& inquiry) {
  if (request.commits != 0) return {.count = request.commits};
  const bool has_room = request.budget_tokens >= kLeastUsualBudget && request.held.exclude.empty();
  const bool is_about_change =
      std::any_of(inquiry.tasks.begin(), inquiry.tasks.end(), retrieval::AsksAboutChange);
  if (!has_room || !is_about_change || request.without.Has(retrieval::Part::kHistory)) return {};
  return {.count = kUsualContextCommits, .share = kUsualShare};
}

std::string ShortIdOf(const graph::GitObjectId& commit) {
  return fmt::format("{:02x}", fmt::join(commit, "")).substr(0, wire::kShortCommitDigits);
}

std::string BoundedSubject(std::string subject) {
  if (subject.size() <= kMaxSubjectBytes) return subject;
  subject.resize(CharacterBegin(subject, kMaxSubjectBytes));
  return subject + "...";
}

// The files that a commit changed, those with the most of the symbols first, then in its order.
void AddFiles(const graph::ReadView& view, const History& history, const RelatedCommit& related,
              wire::Commit& commit) {
  const std::uint32_t count = history.touch_count(related.commit);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view path = history.Path(history.TouchOf(related.commit, i).path);
    commit.files.push_back({.path = std::string(path), .symbols = {}});
  }
  const std::size_t named = std::min(related.symbols.size(), kMaxCommitSymbols);
  for (std::size_t i = 0; i < named; ++i) {
    const std::string handle = retrieval::HandleOf(view, related.symbols[i]);
    const std::size_t mark = handle.find('#');
    if (mark == std::string::npos) continue;  // the file itself
    const std::string_view path = std::string_view(handle).substr(0, mark);
    const auto file = std::find_if(commit.files.begin(), commit.files.end(),
                                   [&](const wire::CommitFile& at) { return at.path == path; });
    if (file != commit.files.end()) file->symbols.push_back(handle.substr(mark + 1));
  }
  std::stable_sort(commit.files.begin(), commit.files.end(),
                   [](const wire::CommitFile& a, const wire::CommitFile& b) {
                     return a.symbols.size() > b.symbols.size();
                   });
  if (commit.files.size() <= kMaxCommitFiles) return;
  commit.more_files = commit.files.size() - kMaxCommitFiles;
  commit.files.resize(kMaxCommitFiles);
}

// Why a view has no history.
std::string UnknownHistory(const graph::ReadView& view, const ContextRequest& request) {
  const graph::ViewInfo& info = view.info();
  if (info.commit.empty()) return "no commits are told: the index shows no commit of git";
  const std::string at =
      request.state.at.empty() ? "" : fmt::format(" --at {}", ShellWord(request.state.at));
  return fmt::format("no commits are told: their history is not read yet; run: waymark index {}{}",
                     ShellWord(std::string(info.root_path)), at);
}

// Drops the last commits until those that are left fit one of `share` parts of the budget.
absl::Status FitBudget(const ContextRequest& request, std::uint32_t share,
                       const wire::CodecRegistry& codecs, std::vector<wire::Commit>& commits) {
  wire::Payload empty;
  WM_RETURN_IF_ERROR(FinishPayload(codecs, request.encoding, empty));
  while (!commits.empty()) {
    wire::Payload payload;
    payload.commits = commits;
    WM_RETURN_IF_ERROR(FinishPayload(codecs, request.encoding, payload));
    const std::uint64_t tokens = payload.tokens_used - empty.tokens_used;
    if (tokens <= request.budget_tokens / share) break;
    commits.pop_back();
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ContextCommits> CommitsFor(const graph::ReadView& view,
                                          const ContextRequest& request,
                                          const AnsweredQuestion& question,
                                          const wire::CodecRegistry& codecs) {
  ContextCommits found;
  const WantedCommits wanted = WantedBy(request, question.inquiry);
  if (wanted.count == 0) return found;
  const History* const history = question.options.history;
  if (history == nullptr) {
    if (request.commits != 0) found.trouble = UnknownHistory(view, request);
    return found;
  }
  const std::vector<RelatedCommit> related =
      RelatedCommits(view, *history, question.inquiry, question.ranked.ranking, wanted.count,
                     question.options.workspace);
  std::vector<graph::GitObjectId> ids;
  ids.reserve(related.size());
  for (const RelatedCommit& one : related) ids.push_back(history->Id(one.commit));
  const absl::StatusOr<std::vector<indexer::CommitHead>> heads =
      indexer::ReadCommitHeads(view.info().root_path, ids);
  if (!heads.ok()) {
    const std::string why(heads.status().message());
    if (request.commits != 0) found.trouble = fmt::format("no commits are told: {}", why);
    return found;
  }
  for (std::size_t i = 0; i < related.size(); ++i) {
    wire::Commit& commit = found.commits.emplace_back();
    commit.id = ShortIdOf(ids[i]);
    commit.day = UtcDay((*heads)[i].seconds);
    commit.subject = BoundedSubject((*heads)[i].subject);
    AddFiles(view, *history, related[i], commit);
  }
  WM_RETURN_IF_ERROR(FitBudget(request, wanted.share, codecs, found.commits));
  return found;
}

}  // namespace waymark::services
