// A table of fields for each request. A row has the values that a field takes, and its names in
// messages, on the command line and in the tools of agents. Every face reads these tables, so an
// option is written once, besides the member of the request (verbs.h) and the field of the message
// (waymark.proto).
//
// The tables omit what all requests share: the checkout, its state, the encoding.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <absl/status/statusor.h>

#include "services/verbs.h"

namespace waymark::services {

enum class FieldType : std::uint8_t {
  kText,
  kTexts,
  kNumber,  // whole, from RequestField::least to most
  kShare,   // 0..1
  kFlag,
  kWord,   // one of FieldAccess::words
  kWords,  // some of them
  kRepositories,
};

// A word is held as text, words as texts.
using FieldValue = std::variant<std::string, std::vector<std::string>, std::uint32_t, float, bool,
                                std::vector<WorkspaceMember>>;

// Reads and writes a field of a request; `request` must have the type of the table.
struct FieldAccess {
  FieldType type = FieldType::kText;
  FieldValue (*get)(const void* request) = nullptr;
  // `value` has the type of the field; its words are known ones.
  void (*set)(void* request, FieldValue value) = nullptr;
  std::vector<std::string_view> (*words)() = nullptr;  // null: the field takes no words
};

struct RequestField {
  // of the field in the message; empty: other fields of the message hold the value
  std::string_view name;
  FieldAccess value;
  // "--depth" or "--count,--limit"; without dashes: a positional argument. Empty: the command line
  // does not have the field.
  std::string_view option;
  std::string_view value_name;  // the name of the value in the help: "N"
  std::string_view argument;    // name of the tool's argument; empty: tools do not have the field
  // Without the default, which faces add. If it ends with a colon, HelpOf() adds the words.
  std::string_view help;
  // A shorter text for tools, whose list is part of every session.
  const char* brief = nullptr;  // null: same as `help`
  std::string_view advice;      // what to write instead of an empty text
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  // the default of tools, if it differs from that of the request; 0: the same
  std::uint32_t tool_usual = 0;
  bool is_required = false;
  bool is_place = false;   // a symbol, which may be given as FILE:LINE
  bool takes_one = false;  // for texts: the option takes one value, and may be repeated
  // for a positional text: the arguments are words of it, so that it needs no quotes
  bool joins_words = false;
  bool is_seldom = false;  // few people need the option, so only the full help has it
};

struct RequestFields {
  std::string_view command;  // "usages"
  std::string_view tool;     // the tool with the same question: "find_usages"
  std::span<const RequestField> rows;
  const void* usual = nullptr;  // a request with the default in every field
};

template <typename Request>
RequestFields FieldsOf();

template <>
RequestFields FieldsOf<AnalyzeRequest>();
template <>
RequestFields FieldsOf<BlastRadiusRequest>();
template <>
RequestFields FieldsOf<ContextRequest>();
template <>
RequestFields FieldsOf<DiffRequest>();
template <>
RequestFields FieldsOf<DoctorRequest>();
template <>
RequestFields FieldsOf<ExportRequest>();
template <>
RequestFields FieldsOf<FeedbackRequest>();
template <>
RequestFields FieldsOf<FileSymbolsRequest>();
template <>
RequestFields FieldsOf<GrepRequest>();
template <>
RequestFields FieldsOf<HeldAnswers>();
template <>
RequestFields FieldsOf<OutlineRequest>();
template <>
RequestFields FieldsOf<PathRequest>();
template <>
RequestFields FieldsOf<SearchRequest>();
template <>
RequestFields FieldsOf<SourcesRequest>();
template <>
RequestFields FieldsOf<SymbolRequest>();
template <>
RequestFields FieldsOf<TestScopeRequest>();
template <>
RequestFields FieldsOf<UsagesRequest>();
template <>
RequestFields FieldsOf<WorkspacesRequest>();

// For a ContextRequest that asks why a symbol is in the answer or not.
RequestFields ExplainFields();
// For a SearchRequest by prefix, which is a tool of its own.
RequestFields PrefixSearchFields();
// For a SourcesRequest about one symbol.
RequestFields SourceFields();

// A number that a configuration sets in place of the default of a field.
struct UsualNumber {
  std::string command;  // RequestFields::command
  std::string option;   // RequestField::option
  std::uint32_t value = 0;
};

using UsualNumbers = std::vector<UsualNumber>;

// The numbers for questions about a checkout, read anew, since its project file may have changed.
// InvalidArgument names the place and the error. May be null: there are none. Thread-safe.
using UsualNumbersSource =
    std::function<absl::StatusOr<UsualNumbers>(const std::filesystem::path& root)>;

// The number of an option, or `otherwise` if it is not set.
std::uint32_t NumberOf(const UsualNumbers& numbers, std::string_view command,
                       std::string_view option, std::uint32_t otherwise);

// A word as the command line writes it, with dashes: "dead-code" for "dead_code".
std::string CommandWord(std::string_view word);
// Whether the field takes the word.
bool KnowsWord(const RequestField& field, std::string_view word);
// "callers, callees or similar".
std::string ListOf(std::span<const std::string_view> words, std::string_view before_last = ", ");
// RequestField::help, followed by the words if it ends with a colon.
std::string HelpOf(const RequestField& field);

}  // namespace waymark::services
