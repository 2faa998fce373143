// Repairs of C and C++ source around syntax errors.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "syntax/syntax_repair.h"

namespace waymark::indexer {

class Parser;
class RuleTable;
struct SyntaxTree;

std::unique_ptr<RepairAdvisor> AdviseC();
std::unique_ptr<RepairAdvisor> AdviseCpp();

// Parse and repair, as LanguageHooks::parse.
absl::Status ParseC(Parser& parser, const RuleTable& rules, std::string& buffer,
                    std::string_view& parsed, SyntaxTree& tree);
absl::Status ParseCpp(Parser& parser, const RuleTable& rules, std::string& buffer,
                      std::string_view& parsed, SyntaxTree& tree);

}  // namespace waymark::indexer
