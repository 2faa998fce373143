// Which branches of #if a plain build leaves out.
#include "languages/c_family/default_configuration.h"

#include <string>

#include <gtest/gtest.h>

#include "extract/extract.h"
#include "indexer/language.h"

namespace waymark::indexer {
namespace {

// The names of what is left out, in their order, each with a blank behind it.
std::string LeftOut(std::string_view source, Grammar grammar = Grammar::kCpp) {
  Extractor extractor;
  const auto facts = extractor.Extract(source, *FindGrammar(grammar));
  EXPECT_TRUE(facts.ok());
  std::string names;
  for (const Definition& definition : facts->definitions) {
    if ((definition.flags & kSymbolInactive) == 0) continue;
    names.append(facts->strings.at(definition.name)).append(" ");
  }
  return names;
}

// What stands between the condition and #else is `yes`, what stands behind it `no`.
std::string Judged(const std::string& condition, const std::string& above = "") {
  return LeftOut(above + "#if " + condition + "\nint yes;\n#else\nint no;\n#endif\n");
}

TEST(DefaultConfiguration, KnowsTheSystemAndTheCompiler) {
  EXPECT_EQ(Judged("defined(_WIN32)"), "yes ");
  EXPECT_EQ(Judged("defined __linux__"), "no ");
  EXPECT_EQ(Judged("__GNUC__ >= 4 && __SIZEOF_INT128__"), "no ");
  EXPECT_EQ(Judged("_MSC_VER"), "yes ");
  EXPECT_EQ(Judged("defined(MY_HAVE_ADDRESS_SANITIZER)"), "yes ");
  EXPECT_EQ(Judged("__cplusplus < 201103L || !defined(__unix__)"), "yes ");
  EXPECT_EQ(LeftOut("#ifdef __cplusplus\nint yes;\n#endif\n", Grammar::kC), "");
}

TEST(DefaultConfiguration, TakesAMacroThatTheFileDoesNotDefineForNone) {
  EXPECT_EQ(LeftOut("#ifdef SPECIAL\nint a;\n#endif\n#ifndef SPECIAL\nint b;\n#endif\n"), "a ");
  EXPECT_EQ(Judged("defined(SPECIAL)", "#define SPECIAL\n"), "no ");
  EXPECT_EQ(Judged("defined(SPECIAL)", "#define SPECIAL\n#undef SPECIAL\n"), "yes ");
  EXPECT_EQ(Judged("defined(SPECIAL)", "#ifdef _WIN32\n#define SPECIAL\n#endif\n"), "SPECIAL yes ");
}

TEST(DefaultConfiguration, TakesTheImplementationInAHeader) {
  EXPECT_EQ(Judged("defined(IMAGE_IMPLEMENTATION)"), "no ");
  EXPECT_EQ(LeftOut("#ifndef X_IMPLEMENTATION\n#define X_IMPLEMENTATION\nint a;\n#endif\n"), "");
  EXPECT_EQ(LeftOut("#ifdef CONFIG_IMPLEMENT\n#ifdef CONFIG_OFF\nint a;\n#else\nint b;\n#endif\n"
                    "#endif\n"),
            "a ");
}

TEST(DefaultConfiguration, ComputesWithNumbersAndValues) {
  EXPECT_EQ(Judged("0"), "yes ");
  EXPECT_EQ(Judged("(2 * 100 + 0x1F) == 231u /* sum */"), "no ");
  EXPECT_EQ(Judged("VERSION > 3", "#define VERSION 3\n"), "yes ");
  EXPECT_EQ(Judged("LATER", "#define VERSION 3\n#define LATER (VERSION \\\n  > 2)\n"), "no ");
}

TEST(DefaultConfiguration, LeavesOpenWhatItCannotKnow) {
  EXPECT_EQ(Judged("USE_FAST"), "");
  EXPECT_EQ(Judged("!USE_FAST"), "");
  EXPECT_EQ(Judged("defined(HAVE_MMAP) || defined(MY_HAVE_MMAP)"), "");
  EXPECT_EQ(Judged("__has_include(<optional>)"), "");
  EXPECT_EQ(Judged("VERSION(1, 2) > 3"), "");
  EXPECT_EQ(Judged("defined(X)", "#if USE_FAST\n#define X\n#endif\n"), "");
  EXPECT_EQ(Judged("1 ? 2 : 3"), "");
  EXPECT_EQ(Judged("("), "");
  EXPECT_EQ(Judged("9223372036854775807 + 1 > 0"), "");
  EXPECT_EQ(Judged(std::string(500, '(') + "0" + std::string(500, ')')), "");
  EXPECT_EQ(Judged("LOOP", "#define LOOP LOOP\n"), "");
}

TEST(DefaultConfiguration, EndsWhereMacrosGrowWithoutEnd) {
  std::string doubled = "#define M0 1\n";
  for (int i = 1; i < 60; ++i) {
    const std::string below = "M" + std::to_string(i - 1);
    doubled += "#define M" + std::to_string(i) + " (" + below + " + " + below + ")\n";
  }
  EXPECT_EQ(Judged("M59", doubled), "");
}

TEST(DefaultConfiguration, DecidesWithWhatIsKnown) {
  EXPECT_EQ(Judged("USE_FAST && defined(_WIN32)"), "yes ");
  EXPECT_EQ(Judged("USE_FAST || defined(__linux__)"), "no ");
}

TEST(DefaultConfiguration, TakesOneBranchOfSeveral) {
  EXPECT_EQ(LeftOut("#if defined(_WIN32)\nint a;\n#elif defined(__linux__)\nint b;\n"
                    "#elif defined(__unix__)\nint c;\n#else\nint d;\n#endif\nint e;\n"),
            "a c d ");
  EXPECT_EQ(LeftOut("#if USE_A\nint a;\n#elif defined(_WIN32)\nint b;\n#else\nint c;\n#endif\n"),
            "b ");
  EXPECT_EQ(LeftOut("#ifdef _WIN32\nint a;\n#ifdef __linux__\nint b;\n#endif\nint c;\n#endif\n"
                    "#ifdef __linux__\n#ifdef _WIN32\nint d;\n#endif\nint e;\n#endif\n"),
            "a b c d ");
}

}  // namespace
}  // namespace waymark::indexer
