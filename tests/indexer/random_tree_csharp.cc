// C# as the language of random trees: open namespaces, types in parts, methods that extend types.
#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

class CSharp : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"src/A/A.cs",         "src/A/A.Part.cs", "src/B/B.cs", "src/B/C.cs",
            "tests/A.Tests/T.cs", "src/A/Usings.cs", "D.cs"};
  }

  std::string Head(Random& random, const std::string& path) const override {
    std::string text;
    if (path.find("Usings") != std::string::npos && random.OneIn(2)) {
      text = fmt::format("global using P.{};\n", OneOf<2>(random, {"A", "B"}));
    }
    if (random.OneIn(2)) text += Import(random);
    text += Import(random);
    if (random.OneIn(4)) text += fmt::format("namespace P.{};\n", OneOf<2>(random, {"A", "B"}));
    return text;
  }

  std::map<std::string, std::string> ProjectFiles(Random& random) const override {
    std::map<std::string, std::string> files;
    if (random.OneIn(2)) files["src/A/A.csproj"] = Project(random);
    if (random.OneIn(4)) files["src/Directory.Build.props"] = Project(random);
    if (random.OneIn(2)) files["src/B/B.csproj"] = "<Project />\n";
    return files;
  }

  std::string Unit(Random& random, const std::string&) const override {
    const std::string type = OneType(random);
    switch (random.Below(3)) {
      case 0:
        return fmt::format("namespace P.{} {{ {} {} }}\n", OneOf<2>(random, {"A", "B"}),
                           random.OneIn(3) ? Import(random) : "", type);
      case 1:
        return fmt::format("namespace P {{ namespace {} {{ {} }} }}\n",
                           OneOf<2>(random, {"A", "B"}), type);
      default:
        return type;
    }
  }

 private:
  static std::string Project(Random& random) {
    switch (random.Below(3)) {
      case 0:
        return "<Project />\n";
      case 1:
        return fmt::format("<Project><Using Include=\"P.{}\" /></Project>\n",
                           OneOf<2>(random, {"A", "B"}));
      default:
        return fmt::format("<Project><Using Include=\"P.A.{}\" Alias=\"{}\" /></Project>\n",
                           Type(random), Type(random));
    }
  }

  static std::string Import(Random& random) {
    switch (random.Below(5)) {
      case 0:
        return fmt::format("using static P.{}.{};\n", OneOf<2>(random, {"A", "B"}), Type(random));
      case 1:
        return fmt::format("using {} = P.{}.{};\n", Type(random), OneOf<2>(random, {"A", "B"}),
                           Type(random));
      case 2:
        return "using System.Linq;\n";
      default:
        return fmt::format("using P.{};\n", OneOf<2>(random, {"A", "B"}));
    }
  }

  static std::string OneType(Random& random) {
    switch (random.Below(7)) {
      case 0:
        return fmt::format("interface {} {{ {} {}({}); }}\n", Type(random), TypeText(random),
                           Method(random), Parameters(random));
      case 1:
        return fmt::format("enum {} {{ K0, K1 }}\n", Type(random));
      case 2:
        return fmt::format("record {}({} v0, {} v1) {{ {} }}\n", Type(random), TypeText(random),
                           TypeText(random), Member(random));
      case 3:
        return fmt::format("static class {} {{ public static {} {}(this {} x{}) {{ {} }} }}\n",
                           Type(random), TypeText(random), Method(random), TypeText(random),
                           random.OneIn(2) ? ", int p" : "", Body(random));
      default:
        return Class(random);
    }
  }

  static std::string TypeText(Random& random) {
    switch (random.Below(7)) {
      case 0:
        return "int";
      case 1:
        return fmt::format("List<{}>", Type(random));
      case 2:
        return fmt::format("{}.{}", random.OneIn(2) ? "P.A" : Type(random), Type(random));
      case 3:
        return "T";
      case 4:
        return fmt::format("{}<{}>", Type(random), Type(random));
      default:
        return Type(random);
    }
  }

  static std::string Parameters(Random& random) {
    return OneOf<5>(random, {"", "int p", "C1 p", "C2 p, int q = 1", "string p, params C0[] q"});
  }

  static std::string Arguments(Random& random) {
    return OneOf<5>(random, {"", "1", "new C1()", "v0, 1", "\"x\""});
  }

  static std::string Value(Random& random) {
    switch (random.Below(9)) {
      case 0:
        return fmt::format("new {}({})", Type(random), Arguments(random));
      case 1:
        return fmt::format("{}({})", Method(random), Arguments(random));
      case 2:
        return fmt::format("{}.{}({})", Type(random), Method(random), Arguments(random));
      case 3:
        return fmt::format("{}.{}()?.{}()", Variable(random), Method(random), Method(random));
      case 4:
        return fmt::format("P.A.{}.{}()", Type(random), Method(random));
      case 5:
        return fmt::format("(({}){})", Type(random), Variable(random));
      case 6:
        return fmt::format("base.{}()", Method(random));
      case 7:
        return fmt::format("new {} {{ {} = {} }}", Type(random), Variable(random),
                           Variable(random));
      default:
        return Variable(random);
    }
  }

  static std::string Body(Random& random) {
    std::string text =
        fmt::format("var x = {}; x.{}({}); ", Value(random), Method(random), Arguments(random));
    if (random.OneIn(3)) {
      text += fmt::format("foreach (var y in {}) y.{}(); ", Variable(random), Method(random));
    }
    if (random.OneIn(3)) {
      text += fmt::format("{}.Where(z => z.{}()); ", Variable(random), Method(random));
    }
    if (random.OneIn(4)) {
      text += fmt::format("if (x is {} q) q.{}(); ", Type(random), Method(random));
    }
    if (random.OneIn(4)) text += fmt::format("{} w = new(); ", Type(random));
    if (random.OneIn(4)) text += fmt::format("use({}); ", Method(random));
    if (random.OneIn(6)) text += fmt::format("throw new {}(); ", Type(random));
    return text + fmt::format("return {};", Value(random));
  }

  static std::string Member(Random& random) {
    switch (random.Below(5)) {
      case 0:
        return fmt::format("public {}{} {};\n", random.OneIn(2) ? "static " : "", TypeText(random),
                           Variable(random));
      case 1:
        return fmt::format("public static {} {}({}) {{ {} }}\n", TypeText(random), Method(random),
                           Parameters(random), Body(random));
      case 2:
        return fmt::format("public {} {} => {};\n", TypeText(random), Variable(random),
                           Value(random));
      default:
        return fmt::format("{}public virtual {} {}({}) {{ {} }}\n",
                           random.OneIn(4) ? fmt::format("[{}] ", Type(random)) : "",
                           TypeText(random), Method(random), Parameters(random), Body(random));
    }
  }

  static std::string Class(Random& random) {
    const std::string name = Type(random) + (random.OneIn(6) ? "Attribute" : "");
    std::string text =
        fmt::format("{}class {}{}{}{}\n{{\n", random.OneIn(2) ? "partial " : "", name,
                    OneOf<6>(random, {"", "", "", "<T>", "<T>", "<U, T>"}),
                    random.OneIn(2) ? fmt::format(" : {}", TypeText(random)) : "",
                    random.OneIn(5) ? fmt::format(" where T : {}", Type(random)) : "");
    if (random.OneIn(3)) {
      text += fmt::format("public {}({}) : {}({}) {{ }}\n", name, Parameters(random),
                          random.OneIn(2) ? "base" : "this", Arguments(random));
    }
    const int members = 1 + random.Below(3);
    for (int i = 0; i < members; ++i) text += Member(random);
    if (random.OneIn(4)) {
      text += fmt::format("partial class {} {{ {} }}\n", Type(random), Member(random));
    }
    return text + "}\n";
  }
};

}  // namespace

const TreeGrammar& CSharpTree() {
  static const CSharp grammar;
  return grammar;
}

}  // namespace waymark::testing
