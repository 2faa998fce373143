#include <utility>

#include "fields/common_fields.h"

namespace waymark::services {
namespace {

// The lines before and after a match at once.
constexpr FieldAccess LinesAround() {
  return {.type = FieldType::kNumber,
          .get = [](const void* request) -> FieldValue {
            return static_cast<const GrepRequest*>(request)->before;
          },
          .set =
              [](void* asked, FieldValue value) {
                auto& request = *static_cast<GrepRequest*>(asked);
                request.before = std::get<std::uint32_t>(value);
                request.after = request.before;
              }};
}

constexpr RequestField GrepFlag(std::string_view name, FieldAccess value, std::string_view option,
                                std::string_view help) {
  return {.name = name, .value = value, .option = option, .help = help};
}

constexpr RequestField GrepLines(std::string_view name, FieldAccess value, std::string_view option,
                                 std::string_view help) {
  return {.name = name,
          .value = value,
          .option = option,
          .value_name = "N",
          .help = help,
          .most = kMaxContextLines};
}

}  // namespace

template <>
RequestFields FieldsOf<GrepRequest>() {
  using Request = GrepRequest;
  static constexpr RequestField kRows[] = {
      {.name = "pattern",
       .value = Of<&Request::pattern>(),
       .option = "pattern",
       .value_name = "PATTERN",
       .help = "Regular expression of PCRE2, matched line by line",
       .is_required = true},
      {.name = "paths",
       .value = Of<&Request::paths>(),
       .option = "paths",
       .value_name = "FILE|DIR",
       .help = "Files and directories to search (default: the repository)",
       .advice = "name a file or a directory"},
      GrepFlag("fixed_strings", Of<&Request::is_literal>(), "-F,--fixed-strings",
               "The pattern is a text, not a regular expression"),
      GrepFlag("ignore_case", Of<&Request::ignores_case>(), "-i,--ignore-case",
               "Capital and small letters are the same"),
      GrepFlag("whole_words", Of<&Request::whole_words>(), "-w,--word-regexp",
               "Match whole words only"),
      GrepFlag("only_files", Of<&Request::only_files>(), "-l,--files-with-matches",
               "Show only the names of files with a match"),
      GrepFlag("only_counts", Of<&Request::only_counts>(), "-c,--count",
               "Show only the number of lines with a match in each file"),
      {.value = LinesAround(),
       .option = "-C,--context",
       .value_name = "N",
       .help = "Lines to show before and after each match",
       .most = kMaxContextLines},
      GrepLines("before", Of<&Request::before>(), "-B,--before-context",
                "Lines to show before each match"),
      GrepLines("after", Of<&Request::after>(), "-A,--after-context",
                "Lines to show after each match"),
      {.name = "globs",
       .value = Of<&Request::globs>(),
       .option = "-g,--glob",
       .value_name = "GLOB",
       .help = "Search only files that match, as in .gitignore; with ! in front, only others",
       .advice = "give a glob, such as '*.py'",
       .takes_one = true},
      GrepFlag("callers", Of<&Request::with_callers>(), "--callers",
               "Show the callers of the symbols around the lines"),
      [] {
        RequestField limit = LimitField<&Request::limit>("Lines to show, or files", kMaxGrepLimit);
        limit.option = "-n,--limit";
        return limit;
      }(),
  };
  return {"grep", "", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
