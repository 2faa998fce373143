// Requests with an option at most. Sources are asked for by tools that show them in different ways.
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

template <>
RequestFields FieldsOf<SourcesRequest>() {
  using Request = SourcesRequest;
  static constexpr RequestField kRows[] = {
      {.name = "symbols", .value = Of<&Request::symbols>()},
      {.name = "without_text", .value = Not<&Request::with_text>()},
      {.name = "context_lines", .value = Of<&Request::context_lines>()},
  };
  return {"", "", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
