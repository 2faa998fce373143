// Random trees of Rust: modules inside files and beside them, paths, traits, macros.
#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

class Rust : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"src/lib.rs", "src/main.rs", "src/a.rs",       "src/a/c.rs", "src/b/mod.rs",
            "src/b/d.rs", "src/c.rs",    "kit/src/lib.rs", "tests/t.rs"};
  }

  std::string Head(Random& random, const std::string&) const override {
    return random.OneIn(2) ? Module(random) : "";
  }

  std::map<std::string, std::string> ProjectFiles(Random& random) const override {
    return {{"Cargo.toml", "[package]\nname = \"top\"\n"},
            {"kit/Cargo.toml",
             fmt::format("[package]\nname = \"{}\"\n", OneOf<2>(random, {"kit", "tool-kit"}))}};
  }

  std::string Unit(Random& random, const std::string&) const override {
    switch (random.Below(14)) {
      case 0:
        return random.OneIn(3) ? fmt::format("cfg_any! {{ {}}}\n", Module(random)) : Module(random);
      case 1:
      case 2:
        return Use(random);
      case 3:
        return fmt::format("pub mod {} {{\n{}{}}}\n", OneOf<3>(random, {"i", "j", "c"}),
                           Use(random), FunctionText(random, Function(random), ""));
      case 4:
        return fmt::format("pub struct {} {{ g: {}, h: Vec<{}> }}\n", Type(random), Path(random),
                           Type(random));
      case 5:
        return fmt::format("pub enum {} {{ V{}({}), W }}\n", Type(random), random.Below(2),
                           Type(random));
      case 6:
        return fmt::format("pub trait {}{} {{\n{}fn {}(&self) -> {};\n}}\n", Type(random),
                           random.OneIn(3) ? ": " + Type(random) : "",
                           FunctionText(random, Method(random), "&self"), Method(random),
                           Path(random));
      case 7:
        return fmt::format("type {} = {};\n", Type(random), Path(random));
      case 8:
        return fmt::format("macro_rules! {} {{ ($e:expr) => {{ {}($e) }}; }}\n", Variable(random),
                           Function(random));
      case 9:
        return FunctionText(random, Function(random), "");
      case 10:
        return fmt::format("cfg_if! {{ if #[cfg(unix)] {{ {}}} else {{ {}}} }}\n", Use(random),
                           FunctionText(random, Function(random), ""));
      case 11:
        return fmt::format(
            "impl std::ops::Deref for {} {{\n  type Target = {};\n"
            "  fn deref(&self) -> {} {{ &self.g }}\n}}\n",
            Path(random), Path(random), random.OneIn(2) ? "&Self::Target" : "&" + Path(random));
      default:
        return fmt::format("impl {}{} {{\n{}{}}}\n", random.OneIn(2) ? Path(random) + " for " : "",
                           Path(random), FunctionText(random, Method(random), "&self"),
                           random.OneIn(4) ? FunctionText(random, "next", "&mut self") : "");
    }
  }

 private:
  static std::string Module(Random& random) {
    return fmt::format("{}mod {};\n", random.OneIn(2) ? "pub " : "",
                       OneOf<4>(random, {"a", "b", "c", "d"}));
  }

  static const char* Prefix(Random& random) {
    return OneOf<10>(
        random, {"", "", "", "crate::", "super::", "self::", "a::", "crate::b::", "kit::", "i::"});
  }

  static std::string Path(Random& random) { return Prefix(random) + Type(random); }

  static std::string Use(Random& random) {
    const std::string name = random.OneIn(2) ? Function(random) : Type(random);
    switch (random.Below(6)) {
      case 0:
        return fmt::format(
            "{}use {}*;\n", OneOf<3>(random, {"", "pub ", "pub(crate) "}),
            OneOf<5>(random, {"super::", "crate::", "crate::a::", "crate::b::c::", "kit::"}));
      case 1:
        return fmt::format("use crate::{{a::{}, b::{{self, {} as {}}}}};\n", name, Type(random),
                           Type(random));
      case 2:
        return fmt::format("use {};\n", OneOf<5>(random, {"crate::a", "super::c", "kit::i",
                                                          "std::fmt", "crate::b::d as a"}));
      default:
        return fmt::format(
            "{}use {}{};\n", OneOf<2>(random, {"", "pub "}),
            OneOf<5>(random, {"crate::", "super::", "crate::a::", "kit::", "crate::c::"}), name);
    }
  }

  static std::string Expression(Random& random) {
    switch (random.Below(10)) {
      case 0:
        return fmt::format("{}{}(1)", Prefix(random), Function(random));
      case 1:
        return fmt::format("{}::{}()", Path(random), Method(random));
      case 2:
        return fmt::format("{}{}().{}()", Prefix(random), Function(random), Method(random));
      case 3:
        return fmt::format("{} {{ g: p }}", Path(random));
      case 4:
        return fmt::format("{}!({}().{}())", Variable(random), Function(random), Method(random));
      case 5:
        return fmt::format("{}::V0(p)", Path(random));
      case 6:
        return "self.h[0]";
      case 7:
        return fmt::format("each!({}, |y| y.{}())", Method(random), Method(random));
      case 8:
        return fmt::format("self.g.{}()?", Method(random));
      default:
        return "p";
    }
  }

  static std::string FunctionText(Random& random, const std::string& name,
                                  const std::string& self) {
    const bool method = !self.empty();
    std::string text =
        fmt::format("pub fn {}{}({}{}p: {}) -> {} {{\n", name,
                    random.OneIn(4) ? fmt::format("<T: {}>", Path(random)) : "", self,
                    method ? ", " : "", random.OneIn(4) ? "T" : Path(random),
                    random.OneIn(3) ? fmt::format("Option<{}>", Path(random)) : Path(random));
    text += fmt::format("  let x = {};\n  x.{}();\n  let x = x.{}();\n", Expression(random),
                        Method(random), Method(random));
    switch (random.Below(4)) {
      case 0:
        text += fmt::format("  for y in x {{ y.{}(); }}\n", Method(random));
        break;
      case 1:
        text += fmt::format("  if let Some(y) = {} {{ y.{}(); }}\n", Expression(random),
                            Method(random));
        break;
      case 2:
        text += fmt::format("  match p {{ {}::V0(y) => y.{}(), _ => p.{}() }}\n", Path(random),
                            Method(random), Method(random));
        break;
      default:
        break;
    }
    return text + fmt::format("  {}\n}}\n", Expression(random));
  }
};

}  // namespace

const TreeGrammar& RustTree() {
  static const Rust grammar;
  return grammar;
}

}  // namespace waymark::testing
