#include "messages/messages.h"

namespace waymark::services {
namespace {

template <typename Counts>
void WriteCounts(const std::vector<ReasonCount>& counts, Counts& messages) {
  for (const ReasonCount& count : counts) {
    v1::DoctorReply::ReasonCount& added = *messages.Add();
    added.set_reason(count.reason);
    added.set_count(count.count);
  }
}

template <typename Counts>
std::vector<ReasonCount> ReadReasonCounts(const Counts& messages) {
  std::vector<ReasonCount> counts;
  for (const v1::DoctorReply::ReasonCount& message : messages) {
    counts.push_back({.reason = message.reason(), .count = message.count()});
  }
  return counts;
}

v1::DoctorReply::Language ToMessage(const LanguageHealth& language) {
  v1::DoctorReply::Language message;
  message.set_language(language.language);
  message.set_files(language.files);
  message.set_bytes(language.bytes);
  message.set_symbols(language.symbols);
  message.set_files_with_syntax_errors(language.files_with_syntax_errors);
  message.set_resolved(language.resolved);
  WriteCounts(language.unresolved, *message.mutable_unresolved());
  message.set_unresolved_rate(language.unresolved_rate);
  for (const std::string& place : language.computed_names) message.add_computed_names(place);
  for (const std::string& path : language.unread_files) message.add_unread_files(path);
  message.set_doubts_omitted(language.doubts_omitted);
  return message;
}

LanguageHealth FromMessage(const v1::DoctorReply::Language& message) {
  return {.language = message.language(),
          .files = message.files(),
          .bytes = message.bytes(),
          .symbols = message.symbols(),
          .files_with_syntax_errors = message.files_with_syntax_errors(),
          .resolved = message.resolved(),
          .unresolved = ReadReasonCounts(message.unresolved()),
          .unresolved_rate = message.unresolved_rate(),
          .computed_names = {message.computed_names().begin(), message.computed_names().end()},
          .unread_files = {message.unread_files().begin(), message.unread_files().end()},
          .doubts_omitted = message.doubts_omitted()};
}

}  // namespace

v1::GenerationRequest ToMessage(const GenerationRequest& request) {
  v1::GenerationRequest message;
  message.set_root_path(request.root.native());
  return message;
}

GenerationRequest FromMessage(const v1::GenerationRequest& message) {
  return {.root = message.root_path()};
}

v1::GenerationReply ToMessage(const GenerationAnswer& answer) {
  v1::GenerationReply message;
  message.set_generation(answer.generation);
  return message;
}

GenerationAnswer FromMessage(const v1::GenerationReply& message) {
  return {.generation = message.generation()};
}

v1::PruneRequest ToMessage(const PruneRequest& request) {
  v1::PruneRequest message;
  message.set_root(request.root.string());
  return message;
}

PruneRequest FromMessage(const v1::PruneRequest& message) { return {.root = message.root()}; }

v1::PruneReply ToMessage(const PruneAnswer& answer) {
  v1::PruneReply message;
  for (const std::string& path : answer.removed) message.add_removed(path);
  return message;
}

PruneAnswer FromMessage(const v1::PruneReply& message) {
  return {.removed = {message.removed().begin(), message.removed().end()}};
}

v1::DoctorReply ToMessage(const DoctorAnswer& answer) {
  v1::DoctorReply message;
  *message.mutable_status() = ToMessage(answer.status);
  for (const LanguageHealth& language : answer.languages) {
    *message.add_languages() = ToMessage(language);
  }
  for (const indexer::SkippedFileReport& file : answer.skipped) {
    v1::DoctorReply::SkippedFile& added = *message.add_skipped();
    added.set_path(file.path);
    added.set_reason(static_cast<std::uint32_t>(file.reason));
  }
  for (const SyntaxErrorPlace& error : answer.syntax_errors) {
    v1::DoctorReply::SyntaxError& added = *message.add_syntax_errors();
    added.set_path(error.path);
    added.set_line(error.place.line);
    added.set_column(error.place.column);
  }
  WriteCounts(answer.skipped_reasons, *message.mutable_skipped_reasons());
  message.set_store_format(answer.store_format);
  message.set_store_source_bytes(answer.store_source_bytes);
  v1::DoctorReply::Readers& readers = *message.mutable_readers();
  readers.set_slots(answer.readers.slots);
  readers.set_active(answer.readers.active);
  readers.set_stale_freed(answer.readers.stale_freed);
  if (answer.verified) {
    message.mutable_verified()->set_segments(answer.verified->segments);
    message.mutable_verified()->set_bytes(answer.verified->bytes);
  }
  return message;
}

DoctorAnswer FromMessage(const v1::DoctorReply& message) {
  DoctorAnswer answer{.status = FromMessage(message.status()),
                      .skipped_reasons = ReadReasonCounts(message.skipped_reasons()),
                      .store_format = message.store_format(),
                      .store_source_bytes = message.store_source_bytes(),
                      .readers = {.slots = message.readers().slots(),
                                  .active = message.readers().active(),
                                  .stale_freed = message.readers().stale_freed()}};
  if (message.has_verified()) {
    answer.verified = {.segments = message.verified().segments(),
                       .bytes = message.verified().bytes()};
  }
  for (const v1::DoctorReply::Language& language : message.languages()) {
    answer.languages.push_back(FromMessage(language));
  }
  for (const v1::DoctorReply::SyntaxError& error : message.syntax_errors()) {
    answer.syntax_errors.push_back({error.path(), {error.line(), error.column()}});
  }
  for (const v1::DoctorReply::SkippedFile& file : message.skipped()) {
    answer.skipped.push_back(
        {.path = file.path(), .reason = static_cast<SkipReason>(file.reason())});
  }
  return answer;
}

}  // namespace waymark::services
