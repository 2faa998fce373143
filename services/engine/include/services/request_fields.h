// The fields of the requests, a table for each: what a field may hold, and how messages, the
// command line and the tools of agents call it. The faces read these tables, so that an option is
// written here once, beside the member of the request (verbs.h) and the field of the message
// (waymark.proto).
//
// What every request has in the same way is in no table: the checkout, its state, the encoding.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "services/verbs.h"

namespace waymark::services {

enum class FieldType : std::uint8_t {
  kText,
  kTexts,
  kNumber,  // a whole one, from RequestField::least to most
  kShare,   // 0..1
  kFlag,
  kWord,   // one of FieldAccess::words
  kWords,  // some of them
  kRepositories,
};

// A word is a text, words are texts.
using FieldValue = std::variant<std::string, std::vector<std::string>, std::uint32_t, float, bool,
                                std::vector<WorkspaceMember>>;

// How a field of a request is read and written; `request` is of the table's type.
struct FieldAccess {
  FieldType type = FieldType::kText;
  FieldValue (*get)(const void* request) = nullptr;
  // `value` is of the type; words are words that there are.
  void (*set)(void* request, FieldValue value) = nullptr;
  std::vector<std::string_view> (*words)() = nullptr;  // null: it takes no words
};

struct RequestField {
  std::string_view name;  // of the message's field; empty: the message has it in other fields
  FieldAccess value;
  // "--depth" or "--count,--limit"; without a dash an argument that is known by its place. Empty:
  // the command line has no such option.
  std::string_view option;
  std::string_view value_name;  // as the help calls the value: "N"
  std::string_view argument;    // of the tool; empty: it has no such argument
  // Without the default, which faces add. When it ends with a colon, the words follow.
  std::string_view help;
  // What tools say in its place where it would be too long: their list is a part of every session.
  const char* brief = nullptr;  // null: the same
  std::string_view advice;      // what to write in place of a text that is empty
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  std::uint32_t tool_usual = 0;  // of tools, where it is another number than that of the request
  bool is_required = false;
  bool is_place = false;   // a symbol, which may be given as FILE:LINE
  bool takes_one = false;  // of texts: an option has one value, and may be repeated
};

struct RequestFields {
  std::string_view command;  // "usages"
  std::string_view tool;     // that asks the same: "find_usages"
  std::span<const RequestField> rows;
  const void* usual = nullptr;  // a request that leaves every field out
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

// Of a ContextRequest that asks why a symbol is in the answer, or not.
RequestFields ExplainFields();
// Of a SearchRequest by prefix, for which tools have a name of its own.
RequestFields PrefixSearchFields();
// Of a SourcesRequest about one symbol.
RequestFields SourceFields();

// Whether the field takes such a word.
bool KnowsWord(const RequestField& field, std::string_view word);
// "callers, callees or similar".
std::string ListOf(std::span<const std::string_view> words, std::string_view before_last = ", ");
// RequestField::help with the words that follow it.
std::string HelpOf(const RequestField& field);

}  // namespace waymark::services
