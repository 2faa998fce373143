// Each row of the API tables and of the text readers has a line in a fixture of its language. The
// fixture shows that the graph differs without the row.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/kinds.h"
#include "integration/api_pattern.h"
#include "integration/routing_dsl.h"
#include "languages/registry.h"

namespace waymark::indexer {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

bool IsOther(char c) {
  return !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9');
}

std::string LettersOf(std::string_view text) {
  std::string letters(text);
  std::erase_if(letters, IsOther);
  return letters;
}

// The descriptor's languages each have a fixture named api_names.txt; these are its expectations.
std::string ExpectationsOf(const LanguageDescriptor& descriptor) {
  std::string expectations;
  for (const GrammarDescriptor& grammar : descriptor.grammars) {
    std::ifstream file(std::filesystem::path(WM_SOURCE_DIR) / "tests/fixtures/resolve" /
                       waymark::Name(grammar.row.language) / "api_names.txt");
    std::stringstream text;
    text << file.rdbuf();
    const std::string project = text.str();
    expectations += project.substr(std::min(project.find("--- expect\n"), project.size()));
  }
  return expectations;
}

// The fixture passes each API a literal that spells the API's name, followed by the key or the
// shape of the call if the row has one. This is the part of the expectation with that literal.
std::string LineOf(const ApiPattern& row) {
  std::string literal = Dotted(row.callee);
  std::erase_if(literal, [](char c) { return c == '(' || c == ')' || c == '?'; });
  if (!row.key.empty()) literal.append("/").append(row.key);
  if (row.form == CallShape::kVerbCall) literal += "/verb";
  if (row.form == CallShape::kPattern) literal += "/pattern";
  if (row.form == CallShape::kElement) literal += "/element";
  if (row.form == CallShape::kMember) literal += "/member";
  switch (row.role) {
    case LiteralRole::kEnvVar:
      std::replace_if(literal.begin(), literal.end(), IsOther, '_');
      return fmt::format(" -> env://{} reads_env", literal);
    case LiteralRole::kCommand:
      return fmt::format(" -> process://{} executes_process", literal);
    case LiteralRole::kRoute:
      if (row.form == CallShape::kRequested) {
        return fmt::format("/asked/{} consumes_endpoint", literal);
      }
      if (row.verb.empty() || row.verb == kVerbsBehind) {
        return fmt::format("/routes/{} -> ", literal);
      }
      return fmt::format("{}%20/routes/{} -> ", row.verb, literal);
    case LiteralRole::kEndpoint:
      return fmt::format("/asked/{} consumes_endpoint", literal);
    case LiteralRole::kPublished:
      return fmt::format(" -> topic://{} publishes", literal);
    case LiteralRole::kSubscribed:
      return fmt::format(" -> topic://{} subscribes", literal);
    default:
      return fmt::format(" -> flag://{} gated_by_flag", literal);
  }
}

// The fixture names the service of generated code by the letters of the row.
std::string LineOf(const StubUse& row) {
  const bool is_client = row.form == StubForm::kCall || row.form == StubForm::kNew;
  return fmt::format(" -> rpc://For{}{}{} {}\n", LettersOf(row.pattern), LettersOf(row.file_has),
                     LettersOf(row.arguments_have), is_client ? "consumes_rpc" : "implements_rpc");
}

class ApiNames : public ::testing::TestWithParam<const LanguageDescriptor*> {
 protected:
  // Calls `check` with the rules of each grammar that has some.
  template <typename Check>
  void ForRules(Check check) const {
    for (const GrammarDescriptor& grammar : GetParam()->grammars) {
      if (grammar.rules != nullptr) check(grammar.rules().language());
    }
  }

  // A failure names the row.
  void ExpectLine(std::string_view row, std::string_view line) const {
    EXPECT_THAT(expectations_, HasSubstr(line)) << row;
  }

  const std::string expectations_ = ExpectationsOf(*GetParam());
};

TEST_P(ApiNames, OfLiteralsHaveALine) {
  ForRules([&](const LanguageRules& rules) {
    for (const ApiPattern& row : rules.api_patterns) ExpectLine(row.callee, LineOf(row));
    for (const std::string_view option : rules.route_options) {
      ExpectLine(option, fmt::format("GET%20/options/{}", option));
    }
  });
}

TEST_P(ApiNames, OfRoutesHaveALine) {
  ForRules([&](const LanguageRules& rules) {
    if (rules.routes == nullptr) return;
    const RouteNotation& routes = *rules.routes;
    for (const GroupUse& row : routes.groups) {
      ExpectLine(row.callee, fmt::format("/groups/{}", row.callee));
    }
    for (const PathToken& row : routes.tokens) {
      ExpectLine(row.text, fmt::format("/tokens/{}", LettersOf(row.text)));
    }
    for (const std::string_view name : routes.path_holders) {
      ExpectLine(name, fmt::format("/holders/{} -> ", name));
    }
    for (const std::string_view name : routes.no_handlers) {
      ExpectLine(name, fmt::format("/unhandled/{} is nowhere\n", name));
    }
    for (const std::string_view name : routes.transparent_methods) {
      ExpectLine(name, fmt::format("/handed/{} -> ", name));
    }
    for (const std::string_view name : routes.handler_names) {
      ExpectLine(name, fmt::format("/named/{} -> ", name));
    }
    if (!routes.verb_message.empty()) {
      ExpectLine(routes.verb_message,
                 fmt::format("/verbs/.{} -> ", LettersOf(routes.verb_message)));
    }
  });
}

TEST_P(ApiNames, OfDrawnRoutesHaveALine) {
  ForRules([&](const LanguageRules& rules) {
    if (rules.routing_dsl == nullptr) return;
    for (const RoutingDslWord& row : rules.routing_dsl->words) {
      ExpectLine(row.word, fmt::format("/drawn/{}", row.word));
    }
    for (const StandardAction& row : rules.routing_dsl->actions) {
      ExpectLine(row.name, fmt::format("#{} handles_route\n", row.name));
    }
    for (const PluralRow& row : rules.routing_dsl->plurals) {
      EXPECT_THAT(expectations_,
                  AnyOf(HasSubstr(fmt::format("/{}/:{}_id/", row.plural, row.singular)),
                        HasSubstr(fmt::format("GET%20/{} -> ", row.singular))))
          << row.singular;
    }
  });
}

TEST_P(ApiNames, OfGeneratedCodeHaveALine) {
  ForRules([&](const LanguageRules& rules) {
    for (const StubUse& row : rules.stub_uses) ExpectLine(row.pattern, LineOf(row));
  });
}

TEST_P(ApiNames, OfTextReadersHaveALine) {
  ForRules([&](const LanguageRules& rules) {
    for (const TextReader& row : rules.text_readers) {
      ExpectLine(row.name, fmt::format("by_{} ", row.name));
    }
  });
}

std::string TestName(const ::testing::TestParamInfo<const LanguageDescriptor*>& info) {
  return std::string(waymark::Name(info.param->grammars.front().row.language));
}

INSTANTIATE_TEST_SUITE_P(Languages, ApiNames,
                         ::testing::ValuesIn(AllLanguages().begin(), AllLanguages().end()),
                         TestName);

}  // namespace
}  // namespace waymark::indexer
