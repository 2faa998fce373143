// Java as the language of random trees.
#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

class Java : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"src/main/java/a/A.java",
            "src/main/java/a/B.java",
            "src/main/java/b/C.java",
            "src/test/java/a/ATest.java",
            "other/java/a/A.java",
            "odd/D.java",
            "E.java"};
  }

  std::string Head(Random& random, const std::string& path) const override {
    std::string text;
    if (path.find("/a/") != std::string::npos) text = "package p.a;\n";
    if (path.find("/b/") != std::string::npos) text = "package p.b;\n";
    if (random.OneIn(8)) text = OneOf<2>(random, {"package p.a;\n", ""});
    if (random.OneIn(2)) text += Import(random);
    return text + Import(random);
  }

  std::map<std::string, std::string> ProjectFiles(Random&) const override { return {}; }

  std::string Unit(Random& random, const std::string&) const override {
    switch (random.Below(6)) {
      case 0:
        return fmt::format("interface {} {{ {} {}({}); }}\n", Type(random), TypeText(random),
                           Method(random), Parameters(random));
      case 1:
        return fmt::format("enum {} {{ K0, K1(1) {{ void {}() {{ {}(); }} }}; {} }}\n",
                           Type(random), Method(random), Method(random), Member(random));
      case 2:
        return fmt::format("record {}({} v0, {} v1) {{ {} }}\n", Type(random), TypeText(random),
                           TypeText(random), Member(random));
      default:
        return Class(random, Type(random));
    }
  }

 private:
  static std::string Import(Random& random) {
    switch (random.Below(4)) {
      case 0:
        return fmt::format("import p.{}.*;\n", OneOf<3>(random, {"a", "b", "a.C1"}));
      case 1:
        return fmt::format("import static p.{}.{}.{};\n", OneOf<2>(random, {"a", "b"}),
                           Type(random), random.OneIn(2) ? "*" : Method(random));
      case 2:
        return fmt::format("import java.util.{};\n", random.OneIn(2) ? "*" : "List");
      default:
        return fmt::format("import p.{}.{};\n", OneOf<2>(random, {"a", "b"}), Type(random));
    }
  }

  static std::string TypeText(Random& random) {
    switch (random.Below(8)) {
      case 0:
        return "int";
      case 1:
        return fmt::format("List<{}>", Type(random));
      case 2:
        return fmt::format("{}.{}", random.OneIn(2) ? "p.a" : Type(random), Type(random));
      case 3:
        return OneOf<4>(random, {"T", "U", "T[]", "List<T>"});
      case 4:
        return fmt::format("{}<{}>", Type(random), Type(random));
      case 5:
        return fmt::format("{}<{}, {}>", Type(random), Type(random), Type(random));
      default:
        return Type(random);
    }
  }

  static std::string TypeParameters(Random& random) {
    if (random.OneIn(3)) return fmt::format("<T extends {}>", Type(random));
    return OneOf<4>(random, {"", "", "<T, U>", "<U, T>"});
  }

  static std::string Parameters(Random& random) {
    return OneOf<8>(random, {"", "int p", "C1 p", "C2 p, int q", "String p, C0... q", "long p",
                             "int[] p", "C1[] p"});
  }

  static std::string Arguments(Random& random) {
    return OneOf<8>(
        random, {"", "1", "new C1()", "v0, 1", "\"x\"", "2L + v0.length()", "v1[0]", "new int[1]"});
  }

  static std::string Value(Random& random) {
    switch (random.Below(8)) {
      case 0:
        return fmt::format("new {}({})", Type(random), Arguments(random));
      case 1:
        return fmt::format("{}({})", Method(random), Arguments(random));
      case 2:
        return fmt::format("{}.{}({})", Type(random), Method(random), Arguments(random));
      case 3:
        return fmt::format("{}.{}().{}()", Variable(random), Method(random), Method(random));
      case 4:
        return fmt::format("p.a.{}.{}()", Type(random), Method(random));
      case 5:
        return fmt::format("(({}) {})", Type(random), Variable(random));
      case 6:
        return fmt::format("super.{}()", Method(random));
      default:
        return Variable(random);
    }
  }

  static std::string Body(Random& random) {
    std::string text =
        fmt::format("var x = {}; x.{}({}); ", Value(random), Method(random), Arguments(random));
    if (random.OneIn(3)) {
      text += fmt::format("for (var y : {}) y.{}(); ", Variable(random), Method(random));
    }
    if (random.OneIn(3)) {
      text += fmt::format("{}.forEach(z -> z.{}()); ", Variable(random), Method(random));
    }
    if (random.OneIn(4)) {
      text += fmt::format("new {}() {{ void {}() {{ {}(); }} }}; ", Type(random), Method(random),
                          Method(random));
    }
    if (random.OneIn(4)) text += fmt::format("use({}::{}); ", Type(random), Method(random));
    if (random.OneIn(6)) text += fmt::format("throw new {}(); ", Type(random));
    return text + fmt::format("return {};", Value(random));
  }

  static std::string Member(Random& random) {
    switch (random.Below(4)) {
      case 0:
        return fmt::format("{}{} {};\n", random.OneIn(2) ? "static " : "", TypeText(random),
                           Variable(random));
      case 1:
        return fmt::format("static {} {}({}) {{ {} }}\n", TypeText(random), Method(random),
                           Parameters(random), Body(random));
      default:
        return fmt::format("{}{} {}({}) {{ {} }}\n",
                           random.OneIn(4) ? fmt::format("@{} ", Type(random)) : "",
                           TypeText(random), Method(random), Parameters(random), Body(random));
    }
  }

  static std::string Class(Random& random, const std::string& name) {
    std::string text =
        fmt::format("class {}{}{}{} {{\n", name, TypeParameters(random),
                    random.OneIn(2) ? fmt::format(" extends {}", TypeText(random)) : "",
                    random.OneIn(3) ? fmt::format(" implements {}", TypeText(random)) : "");
    if (random.OneIn(3)) {
      text += fmt::format("{}({}) {{ {}({}); }}\n", name, Parameters(random),
                          random.OneIn(2) ? "super" : "this", Arguments(random));
    }
    const int members = 1 + random.Below(3);
    for (int i = 0; i < members; ++i) text += Member(random);
    if (random.OneIn(4))
      text += fmt::format("static class {} {{ {} }}\n", Type(random), Member(random));
    return text + "}\n";
  }
};

}  // namespace

const TreeGrammar& JavaTree() {
  static const Java grammar;
  return grammar;
}

}  // namespace waymark::testing
