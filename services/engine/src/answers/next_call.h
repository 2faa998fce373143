// The call that returns the rest of an answer, as the caller would type it: the question, then the
// options that change, then the caller's own options (Encoding::call_options).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "services/verbs.h"
#include "wire/payload.h"

namespace waymark::services {

// For a question that does not fit a line of readable length, the result only says which options to
// change. The call excludes the symbols of the already excluded packs and of the pack `shown`,
// which has its root, and asks for `budget` tokens; or it has the bounds of BoundsOfRest(). `files`
// are the request's names that are files.
std::string NextContext(const ContextRequest& request, const std::vector<std::string>& files,
                        std::uint32_t budget, const wire::Payload& shown);
// `names` replace those of the request: paths in them are relative to the checkout.
std::string Deeper(const BlastRadiusRequest& request, const std::vector<std::string>& names,
                   std::uint32_t depth);
// The answer with the places of possible uses.
std::string ListPossible(const BlastRadiusRequest& request, const std::vector<std::string>& names);
std::string ListPossible(const UsagesRequest& request, std::string_view name);
// The page with as many rows that begins at `cursor`.
std::string NextPage(const BlastRadiusRequest& request, const std::vector<std::string>& names,
                     const std::string& cursor);
std::string NextPage(const UsagesRequest& request, std::string_view name,
                     const std::string& cursor);
std::string NextPage(const DiffRequest& request, const std::string& cursor);
std::string NextPage(const SearchRequest& request, const std::string& cursor);

// The question without its page and format: the same text for the same rows (see Page).
std::string QuestionOf(const BlastRadiusRequest& request, const std::vector<std::string>& names);
std::string QuestionOf(const UsagesRequest& request, std::string_view name);
std::string QuestionOf(const SearchRequest& request);
std::string QuestionOf(const TestScopeRequest& request);
std::string QuestionOf(const AnalyzeRequest& request);

}  // namespace waymark::services
