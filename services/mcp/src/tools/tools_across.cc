// Tools over several repositories of a workspace: each repository is asked, and the answers are
// merged.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/analyze_text.h"
#include "services/answer_pages.h"
#include "services/limits.h"
#include "services/merged_answers.h"
#include "services/merged_contracts.h"
#include "services/state_text.h"
#include "services/visible_text.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

using Members = std::span<const WorkspaceMember>;

absl::Status RefuseOfOne(const ToolCall& call, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (!call.arguments.Has(name)) continue;
    return WithRemedy(
        absl::InvalidArgumentError(fmt::format(
            "'{}' applies to an answer about one repository; name only that one in 'repo'", name)),
        WithoutField(name));
  }
  return absl::OkStatus();
}

// `mail:send` is the symbol `send` in the repository mail. A name without a repository may be in
// any.
std::pair<Members, std::string> SubjectOf(const ToolCall& call) {
  const std::string symbol = call.arguments.Text("symbol");
  const std::size_t colon = symbol.find(':');
  const bool is_scope = colon + 1 < symbol.size() && symbol[colon + 1] == ':';
  for (std::size_t at = 0; colon != std::string::npos && !is_scope && at < call.members.size();
       ++at) {
    if (call.members[at].name == symbol.substr(0, colon)) {
      return {call.members.subspan(at, 1), symbol.substr(colon + 1)};
    }
  }
  return {call.members, symbol};
}

// The order in which people mean the symbols of a name, as in one repository: the smallest is the
// likeliest. Each part has the answer about one symbol.
std::tuple<bool, bool, std::int64_t> LikelihoodOf(const RepositoryPayload& part) {
  const wire::Profile profile = part.payload.profile.value_or(wire::Profile());
  const auto has = [&](std::string_view flag) {
    return std::find(profile.flags.begin(), profile.flags.end(), flag) != profile.flags.end();
  };
  std::int64_t uses = 0;
  for (const wire::EdgeCount& count : profile.incoming) {
    uses += static_cast<std::int64_t>(count.count);
  }
  return {has("test"), !has("exported"), -uses};
}

// "'send' is in several repositories; this is mail:shop/mail.py#send. Ask for another by its id:
// shop:cart.py#send." Empty for one part.
std::string NoteOf(const std::string& symbol, const std::vector<RepositoryPayload>& parts,
                   const RepositoryPayload& meant) {
  if (parts.size() == 1) return "";
  const auto id = [](const RepositoryPayload& part) {
    return fmt::format("{}:{}", part.name, part.payload.symbols.front().handle);
  };
  std::string others;
  for (const RepositoryPayload& part : parts) {
    if (&part != &meant) others += (others.empty() ? "" : ", ") + id(part);
  }
  return VisibleLine(
      fmt::format("'{}' is in several repositories; this is {}. Ask for another by its id: {}.",
                  symbol, id(meant), others));
}

// The number of rows to ask each repository for. A later page needs all rows, because its beginning
// is known only after merging.
std::uint32_t LimitAcross(const ToolCall& call, std::uint32_t most) {
  return call.arguments.Text("cursor").empty() ? call.arguments.Number("limit") : most;
}

// Pages of merged rows; `grows` if more rows can be requested.
absl::StatusOr<ToolAnswer> PagesAcross(const ToolCall& call, wire::Payload whole, bool grows) {
  const std::uint32_t rows = CountRows(whole);
  std::uint64_t total = rows;
  if (whole.truncation) {
    if (grows) total += whole.truncation->omitted.value_or(0);
    whole.truncation->cursor.clear();
    whole.truncation->next_call.clear();
  }
  return PagedPayload(
      call, whole, static_cast<std::uint32_t>(total),
      [rows](const wire::Payload& all, RowRange shown) {
        return PageOf(all, {std::min(shown.begin, rows), std::min(shown.end, rows)});
      });
}

}  // namespace

absl::Status AskAcross(const ToolCall& call, ContextRequest& request) {
  WM_RETURN_IF_ERROR(RefuseOfOne(call, {"pack_root", "session"}));
  request.root = call.members.front().root;
  request.repositories = {call.members.begin(), call.members.end()};
  return absl::OkStatus();
}

absl::StatusOr<ToolAnswer> SearchAcross(const ToolCall& call) {
  WM_RETURN_IF_ERROR(RefuseOfOne(call, {"pack_root", "session"}));
  const std::uint32_t limit = LimitAcross(call, kMaxSearchLimit);
  const Encoding encoding = EncodingOf(call);
  auto request = RequestOf<SearchRequest>(call);
  request.cursor.clear();
  request.limit = limit;
  request.encoding = encoding;
  const auto ask = [&](const WorkspaceMember& member) {
    SearchRequest of_member = request;
    of_member.root = member.root;
    return call.verbs.Search(of_member, call.control);
  };
  WM_ASSIGN_OR_RETURN(AskedRepositories asked, AskEach(call.members, ask));
  const MergeRequest merge{
      .order = MergeOrder::kScore, .encoding = encoding, .silent = std::move(asked.silent)};
  WM_ASSIGN_OR_RETURN(const wire::Payload payload, MergePayloads(std::move(asked.parts), merge));
  return PagesAcross(call, payload, limit < kMaxSearchLimit);
}

namespace {

// Finds the repository that has the symbol, and makes it the home of the request; the others are
// those to look in. Returns the note about a name that several repositories have.
template <typename Request>
absl::StatusOr<std::string> SetHome(const ToolCall& call, Request& request) {
  WM_RETURN_IF_ERROR(RefuseOfOne(call, {"pack_root", "session"}));
  const auto [members, symbol] = SubjectOf(call);
  const auto ask = [&, sought = symbol](const WorkspaceMember& member) {
    return call.verbs.Symbol({.root = member.root, .name = sought, .state = StateOf(call)},
                             call.control);
  };
  WM_ASSIGN_OR_RETURN(const AskedRepositories asked, AskEach(members, ask));
  const RepositoryPayload& meant = *std::min_element(
      asked.parts.begin(), asked.parts.end(),
      [](const auto& a, const auto& b) { return LikelihoodOf(a) < LikelihoodOf(b); });
  request.symbol = symbol;
  request.elsewhere.home = meant.name;
  for (const WorkspaceMember& member : call.members) {
    if (member.name == request.elsewhere.home) {
      request.root = member.root;
    } else {
      request.elsewhere.repositories.push_back(member);
    }
  }
  return NoteOf(symbol, asked.parts, meant);
}

// Asks about a symbol of one repository and what other ones add. `most`: the largest limit.
template <typename Request, typename Answer>
absl::StatusOr<ToolAnswer> HomeAndOthers(
    const ToolCall& call, std::uint32_t most,
    absl::StatusOr<Answer> (Verbs::*verb)(const Request&, const CallControl&)) {
  auto request = RequestOf<Request>(call);
  request.cursor.clear();
  request.limit = LimitAcross(call, most);
  request.encoding = EncodingOf(call);
  WM_ASSIGN_OR_RETURN(const std::string note, SetHome(call, request));
  WM_ASSIGN_OR_RETURN(Answer answer, (call.verbs.*verb)(request, call.control));
  std::string& name_note = answer.payload.name_note;
  if (!note.empty()) name_note = name_note.empty() ? note : note + " " + name_note;
  return PagesAcross(call, std::move(answer.payload), request.limit < most);
}

}  // namespace

absl::StatusOr<ToolAnswer> UsagesAcross(const ToolCall& call) {
  return HomeAndOthers(call, kMaxUsagesLimit, &Verbs::Usages);
}

absl::StatusOr<ToolAnswer> BlastRadiusAcross(const ToolCall& call) {
  WM_RETURN_IF_ERROR(RefuseOfOne(call, {"base"}));
  return HomeAndOthers(call, kMaxBlastLimit, &Verbs::BlastRadius);
}

absl::StatusOr<ToolAnswer> ContractsAcross(const ToolCall& call) {
  const std::string action = call.arguments.Text("action");
  std::vector<RepositoryContracts> parts;
  std::vector<SilentRepository> silent;
  absl::Status first;
  for (const WorkspaceMember& member : call.members) {
    absl::StatusOr<AnalyzeAnswer> answer = call.verbs.Analyze({.root = member.root,
                                                               .analysis = Analysis::kContracts,
                                                               .limit = kMaxAnalyzeLimit,
                                                               .state = StateOf(call)},
                                                              call.control);
    if (answer.ok()) {
      parts.push_back({.name = member.name, .answer = *std::move(answer)});
      continue;
    }
    if (!IsOwnTrouble(answer.status())) return answer.status();
    first.Update(answer.status());
    silent.push_back({.name = member.name, .reason = std::string(answer.status().message())});
  }
  if (parts.empty()) return first;
  const AnalyzeAnswer whole = MergeContracts(std::move(parts), action == "check", silent);
  const auto total = static_cast<std::uint32_t>(whole.contracts.size());
  return PagedWhole(call, total, PageState(whole.index), [&](RowRange rows, const Json& rest) {
    AnalyzeAnswer page = whole;
    page.contracts.assign(whole.contracts.begin() + rows.begin, whole.contracts.begin() + rows.end);
    if (!rest.is_null()) page.cursor = rest.at("cursor").get<std::string>();
    return AnalysisWritten(call, page);
  });
}

}  // namespace waymark::services
