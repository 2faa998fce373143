// Go as the language of random trees.
#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

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
    switch (random.Below(8)) {
      case 7:
        return fmt::format("func (r {}) {}() string {{\n\treturn \"\"\n}}\n", Type(random),
                           OutsideMethod(random));
      case 6:
        return fmt::format("func {}() {{\n\t{}(\"/{}\", {})\n}}\n", Function(random),
                           OneOf<3>(random, {"http.HandleFunc", "r.Get", "e.POST"}), Method(random),
                           Function(random));
      case 0:
        return fmt::format("var {} {}\n", Variable(random), TypeText(random));
      case 1:
        return fmt::format("var {} = {}\n", Variable(random), Call(random));
      case 2:
        return fmt::format("type {} struct {{\n\t{}\n\tg {}\n}}\n", Type(random),
                           random.OneIn(2) ? "*" + Type(random) : Embedded(random),
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

  // Interfaces that the repository does not declare.
  static std::string OutsideMethod(Random& random) { return OneOf<2>(random, {"Error", "String"}); }

  static std::string Embedded(Random& random) {
    return random.OneIn(3) ? OneOf<2>(random, {"error", "fmt.Stringer"}) : NamedType(random);
  }

  static std::string TypeText(Random& random) {
    switch (random.Below(12)) {
      case 0:
        return OneOf<2>(random, {"error", "fmt.Stringer"});
      case 1:
        return fmt::format("interface{{ {}() int }}", Method(random));
      case 2:
        return fmt::format("interface{{ {}() string; {}(a int) int }}", OutsideMethod(random),
                           Method(random));
      default:
        return NamedType(random);
    }
  }

  static std::string NamedType(Random& random) {
    return fmt::format("{}{}", OneOf<6>(random, {"", "*", "a.", "*b.", "z.", "[]"}), Type(random));
  }

  static std::string Call(Random& random) {
    return fmt::format("{}{}()", OneOf<4>(random, {"", "a.", "b.", "z."}), Function(random));
  }

  static std::string Body(Random& random, const char* local) {
    return fmt::format("\tx := {}\n\tx.{}()\n\t{}.{}()\n\t{}.{}(1)\n{}\treturn {}\n", Call(random),
                       Method(random), local, Method(random), Variable(random), Method(random),
                       CallsOutside(random, local), Call(random));
  }

  static std::string CallsOutside(Random& random, const char* local) {
    if (!random.OneIn(3)) return "";
    return fmt::format("\tx.{}()\n\t{}.{}()\n\tfmt.Println(x, {})\n", OutsideMethod(random), local,
                       OutsideMethod(random), local);
  }
};

}  // namespace

const TreeGrammar& GoTree() {
  static const Go grammar;
  return grammar;
}

}  // namespace waymark::testing
