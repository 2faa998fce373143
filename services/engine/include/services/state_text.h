// What faces write besides payloads: the state of the index, and errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <absl/status/status.h>
#include <nlohmann/json.hpp>

#include "graph/records.h"
#include "wire/gcx.h"
#include "wire/payload.h"

namespace waymark::services {

// "flask, generation 3, commit 0123456789ab; 2 files on disk differ from the index".
std::string StateText(const wire::IndexInfo& index);
nlohmann::ordered_json StateJson(const wire::IndexInfo& index);
nlohmann::ordered_json CompletenessJson(const wire::Completeness& completeness);
// CompletenessLine with its line end; empty if the completeness is unstated.
std::string CompletenessText(const wire::Completeness& completeness);
// Both in the header of a section of GCX1, as payloads have them.
void AddState(const wire::Completeness& completeness, const wire::IndexInfo& index,
              wire::GcxSection& section);
// Whether rows or lines of the section are left out.
void AddTruncation(bool is_truncated, wire::GcxSection& section);

// The meaning of a reason to skip a file, and the remedy.
std::string_view AdviceOn(SkipReason reason);

// The error with the advice `fix`, which becomes a field of its own. Agents follow it, so it holds
// no text of a repository.
absl::Status WithFix(absl::Status status, std::string_view fix);
// Empty without advice.
std::string FixOf(const absl::Status& status);

// What to ask in place of a question that was refused. Whoever refuses knows it, but not how the
// caller writes calls; a face adds the call, in its own form and with the values at hand.
enum class RemedyKind : std::uint8_t {
  kChange,   // the same question with `value` in the field; without the field if it is empty
  kReplace,  // the same question with `value` in place of the text `given`
  kOutline,  // what the repository holds
  kStatus,   // what is indexed
};

// It becomes the fix of an error that has none, which agents follow. So it holds no text of a
// repository, only what the question gave and numbers, unless the error has a fix.
struct Remedy {
  RemedyKind kind = RemedyKind::kStatus;
  // RequestField::name, or that of an argument which only a face has. Empty if a symbol or a file
  // is replaced, whichever field names it.
  std::string field = {};
  std::string given = {};
  std::string value = {};
};

Remedy WithoutField(std::string_view field);
Remedy WithField(std::string_view field, std::string value);
// `given` names a symbol or a file.
Remedy WithText(std::string_view given, std::string value);
// `given` is the value of "at", "base" or "repo".
Remedy WithTextIn(std::string_view field, std::string_view given, std::string value);
// For a name to which nothing in the index is similar.
Remedy OutlineInstead();

// How the faces call what a remedy names.
struct FieldNames {
  std::string_view field;
  std::string_view argument;  // of tools
  std::string_view option;    // of commands
  bool is_number = false;
};

// A field without a row of the table has its own name in both faces.
FieldNames NamesOf(const Remedy& remedy);

// The payload of an error that holds its remedy. It is for faces alone.
inline constexpr char kRemedyPayload[] = "remedy";

// The error with a remedy, in place of another one that it may have.
absl::Status WithRemedy(absl::Status status, const Remedy& remedy);

// Nothing if the error has none.
std::optional<Remedy> RemedyOf(const absl::Status& status);

// The error with a message that ends with `call` in place of the remedy. The call is also its fix,
// unless it has one. `lead` stands before the call: "a call that works".
absl::Status WithCallThatWorks(const absl::Status& status, std::string_view lead,
                               std::string_view call);

// {"code", "message", "fix"?} and a field for each payload of the status, such as "candidates",
// except a remedy.
nlohmann::ordered_json ErrorFields(const absl::Status& status);

// The error in a structured format: a JSON object on a line, the section `error` of GCX1, or an
// element of XML. Nothing for other formats, which have no form for errors.
std::optional<std::string> ErrorIn(std::string_view format, const absl::Status& status);

// A JSON string literal; bytes that are not UTF-8 become U+FFFD.
std::string JsonString(std::string_view text);

// On one line; bytes that are not UTF-8, which paths can have, become U+FFFD.
std::string Compact(const nlohmann::ordered_json& value);

}  // namespace waymark::services
