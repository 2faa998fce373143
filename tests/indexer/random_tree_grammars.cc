// The languages of random trees.
#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

class Python : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"a.py",
            "b.py",
            "pkg/__init__.py",
            "pkg/a.py",
            "pkg/c.py",
            "pkg/sub/d.py",
            "src/e.py",
            "pkg/sub/__init__.py",
            "lib/g.py",
            "tests/test_a.py",
            "tests/conftest.py"};
  }

  std::string Head(Random& random, const std::string&) const override {
    return random.OneIn(2) ? "" : Import(random);
  }

  std::map<std::string, std::string> ProjectFiles(Random&) const override { return {}; }

  std::string Unit(Random& random, const std::string&) const override {
    switch (random.Below(9)) {
      case 0:
      case 1:
        return Import(random);
      case 7:
        return fmt::format("{} = os.environ[\"{}\"]\n", Variable(random), Type(random));
      case 8:
        return fmt::format("@app.get(\"/{}\")\n{}", Method(random),
                           FunctionText(random, "", Function(random)));
      case 2:
        return fmt::format("{} = {}\n", Variable(random), Expression(random));
      case 3:
        return fmt::format("{}: {} = None\n", Variable(random), Type(random));
      case 4:
        return FunctionText(random, "", Function(random));
      default:
        return Class(random);
    }
  }

 private:
  static std::string Module(Random& random) {
    return OneOf<9>(random, {"a", "b", "pkg", "pkg.a", "pkg.c", "pkg.sub", "pkg.sub.d", "e", "os"});
  }

  static std::string Import(Random& random) {
    const std::string name = random.OneIn(2) ? Function(random) : Type(random);
    switch (random.Below(6)) {
      case 0:
        return fmt::format("import {}\n", Module(random));
      case 1:
        return fmt::format("import {} as {}\n", Module(random), Variable(random));
      case 2:
        return fmt::format("from {} import *\n", Module(random));
      case 3:
        return fmt::format("from . import {}\n", OneOf<4>(random, {"a", "c", "sub", "d"}));
      case 4:
        return fmt::format("from {} import {} as {}\n", Module(random), name, Function(random));
      default:
        return fmt::format("from {} import {}\n", Module(random), name);
    }
  }

  static std::string Value(Random& random) {
    return random.OneIn(2) ? Function(random) : fmt::format("{}()", Type(random));
  }

  static std::string Container(Random& random) {
    switch (random.Below(4)) {
      case 0:
        return fmt::format("[{}, {}]", Value(random), Value(random));
      case 1:
        return fmt::format("{{\"k\": {}, \"l\": {}}}", Value(random), Value(random));
      case 2:
        return fmt::format("[{} for z in {}]", Value(random), Variable(random));
      default:
        return fmt::format("{}, {}", Value(random), Value(random));
    }
  }

  static std::string Expression(Random& random) {
    switch (random.Below(11)) {
      case 0:
        return fmt::format("{}({})", Function(random), random.OneIn(2) ? "1" : Value(random));
      case 8:
        return Container(random);
      case 9:
        return fmt::format("{}(p={})", random.OneIn(2) ? Function(random) : Type(random),
                           Value(random));
      case 10:
        return fmt::format("{}[{}]()", Variable(random),
                           OneOf<4>(random, {"0", "\"k\"", "1:", "-1"}));
      case 1:
        return fmt::format("{}()", Type(random));
      case 2:
        return fmt::format("{}().{}()", Type(random), Method(random));
      case 3:
        return fmt::format("{}.{}()", Variable(random), Method(random));
      case 4:
        return fmt::format("{}.{}()", Module(random), Function(random));
      case 5:
        return fmt::format("{}().{}", Function(random), Method(random));
      case 6:
        return fmt::format("self.{}()", Method(random));
      default:
        return Variable(random);
    }
  }

  static std::string FunctionText(Random& random, const std::string& indent,
                                  const std::string& name) {
    const bool method = !indent.empty();
    std::string text = indent;
    if (random.OneIn(6)) text += fmt::format("@{}\n{}", Function(random), indent);
    if (method && random.OneIn(6)) text += fmt::format("@property\n{}", indent);
    text += fmt::format("def {}({}p{}{}){}:\n", name, method ? "self, " : "",
                        random.OneIn(2) ? fmt::format(": {}", Type(random)) : "",
                        random.OneIn(2) ? ", q=1" : "",
                        random.OneIn(3) ? fmt::format(" -> {}", Type(random)) : "");
    text += fmt::format("{}    x = {}\n", indent, Expression(random));
    text += fmt::format("{}    {}.{}()\n", indent, OneOf<2>(random, {"x", "p"}), Method(random));
    if (random.OneIn(4)) text += fmt::format("{}    raise {}()\n", indent, Type(random));
    if (random.OneIn(4)) text += fmt::format("{}    p()\n", indent);
    if (random.OneIn(4)) text += fmt::format("{}    yield {}\n", indent, Value(random));
    if (method && random.OneIn(4)) {
      const std::string field = Method(random);
      text += fmt::format("{0}    self.{1} = p\n{0}    self.{1}()\n", indent, field);
    }
    if (random.OneIn(4)) {
      text += fmt::format("{0}    for y, z in {1}:\n{0}        y.{2}()\n{0}        z()\n", indent,
                          Expression(random), Method(random));
    }
    if (random.OneIn(4)) {
      const std::string variable = Variable(random);
      text += random.OneIn(2)
                  ? fmt::format("{}    {}[\"k\"] = {}\n", indent, variable, Value(random))
                  : fmt::format("{}    {}.append({})\n", indent, variable, Value(random));
    }
    if (random.OneIn(4)) {
      text += fmt::format("{}    with {}() as y:\n{}        y.{}()\n", indent, Type(random), indent,
                          Method(random));
    }
    if (method && random.OneIn(3)) text += fmt::format("{}    super().{}()\n", indent, name);
    return text +
           fmt::format("{}    return {}\n", indent, random.OneIn(2) ? Expression(random) : "x");
  }

  static std::string Class(Random& random) {
    std::string text = fmt::format("class {}{}:\n", Type(random),
                                   random.OneIn(2) ? fmt::format("({})", Type(random)) : "");
    const int methods = 1 + random.Below(3);
    for (int i = 0; i < methods; ++i) {
      const int special = random.Below(8);
      const std::string name = special == 0 ? "__init__"
                               : special == 1
                                   ? OneOf<3>(random, {"__call__", "__enter__", "__iter__"})
                                   : Method(random);
      text += FunctionText(random, "    ", name);
    }
    if (random.OneIn(3)) text += fmt::format("    {} = {}()\n", Method(random), Type(random));
    return text;
  }
};

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
    if (random.OneIn(4)) {
      return fmt::format("namespace n{} {{\n{}{}}}\n", random.Below(3), Plain(random, path),
                         random.OneIn(2) ? Plain(random, path) : "");
    }
    return Plain(random, path);
  }

 private:
  static std::string Include(Random& random) {
    return fmt::format("#include {}\n",
                       OneOf<7>(random, {"\"a.h\"", "\"b.h\"", "\"x/c.h\"", "\"d.h\"", "<vector>",
                                         "\"src/d.h\"", "<x/c.h>"}));
  }

  static std::string Plain(Random& random, const std::string&) {
    switch (random.Below(10)) {
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
      switch (random.Below(6)) {
        case 0:
          text += fmt::format("  {}({});\n", Function(random), OneOf<3>(random, {"", "1", "1, 2"}));
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

  static std::string Class(Random& random) {
    const std::string name = Type(random);
    std::string text =
        fmt::format("class {}{} {{\n public:\n", name,
                    random.OneIn(2) ? fmt::format(" : public {}", Type(random)) : "");
    if (random.OneIn(3)) text += fmt::format("  {}({});\n", name, Parameters(random));
    const int methods = 1 + random.Below(3);
    for (int i = 0; i < methods; ++i) {
      text += fmt::format("  {} {}({})", Result(random), Method(random), Parameters(random));
      text += random.OneIn(3) ? fmt::format(" {{\n{}}}\n", Body(random)) : ";\n";
    }
    if (random.OneIn(2)) text += fmt::format("  {} field_{};\n", Type(random), random.Below(3));
    return text + "};\n";
  }
};

class Go : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"main.go",     "other.go", "a/a.go", "a/b.go",
            "a/a_test.go", "b/x.go",   "b/y.go", "b/c/z.go"};
  }

  std::string Head(Random& random, const std::string& path) const override {
    const std::string directory = path.substr(0, path.rfind('/') + 1);
    std::string clause = directory.empty() ? "main" : directory.substr(directory.size() - 2, 1);
    if (random.OneIn(8)) clause = "odd";
    std::string text = fmt::format("package {}\n", clause);
    if (random.OneIn(2)) text += Import(random);
    if (random.OneIn(2)) text += Import(random);
    return text;
  }

  std::map<std::string, std::string> ProjectFiles(Random& random) const override {
    return {{"go.mod", fmt::format("module example.com/{}\n", OneOf<2>(random, {"p", "q"}))}};
  }

  std::string Unit(Random& random, const std::string&) const override {
    switch (random.Below(6)) {
      case 0:
        return fmt::format("var {} {}\n", Variable(random), TypeText(random));
      case 1:
        return fmt::format("var {} = {}\n", Variable(random), Call(random));
      case 2:
        return fmt::format("type {} struct {{\n\t{}\n\tg {}\n}}\n", Type(random),
                           random.OneIn(2) ? "*" + Type(random) : TypeText(random),
                           TypeText(random));
      case 3:
        return fmt::format("type {} interface {{\n\t{}(a int) {}\n\t{}\n}}\n", Type(random),
                           Method(random), Result(random),
                           random.OneIn(2) ? Method(random) + "() int" : Type(random));
      case 4:
        return fmt::format("func {}(p {}) {} {{\n{}}}\n", Function(random), TypeText(random),
                           TypeText(random), Body(random, "p"));
      default:
        return fmt::format("func (r *{}) {}({}) {} {{\n{}}}\n", Type(random), Method(random),
                           random.OneIn(2) ? "b int" : "", Result(random), Body(random, "r"));
    }
  }

 private:
  // Few, so that types have the methods of interfaces.
  static std::string Result(Random& random) { return random.OneIn(3) ? TypeText(random) : "int"; }

  static std::string Import(Random& random) {
    return fmt::format("import {}\"{}\"\n", OneOf<4>(random, {"", "", "z ", ". "}),
                       OneOf<5>(random, {"example.com/p/a", "example.com/p/b", "example.com/q/a",
                                         "example.com/p/b/c", "fmt"}));
  }

  static std::string TypeText(Random& random) {
    return fmt::format("{}{}", OneOf<6>(random, {"", "*", "a.", "*b.", "z.", "[]"}), Type(random));
  }

  static std::string Call(Random& random) {
    return fmt::format("{}{}()", OneOf<4>(random, {"", "a.", "b.", "z."}), Function(random));
  }

  static std::string Body(Random& random, const char* local) {
    return fmt::format("\tx := {}\n\tx.{}()\n\t{}.{}()\n\t{}.{}(1)\n\treturn {}\n", Call(random),
                       Method(random), local, Method(random), Variable(random), Method(random),
                       Call(random));
  }
};

}  // namespace

const TreeGrammar& PythonTree() {
  static const Python grammar;
  return grammar;
}

const TreeGrammar& CppTree() {
  static const Cpp grammar;
  return grammar;
}

const TreeGrammar& GoTree() {
  static const Go grammar;
  return grammar;
}

}  // namespace waymark::testing
