// The directives of the Rails routing DSL, which nests blocks.
#pragma once

#include "integration/routing_dsl.h"

namespace waymark::indexer {

inline constexpr RoutingDslWord kRubyRoutingDslWords[] = {
    {"get", RoutingDslForm::kVerb, "GET"},       {"post", RoutingDslForm::kVerb, "POST"},
    {"put", RoutingDslForm::kVerb, "PUT"},       {"patch", RoutingDslForm::kVerb, "PATCH"},
    {"delete", RoutingDslForm::kVerb, "DELETE"}, {"options", RoutingDslForm::kVerb, "OPTIONS"},
    {"match", RoutingDslForm::kMatch},           {"root", RoutingDslForm::kRoot},
    {"resources", RoutingDslForm::kMany},        {"resource", RoutingDslForm::kOne},
    {"namespace", RoutingDslForm::kNamespace},   {"scope", RoutingDslForm::kScope},
    {"controller", RoutingDslForm::kController}, {"member", RoutingDslForm::kMember},
    {"collection", RoutingDslForm::kCollection}, {"new", RoutingDslForm::kNew},
    {"shallow", RoutingDslForm::kShallow},       {"concern", RoutingDslForm::kTemplate},
};

inline constexpr StandardAction kRubyStandardActions[] = {
    {"index", "GET", false, true},        {"create", "POST"},
    {"new", "GET", false, false, "new"},  {"show", "GET", true},
    {"edit", "GET", true, false, "edit"}, {"update", "PATCH|PUT", true},
    {"destroy", "DELETE", true},
};

inline constexpr PluralRow kEnglishPlurals[] = {
    {"person", "people"},
    {"child", "children"},
    {"man", "men"},
    {"mouse", "mice"},
    {"news", "news"},
    {"series", "series"},
    {"equipment", "equipment"},
    {"species", "species"},
    {"money", "money"},
    {"information", "information"},
    {"medium", "media"},
    {"movie", "movies"},
    {"analysis", "analyses"},
};

inline constexpr RoutingDsl kRubyRoutingDsl = {.receiver = "routes",
                                               .message = "draw",
                                               .words = kRubyRoutingDslWords,
                                               .actions = kRubyStandardActions,
                                               .plurals = kEnglishPlurals,
                                               .controller_suffix = "Controller"};

}  // namespace waymark::indexer
