// workspace/executeCommand: the questions for which the protocol has no method.
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "method.h"
#include "params.h"
#include "services/lsp.h"
#include "services/payload_text.h"
#include "services/state_text.h"
#include "services/version.h"
#include "wire/affected_lists.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

// The subject of a command: a place, a symbol by name, or the difference from a revision.
struct Subject {
  std::filesystem::path root;
  std::string symbol;
  std::string base;
  StateChoice state;
};

// "" if it is absent.
absl::StatusOr<std::string> ReadOptionalText(const Json& parent, std::string_view name) {
  if (Member(parent, name).is_null()) return std::string();
  return ReadText(parent, name);
}

// A number of a command, and the option of the command line whose configuration it follows.
struct UsualRow {
  std::string_view argument;
  std::string_view command;
  std::string_view option;
  std::uint32_t otherwise = 0;
};

constexpr UsualRow kBlastDepth = {"depth", "blast-radius", "--depth",
                                  retrieval::kDefaultBlastDepth};
constexpr UsualRow kTestDepth = {"depth", "test-scope", "--depth", retrieval::kDefaultTestDepth};
constexpr UsualRow kContextBudget = {"budget", "context", "--budget", kDefaultBudgetTokens};

// The number of the argument, otherwise that of the configuration for the checkout.
absl::StatusOr<std::uint32_t> ReadUsual(const Question& question, const Json& argument,
                                        const std::filesystem::path& root, const UsualRow& row) {
  const bool is_given = !Member(argument, row.argument).is_null();
  if (is_given || question.usual == nullptr)
    return ReadCount(argument, row.argument, row.otherwise);
  WM_ASSIGN_OR_RETURN(const UsualNumbers numbers, question.usual(root));
  return NumberOf(numbers, row.command, row.option, row.otherwise);
}

// The root of the member `folder`, otherwise of the folder with `textDocument`, otherwise of the
// first folder.
absl::StatusOr<std::filesystem::path> RootIn(const Question& question, const Json& argument) {
  WM_ASSIGN_OR_RETURN(const std::string uri, ReadOptionalText(argument, "folder"));
  if (const Json& document = Member(argument, "textDocument"); uri.empty() && !document.is_null()) {
    WM_ASSIGN_OR_RETURN(const std::string address, ReadText(document, "uri"));
    const absl::StatusOr<FileInCheckout> file = question.workspace.Locate(address);
    if (file.ok()) return file->root;
  }
  for (const Folder& folder : question.workspace.folders) {
    if (uri.empty() || folder.uri == uri) return folder.root;
  }
  return absl::InvalidArgumentError(uri.empty() ? "no folder is open"
                                                : fmt::format("'{}' is no open folder", uri));
}

absl::StatusOr<Subject> SubjectIn(const Question& question, const Json& argument) {
  const bool is_named =
      !Member(argument, "symbol").is_null() || !Member(argument, "base").is_null();
  if (const Json& document = Member(argument, "textDocument"); !document.is_null() && !is_named) {
    WM_ASSIGN_OR_RETURN(const std::string uri, ReadText(document, "uri"));
    WM_RETURN_IF_ERROR(question.workspace.Locate(uri).status());
    WM_ASSIGN_OR_RETURN(const std::optional<AskedPlace> place, PlaceIn(question, argument));
    return Subject{.root = place->file.root, .symbol = place->name, .state = place->state};
  }
  Subject subject;
  WM_ASSIGN_OR_RETURN(subject.symbol, ReadOptionalText(argument, "symbol"));
  WM_ASSIGN_OR_RETURN(subject.base, ReadOptionalText(argument, "base"));
  if (subject.symbol.empty() == subject.base.empty()) {
    return absl::InvalidArgumentError(
        "name the subject: 'textDocument' and 'position', 'symbol', or 'base'");
  }
  WM_ASSIGN_OR_RETURN(subject.root, RootIn(question, argument));
  // Differences from a revision are computed from saved files only.
  if (!subject.base.empty()) return subject;
  WM_ASSIGN_OR_RETURN(subject.state, question.workspace.StateOf(subject.root));
  return subject;
}

// With "text", the same for people.
Json ToJson(const wire::Completeness& completeness) {
  Json value = CompletenessJson(completeness);
  value["text"] = CompletenessLine(completeness);
  return value;
}

// Absent lists are left out.
Json ToJson(const wire::Affected& affected) {
  Json value = {{"symbols", affected.symbols},
                {"files", affected.files},
                {"tests", affected.tests},
                {"beyondDepth", affected.beyond_depth}};
  for (const wire::AffectedListRow& row : wire::kAffectedLists) {
    const std::optional<wire::AffectedList>& list = affected.*row.list;
    if (!list.has_value()) continue;
    const bool is_two_words = row.list == &wire::Affected::entry_points;
    value[is_two_words ? "entryPoints" : std::string(row.name)] = {{"count", list->count},
                                                                   {"names", list->names}};
  }
  if (!affected.risk.has_value()) return value;
  Json reasons = Json::array();
  for (const wire::RiskReason& reason : affected.risk->reasons) {
    Json added = {{"factor", reason.factor}, {"text", reason.text}};
    if (reason.share.has_value()) added["share"] = *reason.share;
    reasons.push_back(std::move(added));
  }
  value["risk"] = {{"level", wire::Name(affected.risk->level)},
                   {"score", affected.risk->score},
                   {"reasons", std::move(reasons)}};
  return value;
}

Json EntryOf(SourceTexts& texts, const wire::Payload& payload, std::uint32_t index) {
  const wire::Symbol& symbol = payload.symbols[index];
  Json sites = Json::array();
  for (const wire::Edge& edge : payload.edges) {
    if (edge.source != index) continue;
    for (const wire::Site& site : edge.sites) {
      sites.push_back(
          {{"uri", texts.UriOf(site.path)},
           {"range", services::ToJson(texts.SiteOf(site, payload.symbols[edge.target]))}});
    }
  }
  return {{"name", ShortName(symbol)},       {"qualifiedName", symbol.qualified_name},
          {"kind", KindNumber(symbol.kind)}, {"location", LocationOf(texts, symbol)},
          {"confidence", symbol.score},      {"sites", std::move(sites)}};
}

Json EntryOf(const Workspace& workspace, const std::filesystem::path& root, const ScopeTest& test) {
  const ClientPosition line{.line = std::max(test.place.name_line, 1U) - 1, .character = 0};
  return {{"name", test.name},
          {"location",
           {{"uri", workspace.UriOf(root, test.place.path)},
            {"range", services::ToJson(ClientRange{.start = line, .end = line})}}},
          {"hop", test.hop},
          {"confidence", test.confidence},
          {"chain", test.chain}};
}

std::uint64_t OmittedOf(const wire::Payload& payload) {
  return payload.truncation.has_value() ? payload.truncation->omitted.value_or(0) : 0;
}

// Symbols by hop, in the order of the answer.
std::map<std::uint32_t, Json> HopsOf(SourceTexts& texts, const wire::Payload& payload) {
  std::map<std::uint32_t, Json> hops;
  for (std::uint32_t i = 0; i < payload.symbols.size(); ++i) {
    const auto [hop, is_new] = hops.try_emplace(payload.symbols[i].distance, Json::array());
    hop->second.push_back(EntryOf(texts, payload, i));
  }
  return hops;
}

}  // namespace

absl::StatusOr<Json> ExecuteCommand(const Question& question) {
  WM_ASSIGN_OR_RETURN(const std::string name, ReadText(question.params, "command"));
  const std::span<const EditorCommandRow> commands = AllEditorCommands();
  const auto command = std::find_if(commands.begin(), commands.end(),
                                    [&](const EditorCommandRow& row) { return row.name == name; });
  if (command == commands.end()) {
    return absl::InvalidArgumentError(fmt::format("there is no command '{}'", name));
  }
  const Json& arguments = Member(question.params, "arguments");
  const bool has_argument = arguments.is_array() && !arguments.empty();
  question.feedback.work().Begin();
  return command->answer(question, has_argument ? arguments.front() : Json::object());
}

absl::StatusOr<Json> BlastRadiusCommand(const Question& question, const Json& argument) {
  WM_ASSIGN_OR_RETURN(const Subject subject, SubjectIn(question, argument));
  BlastRadiusRequest request{
      .root = subject.root, .symbol = subject.symbol, .base = subject.base, .state = subject.state};
  WM_ASSIGN_OR_RETURN(request.depth, ReadUsual(question, argument, request.root, kBlastDepth));
  WM_ASSIGN_OR_RETURN(request.limit, ReadCount(argument, "limit", kDefaultLspBlastLimit));
  WM_ASSIGN_OR_RETURN(const BlastRadiusAnswer answer,
                      question.verbs.BlastRadius(request, question.control));
  const wire::Payload& payload = answer.payload;
  SourceTexts texts(question.workspace, subject.root, question.client.units);
  Json hops = Json::array();
  for (auto& [hop, symbols] : HopsOf(texts, payload)) {
    Json part = {{"hop", hop}, {"symbols", std::move(symbols)}};
    question.feedback.work().Report(fmt::format("hop {}", hop),
                                    (hop + 1) * 100 / (request.depth + 1));
    if (question.feedback.WantsParts()) {
      question.feedback.SendPart(part);
    } else {
      hops.push_back(std::move(part));
    }
  }
  Json radius = {{"depth", request.depth},
                 {"hops", std::move(hops)},
                 {"affected", ToJson(payload.affected.value_or(wire::Affected()))},
                 {"omitted", OmittedOf(payload)},
                 {"completeness", ToJson(payload.completeness)}};
  if (!subject.base.empty()) {
    radius["base"] = subject.base;  // of which nothing may differ
  } else {
    radius["symbol"] = payload.symbols.front().qualified_name;
  }
  return radius;
}

absl::StatusOr<Json> TestScopeCommand(const Question& question, const Json& argument) {
  WM_ASSIGN_OR_RETURN(const Subject subject, SubjectIn(question, argument));
  TestScopeRequest request{.root = subject.root, .base = subject.base, .state = subject.state};
  if (!subject.symbol.empty()) request.symbols = {subject.symbol};
  WM_ASSIGN_OR_RETURN(request.depth, ReadUsual(question, argument, request.root, kTestDepth));
  WM_ASSIGN_OR_RETURN(request.limit, ReadCount(argument, "limit", kDefaultTestLimit));
  WM_ASSIGN_OR_RETURN(const TestScopeAnswer answer,
                      question.verbs.TestScope(request, question.control));
  Json tests = Json::array();
  Json part = Json::array();
  for (std::size_t i = 0; i < answer.tests.size(); ++i) {
    const std::uint32_t hop = answer.tests[i].hop;
    (question.feedback.WantsParts() ? part : tests)
        .push_back(EntryOf(question.workspace, subject.root, answer.tests[i]));
    const bool is_last_of_hop = i + 1 == answer.tests.size() || answer.tests[i + 1].hop != hop;
    if (!is_last_of_hop) continue;
    question.feedback.work().Report(fmt::format("hop {}", hop), hop * 100 / request.depth);
    if (question.feedback.WantsParts()) {
      question.feedback.SendPart({{"tests", std::exchange(part, Json::array())}});
    }
  }
  Json runners = Json::array();
  for (const RunnerArguments& runner : answer.runners) {
    runners.push_back({{"runner", runner.runner}, {"arguments", runner.arguments}});
  }
  return Json{{"tests", std::move(tests)},
              {"omitted", answer.omitted},
              {"runners", std::move(runners)},
              {"completeness", ToJson(answer.completeness)}};
}

absl::StatusOr<Json> ContextCommand(const Question& question, const Json& argument) {
  ContextRequest request;
  WM_ASSIGN_OR_RETURN(request.task, ReadOptionalText(argument, "task"));
  if (request.task.empty()) {
    WM_ASSIGN_OR_RETURN(const Subject subject, SubjectIn(question, argument));
    request.root = subject.root;
    request.base = subject.base;
    request.state = subject.state;
    if (!subject.symbol.empty()) request.around = {subject.symbol};
  } else {
    WM_ASSIGN_OR_RETURN(request.root, RootIn(question, argument));
    WM_ASSIGN_OR_RETURN(request.state, question.workspace.StateOf(request.root));
  }
  WM_ASSIGN_OR_RETURN(request.budget_tokens,
                      ReadUsual(question, argument, request.root, kContextBudget));
  WM_ASSIGN_OR_RETURN(const std::string format, ReadOptionalText(argument, "format"));
  if (!format.empty()) request.encoding.format = format;
  const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs.Find(request.encoding.format));
  if (codec->medium == wire::Medium::kBinary) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is binary and cannot be sent as text; use gcf or markdown", codec->name));
  }
  WM_ASSIGN_OR_RETURN(const ContextAnswer answer,
                      question.verbs.Context(request, question.control));
  WM_ASSIGN_OR_RETURN(std::string text,
                      codecs.Encode(codec->name, answer.payload, wire::kFullAnswer));
  return Json{{"text", std::move(text)},
              {"format", codec->name},
              {"tokens", answer.payload.tokens_used},
              {"symbols", answer.payload.symbols.size()}};
}

absl::StatusOr<Json> StatusCommand(const Question& question, const Json&) {
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, question.verbs.Status(question.control));
  Json folders = Json::array();
  for (const Folder& folder : question.workspace.folders) {
    Json json = {{"uri", folder.uri}, {"root", folder.root.string()}, {"indexed", false}};
    for (const StatusView& view : status.views) {
      const bool is_commit = indexer::IsCommitView({view.repository, view.view});
      if (view.root_path != folder.root || is_commit) continue;
      json["indexed"] = true;
      json["generation"] = view.generation;
      json["files"] = view.files;
      json["symbols"] = view.symbols;
      json["filesDiffering"] =
          view.files_differing.has_value() ? Json(*view.files_differing) : Json();
    }
    folders.push_back(std::move(json));
  }
  return Json{
      {"version", kVersion}, {"daemonProcess", status.process_id}, {"folders", std::move(folders)}};
}

}  // namespace waymark::services
