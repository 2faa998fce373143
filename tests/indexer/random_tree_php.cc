// PHP as the language of random trees: namespaces, imports, traits, PHPDoc, members by name.
#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

class Php : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"src/A/A.php", "src/A/B.php", "src/B/A.php", "src/B/C.php", "tests/ATest.php", "D.php"};
  }

  std::string Head(Random& random, const std::string&) const override {
    std::string text = "<?php\n";
    if (random.OneIn(3)) return text;
    text += fmt::format("namespace P\\{};\n", Namespace(random));
    for (int i = random.Below(3); i > 0; --i) text += Import(random);
    return text;
  }

  std::map<std::string, std::string> ProjectFiles(Random&) const override { return {}; }

  std::string Unit(Random& random, const std::string&) const override {
    switch (random.Below(8)) {
      case 0:
        return Import(random);
      case 1:
        return fmt::format("function {}({}) {{ {} }}\n", Function(random), Parameters(random),
                           Body(random));
      case 2:
        return fmt::format("const K{} = {};\n", random.Below(3), Value(random));
      case 3:
        return fmt::format("interface {} {{ function {}({}): {}; }}\n", Type(random),
                           Method(random), Parameters(random), TypeText(random));
      case 4:
        return fmt::format("trait {} {{ {} }}\n", Type(random), Member(random));
      case 5:
        return fmt::format("require __DIR__ . '/../{}/A.php';\n{};\n", Namespace(random),
                           Value(random));
      default:
        return Class(random);
    }
  }

 private:
  static std::string Namespace(Random& random) { return OneOf<2>(random, {"A", "B"}); }

  static std::string Import(Random& random) {
    const std::string space = Namespace(random);
    switch (random.Below(5)) {
      case 0:
        return fmt::format("use P\\{}\\{{{}, {} as {}}};\n", space, Type(random), Type(random),
                           Type(random));
      case 1:
        return fmt::format("use function P\\{}\\{};\n", space, Function(random));
      case 2:
        return fmt::format("use P\\{} as S;\n", space);
      default:
        return fmt::format("use P\\{}\\{};\n", space, Type(random));
    }
  }

  static std::string TypeText(Random& random) {
    switch (random.Below(6)) {
      case 0:
        return "int";
      case 1:
        return fmt::format("\\P\\{}\\{}", Namespace(random), Type(random));
      case 2:
        return fmt::format("?{}", Type(random));
      case 3:
        return fmt::format("{}|{}", Type(random), Type(random));
      default:
        return Type(random);
    }
  }

  static std::string Parameters(Random& random) {
    return OneOf<5>(random, {"", "$v0", "C1 $v1", "C2 $v0, $v2 = 1", "C0 ...$v3"});
  }

  static std::string Arguments(Random& random) {
    return OneOf<5>(random, {"", "1", "new C1()", "$v0, 1", "[$this, 'm1']"});
  }

  static std::string Value(Random& random) {
    switch (random.Below(11)) {
      case 0:
        return fmt::format("new {}({})", Type(random), Arguments(random));
      case 1:
        return fmt::format("{}({})", Function(random), Arguments(random));
      case 2:
        return fmt::format("{}::{}({})", Type(random), Method(random), Arguments(random));
      case 3:
        return fmt::format("$this->{}()?->{}()", Method(random), Method(random));
      case 4:
        return fmt::format("S\\{}::{}()", Type(random), Method(random));
      case 5:
        return fmt::format("$this->{}", Variable(random));
      case 6:
        return fmt::format("parent::{}()", Method(random));
      case 7:
        return fmt::format("{}::class", Type(random));
      case 8:
        return fmt::format("$this->{}(...)", Method(random));
      case 9:
        return fmt::format("$this->$v{}()", random.Below(2));
      default:
        return fmt::format("${}", Variable(random));
    }
  }

  static std::string Body(Random& random) {
    std::string text =
        fmt::format("$x = {}; $x->{}({}); ", Value(random), Method(random), Arguments(random));
    if (random.OneIn(3)) {
      text += fmt::format("foreach (${} as $k => $y) {{ $y->{}(); }} ", Variable(random),
                          Method(random));
    }
    if (random.OneIn(4)) {
      text += fmt::format("array_map(fn ({} $z) => $z->{}(), []); ", Type(random), Method(random));
    }
    if (random.OneIn(4)) text += fmt::format("/** @var {} $w */ ", Type(random));
    if (random.OneIn(4)) text += fmt::format("$w->{}(); ", Method(random));
    if (random.OneIn(6)) text += fmt::format("throw new {}(); ", Type(random));
    return text + fmt::format("return {};", Value(random));
  }

  static std::string Member(Random& random) {
    const std::string documented =
        random.OneIn(3) ? fmt::format("/** @param {} $v0 @return {} */ ", Type(random),
                                      random.OneIn(3) ? "static" : Type(random) + "[]")
                        : "";
    switch (random.Below(5)) {
      case 0:
        return fmt::format("{}public {}{} ${};\n", documented, random.OneIn(2) ? "static " : "",
                           TypeText(random), Variable(random));
      case 1:
        return fmt::format("const {} = {};\n", OneOf<2>(random, {"K0", "K1"}), Value(random));
      case 2:
        return fmt::format("{}public static function {}({}) {{ {} }}\n", documented, Method(random),
                           Parameters(random), Body(random));
      default:
        return fmt::format("{}public function {}({}): {} {{ {} }}\n", documented, Method(random),
                           Parameters(random), TypeText(random), Body(random));
    }
  }

  static std::string Class(Random& random) {
    std::string text;
    if (random.OneIn(5)) {
      text += fmt::format("/**\n * @property {} $v1\n * @method {} m0()\n */\n", Type(random),
                          Type(random));
    }
    text += fmt::format("class {}{}{}\n{{\n", Type(random),
                        random.OneIn(2) ? fmt::format(" extends {}", Type(random)) : "",
                        random.OneIn(4) ? fmt::format(" implements {}", Type(random)) : "");
    if (random.OneIn(4)) text += fmt::format("use {};\n", Type(random));
    if (random.OneIn(5)) {
      text += fmt::format("use {} {{ {} as m9; }}\n", Type(random), Method(random));
    }
    if (random.OneIn(3)) {
      text += fmt::format("public function __construct(private {} $v2) {{ }}\n", TypeText(random));
    }
    for (int i = 1 + random.Below(3); i > 0; --i) text += Member(random);
    return text + "}\n";
  }
};

}  // namespace

const TreeGrammar& PhpTree() {
  static const Php grammar;
  return grammar;
}

}  // namespace waymark::testing
