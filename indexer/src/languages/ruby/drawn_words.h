// The words that draw routes in nested blocks.
#pragma once

#include "integration/drawn_routes.h"

namespace waymark::indexer {

inline constexpr DrawingWord kRubyDrawingWords[] = {
    {"get", Draws::kVerb, "GET"},       {"post", Draws::kVerb, "POST"},
    {"put", Draws::kVerb, "PUT"},       {"patch", Draws::kVerb, "PATCH"},
    {"delete", Draws::kVerb, "DELETE"}, {"options", Draws::kVerb, "OPTIONS"},
    {"match", Draws::kMatch},           {"root", Draws::kRoot},
    {"resources", Draws::kMany},        {"resource", Draws::kOne},
    {"namespace", Draws::kNamespace},   {"scope", Draws::kScope},
    {"controller", Draws::kController}, {"member", Draws::kMember},
    {"collection", Draws::kCollection}, {"new", Draws::kNew},
    {"shallow", Draws::kUnkeyed},       {"concern", Draws::kTemplate},
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
    {"status", "statuses"},
    {"analysis", "analyses"},
};

inline constexpr DrawingWords kRubyDrawing = {.receiver = "routes",
                                              .message = "draw",
                                              .words = kRubyDrawingWords,
                                              .actions = kRubyStandardActions,
                                              .plurals = kEnglishPlurals,
                                              .controller_suffix = "Controller"};

}  // namespace waymark::indexer
