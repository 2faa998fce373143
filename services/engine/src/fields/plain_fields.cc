// Requests with few options. A command and two tools ask for sources, each with names of its own.
#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<DoctorRequest>() {
  static constexpr RequestField kRows[] = {
      {.name = "verify",
       .value = Of<&DoctorRequest::verify>(),
       .option = "--verify",
       .help = "Also read the whole store and compare its hashes"},
  };
  return {"doctor", "", kRows, UsualOf<DoctorRequest>()};
}

template <>
RequestFields FieldsOf<ExportRequest>() {
  return {"export", "", {}, UsualOf<ExportRequest>()};
}

template <>
RequestFields FieldsOf<FileSymbolsRequest>() {
  static constexpr RequestField kRows[] = {
      {.name = "path",
       .value = Of<&FileSymbolsRequest::path>(),
       .argument = "file",
       .help = "Path of a file, from the top of the repository",
       .is_required = true},
  };
  return {"", "get_file_summary", kRows, UsualOf<FileSymbolsRequest>()};
}

// For the questions that list symbols, besides their own fields.
template <>
RequestFields FieldsOf<HeldAnswers>() {
  static constexpr RequestField kRows[] = {
      {.name = "pack_root",
       .value = Of<&HeldAnswers::pack_root>(),
       .option = "--pack-root",
       .value_name = "new|HEX",
       .help = "'new' stores the answer and shows its root; later pass that root, or at least 12 "
               "digits of it, and a delta is written if it is smaller than 60 % of the answer",
       .advice = "say new, or give the pack_root of an answer",
       .is_seldom = true},
      SessionField(Of<&HeldAnswers::session>()),
  };
  return {"", "", kRows, UsualOf<HeldAnswers>()};
}

template <>
RequestFields FieldsOf<SourcesRequest>() {
  using Request = SourcesRequest;
  static constexpr RequestField kRows[] = {
      {.name = "symbols",
       .value = Of<&Request::symbols>(),
       .option = "symbols",
       .value_name = kSymbolValue,
       .argument = "symbols",
       .help = "Symbols to show: qualified names, ends of them, ids, or places FILE:LINE; at most "
               "100",
       .brief = "Names or FILE:LINE, at most 100",
       .advice = kSymbolAdvice,
       .is_required = true,
       .is_place = true},
      {.name = "without_text", .value = Not<&Request::with_text>()},
      {.value = Of<&Request::with_text>(), .argument = "include_source", .help = "With their text"},
      {.name = "context_lines",
       .value = Of<&Request::context_lines>(),
       .option = "--around",
       .value_name = "N",
       .help = "Lines to show before and after each symbol",
       .most = kMaxContextLines},
      {.name = "with_overloads", .value = Of<&Request::with_overloads>()},  // for people
      {.name = "with_members", .value = Of<&Request::with_members>()},      // for people
  };
  return {"show", "batch_symbols", kRows, UsualOf<Request>()};
}

RequestFields SourceFields() {
  using Request = SourcesRequest;
  static constexpr RequestField kRows[] = {
      SymbolField("", OnlyItemOf<&Request::symbols>()),
      {.value = Of<&Request::context_lines>(),
       .argument = "context_lines",
       .help = "Lines to show before and after it",
       .most = kMaxContextLines},
  };
  return {"", "get_symbol_source", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
