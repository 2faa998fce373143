// A method of the protocol: a name, a function that answers, and the capability that the client is
// told.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "encoded_text.h"
#include "feedback.h"
#include "services/json_rpc.h"
#include "services/request_fields.h"
#include "services/verbs.h"
#include "source_texts.h"
#include "workspace.h"

namespace waymark::services {

// The properties of a client from `initialize`.
struct ClientProfile {
  ClientUnits units;
  bool shows_progress = false;
  bool refreshes_lenses = false;
  // Optional providers, which are off unless the client asks for them, because a language's own
  // server has them.
  std::set<std::string, std::less<>> providers;
  // Only queries for workspace symbols with this prefix are answered.
  std::string symbol_prefix = "wm:";
};

struct Question {
  Verbs& verbs;
  const Json& params;
  const Workspace& workspace;
  const ClientProfile& client;
  const CallControl& control;
  Feedback& feedback;
  const UsualNumbersSource& usual;
};

struct MethodRow {
  std::string_view name;
  absl::StatusOr<Json> (*answer)(const Question& question);
  std::string_view capability;        // member of ServerCapabilities; "": that of another method
  std::string_view capability_value;  // JSON
  std::string_view provider;          // of ClientProfile::providers; "": always on
  // Used instead of `answer` if the parameters are sufficient: it does not wait for the engine.
  absl::StatusOr<Json> (*answer_at_once)(const Json& params) = nullptr;
};

// Null if there is no such method, or if it is off.
const MethodRow* FindMethod(std::string_view name, const ClientProfile& client);
// ServerCapabilities of the methods that are on.
Json DescribeMethods(const ClientProfile& client);
// Names that `providers` may contain.
std::vector<std::string_view> OptionalProviders();

struct EditorCommandRow {
  std::string_view name;
  absl::StatusOr<Json> (*answer)(const Question& question, const Json& argument);
};

std::span<const EditorCommandRow> AllEditorCommands();

// A place in a document in the notation of the engine.
struct AskedPlace {
  FileInCheckout file;
  std::string name;  // FILE:LINE:COLUMN
  StateChoice state;
};

// The place of `textDocument` and `position` in `params`. No value if no folder contains the
// document, or if it is not a file.
absl::StatusOr<std::optional<AskedPlace>> PlaceIn(const Question& question, const Json& params);

// Number of the protocol's SymbolKind.
int KindNumber(wire::Term<SymbolKind> kind);
// The last component of a qualified name.
std::string ShortName(const wire::Symbol& symbol);
// The name of a symbol for later requests: the place of its name.
std::string PlaceOf(const wire::Symbol& symbol);
Json LocationOf(SourceTexts& texts, const wire::Symbol& symbol);
// The symbol at a place; no value if it is unknown.
absl::StatusOr<std::optional<SymbolAnswer>> AskSymbol(const Question& question,
                                                      const AskedPlace& place);

// The definitions of a document.
struct DocumentAnswer {
  std::string uri;
  std::filesystem::path root;
  FileSymbolsAnswer answer;
};

// The definitions of `textDocument` in the parameters; the client's log mentions symbols beyond
// kMaxFileSymbols. No value if nothing is known of the document, for example before its checkout is
// indexed; the client asks again then.
absl::StatusOr<std::optional<DocumentAnswer>> AskDocument(const Question& question);
// The symbols with that relation to the symbol of that name or place, at most kMaxLspRelated; the
// client's log mentions further ones.
absl::StatusOr<UsagesAnswer> AskRelated(const Question& question, const std::filesystem::path& root,
                                        const std::string& symbol, const StateChoice& state,
                                        retrieval::Relation relation);
// Whether an error means an unknown file or symbol, which is not an error for the client.
bool IsAbsent(const absl::Status& status);

// answers_*.cc
absl::StatusOr<Json> CodeLenses(const Question& question);
absl::StatusOr<Json> ResolveCodeLens(const Json& params);
absl::StatusOr<Json> PrepareHierarchy(const Question& question);
absl::StatusOr<Json> IncomingCalls(const Question& question);
absl::StatusOr<Json> OutgoingCalls(const Question& question);
absl::StatusOr<Json> Supertypes(const Question& question);
absl::StatusOr<Json> Subtypes(const Question& question);
absl::StatusOr<Json> WorkspaceSymbols(const Question& question);
absl::StatusOr<Json> DocumentSymbols(const Question& question);
absl::StatusOr<Json> References(const Question& question);
absl::StatusOr<Json> Implementations(const Question& question);
absl::StatusOr<Json> Hover(const Question& question);
absl::StatusOr<Json> ExecuteCommand(const Question& question);
absl::StatusOr<Json> BlastRadiusCommand(const Question& question, const Json& argument);
absl::StatusOr<Json> TestScopeCommand(const Question& question, const Json& argument);
absl::StatusOr<Json> ContextCommand(const Question& question, const Json& argument);
absl::StatusOr<Json> StatusCommand(const Question& question, const Json& argument);

}  // namespace waymark::services
