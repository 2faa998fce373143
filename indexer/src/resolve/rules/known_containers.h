// Generic types of languages and their libraries, by what can be called on their values, and
// members of containers by what they give (resolution_rules.h).
#pragma once

#include <span>
#include <string_view>

#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

extern const std::span<const GenericName> kPythonGenerics;
extern const std::span<const GenericName> kCGenerics;
extern const std::span<const GenericName> kGoGenerics;
extern const std::span<const GenericName> kScriptGenerics;
extern const std::span<const GenericName> kJavaGenerics;
extern const std::span<const GenericName> kRustGenerics;
extern const std::span<const GenericName> kCSharpGenerics;

extern const std::string_view kCElementMembers;
extern const std::string_view kCContainerMembers;
extern const std::string_view kCIteratorTypes;
extern const std::string_view kCElementTypes;
extern const std::string_view kCSameMembers;
extern const std::string_view kScriptElementMembers;
extern const std::string_view kScriptContainerMembers;
extern const std::string_view kScriptVisitingMembers;
extern const std::string_view kScriptFoldingMembers;
extern const std::string_view kJavaElementMembers;
extern const std::string_view kJavaContainerMembers;
extern const std::string_view kJavaPairMembers;
extern const std::string_view kRustElementMembers;
extern const std::string_view kRustContainerMembers;
extern const std::string_view kRustSameMembers;
extern const std::string_view kCSharpElementMembers;
extern const std::string_view kCSharpContainerMembers;
extern const std::string_view kRubySameMembers;

}  // namespace waymark::indexer
