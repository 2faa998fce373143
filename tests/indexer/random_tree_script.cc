// TypeScript and JavaScript as the language of random trees.
#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

class Script : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"a.ts",     "b.ts", "lib/index.ts",   "lib/c.tsx",       "lib/d.js",
            "lib/c.js", "e.js", "test/a.test.ts", "pages/api/m0.ts", "app/m1/route.ts"};
  }

  std::string Head(Random& random, const std::string&) const override { return Import(random); }

  std::map<std::string, std::string> ProjectFiles(Random& random) const override {
    if (random.OneIn(2)) return {};
    return {
        {"tsconfig.json",
         fmt::format(
             "{{\"compilerOptions\": {{\"baseUrl\": \".\", \"paths\": {{\"@/*\": [\"{}/*\"]}}}}}}",
             OneOf<2>(random, {"lib", "."}))},
        {"package.json", "{\"name\": \"top\", \"main\": \"lib/index.js\"}"}};
  }

  std::string Unit(Random& random, const std::string&) const override {
    const char* exported = OneOf<3>(random, {"export ", "export ", ""});
    switch (random.Below(12)) {
      case 8:
      case 9:
        return Prototype(random);
      case 10:
        return Module(random, exported);
      case 11:
        return Route(random);
      case 0:
      case 1:
        return Import(random);
      case 2:
        return fmt::format("{}const {} = {};\n", exported, Variable(random), Expression(random));
      case 3:
        return fmt::format("export default {};\n",
                           random.OneIn(2) ? Function(random) : Type(random));
      case 4:
        return fmt::format("{}function {}{}(p{}){} {{\n{}}}\n", exported, Function(random),
                           random.OneIn(4) ? "<T>" : "",
                           random.OneIn(2) ? ": " + TypeText(random) : "",
                           random.OneIn(3) ? ": " + TypeText(random) : "", Body(random));
      case 5:
        return fmt::format("{}interface {}{} {{ {}(): {}; }}\n", exported, Type(random),
                           TypeParameters(random), Method(random), TypeText(random));
      default:
        return exported + Class(random);
    }
  }

 private:
  static std::string Source(Random& random) {
    return OneOf<9>(random,
                    {"./a", "./b", "./lib", "./lib/c", "../a", "./c", "@/c", "top", "react"});
  }

  static std::string FunctionValue(Random& random) {
    return fmt::format("function (p) {{\n{}}}", Body(random));
  }

  // Types without `class`.
  static std::string Prototype(Random& random) {
    const std::string type = Type(random);
    const bool inherits = random.OneIn(2);
    switch (random.Below(6)) {
      case 0:
        return fmt::format("function {}(p) {{ this.{} = {}; }}\n", type, Variable(random),
                           Expression(random));
      case 1:
        return fmt::format("{}.prototype = {{ {}: {} }};\n", type, Method(random),
                           FunctionValue(random));
      case 2:
        return fmt::format("{}{}{}{};\n", inherits ? "util.inherits(" : "", type,
                           inherits ? ", " : ".prototype = ",
                           inherits ? Type(random) + ")"
                                    : fmt::format("Object.create({}.prototype)", Type(random)));
      case 3:
        return fmt::format("Object.assign({}.prototype, {{ {}: {} }});\n", type, Method(random),
                           Function(random));
      case 4:
        return fmt::format("{}.{} = {};\n", type, Method(random), FunctionValue(random));
      default:
        return fmt::format("{}.prototype.{} = {};\n", type, Method(random), FunctionValue(random));
    }
  }

  // What a file exports otherwise than by `export`, and functions that run where they stand.
  static std::string Module(Random& random, const char* exported) {
    switch (random.Below(5)) {
      case 0:
        return fmt::format("module.exports = {};\n", Type(random));
      case 1:
        return fmt::format("exports.{} = {};\n", Function(random), FunctionValue(random));
      case 2:
        return fmt::format("module.exports = {{ {0}, {1}: {0} }};\n", Function(random),
                           Method(random));
      case 3:
        return fmt::format("(function () {{\nfunction {}(p) {{\n{}}}\n{}();\n}})();\n",
                           Function(random), Body(random), Function(random));
      default:
        return fmt::format("{}const {} = (() => {{ return {{ {}: {} }}; }})();\n", exported,
                           Variable(random), Method(random), Function(random));
    }
  }

  static std::string Route(Random& random) {
    switch (random.Below(4)) {
      case 0:
        return fmt::format("app.get('/{}', {});\n", Method(random), Function(random));
      case 1:
        return fmt::format("export async function {}() {{\n{}}}\n",
                           OneOf<2>(random, {"GET", "POST"}), Body(random));
      case 2:
        return fmt::format("@{}()\n{}", Function(random), Class(random));
      default:
        return fmt::format("function {}() {{ return fetch('/{}'); }}\n", Function(random),
                           Method(random));
    }
  }

  // A type parameter, or a type with or without arguments.
  static std::string TypeText(Random& random) {
    switch (random.Below(5)) {
      case 0:
        return fmt::format("{}<{}>", Type(random), Type(random));
      case 1:
        return fmt::format("{}<{}, {}>", Type(random), Type(random), Type(random));
      case 2:
        return OneOf<8>(random, {"T", "U", "T[]", "C0<T>", "Map<string, C1>", "[C0, C1]",
                                 "[string, C2][]", "Record<string, C0>"});
      default:
        return Type(random);
    }
  }

  static std::string TypeParameters(Random& random) {
    if (random.OneIn(2)) return {};
    return OneOf<4>(random, {"<T>", "<T, U>", "<U, T>", "<T extends C1>"});
  }

  static std::string Import(Random& random) {
    const std::string name = random.OneIn(2) ? Function(random) : Type(random);
    switch (random.Below(7)) {
      case 0:
        return fmt::format("import {} from '{}';\n", name, Source(random));
      case 1:
        return fmt::format("import * as z from '{}';\n", Source(random));
      case 2:
        return fmt::format("export * from '{}';\n", Source(random));
      case 3:
        return fmt::format("export {{ {} as {} }} from '{}';\n", name, Type(random),
                           Source(random));
      case 4:
        return fmt::format("const {} = require('{}');\n", Variable(random), Source(random));
      case 5:
        return fmt::format("import {{ {} as {} }} from '{}';\n", name, Function(random),
                           Source(random));
      default:
        return fmt::format("import {{ {} }} from '{}';\n", name, Source(random));
    }
  }

  static std::string Expression(Random& random) {
    switch (random.Below(8)) {
      case 0:
        return fmt::format("{}(1)", Function(random));
      case 1:
        return fmt::format("new {}()", TypeText(random));
      case 5:
        return fmt::format("{}<{}>()", Function(random), TypeText(random));
      case 6:
        return fmt::format("this.{}.{}()", Variable(random), Method(random));
      case 2:
        return fmt::format("{}.{}()", Variable(random), Method(random));
      case 3:
        return fmt::format("z.{}()", Function(random));
      case 4:
        return fmt::format("{}().{}()", Function(random), Method(random));
      default:
        return Variable(random);
    }
  }

  static std::string Parts(Random& random) {
    const std::string whole = Variable(random);
    const std::string method = Method(random);
    switch (random.Below(4)) {
      case 0:
        return fmt::format("  for (const [k, v] of {}) v.{}();\n", whole, method);
      case 1:
        return fmt::format("  const [a, ...b] = {}; a.{}(); b[0].{}();\n", whole, method, method);
      case 2:
        return fmt::format("  [...{}][0].{}();\n  Object.values({})[0].{}();\n", whole, method,
                           whole, method);
      default:
        return {};
    }
  }

  static std::string Body(Random& random) {
    return Parts(random) + fmt::format("  const x = {};\n  x.{}();\n  {}.{}();\n  return {};\n",
                                       Expression(random), Method(random),
                                       OneOf<2>(random, {"p", "this"}), Method(random),
                                       random.OneIn(2) ? "x" : Expression(random));
  }

  static std::string Class(Random& random) {
    std::string text = fmt::format("class {}{}{} {{\n", Type(random), TypeParameters(random),
                                   random.OneIn(2) ? " extends " + TypeText(random) : "");
    if (random.OneIn(2)) text += fmt::format("{}: {};\n", Variable(random), TypeText(random));
    if (random.OneIn(4)) text += fmt::format("{}: () => void;\n", Method(random));
    if (random.OneIn(3)) text += fmt::format("constructor(q) {{ {}; }}\n", Expression(random));
    const int methods = 1 + random.Below(3);
    for (int i = 0; i < methods; ++i) {
      text += fmt::format("{}(p{}){} {{\n{}}}\n", Method(random),
                          random.OneIn(2) ? ": " + TypeText(random) : "",
                          random.OneIn(3) ? ": " + TypeText(random) : "", Body(random));
    }
    return text + "}\n";
  }
};

}  // namespace

const TreeGrammar& ScriptTree() {
  static const Script grammar;
  return grammar;
}

}  // namespace waymark::testing
