// The rules of every grammar.
#pragma once

#include "syntax/rules.h"

namespace waymark::indexer {

struct FileRouteRules;

extern const LanguageRules kCLanguageRules;
extern const LanguageRules kCSharpLanguageRules;
extern const LanguageRules kCppLanguageRules;
extern const LanguageRules kGoLanguageRules;
extern const LanguageRules kJavaLanguageRules;
extern const LanguageRules kJavaScriptLanguageRules;
extern const LanguageRules kPythonLanguageRules;
extern const LanguageRules kRubyLanguageRules;
extern const LanguageRules kRustLanguageRules;
extern const LanguageRules kTsxLanguageRules;
extern const LanguageRules kTypeScriptLanguageRules;

extern const FileRouteRules kScriptFileRoutes;

}  // namespace waymark::indexer
