// Routes by file paths, in Next.js and SvelteKit.
#include <string_view>

#include "integration/file_route.h"
#include "languages/script/script_language.h"

namespace waymark::indexer {
namespace {

constexpr FileRouteConvention kConventions[] = {
    {.root = "pages/api", .kept = "api", .private_ = "_"},
    {.root = "app", .stem = "route", .by_verb = true, .drops = "(@", .private_ = "_"},
    {.root = "src/routes", .stem = "+server", .by_verb = true, .drops = "("},
};

constexpr std::string_view kExtensions[] = {".ts", ".js"};

}  // namespace

const FileRouteRules kScriptFileRoutes = {.conventions = kConventions, .extensions = kExtensions};

}  // namespace waymark::indexer
