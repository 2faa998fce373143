// How routes are written beside the literals of api_patterns.h: groups and the prefixes that they
// put in front, what is no handler, words in paths.
#pragma once

#include "integration/api_pattern.h"

namespace waymark::indexer {

inline constexpr auto kMakesGroup = GroupForm::kMakes;
inline constexpr auto kTakesRouter = GroupForm::kTakes;
inline constexpr auto kHoldsRoutes = GroupForm::kHolds;

inline constexpr GroupUse kPythonGroups[] = {
    {"Blueprint", kMakesGroup, "url_prefix"},
    {"APIRouter", kMakesGroup, "prefix"},
    {".include_router", kTakesRouter, "prefix"},
    {".register_blueprint", kTakesRouter, "url_prefix", true},
};
inline constexpr std::string_view kPythonNoHandlers[] = {"include"};
inline constexpr std::string_view kPythonHandsOn[] = {"as_view", "as_asgi"};
inline constexpr std::string_view kPythonHandlerNames[] = {"view_func", "endpoint", "view",
                                                           "handler"};
inline constexpr RouteNotation kPythonRoutes = {.groups = kPythonGroups,
                                                .no_handlers = kPythonNoHandlers,
                                                .hands_on = kPythonHandsOn,
                                                .handler_names = kPythonHandlerNames};

inline constexpr GroupUse kScriptGroups[] = {
    {".basePath", kMakesGroup}, {"Router", kMakesGroup, "prefix"},     {".use", kTakesRouter},
    {".route", kTakesRouter},   {".register", kTakesRouter, "prefix"},
};
inline constexpr std::string_view kScriptPathHolders[] = {"route"};
inline constexpr std::string_view kScriptHandsOn[] = {"bind"};
inline constexpr RouteNotation kScriptRoutes = {
    .groups = kScriptGroups, .path_holders = kScriptPathHolders, .hands_on = kScriptHandsOn};

inline constexpr GroupUse kGoGroups[] = {
    {".Group", kMakesGroup},
    {".Route", kMakesGroup},
    {".PathPrefix", kMakesGroup},
    {".Mount", kTakesRouter},
};
inline constexpr RouteNotation kGoRoutes = {.groups = kGoGroups, .verb_message = ".Methods("};

inline constexpr GroupUse kRustGroups[] = {
    {"scope", kMakesGroup},     {".nest", kTakesRouter},      {".merge", kHoldsRoutes},
    {".service", kHoldsRoutes}, {".configure", kHoldsRoutes},
};
inline constexpr std::string_view kRustPathHolders[] = {"resource"};
inline constexpr RouteNotation kRustRoutes = {
    .groups = kRustGroups, .path_holders = kRustPathHolders, .handlers_have_verbs = true};

inline constexpr GroupUse kCSharpGroups[] = {{".MapGroup", kMakesGroup}};
inline constexpr PathToken kCSharpTokens[] = {
    {"[controller]", true, "Controller"},
    {"[action]"},
};
inline constexpr RouteNotation kCSharpRoutes = {
    .groups = kCSharpGroups, .tokens = kCSharpTokens, .slash_is_absolute = true};

inline constexpr GroupUse kRubyGroups[] = {{"namespace", kMakesGroup}};
inline constexpr RouteNotation kRubyRoutes = {.groups = kRubyGroups};

}  // namespace waymark::indexer
