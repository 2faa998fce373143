// What a method of the protocol is: a name, a function that answers, and what the client is told
// that the server can do.
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
#include "services/verbs.h"
#include "source_texts.h"
#include "workspace.h"

namespace waymark::services {

// Of a client, as `initialize` said.
struct ClientProfile {
  ClientUnits units;
  bool shows_progress = false;
  bool refreshes_lenses = false;
  // Providers that are off unless the client wants them, since a language's own server has them.
  std::set<std::string, std::less<>> providers;
  // Only queries for workspace symbols that begin so are answered.
  std::string symbol_prefix = "wm:";
};

struct Question {
  Verbs& verbs;
  const Json& params;
  const Workspace& workspace;
  const ClientProfile& client;
  const CallControl& control;
  Feedback& feedback;
};

struct MethodRow {
  std::string_view name;
  absl::StatusOr<Json> (*answer)(const Question& question);
  std::string_view capability;        // member of ServerCapabilities; "": that of another method
  std::string_view capability_value;  // JSON
  std::string_view provider;          // of ClientProfile::providers; "": always on
  // Instead of `answer`, where the parameters say all: nobody else is waited for.
  absl::StatusOr<Json> (*answer_at_once)(const Json& params) = nullptr;
};

// Null when there is none, or it is not on.
const MethodRow* FindMethod(std::string_view name, const ClientProfile& client);
// ServerCapabilities of the methods that are on.
Json DescribeMethods(const ClientProfile& client);
// Names that `providers` may hold.
std::vector<std::string_view> OptionalProviders();

struct EditorCommandRow {
  std::string_view name;
  absl::StatusOr<Json> (*answer)(const Question& question, const Json& argument);
};

std::span<const EditorCommandRow> AllEditorCommands();

// A place of a document as the engine is asked about it.
struct AskedPlace {
  FileInCheckout file;
  std::string name;  // FILE:LINE:COLUMN
  StateChoice state;
};

// Of `textDocument` and `position` in `params`. No value when no folder holds the document, or it
// is no file.
absl::StatusOr<std::optional<AskedPlace>> PlaceIn(const Question& question, const Json& params);

// Number of the protocol's SymbolKind.
int KindNumber(wire::Term<SymbolKind> kind);
// The last part of a qualified name.
std::string ShortName(const wire::Symbol& symbol);
// What names a symbol in a further request: the place of its name.
std::string PlaceOf(const wire::Symbol& symbol);
Json LocationOf(SourceTexts& texts, const wire::Symbol& symbol);
// The symbol at a place; no value where nothing is known of one.
absl::StatusOr<std::optional<SymbolAnswer>> AskSymbol(const Question& question,
                                                      const AskedPlace& place);

// What a document defines.
struct DocumentAnswer {
  std::string uri;
  std::filesystem::path root;
  FileSymbolsAnswer answer;
};

// Of `textDocument` in the parameters; the client's log tells of symbols beyond kMaxFileSymbols. No
// value when nothing is known of it, as before its checkout is indexed: it is asked for again then.
absl::StatusOr<std::optional<DocumentAnswer>> AskDocument(const Question& question);
// The symbols that are so related to the one of that name or place, at most kMaxLspRelated; of more
// the client's log tells.
absl::StatusOr<UsagesAnswer> AskRelated(const Question& question, const std::filesystem::path& root,
                                        const std::string& symbol, const StateChoice& state,
                                        retrieval::Relation relation);
// What counts as "nothing is known of it" instead of an error: no such file or symbol.
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
