#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "messages/kind_messages.h"
#include "messages/messages.h"
#include "messages/payload_message.h"
#include "services/explanation_text.h"

namespace waymark::services {
namespace {

v1::Explanation::SymbolScore ToMessage(const retrieval::ScoreParts& parts) {
  v1::Explanation::SymbolScore message;
  message.set_lexical(parts.lexical);
  message.set_cohesion(parts.cohesion);
  message.set_history(parts.history);
  message.set_walk(parts.walk);
  message.set_hubs(parts.hubs);
  message.set_learned(parts.learned);
  message.set_places(parts.places);
  message.set_similar_names(parts.similar_names);
  message.set_quoted(parts.quoted);
  message.set_focus(parts.focus);
  return message;
}

retrieval::ScoreParts FromMessage(const v1::Explanation::SymbolScore& message) {
  return {.lexical = message.lexical(),
          .focus = message.focus(),
          .cohesion = message.cohesion(),
          .history = message.history(),
          .walk = message.walk(),
          .hubs = message.hubs(),
          .learned = message.learned(),
          .places = message.places(),
          .similar_names = message.similar_names(),
          .quoted = message.quoted()};
}

v1::Explanation::Symbol ToMessage(const SymbolExplanation& symbol) {
  const retrieval::SymbolRanking& ranking = symbol.ranking;
  v1::Explanation::Symbol message;
  message.set_name(symbol.name);
  message.set_name_note(symbol.name_note);
  message.set_rank(ranking.rank);
  message.set_ranked(ranking.ranked);
  message.set_packed(symbol.packed);
  message.set_pack_size(symbol.pack_size);
  if (ranking.rank != 0) {
    message.set_score(ranking.scores.score);
    *message.mutable_parts() = ToMessage(ranking.scores.parts);
    message.set_confidence(ranking.scores.confidence);
    if (ranking.scores.distance != kFar) message.set_distance(ranking.scores.distance);
  }
  if (symbol.packed != 0) message.set_shown(std::string(Name(symbol.shown)));
  if (symbol.pack_size != 0) {
    message.set_last_rank(symbol.last_rank);
    message.set_last_score(symbol.last_score);
  }
  message.set_is_asked_about(ranking.is_asked_about);
  for (const retrieval::InquiryRank& in : ranking.rankings) {
    v1::Explanation::Ranking& added = *message.add_rankings();
    added.set_task(in.task);
    added.set_rank(in.rank);
    added.set_ranked(in.ranked);
    added.set_static_prior(in.static_prior);
    added.set_named(in.named);
  }
  for (const retrieval::ScorePartRank& rank : ranking.part_ranks) {
    v1::Explanation::PartRank& added = *message.add_part_ranks();
    added.set_part(std::string(rank.row->name));
    added.set_rank(rank.rank);
  }
  for (const retrieval::PathEdge& step : ranking.path) {
    v1::Explanation::PathEdge& added = *message.add_path();
    added.set_source(step.source);
    added.set_edge_type(std::string(Name(step.type)));
    added.set_target(step.target);
  }
  const auto add = [](const std::vector<retrieval::PartRank>& ranks, auto* messages) {
    for (const retrieval::PartRank& rank : ranks) {
      v1::Explanation::PartRank& added = *messages->Add();
      added.set_part(std::string(retrieval::NameOf(rank.part)));
      added.set_rank(rank.rank);
    }
  };
  add(ranking.alone, message.mutable_alone());
  add(ranking.without, message.mutable_without());
  return message;
}

SymbolExplanation FromMessage(const v1::Explanation::Symbol& message) {
  SymbolExplanation symbol;
  symbol.name = message.name();
  symbol.name_note = message.name_note();
  symbol.packed = message.packed();
  symbol.pack_size = message.pack_size();
  retrieval::SymbolRanking& ranking = symbol.ranking;
  ranking.rank = message.rank();
  ranking.ranked = message.ranked();
  if (ranking.rank != 0) {
    ranking.scores.score = message.score();
    ranking.scores.parts = FromMessage(message.parts());
    ranking.scores.distance = message.has_distance() ? message.distance() : kFar;
    ranking.scores.confidence = message.confidence();
  }
  symbol.shown = retrieval::FidelityFromName(message.shown()).value_or(symbol.shown);
  symbol.last_rank = message.last_rank();
  symbol.last_score = message.last_score();
  ranking.is_asked_about = message.is_asked_about();
  for (const v1::Explanation::Ranking& in : message.rankings()) {
    ranking.rankings.push_back({.task = in.task(),
                                .rank = in.rank(),
                                .ranked = in.ranked(),
                                .static_prior = in.static_prior(),
                                .named = in.named()});
  }
  for (const v1::Explanation::PartRank& rank : message.part_ranks()) {
    for (const retrieval::ScorePartRow& row : retrieval::kScoreParts) {
      if (row.name == rank.part()) ranking.part_ranks.push_back({&row, rank.rank()});
    }
  }
  for (const v1::Explanation::PathEdge& step : message.path()) {
    const std::optional<EdgeType> type = EdgeTypeFromName(step.edge_type());
    if (type.has_value()) ranking.path.push_back({step.source(), *type, step.target()});
  }
  const auto read = [](const auto& messages, std::vector<retrieval::PartRank>& ranks) {
    for (const v1::Explanation::PartRank& rank : messages) {
      const std::optional<retrieval::Part> part = retrieval::PartFromName(rank.part());
      if (part.has_value()) ranks.push_back({*part, rank.rank()});
    }
  };
  read(message.alone(), ranking.alone);
  read(message.without(), ranking.without);
  return symbol;
}

v1::Explanation ToMessage(const Explanation& explanation) {
  v1::Explanation message;
  for (const retrieval::QuestionTerm& term : explanation.question.terms) {
    v1::Explanation::Term& added = *message.add_terms();
    added.set_term(term.term);
    added.set_as_written(term.as_written);
    added.set_weight(term.weight);
    added.set_document_frequency(term.document_frequency);
  }
  for (const std::string& identifier : explanation.question.identifiers) {
    message.add_identifiers(identifier);
  }
  for (const std::string& path : explanation.question.paths) message.add_paths(path);
  message.set_about_tests(explanation.question.about_tests);
  for (const retrieval::ScoreParts& parts : explanation.symbols) {
    *message.add_symbols() = ToMessage(parts);
  }
  if (explanation.symbol.has_value()) *message.mutable_symbol() = ToMessage(*explanation.symbol);
  v1::Explanation::Pack& pack = *message.mutable_pack();
  pack.set_value(explanation.pack.value);
  pack.set_best_value(explanation.pack.best_value);
  for (const std::uint32_t shown : explanation.pack.shown) pack.add_shown(shown);
  return message;
}

Explanation FromMessage(const v1::Explanation& message) {
  Explanation explanation;
  for (const v1::Explanation::Term& term : message.terms()) {
    explanation.question.terms.push_back({.term = term.term(),
                                          .as_written = term.as_written(),
                                          .weight = term.weight(),
                                          .document_frequency = term.document_frequency()});
  }
  explanation.question.identifiers = {message.identifiers().begin(), message.identifiers().end()};
  explanation.question.paths = {message.paths().begin(), message.paths().end()};
  explanation.question.about_tests = message.about_tests();
  for (const v1::Explanation::SymbolScore& score : message.symbols()) {
    explanation.symbols.push_back(FromMessage(score));
  }
  if (message.has_symbol()) explanation.symbol = FromMessage(message.symbol());
  explanation.pack.value = message.pack().value();
  explanation.pack.best_value = message.pack().best_value();
  const auto& shown = message.pack().shown();
  const std::size_t levels =
      std::min(static_cast<std::size_t>(shown.size()), explanation.pack.shown.size());
  std::copy_n(shown.begin(), levels, explanation.pack.shown.begin());
  return explanation;
}

v1::StatusReply::Watch ToMessage(const WatchStatus& watch) {
  v1::StatusReply::Watch message;
  message.set_mode(watch.mode);
  message.set_watches(watch.watches);
  message.set_reason(watch.reason);
  message.set_updates(watch.updates);
  message.set_last_update_unix_seconds(watch.last_update_unix_seconds);
  message.set_last_update_seconds(watch.last_update_seconds);
  message.set_trouble(watch.trouble);
  return message;
}

WatchStatus FromMessage(const v1::StatusReply::Watch& message) {
  return {.mode = message.mode(),
          .watches = message.watches(),
          .reason = message.reason(),
          .updates = message.updates(),
          .last_update_unix_seconds = message.last_update_unix_seconds(),
          .last_update_seconds = message.last_update_seconds(),
          .trouble = message.trouble()};
}

v1::StatusReply::View ToMessage(const StatusView& view) {
  v1::StatusReply::View message;
  message.set_repository(view.repository);
  message.set_view(view.view);
  message.set_root_path(view.root_path);
  message.set_generation(view.generation);
  message.set_commit(view.commit);
  message.set_root(view.root);
  message.set_indexed_unix_seconds(view.indexed_unix_seconds);
  message.set_files(view.files);
  message.set_symbols(view.symbols);
  message.set_edges(view.edges);
  message.set_unresolved(view.unresolved);
  message.set_skipped(view.skipped);
  WriteKinds(view.unindexed, *message.mutable_unindexed());
  message.set_source_bytes(view.source_bytes);
  if (view.files_differing.has_value()) message.set_files_differing(*view.files_differing);
  message.set_note(view.note);
  message.set_damage(view.damage);
  if (view.watch.has_value()) *message.mutable_watch() = ToMessage(*view.watch);
  return message;
}

StatusView FromMessage(const v1::StatusReply::View& message) {
  StatusView view{.repository = message.repository(),
                  .view = message.view(),
                  .root_path = message.root_path(),
                  .generation = message.generation(),
                  .commit = message.commit(),
                  .root = message.root(),
                  .indexed_unix_seconds = message.indexed_unix_seconds(),
                  .files = message.files(),
                  .symbols = message.symbols(),
                  .edges = message.edges(),
                  .unresolved = message.unresolved(),
                  .skipped = message.skipped(),
                  .unindexed = ReadKinds(message.unindexed()),
                  .source_bytes = message.source_bytes(),
                  .note = message.note(),
                  .damage = message.damage()};
  if (message.has_files_differing()) view.files_differing = message.files_differing();
  if (message.has_watch()) view.watch = FromMessage(message.watch());
  return view;
}

v1::SentText ToMessage(const SentText& sent) {
  static_assert(static_cast<int>(wire::PackOutcome::kUnchanged) == v1::SentText::OUTCOME_UNCHANGED);
  static_assert(static_cast<int>(wire::PackOutcome::kFull) == v1::SentText::OUTCOME_FULL);
  v1::SentText message;
  message.set_outcome(static_cast<v1::SentText::Outcome>(sent.outcome));
  message.set_text(sent.text);
  message.set_tokens(sent.tokens);
  return message;
}

absl::StatusOr<SentText> FromMessage(const v1::SentText& message) {
  if (!v1::SentText::Outcome_IsValid(message.outcome())) {
    return absl::DataLossError("the daemon's reply: a text of an outcome that is not known");
  }
  return SentText{static_cast<wire::PackOutcome>(message.outcome()), message.text(),
                  message.tokens()};
}

// A reply with a payload and nothing else.
template <typename Reply, typename Answer>
absl::StatusOr<Reply> PayloadReply(const Answer& answer) {
  Reply message;
  WM_ASSIGN_OR_RETURN(*message.mutable_payload(), services::ToMessage(answer.payload));
  return message;
}

// A reply with a payload and how it is sent.
template <typename Reply>
absl::StatusOr<Reply> SentReply(const SentAnswer& answer) {
  Reply message;
  WM_ASSIGN_OR_RETURN(*message.mutable_payload(), services::ToMessage(answer.payload));
  if (answer.sent.has_value()) *message.mutable_sent() = ToMessage(*answer.sent);
  message.set_session_note(answer.session_note);
  message.set_session(answer.session);
  return message;
}

template <typename Reply>
absl::Status ReadSent(const Reply& message, SentAnswer& answer) {
  WM_ASSIGN_OR_RETURN(answer.payload, services::FromMessage(message.payload()));
  if (message.has_sent()) {
    WM_ASSIGN_OR_RETURN(answer.sent, FromMessage(message.sent()));
  }
  answer.session_note = message.session_note();
  answer.session = message.session();
  return absl::OkStatus();
}

template <typename Answer, typename Reply>
absl::StatusOr<Answer> PayloadAnswer(const Reply& message) {
  Answer answer;
  WM_ASSIGN_OR_RETURN(answer.payload, services::FromMessage(message.payload()));
  return answer;
}

}  // namespace

absl::StatusOr<v1::AbridgeReply> ToMessage(const SentAnswer& answer) {
  return SentReply<v1::AbridgeReply>(answer);
}

absl::StatusOr<SentAnswer> FromMessage(const v1::AbridgeReply& message) {
  SentAnswer answer;
  WM_RETURN_IF_ERROR(ReadSent(message, answer));
  return answer;
}

absl::StatusOr<v1::ContextReply> ToMessage(const ContextAnswer& answer) {
  WM_ASSIGN_OR_RETURN(v1::ContextReply message, SentReply<v1::ContextReply>(answer));
  if (answer.explanation.has_value()) {
    *message.mutable_explanation() = ToMessage(*answer.explanation);
  }
  return message;
}

absl::StatusOr<ContextAnswer> FromMessage(const v1::ContextReply& message) {
  ContextAnswer answer;
  WM_RETURN_IF_ERROR(ReadSent(message, answer));
  if (!message.has_explanation()) return answer;
  answer.explanation = FromMessage(message.explanation());
  if (answer.explanation->symbols.size() != answer.payload.symbols.size()) {
    return absl::DataLossError("the daemon's reply: the explanation is not of these symbols");
  }
  return answer;
}

absl::StatusOr<v1::BlastRadiusReply> ToMessage(const BlastRadiusAnswer& answer) {
  return PayloadReply<v1::BlastRadiusReply>(answer);
}

absl::StatusOr<BlastRadiusAnswer> FromMessage(const v1::BlastRadiusReply& message) {
  return PayloadAnswer<BlastRadiusAnswer>(message);
}

absl::StatusOr<v1::SearchReply> ToMessage(const SearchAnswer& answer) {
  return PayloadReply<v1::SearchReply>(answer);
}

absl::StatusOr<SearchAnswer> FromMessage(const v1::SearchReply& message) {
  return PayloadAnswer<SearchAnswer>(message);
}

absl::StatusOr<v1::UsagesReply> ToMessage(const UsagesAnswer& answer) {
  WM_ASSIGN_OR_RETURN(v1::UsagesReply message, PayloadReply<v1::UsagesReply>(answer));
  for (const UseLine& line : answer.lines) {
    v1::UseLine& added = *message.add_lines();
    *added.mutable_site() = ToMessage(line.site);
    added.set_kind(line.kind);
    added.set_around(line.around);
    added.set_used(line.used);
    if (line.code.has_value()) added.set_code(*line.code);
    added.set_is_aside(line.is_aside);
    added.set_name_begin(line.name_begin);
    added.set_name_end(line.name_end);
  }
  message.set_all_lines(answer.all_lines);
  message.set_files_of_lines(answer.files_of_lines);
  return message;
}

absl::StatusOr<UsagesAnswer> FromMessage(const v1::UsagesReply& message) {
  WM_ASSIGN_OR_RETURN(UsagesAnswer answer, PayloadAnswer<UsagesAnswer>(message));
  for (const v1::UseLine& line : message.lines()) {
    answer.lines.push_back({.site = FromMessage(line.site()),
                            .kind = line.kind(),
                            .around = line.around(),
                            .used = line.used(),
                            .is_aside = line.is_aside(),
                            .name_begin = line.name_begin(),
                            .name_end = line.name_end()});
    if (line.has_code()) answer.lines.back().code = line.code();
  }
  answer.all_lines = message.all_lines();
  answer.files_of_lines = message.files_of_lines();
  return answer;
}

absl::StatusOr<v1::DiffReply> ToMessage(const DiffAnswer& answer) {
  return PayloadReply<v1::DiffReply>(answer);
}

absl::StatusOr<DiffAnswer> FromMessage(const v1::DiffReply& message) {
  return PayloadAnswer<DiffAnswer>(message);
}

absl::StatusOr<v1::PathReply> ToMessage(const PathAnswer& answer) {
  return PayloadReply<v1::PathReply>(answer);
}

absl::StatusOr<PathAnswer> FromMessage(const v1::PathReply& message) {
  return PayloadAnswer<PathAnswer>(message);
}

absl::StatusOr<v1::TestScopeReply> ToMessage(const TestScopeAnswer& answer) {
  v1::TestScopeReply message;
  for (const ScopeTest& test : answer.tests) {
    v1::TestScopeReply::Test& added = *message.add_tests();
    added.set_name(test.name);
    *added.mutable_place() = ToMessage(test.place);
    added.set_language(test.language);
    added.set_hop(test.hop);
    added.set_confidence(test.confidence);
    added.set_is_sure(test.is_sure);
    added.set_evidence(test.evidence);
    added.set_framework(test.framework);
    for (const std::string& step : test.chain) added.add_chain(step);
  }
  message.set_sure(answer.sure);
  message.set_possible(answer.possible);
  message.set_omitted(answer.omitted);
  message.set_cursor(answer.cursor);
  message.set_name_note(answer.name_note);
  for (const RunnerArguments& runner : answer.runners) {
    v1::TestScopeReply::Runner& added = *message.add_runners();
    added.set_runner(runner.runner);
    added.set_arguments(runner.arguments);
    added.set_no_command(!runner.is_command);
  }
  *message.mutable_completeness() = ToMessage(answer.completeness);
  *message.mutable_index() = ToMessage(answer.index);
  return message;
}

absl::StatusOr<TestScopeAnswer> FromMessage(const v1::TestScopeReply& message) {
  TestScopeAnswer answer{.sure = message.sure(),
                         .possible = message.possible(),
                         .omitted = message.omitted(),
                         .cursor = message.cursor(),
                         .name_note = message.name_note(),
                         .completeness = FromMessage(message.completeness())};
  for (const v1::TestScopeReply::Test& test : message.tests()) {
    answer.tests.push_back({.name = test.name(),
                            .place = FromMessage(test.place()),
                            .language = test.language(),
                            .framework = test.framework(),
                            .hop = test.hop(),
                            .confidence = test.confidence(),
                            .is_sure = test.is_sure(),
                            .evidence = test.evidence(),
                            .chain = {test.chain().begin(), test.chain().end()}});
  }
  for (const v1::TestScopeReply::Runner& runner : message.runners()) {
    answer.runners.push_back({.runner = runner.runner(),
                              .arguments = runner.arguments(),
                              .is_command = !runner.no_command()});
  }
  WM_ASSIGN_OR_RETURN(answer.index, FromMessage(message.index()));
  return answer;
}

absl::StatusOr<v1::SymbolReply> ToMessage(const SymbolAnswer& answer) {
  WM_ASSIGN_OR_RETURN(v1::SymbolReply message, PayloadReply<v1::SymbolReply>(answer));
  for (const wire::Payload& overload : answer.overloads) {
    WM_ASSIGN_OR_RETURN(*message.add_overloads(), services::ToMessage(overload));
  }
  return message;
}

absl::StatusOr<SymbolAnswer> FromMessage(const v1::SymbolReply& message) {
  WM_ASSIGN_OR_RETURN(SymbolAnswer answer, PayloadAnswer<SymbolAnswer>(message));
  for (const v1::Payload& payload : message.overloads()) {
    WM_ASSIGN_OR_RETURN(wire::Payload overload, services::FromMessage(payload));
    answer.overloads.push_back(std::move(overload));
  }
  return answer;
}

v1::StatusReply ToMessage(const StatusAnswer& answer) {
  v1::StatusReply message;
  message.set_store_directory(answer.store_directory);
  for (const StatusView& view : answer.views) *message.add_views() = ToMessage(view);
  for (const graph::StorePart& part : answer.parts) {
    v1::StatusReply::Part& added = *message.add_parts();
    added.set_name(part.name);
    added.set_bytes(part.bytes);
  }
  message.set_version(answer.version);
  message.set_process_id(answer.process_id);
  return message;
}

StatusAnswer FromMessage(const v1::StatusReply& message) {
  StatusAnswer answer{.store_directory = message.store_directory(),
                      .version = message.version(),
                      .process_id = message.process_id()};
  for (const v1::StatusReply::View& view : message.views()) {
    answer.views.push_back(FromMessage(view));
  }
  for (const v1::StatusReply::Part& part : message.parts()) {
    answer.parts.push_back({.name = part.name(), .bytes = part.bytes()});
  }
  return answer;
}

}  // namespace waymark::services
