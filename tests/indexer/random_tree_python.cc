// Python as the language of random trees.
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
    switch (random.Below(11)) {
      case 0:
      case 1:
        return Import(random);
      case 7:
        return fmt::format("{} = os.environ[\"{}\"]\n", Variable(random), Type(random));
      case 8:
        return fmt::format("@app.get(\"/{}\")\n{}", Method(random),
                           FunctionText(random, "", Function(random)));
      case 9:
        return fmt::format("@pytest.fixture{}\ndef {}({}):\n    return {}\n",
                           random.OneIn(3) ? fmt::format("(name=\"{}\")", Function(random)) : "",
                           Function(random), Function(random), Expression(random));
      case 10:
        return fmt::format("{}def test_{}({}):\n    {}.{}()\n",
                           random.OneIn(3) ? "@pytest.mark.usefixtures(\"f1\", \"f2\")\n" : "",
                           Function(random), Function(random), Function(random), Method(random));
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

}  // namespace

const TreeGrammar& PythonTree() {
  static const Python grammar;
  return grammar;
}

}  // namespace waymark::testing
