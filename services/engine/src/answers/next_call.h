// The call that returns what an answer leaves out, as the caller would type it: the question, then
// what has to change, then the options of its own that the caller repeats (Encoding::call_options).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "services/verbs.h"
#include "wire/payload.h"

namespace waymark::services {

// For a question that cannot stand in one line of readable length, what to change in its call.
// Without the symbols of what was excluded and of the pack `shown`, which has its root, and of as
// many tokens as `budget` says; or as BoundsOfRest() has it. `files` are those of the request's
// names that are files.
std::string NextContext(const ContextRequest& request, const std::vector<std::string>& files,
                        std::uint32_t budget, const wire::Payload& shown);
// `name` stands in place of the request's: a path in it is relative to the checkout.
std::string Deeper(const BlastRadiusRequest& request, const std::vector<std::string>& names,
                   std::uint32_t depth);
// The page of as many rows that begins at `cursor`.
std::string NextPage(const BlastRadiusRequest& request, const std::vector<std::string>& names,
                     const std::string& cursor);
std::string NextPage(const UsagesRequest& request, std::string_view name,
                     const std::string& cursor);
std::string NextPage(const DiffRequest& request, const std::string& cursor);
std::string NextPage(const SearchRequest& request, const std::string& cursor);

// What a question asks, whichever page of its answer is wanted and in whichever form: the same text
// for the same rows (see Page).
std::string QuestionOf(const BlastRadiusRequest& request, const std::vector<std::string>& names);
std::string QuestionOf(const UsagesRequest& request, std::string_view name);
std::string QuestionOf(const SearchRequest& request);
std::string QuestionOf(const TestScopeRequest& request);
std::string QuestionOf(const AnalyzeRequest& request);

}  // namespace waymark::services
