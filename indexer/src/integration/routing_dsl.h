// Routes that are drawn by words in nested blocks: `namespace :admin do resources :users end`. A
// word is for a path, an action and its controller; the blocks around it tell what stands in front.
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
  kMatch,       // the same, its verbs beside it
  kRoot,        // root "controller#action"
  kMany,        // resources :users: the standard actions
  kOne,         // resource :profile: those without a key
  kNamespace,   // :admin do: in front of paths and of controllers
  kScope,       // "/path", module: :admin do
  kController,  // :users do
  kMember,      // inside a kMany: of one of them
  kCollection,  // of all of them
  kNew,         // of one that is not there yet
  kShallow,     // that what lies below one of many is reached without it
  kTemplate,    // drawn where its name is asked for
};

struct RoutingDslWord {
  std::string_view word;
  RoutingDslForm form = RoutingDslForm::kVerb;
  std::string_view verb{};
};

// A standard action of a kMany and, but for the one of all, of a kOne.
struct StandardAction {
  std::string_view name;
  std::string_view verbs;
  bool has_key = false;  // in a kMany: of one of them
  bool is_of_all = false;
  std::string_view suffix{};
};

struct PluralRow {
  std::string_view singular;
  std::string_view plural;
};

struct RoutingDsl {
  std::string_view receiver;  // ends what the outermost block is sent to
  std::string_view message;   // with this message
  std::span<const RoutingDslWord> words{};
  std::span<const StandardAction> actions{};
  std::span<const PluralRow> plurals{};  // that no rule gives
  std::string_view controller_suffix{};  // of the type
};

// A word with its arguments, as written: `get`, {":preview", "on: :member"}.
struct RouteDirective {
  std::string_view word;
  std::vector<std::string_view> arguments{};
};

struct DeclaredRoute {
  std::string verbs;  // "GET|POST"; empty: any
  std::string path;
  std::vector<std::string> controller;  // components of the type's name; none: not known
  std::string action;
};

// What `send` form inside `around`, the outermost first. Nothing where a part is not written out.
// O(bytes).
std::vector<DeclaredRoute> DeclaredRoutes(const RoutingDsl& words,
                                          std::span<const RouteDirective> around,
                                          const RouteDirective& send);

// nullptr when it is none.
const RoutingDslWord* FindRoutingDslWord(const RoutingDsl& words, std::string_view word);

}  // namespace waymark::indexer
