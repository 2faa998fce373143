// C and C++ as the language of random trees.
#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

class Cpp : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"a.h",      "a.cc",    "b.h",      "b.cc",      "include/x/c.h",
            "src/c.cc", "src/d.h", "src/d.cc", "test/t.cc", "e.c"};
  }

  std::string Head(Random& random, const std::string& path) const override {
    std::string text = Include(random);
    if (path.back() == 'c' && random.OneIn(2)) {
      text += fmt::format("#include \"{}.h\"\n", path.substr(0, path.rfind('.')));
    }
    return text;
  }

  std::map<std::string, std::string> ProjectFiles(Random& random) const override {
    if (random.OneIn(2)) return {};
    return {{"compile_commands.json",
             fmt::format(
                 "[{{\"directory\": \".\", \"file\": \"a.cc\", \"command\": \"c++ -I{} a.cc\"}}]",
                 OneOf<2>(random, {"include", "src"}))}};
  }

  std::string Unit(Random& random, const std::string& path) const override {
    if (random.OneIn(6)) return Branches(random, path);
    if (random.OneIn(4)) {
      const std::string inner = random.OneIn(3) ? Inline(random, path) : Plain(random, path);
      return fmt::format("namespace n{} {{\n{}{}}}\n", random.Below(3), inner,
                         random.OneIn(2) ? Plain(random, path) : "");
    }
    return Plain(random, path);
  }

 private:
  static std::string Inline(Random& random, const std::string& path) {
    return fmt::format("inline namespace v{} {{\n{}}}\n", random.Below(2), Plain(random, path));
  }

  // What a plain build takes depends on macros of this file, on known ones, and on none.
  static std::string Branches(Random& random, const std::string& path) {
    if (random.OneIn(3)) {
      return fmt::format("#define {} {}\n", OneOf<2>(random, {"M0", "M1"}),
                         OneOf<3>(random, {"", "0", "1"}));
    }
    return fmt::format("#{}\n{}#else\n{}#endif\n",
                       OneOf<6>(random, {"if M0", "ifdef M0", "ifndef M1", "if defined(_WIN32)",
                                         "if HAVE_M0", "ifdef __linux__"}),
                       Plain(random, path), Plain(random, path));
  }

  static std::string Include(Random& random) {
    return fmt::format("#include {}\n",
                       OneOf<7>(random, {"\"a.h\"", "\"b.h\"", "\"x/c.h\"", "\"d.h\"", "<vector>",
                                         "\"src/d.h\"", "<x/c.h>"}));
  }

  static std::string Plain(Random& random, const std::string&) {
    switch (random.Below(11)) {
      case 0:
        return Include(random);
      case 1:
        return fmt::format("using namespace n{};\n", random.Below(3));
      case 2:
        return fmt::format("using n{}::{};\n", random.Below(3), Type(random));
      case 3:
        return fmt::format("class {};\n", Type(random));
      case 4:
        return fmt::format("using {} = {};\n", Type(random), Type(random));
      case 5:
        return fmt::format("{} {}({});\n", Result(random), Function(random), Parameters(random));
      case 6:
        return fmt::format("{} {}::{}({}) {{\n{}}}\n", Result(random), Type(random), Method(random),
                           Parameters(random), Body(random));
      case 7:
        return fmt::format("{} {}({}) {{\n{}}}\n", Result(random), Function(random),
                           Parameters(random), Body(random));
      case 8:
        return fmt::format("{} {};\n", Type(random), Variable(random));
      case 9:
        return fmt::format("{} operator{}(const {}& a, const {}& b);\n", Type(random),
                           OneOf<3>(random, {"+", "==", "<=>"}), Type(random), Type(random));
      default:
        return Class(random);
    }
  }

  static std::string Result(Random& random) {
    switch (random.Below(4)) {
      case 0:
        return Type(random);
      case 1:
        return Type(random) + "*";
      case 2:
        return fmt::format("n{}::{}", random.Below(3), Type(random));
      default:
        return "void";
    }
  }

  static std::string Parameters(Random& random) {
    return OneOf<4>(random, {"", "int a", "C1& a", "C2* a, int b = 1"});
  }

  static std::string Body(Random& random) {
    std::string text;
    const int statements = 1 + random.Below(3);
    for (int i = 0; i < statements; ++i) {
      switch (random.Below(8)) {
        case 0:
          text +=
              fmt::format("  {}({});\n", Function(random),
                          random.OneIn(3) ? Variable(random) : OneOf<3>(random, {"", "1", "1, 2"}));
          break;
        case 6:
          text += Implicit(random);
          break;
        case 7:
          text += fmt::format("  for (auto& e{0} : {1}) e{0}.{2}();\n", i, Variable(random),
                              Method(random));
          break;
        case 1:
          text += fmt::format("  {0} x{1};\n  x{1}.{2}();\n", Type(random), i, Method(random));
          break;
        case 2:
          text += fmt::format("  n{}::{}();\n", random.Below(3), Function(random));
          break;
        case 3:
          text += fmt::format("  auto* y{0} = new {1}(1);\n  y{0}->{2}(1);\n", i, Type(random),
                              Method(random));
          break;
        case 4:
          text += fmt::format("  {}.{}();\n", Variable(random), Method(random));
          break;
        default:
          text += fmt::format("  {}();\n", Method(random));
          break;
      }
    }
    return text;
  }

  // Operators between objects, and what a condition runs.
  static std::string Implicit(Random& random) {
    if (random.OneIn(4)) return fmt::format("  if ({}) return;\n", Variable(random));
    return fmt::format("  ({} {} {}).{}();\n", Variable(random),
                       OneOf<4>(random, {"+", "==", "!=", "<"}), Variable(random), Method(random));
  }

  // Members that run without being named.
  static std::string Unnamed(Random& random, const std::string& type) {
    switch (random.Below(5)) {
      case 0:
        return fmt::format("  ~{}();\n", type);
      case 1:
        return "  explicit operator bool() const;\n";
      case 2:
        return fmt::format("  {} operator+(const {}& other) const;\n", Type(random), Type(random));
      case 3:
        return fmt::format("  {0}* begin();\n  {0}* end();\n", Type(random));
      default:
        return fmt::format("  {}* operator->();\n", Type(random));
    }
  }

  static std::string Class(Random& random) {
    const std::string name = Type(random);
    std::string text =
        fmt::format("{}class {}{} {{\n public:\n", random.OneIn(5) ? "template <typename T>\n" : "",
                    name, random.OneIn(2) ? fmt::format(" : public {}", Type(random)) : "");
    if (random.OneIn(3)) text += fmt::format("  {}({});\n", name, Parameters(random));
    if (random.OneIn(2)) text += Unnamed(random, name);
    const int methods = 1 + random.Below(3);
    for (int i = 0; i < methods; ++i) {
      if (random.OneIn(4)) text += OneOf<2>(random, {" private:\n", " public:\n"});
      text += fmt::format("  {} {}({})", Result(random), Method(random), Parameters(random));
      text += random.OneIn(3) ? fmt::format(" {{\n{}}}\n", Body(random)) : ";\n";
    }
    if (random.OneIn(2)) text += fmt::format("  {} field_{};\n", Type(random), random.Below(3));
    return text + "};\n";
  }
};

}  // namespace

const TreeGrammar& CppTree() {
  static const Cpp grammar;
  return grammar;
}

}  // namespace waymark::testing
