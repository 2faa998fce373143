// API patterns: literals that name something outside the language, as data. A pattern says which
// call, subscript or member takes the literal, and for which role. The folders of the languages
// hold the tables, and each row has a line in the fixture api_names.txt of its language.
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
  kOpenCall,    // likewise; the path may begin without a slash
  kRegexCall,   // likewise; the path is a regular expression
  kVerbCall,    // callee("VERB", "/literal"); for requests also one argument later
  kBuilt,       // callee(verb("/literal"))
  kPattern,     // callee("VERB host/literal"); verb and host are optional
  kElement,     // callee["literal"]
  kMember,      // callee.literal
  kDecorator,   // @callee("/literal"): routes to the decorated function
  kAnnotation,  // likewise; the path may be missing, or begin without a slash
  kVerbMark,    // @callee alone: the verb of the path in a kPrefix beside it
  kPrefix,      // of a type: prefix of its members' routes; of a member: a kAnnotation
  kRequested,   // of a type: its members request the routes instead of handling them
};

inline constexpr std::string_view kVerbsBehind = "*";  // the argument after the path holds them

struct ApiPattern {
  // As written, with the object: "os.getenv". A leading dot matches any object.
  std::string_view callee;
  LiteralRole role = LiteralRole::kEnvVar;
  CallShape form = CallShape::kCall;
  std::string_view verb{};  // of a request; empty: any, or given by the arguments
  std::string_view key{};   // name of the argument, or key in an object, with the literal
};

// Calls that add a prefix to the paths of routes.
enum class GroupForm : std::uint8_t {
  kMakes,  // the result is a group, and so is the first parameter of a function argument
  kTakes,  // mounts a router into its object: the last argument; with a key, the first
  kHolds,  // likewise, without a path
};

struct GroupUse {
  std::string_view callee;  // its last name; with a leading dot, only after an object
  GroupForm form = GroupForm::kMakes;
  std::string_view key{};  // of the argument with the prefix; empty: the first
  bool replaces = false;   // the prefix of the mounted router
};

// A placeholder in a path for a name in the code.
struct PathToken {
  std::string_view text;
  bool is_type = false;       // the name of the type, otherwise that of the function
  std::string_view suffix{};  // removed from the name
};

// The notation of routes in a language, besides its api_patterns.
struct RouteNotation {
  std::span<const GroupUse> groups{};
  std::span<const std::string_view> path_holders{};  // holder("/path").get(f)
  std::span<const std::string_view> no_handlers{};   // functions whose result is no handler
  std::span<const std::string_view>
      transparent_methods{};  // methods that return something like their object
  std::span<const std::string_view>
      handler_names{};  // of the argument; without one, the positional argument after the path
  std::span<const PathToken> tokens{};
  std::string_view verb_message{};   // of a registering call whose arguments are the verbs
  bool handlers_have_verbs = false;  // route("/path", get(f).post(g))
  bool slash_is_absolute = false;    // such a path of a member has no prefix
};

// How code names a type or function that is generated from a service definition.
enum class StubForm : std::uint8_t {
  kBase,        // a derived type implements the service
  kTrait,       // likewise, if `file_has` precedes it directly
  kRegistered,  // first argument of "addService": a call that makes it implements the service
  kCall,        // a caller is a client
  kNew,         // code that makes an instance is a client
};

// Names by convention of the generators. Dots stand for the separators of the language.
struct StubUse {
  std::string_view pattern;  // "*": the service, capitalised; "%": letters, possibly none
  StubForm form = StubForm::kBase;
  std::string_view file_has{};        // also required in the file
  std::string_view arguments_have{};  // and in the arguments
};

// A match of a pattern in the text.
struct Mention {
  const ApiPattern* use = nullptr;  // nullptr: nothing
  std::string_view literal{};       // checked to fit its role
  std::string_view arguments{};     // everything after the callee
  // Routes only:
  std::vector<std::string_view> paths{};  // all paths; `literal` is the first
  std::string_view behind{};              // the arguments after the path
  std::string verbs{};                    // "GET", "GET|POST" or nothing; of requests too
  bool is_unknown = false;                // the path is no literal; only for decorators
  std::string address{};                  // of a request: see AddressIn
};

// The match in `callee` followed by `rest`: the row with the longest callee, or the first of
// several; restricted to `role` if given. O(rows).
Mention FindMention(std::span<const ApiPattern> uses, CallShape form, std::string_view callee,
                    std::string_view rest, LiteralConstants& constants,
                    std::optional<LiteralRole> role = {});

// Reads the paths at the beginning of `text`, one or a bracketed list, each a literal or a constant
// of the file, and moves `text` past them. False if one is neither.
bool ReadPaths(std::string_view& text, LiteralConstants& constants,
               std::vector<std::string_view>& paths);

// The service whose generated code `name` belongs to; empty if the pattern does not match.
std::string_view ServiceIn(std::string_view pattern, std::string_view name);

// A name without blanks, its parts separated by dots: "Greeter.Stub.new" for "Greeter::Stub\n
// .new".
std::string Dotted(std::string_view text);

// "GET /api/users/:id"; some parts may be missing.
std::string RouteName(std::string_view verbs, std::string_view prefix, std::string_view path);

// The verb that `name` spells in any case, in capitals; empty if it is none.
std::string VerbNamed(std::string_view name);

// "GET", "GET|POST" or nothing, from the words in `text`.
std::string VerbsIn(std::string_view text);

}  // namespace waymark::indexer
