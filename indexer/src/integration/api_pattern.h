// Literals that name something outside the language, as data: what is called, indexed or asked with
// one, and what that is done for. The folders of the languages hold the tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/facts.h"
#include "integration/literal_constants.h"

namespace waymark::indexer {

enum class CallShape : std::uint8_t {
  kCall,        // callee("literal")
  kOpenCall,    // the same; a path that begins without a slash
  kRegexCall,   // the same; a path that is a regular expression
  kVerbCall,    // callee("VERB", "/literal"); of requests also behind one argument more
  kBuilt,       // callee(verb("/literal"))
  kPattern,     // callee("VERB host/literal"), without a verb or a host too
  kElement,     // callee["literal"]
  kMember,      // callee.literal
  kDecorator,   // @callee("/literal"): routes to what is decorated
  kAnnotation,  // the same; the path may be missing, or begin without a slash
  kVerbMark,    // @callee alone: the verb of the path that a kPrefix beside it says
  kPrefix,      // of a type: what its members' routes begin with; of a member a kAnnotation
  kRequested,   // of a type: its members ask for their routes, and answer none
};

inline constexpr std::string_view kVerbsBehind = "*";  // the argument behind the path says them

struct ApiPattern {
  // As written, the object included: "os.getenv". What begins with a dot may be taken of anything.
  std::string_view callee;
  LiteralRole role = LiteralRole::kEnvVar;
  CallShape form = CallShape::kCall;
  std::string_view verb{};  // of a request; empty: any, or told by the arguments
  std::string_view key{};   // of the argument, or of the pair in an object, that is the literal
};

// What puts a prefix in front of the paths of routes.
enum class GroupForm : std::uint8_t {
  kMakes,  // the value of the call is a group, and the first parameter of a function it is handed
  kTakes,  // a router that it is handed becomes part of its object: the last argument; with a key,
           // the first
  kHolds,  // the same without a path
};

struct GroupUse {
  std::string_view callee;  // the last name of it; with a dot in front, behind an object
  GroupForm form = GroupForm::kMakes;
  std::string_view key{};  // of the argument that is the prefix; empty: the first
  bool replaces = false;   // the prefix that what is handed has
};

// A word in a path that stands for a name of the code.
struct PathToken {
  std::string_view text;
  bool is_type = false;       // the name of the type, else that of the function
  std::string_view suffix{};  // that the name is written without
};

// How routes are written in a language, beside its api_patterns.
struct RouteNotation {
  std::span<const GroupUse> groups{};
  std::span<const std::string_view> path_holders{};  // holder("/path").get(f)
  std::span<const std::string_view> no_handlers{};   // functions whose result handles nothing
  std::span<const std::string_view>
      transparent_methods{};                          // methods that give what their object does
  std::span<const std::string_view> handler_names{};  // of the argument; what follows the path is
                                                      // one without a name
  std::span<const PathToken> tokens{};
  std::string_view verb_message{};   // of what registers: its arguments are the verbs
  bool handlers_have_verbs = false;  // route("/path", get(f).post(g))
  bool slash_is_absolute = false;    // a path of a member that begins so has no prefix
};

// Where code says the name of something that is generated from the definition of a service.
enum class StubForm : std::uint8_t {
  kBase,        // a type derives from it: implements the service
  kTrait,       // the same, where `file_has` stands directly in front
  kRegistered,  // the first argument of a call of "addService": what makes the call implements it
  kCall,        // what calls it is a client
  kNew,         // the same, of what makes an instance of it
};

// Names by convention of the generators. Dots stand for what parts a name in the language.
struct StubUse {
  std::string_view pattern;  // "*": the service, in capitals; "%": any letters, or none
  StubForm form = StubForm::kBase;
  std::string_view file_has{};        // besides: in the file
  std::string_view arguments_have{};  // and in the arguments
};

// What a place in the text mentions.
struct Mention {
  const ApiPattern* use = nullptr;  // nullptr: nothing
  std::string_view literal{};       // checked to be one of its role
  std::string_view arguments{};     // all behind the callee
  // Of routes:
  std::vector<std::string_view> paths{};  // all that are said; `literal` is the first
  std::string_view behind{};              // the arguments behind the path
  std::string verbs{};                    // "GET", "GET|POST" or nothing; of requests too
  bool is_unknown = false;                // a path that no literal says; of decorators alone
  std::string address{};                  // of a request: see AddressIn
};

// The mention in `callee` followed by `rest`, by the row with the longest callee, or the first of
// these; of `role` alone where that is given. O(rows).
Mention FindMention(std::span<const ApiPattern> uses, CallShape form, std::string_view callee,
                    std::string_view rest, LiteralConstants& constants,
                    std::optional<LiteralRole> role = {});

// Paths that `text` begins with, one or a list in brackets, each a literal or a constant of the
// file. `text` goes on behind them. False when one is neither.
bool ReadPaths(std::string_view& text, LiteralConstants& constants,
               std::vector<std::string_view>& paths);

// The service by whose generated code `name` is called; empty when the pattern does not fit.
std::string_view ServiceIn(std::string_view pattern, std::string_view name);

// A name without blanks, its parts parted by dots: "Greeter.Stub.new" of "Greeter::Stub\n  .new".
std::string Dotted(std::string_view text);

// "GET /api/users/:id", of the parts of which some may be missing.
std::string RouteName(std::string_view verbs, std::string_view prefix, std::string_view path);

// The verb that `name` is in any case, in capitals; empty when it is none.
std::string VerbNamed(std::string_view name);

// "GET", "GET|POST" or nothing, of the words in `text`.
std::string VerbsIn(std::string_view text);

}  // namespace waymark::indexer
