#include "graph/status.h"
#include "messages/messages.h"
#include "messages/payload_message.h"

namespace waymark::services {
namespace {

void WriteFile(const GrepFile& file, v1::GrepReply::File& message) {
  message.set_path(file.path);
  message.set_matching_lines(file.matching_lines);
  message.set_is_changed(file.is_changed);
  for (const GrepLine& line : file.lines) {
    v1::GrepReply::Line& added = *message.add_lines();
    added.set_line(line.found.line);
    added.set_column(line.found.column);
    added.set_text(line.found.text);
    added.set_from_column(line.found.from_column);
    added.set_is_cut(line.found.is_cut);
    added.set_symbol(line.symbol);
  }
}

GrepFile ReadFoundFile(const v1::GrepReply::File& message) {
  GrepFile file{.path = message.path(),
                .matching_lines = message.matching_lines(),
                .is_changed = message.is_changed()};
  for (const v1::GrepReply::Line& line : message.lines()) {
    file.lines.push_back({.found = {.line = line.line(),
                                    .column = line.column(),
                                    .from_column = line.from_column(),
                                    .text = line.text(),
                                    .is_cut = line.is_cut()},
                          .symbol = line.symbol()});
  }
  return file;
}

void WriteSymbol(const GrepSymbol& symbol, v1::GrepReply::Symbol& message) {
  message.set_id(symbol.id);
  message.set_kind(symbol.kind);
  message.set_name(symbol.name);
  message.set_callers_omitted(symbol.callers_omitted);
  for (const GrepCaller& caller : symbol.callers) {
    v1::GrepReply::Caller& added = *message.add_callers();
    added.set_name(caller.name);
    added.set_path(caller.path);
    added.set_line(caller.line);
  }
}

GrepSymbol ReadFoundSymbol(const v1::GrepReply::Symbol& message) {
  GrepSymbol symbol{.id = message.id(),
                    .kind = message.kind(),
                    .name = message.name(),
                    .callers_omitted = message.callers_omitted()};
  for (const v1::GrepReply::Caller& caller : message.callers()) {
    symbol.callers.push_back({.name = caller.name(), .path = caller.path(), .line = caller.line()});
  }
  return symbol;
}

}  // namespace

v1::GrepReply ToMessage(const GrepAnswer& answer) {
  v1::GrepReply message;
  message.set_root_path(answer.root_path);
  for (const GrepFile& file : answer.files) WriteFile(file, *message.add_files());
  for (const GrepSymbol& symbol : answer.symbols) WriteSymbol(symbol, *message.add_symbols());
  message.set_matching_lines(answer.matching_lines);
  message.set_matching_files(answer.matching_files);
  message.set_files_searched(answer.files_searched);
  for (const indexer::SkippedFileReport& file : answer.skipped) {
    v1::GrepReply::SkippedFile& added = *message.add_skipped();
    added.set_path(file.path);
    added.set_reason(static_cast<std::uint32_t>(file.reason));
  }
  message.set_skipped_total(answer.skipped_total);
  *message.mutable_index() = ToMessage(answer.index);
  return message;
}

absl::StatusOr<GrepAnswer> FromMessage(const v1::GrepReply& message) {
  GrepAnswer answer{.root_path = message.root_path(),
                    .matching_lines = message.matching_lines(),
                    .matching_files = message.matching_files(),
                    .files_searched = message.files_searched(),
                    .skipped_total = message.skipped_total()};
  for (const v1::GrepReply::File& file : message.files()) {
    answer.files.push_back(ReadFoundFile(file));
    for (const GrepLine& line : answer.files.back().lines) {
      if (line.symbol > static_cast<std::uint32_t>(message.symbols_size())) {
        return absl::DataLossError("the reply has a line in a symbol that it does not have");
      }
    }
  }
  for (const v1::GrepReply::Symbol& symbol : message.symbols()) {
    answer.symbols.push_back(ReadFoundSymbol(symbol));
  }
  for (const v1::GrepReply::SkippedFile& file : message.skipped()) {
    answer.skipped.push_back({file.path(), static_cast<SkipReason>(file.reason())});
  }
  WM_ASSIGN_OR_RETURN(answer.index, FromMessage(message.index()));
  return answer;
}

}  // namespace waymark::services
