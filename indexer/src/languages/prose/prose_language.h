// Documents as a language.
#pragma once

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kProse;

}  // namespace waymark::indexer
