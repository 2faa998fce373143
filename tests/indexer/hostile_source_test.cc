// Source that somebody wrote to stall an index run, or a generator by accident: whatever its shape,
// a run takes a time that is about linear in its bytes, and ends.
#include <cstddef>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project_fixture.h"
#include "testing/status_matchers.h"

namespace waymark::testing {
namespace {

// Builds without sanitizers measure the cost of sources of the whole length. Builds with sanitizers
// are many times slower and look for faults in shorter sources, which nest as deeply.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WM_IS_SANITIZED
#endif
#endif
#ifdef WM_IS_SANITIZED
constexpr int kShare = 10;
#else
constexpr int kShare = 1;
#endif

constexpr int Times(int times) { return times / kShare; }

// Processor time for one shape in an unoptimised build beside others. Most shapes take less than
// 1 s; quadratic costs took more than 12 s.
constexpr double kMaxSeconds = 10;

// How a language writes things. "$1" and "$2" stand for what is put in; a language that has no such
// thing is given what looks most like it.
struct Notation {
  std::string_view name;
  std::string_view extension;
  std::string_view before;    // what follows, as far as it is statements or functions
  std::string_view after;     // likewise
  std::string_view function;  // name, body: an expression
  std::string_view with;      // name, parameters
  std::string_view parameter;
  std::string_view statement;  // in a function
  std::string_view open_type;  // name
  std::string_view close_type;
  std::string_view derived;  // name, bases
  std::string_view open_if;
  std::string_view close_if;
  std::string_view else_if;
  std::string_view import;
  std::string_view list;  // elements
  std::string_view open_comment;
};

constexpr Notation kNotations[] = {
    {"Python", "py", "", "", "def $1(a):\n    return $2\n", "def $1($2):\n    return 1\n", "$1",
     "x = $1\n", "class $1:\n", "", "class $1($2):\n    pass\n", "if a: ", "", "elif a: pass\n",
     "from $1 import *\n", "[$1]", "\"\"\""},
    {"JavaScript", "js", "", "", "function $1(a) { return $2; }\n",
     "function $1($2) { return 1; }\n", "$1", "var x = $1;\n", "class $1 {\n", "}\n",
     "class $1 extends $2 {}\n", "if (a) { ", "}", "else if (a) {}\n", "export * from './$1';\n",
     "[$1]", "/*"},
    {"TypeScript", "ts", "", "", "function $1(a: number) { return $2; }\n",
     "function $1($2) { return 1; }\n", "$1: number", "var x = $1;\n", "namespace $1 {\n", "}\n",
     "interface $1 extends $2 {}\n", "if (a) { ", "}", "else if (a) {}\n",
     "export * from './$1';\n", "[$1]", "/*"},
    {"Go", "go", "package p\n", "", "func $1(a int) int { return $2 }\n",
     "func $1($2) int { return 1 }\n", "$1 int", "var x = $1\n", "type $1 struct { a struct {\n",
     "}}\n", "type $1 struct { $2 }\n", "if a { ", "}", "else if a {}\n", "import \"p/$1\"\n",
     "[]int{$1}", "/*"},
    {"C", "c", "", "", "int $1(int a) { return $2; }\n", "int $1($2) { return 1; }\n", "int $1",
     "int x = $1;\n", "struct $1 {\n", "};\n", "struct $1 { struct $2 a; };\n", "if (a) { ", "}",
     "else if (a) {}\n", "#include \"$1.c\"\n", "{$1}", "/*"},
    {"C++", "cc", "", "", "int $1(int a) { return $2; }\n", "int $1($2) { return 1; }\n", "int $1",
     "auto x = $1;\n", "struct $1 {\n", "};\n", "struct $1 : $2 {};\n", "if (a) { ", "}",
     "else if (a) {}\n", "#include \"$1.cc\"\n", "{$1}", "/*"},
    {"Rust", "rs", "", "", "fn $1(a: i32) -> i32 { $2 }\n", "fn $1($2) -> i32 { 1 }\n", "$1: i32",
     "let x = $1;\n", "mod $1 {\n", "}\n", "trait $1: $2 {}\n", "if a { ", "}", "else if a {}\n",
     "pub use crate::$1::*;\n", "[$1]", "/*"},
    {"Java", "java", "class Z {\n", "}\n", "  int $1(int a) { return $2; }\n",
     "  int $1($2) { return 1; }\n", "int $1", "var x = $1;\n", "class $1 {\n", "}\n",
     "interface $1 extends $2 {}\n", "if (a) { ", "}", "else if (a) {}\n", "import $1.*;\n",
     "new int[] {$1}", "/*"},
    {"C#", "cs", "class Z {\n", "}\n", "  int $1(int a) { return $2; }\n",
     "  int $1($2) { return 1; }\n", "int $1", "var x = $1;\n", "class $1 {\n", "}\n",
     "interface $1 : $2 {}\n", "if (a) { ", "}", "else if (a) {}\n", "using $1;\n", "new[] {$1}",
     "/*"},
    {"Ruby", "rb", "", "", "def $1(a)\n  $2\nend\n", "def $1($2)\n  1\nend\n", "$1", "x = $1\n",
     "class $1\n", "end\n", "class $1 < $2\nend\n", "if a\n ", "end\n", "elsif a\n",
     "require_relative '$1'\n", "[$1]", "=begin\n"},
    {"PHP", "php", "?><?php\n", "", "function $1(int $a) { return $2; }\n",
     "function $1($2) { return 1; }\n", "$$1", "$x = $1;\n", "?><?php class $1 { function m() {\n",
     "}}\n", "?><?php interface $1 extends $2 {}\n", "if ($a instanceof A) { ", "}",
     "else if ($a instanceof B) {}\n", "?><?php require_once '$1.php';\n", "[$1]", "/*"},
};

std::string Fill(std::string_view pattern, std::string_view first, std::string_view second = {}) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool hole = pattern[i] == '$' && i + 1 < pattern.size() &&
                      (pattern[i + 1] == '1' || pattern[i + 1] == '2');
    if (!hole) {
      out += pattern[i];
      continue;
    }
    out += pattern[++i] == '1' ? first : second;
  }
  return out;
}

// With an end of line now and then, since files of long lines alone are skipped.
std::string RepeatInLines(std::string_view text, int times) {
  constexpr int kOfLine = 32;
  std::string repeated;
  for (int i = 0; i < times; ++i) {
    repeated += text;
    if (i % kOfLine == kOfLine - 1 && !text.ends_with('\n')) repeated += '\n';
  }
  return repeated;
}

// `$1`, counted from 0 to below the number, with that between two.
std::string Count(std::string_view pattern, int times, std::string_view between = {}) {
  std::string out;
  for (int i = 0; i < times; ++i) {
    if (i > 0) out += between;
    out += Fill(pattern, fmt::format("{}", i), fmt::format("{}", (i + 1) % times));
  }
  return out;
}

std::string Functions(const Notation& in, std::string_view functions) {
  return fmt::format("{}{}{}", in.before, functions, in.after);
}

// A function with that body, an expression.
std::string Body(const Notation& in, std::string_view expression) {
  return Functions(in, Fill(in.function, "f", expression));
}

// A function that begins with statements.
std::string Statements(const Notation& in, const std::string& statements) {
  const bool indented = in.name == "Python";
  return indented ? statements : Functions(in, Fill(in.function, "f", statements + ";0"));
}

struct Shape {
  std::string_view name;
  std::string (*write)(const Notation&);
};

constexpr Shape kShapes[] = {
    {"functions of one name",
     [](const Notation& in) {
       return Functions(in, RepeatInLines(Fill(in.function, "f", "f(1)"), Times(20'000)));
     }},
    {"types of one name",
     [](const Notation& in) {
       return RepeatInLines(Fill(in.derived, "A", "A"), Times(10'000)) + Body(in, "A(A)");
     }},
    {"functions of one name with other parameters",
     [](const Notation& in) {
       std::string all;
       for (int i = 0; i < Times(250); ++i) {
         all += Fill(in.with, "f", Count(Fill(in.parameter, "p$1"), i, ", "));
       }
       return Functions(in,
                        all + RepeatInLines(Fill(in.function, "g", "f(1, 2, 3)"), Times(5'000)));
     }},
    {"methods of one name in many types",
     [](const Notation& in) {
       std::string all;
       for (int i = 0; i < Times(5'000); ++i) {
         all += Fill(in.open_type, fmt::format("T{}", i));
         all += Fill(in.function, "run", "a.run(1)") + std::string(in.close_type);
       }
       return all;
     }},
    {"parameters",
     [](const Notation& in) {
       const std::string all = Count(Fill(in.parameter, "p$1"), Times(5'000), ", ");
       return Functions(in,
                        Fill(in.with, "f", all) +
                            Fill(in.function, "g", "f(" + Count("$1", Times(5'000), ", ") + ")"));
     }},
    {"calls within calls",
     [](const Notation& in) {
       return Body(in, RepeatInLines("f(", 10'000) + RepeatInLines(")", 10'000));
     }},
    {"parentheses",
     [](const Notation& in) {
       return Body(in, RepeatInLines("(", 10'000) + "a" + RepeatInLines(")", 10'000));
     }},
    {"blocks within blocks",
     [](const Notation& in) {
       return Statements(in, RepeatInLines(in.open_if, 5'000) + RepeatInLines(in.close_if, 5'000));
     }},
    {"types within types",
     [](const Notation& in) {
       return RepeatInLines(Fill(in.open_type, "A"), 3'000) + RepeatInLines(in.close_type, 3'000);
     }},
    {"members of members",
     [](const Notation& in) { return Body(in, "(" + RepeatInLines("a.", 20'000) + "a)"); }},
    {"calls of members of calls",
     [](const Notation& in) { return Body(in, "(" + RepeatInLines("a(1).", 20'000) + "a)"); }},
    {"elements of elements",
     [](const Notation& in) { return Body(in, "a" + RepeatInLines("[\n0]", 20'000)); }},
    {"else if",
     [](const Notation& in) {
       const std::string first = std::string(in.open_if) + (in.name == "Python" ? "pass\n" : "");
       const std::string last(in.name == "Ruby" ? in.close_if : "");
       const std::string closed(in.name == "Ruby" ? "" : in.close_if);
       return Statements(in, first + closed + RepeatInLines(in.else_if, 5'000) + last);
     }},
    {"operands",
     [](const Notation& in) { return Body(in, "(" + RepeatInLines("f(1) + ", 20'000) + "1)"); }},
    {"elements of a literal",
     [](const Notation& in) {
       return Statements(
           in, Fill(in.statement, Fill(in.list, RepeatInLines("1234,", Times(300'000)) + "1")));
     }},
    {"a long name",
     [](const Notation& in) {
       return Functions(in, Fill(in.function, std::string(Times(500'000), 'f'), "1"));
     }},
    {"a long string",
     [](const Notation& in) {
       return Body(in, "\"" + RepeatInLines("word ", Times(200'000)) + "\"");
     }},
    {"a string without an end",
     [](const Notation& in) {
       return Body(in, "\"") + RepeatInLines(Fill(in.function, "g", "f(1)"), 500);
     }},
    {"a comment without an end",
     [](const Notation& in) {
       return std::string(in.open_comment) +
              RepeatInLines(Fill(in.function, "g", "f(1)"), Times(20'000));
     }},
    {"braces without an end",
     [](const Notation& in) { return Body(in, RepeatInLines("{", Times(20'000))); }},
    {"ends without braces",
     [](const Notation& in) { return Body(in, RepeatInLines("})]", Times(20'000))); }},
    {"types that derive from each other",
     [](const Notation& in) {
       return Count(Fill(in.derived, "A$1", "A$2"), Times(2'000)) + Body(in, "A0.f(1)");
     }},
    {"types with many bases",
     [](const Notation& in) {
       return Count(Fill(in.derived, "A$1", "B"), Times(2'000)) +
              Fill(in.derived, "C", Count("A$1", Times(2'000), ", ")) + Body(in, "C.f(1)");
     }},
    {"functions that return each other's results",
     [](const Notation& in) {
       return Functions(in, Count(Fill(in.function, "f$1", "f$2(1).g()"), Times(5'000)));
     }},
    {"a variable that is set again",
     [](const Notation& in) {
       return Statements(in, RepeatInLines(Fill(in.statement, "x.f(1)"), Times(10'000)));
     }},
    {"variables that hold each other",
     [](const Notation& in) {
       std::string all;
       for (int i = 0; i < Times(5'000); ++i) {
         std::string one = Fill(in.statement, fmt::format("x{}.f(1)", i));
         one.replace(one.find("x "), 1, fmt::format("x{}", i + 1));
         all += one;
       }
       return Statements(in, all);
     }},
    {"variables called like what they are set to",
     [](const Notation& in) {
       std::string all;
       for (int i = 0; i < Times(5'000); ++i) {
         std::string one = Fill(in.statement, fmt::format("x{}(1)", i));
         one.replace(one.find("x "), 1, fmt::format("x{}", i));
         all += one;
       }
       return Statements(in, all);
     }},
    {"lines of noise",
     [](const Notation& in) {
       constexpr std::string_view kNoise = "<({[\"'`#@\\;:,.=>+-*/%&|^~!?$ab1 \n";
       std::string all;
       unsigned state = 1;
       for (int i = 0; i < Times(100'000); ++i) {
         state = state * 1664525u + 1013904223u;
         all += kNoise[(state >> 16) % kNoise.size()];
       }
       return Body(in, "1") + all;
     }},
};

double SecondsOfProcessor() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// What indexing a project costs.
double SecondsToIndex(const ProjectText& text) {
  IndexedProject project(text);
  const double before = SecondsOfProcessor();
  const auto report = project.Index();
  EXPECT_THAT(report.status(), IsOk());
  return SecondsOfProcessor() - before;
}

class HostileSource : public ::testing::TestWithParam<std::size_t> {};

TEST_P(HostileSource, TakesABoundedTime) {
  const Notation& notation = kNotations[GetParam()];
  for (const Shape& shape : kShapes) {
    const ProjectText text{{{fmt::format("a.{}", notation.extension), shape.write(notation)},
                            {fmt::format("b.{}", notation.extension), Body(notation, "1")}},
                           {}};
    const double seconds = SecondsToIndex(text);
    EXPECT_LT(seconds, kMaxSeconds) << notation.name << ": " << shape.name;
    RecordProperty(std::string(shape.name), fmt::format("{:.2f}", seconds));
    if (seconds > 1) fmt::print("{}: {} took {:.2f} s\n", notation.name, shape.name, seconds);
  }
}

TEST(HeadsOfMacros, MayHaveNoEnd) {
  const ProjectText text{{{"a.c", RepeatInLines("A(x)(}", Times(100'000))},
                          {"b.c", RepeatInLines("A(x)(", Times(100'000))},
                          {"c.h", "struct s {" + RepeatInLines("a b(", Times(100'000))}},
                         {}};
  EXPECT_LT(SecondsToIndex(text), kMaxSeconds);
}

TEST(MacrosOfOneName, MayBeDefinedAndUsedWithoutEnd) {
  const ProjectText text{{{"a.c", RepeatInLines("#if A", Times(50'000))},
                          {"b.h", RepeatInLines("#define A B A A", Times(50'000))}},
                         {}};
  EXPECT_LT(SecondsToIndex(text), kMaxSeconds);
}

TEST(TypesOfOneName, MayReferToThemselvesWithoutEnd) {
  const ProjectText text{{{"a.ts", RepeatInLines("type T = T | {a: T};\n", Times(150'000))}}, {}};
  EXPECT_LT(SecondsToIndex(text), kMaxSeconds);
}

TEST(ModulesOfRust, MayNestWithoutEnd) {
  const int depth = Times(200'000);
  const ProjectText text{{{"a.rs", RepeatInLines("mod m {", depth) + RepeatInLines("}", depth)}},
                         {}};
  EXPECT_LT(SecondsToIndex(text), kMaxSeconds);
}

TEST(ArgumentsOfMacros, MayBeAppliedToTypesWithoutEnd) {
  const ProjectText text{
      {{"Cargo.toml", "[package]\nname = \"s\"\n"},
       {"src/lib.rs", "fn f() { m!(f" + RepeatInLines("::<A>", Times(200'000)) + "); }\n"}},
      {}};
  EXPECT_LT(SecondsToIndex(text), kMaxSeconds);
}

// Each file imports all others, none has what the names mean.
TEST_P(HostileSource, TakesABoundedTimeOverFilesThatImportEachOther) {
  constexpr int kFiles = 100;
  const Notation& notation = kNotations[GetParam()];
  ProjectText text;
  for (int i = 0; i < kFiles; ++i) {
    text.files.push_back({fmt::format("m{}.{}", i, notation.extension),
                          Count(Fill(notation.import, "m$1"), kFiles) +
                              Body(notation, "absent(1)") + Body(notation, "A.absent(1)")});
  }
  EXPECT_LT(SecondsToIndex(text), kMaxSeconds) << notation.name;
}

// A look-up chooses between a bounded number of definitions of one name. With more it takes none,
// and counts the call. Other files see an edit that leaves fewer.
TEST(DefinitionsOfOneName, AreChosenBetweenUpToABound) {
  constexpr int kMost = 512;
  const std::string one = "def f():\n    return 1\n";
  const ProjectText text{{{"a.py", RepeatInLines(one, kMost + 1)},
                          {"b.py", "from a import f\ndef run():\n    return f()\n"}},
                         {}};
  IndexedProject project(text);
  ASSERT_THAT(project.Index().status(), IsOk());
  WM_ASSERT_OK_AND_ASSIGN(const auto crowded, project.View());
  EXPECT_THAT(CheckExpectations(*crowded, {"b.run ?> f calls unknown"}), ::testing::IsEmpty());
  std::ofstream(project.root() / "a.py") << RepeatInLines(one, kMost);
  ASSERT_THAT(project.Index().status(), IsOk());
  WM_ASSERT_OK_AND_ASSIGN(const auto known, project.View());
  EXPECT_THAT(CheckExpectations(*known, {"b.run ?> f calls unknown"}),
              ::testing::Not(::testing::IsEmpty()));
}

INSTANTIATE_TEST_SUITE_P(Languages, HostileSource,
                         ::testing::Range(std::size_t{0}, std::size(kNotations)),
                         [](const auto& instance) {
                           const std::string_view name = kNotations[instance.param].name;
                           return name == "C++"  ? std::string("Cpp")
                                  : name == "C#" ? std::string("CSharp")
                                                 : std::string(name);
                         });

}  // namespace
}  // namespace waymark::testing
