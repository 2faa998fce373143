// Rails-style routing DSL: `namespace :admin do resources :users end`. A directive declares a path,
// an action and its controller; the enclosing blocks add prefixes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

enum class RoutingDslForm : std::uint8_t {
  kVerb,        // get "/path", to: "controller#action"
  kMatch,       // likewise, with its verbs as an argument
  kRoot,        // root "controller#action"
  kMany,        // resources :users: the standard actions
  kOne,         // resource :profile: those without a key
  kNamespace,   // :admin do: prefix of paths and controllers
  kScope,       // "/path", module: :admin do
  kController,  // :users do
  kMember,      // inside a kMany: routes of one resource
  kCollection,  // routes of all of them
  kNew,         // routes of a resource not yet created
  kShallow,     // nested resources have routes without their parent
  kTemplate,    // expanded where its name is used
};

struct RoutingDslWord {
  std::string_view word;
  RoutingDslForm form = RoutingDslForm::kVerb;
  std::string_view verb{};
};

// A standard action of a kMany and, except for the one of all, of a kOne.
struct StandardAction {
  std::string_view name;
  std::string_view verbs;
  bool has_key = false;  // in a kMany: of one resource
  bool is_of_all = false;
  std::string_view suffix{};
};

struct PluralRow {
  std::string_view singular;
  std::string_view plural;
};

struct RoutingDsl {
  std::string_view receiver;  // last name of the outermost block's receiver
  std::string_view message;   // the message that takes the block
  std::span<const RoutingDslWord> words{};
  std::span<const StandardAction> actions{};
  std::span<const PluralRow> plurals{};  // irregular plurals
  std::string_view controller_suffix{};  // of the type
};

// A directive with its arguments, as written: `get`, {":preview", "on: :member"}.
struct RouteDirective {
  std::string_view word;
  std::vector<std::string_view> arguments{};
};

struct DeclaredRoute {
  std::string verbs;  // "GET|POST"; empty: any
  std::string path;
  std::vector<std::string> controller;  // components of the type's name; empty: unknown
  std::string action;
};

// The routes that `send` declares inside `around`, outermost block first. Empty if a part is no
// literal. O(bytes).
std::vector<DeclaredRoute> DeclaredRoutes(const RoutingDsl& words,
                                          std::span<const RouteDirective> around,
                                          const RouteDirective& send);

// nullptr if it is no directive.
const RoutingDslWord* FindRoutingDslWord(const RoutingDsl& words, std::string_view word);

}  // namespace waymark::indexer
