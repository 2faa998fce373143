// Documents in random trees, beside code of several languages that they name.
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

// Names of the pools, in words that are long enough to be looked for in a text: f1 is func1.
std::string WithLongNames(const std::string& text) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string word = text.substr(i, std::max<std::size_t>(end - i, 1));
    const bool is_name = word.size() == 2 && std::isdigit(static_cast<unsigned char>(word[1])) != 0;
    const char kind = is_name ? word[0] : ' ';
    if (kind == 'f' || kind == 'm' || kind == 'v') {
      out += fmt::format("{}_{}", kind == 'f' ? "func" : kind == 'm' ? "meth" : "vari", word);
    } else if (kind == 'C') {
      out += fmt::format("Class{}", word);
    } else {
      out += word;
    }
    i += word.size();
  }
  return out;
}

class Documents : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"a.py",      "pkg/c.py",       "tests/test_a.py",  "src/a.cc",       "src/a.h",
            "src/b.cc",  "examples/b.py",  "lib/x.ts",         "lib/y.ts",       "README.md",
            "docs/a.md", "docs/guide.rst", "tests/data/in.md", "vendor/z/is.md", "vendor/z/a.py",
            "lib/z.vue", "src/e.S"};
  }

  std::string Head(Random& random, const std::string& path) const override {
    if (!IsDocument(path)) return WithLongNames(GrammarOf(path).Head(random, path));
    return random.OneIn(3) ? "---\ntitle: x\n---\n" : "";
  }

  // A tree of documents alone is none.
  std::map<std::string, std::string> ProjectFiles(Random& random) const override {
    return {{"main.py", WithLongNames(fmt::format("def {}(): pass\n", Function(random)))}};
  }

  std::string Unit(Random& random, const std::string& path) const override {
    if (!IsDocument(path)) return WithLongNames(GrammarOf(path).Unit(random, path));
    return WithLongNames(path.ends_with(".md") ? Markdown(random) : Restructured(random));
  }

 private:
  static bool IsDocument(const std::string& path) {
    return !path.ends_with(".py") && !path.ends_with(".ts") && !path.ends_with(".cc") &&
           !path.ends_with(".h");
  }

  static const TreeGrammar& GrammarOf(const std::string& path) {
    if (path.ends_with(".py")) return PythonTree();
    return path.ends_with(".ts") ? ScriptTree() : CppTree();
  }

  static std::string Named(Random& random) {
    switch (random.Below(5)) {
      case 0:
        return Function(random);
      case 1:
        return Type(random);
      case 2:
        return fmt::format("{}.{}", Type(random), Method(random));
      case 3:
        return fmt::format("{}::{}", OneOf<3>(random, {"n1", "C1", "src"}), Function(random));
      default:
        return fmt::format("{}.{}", OneOf<4>(random, {"a", "pkg", "x", "default"}),
                           random.OneIn(2) ? Function(random) : Variable(random));
    }
  }

  static std::string Markdown(Random& random) {
    switch (random.Below(6)) {
      case 0:
        return fmt::format("\n## About `{}`\n\n", Named(random));
      case 1:
        return fmt::format("\nOf {}\n----\n", Type(random));
      case 2:
        return fmt::format("```\n{}({})\n```\n", Named(random), Named(random));
      case 3:
        return fmt::format("<!-- `{}` -->\n", Named(random));
      default:
        return fmt::format("It takes `{}` and {}() to {}.\n", Named(random), Named(random),
                           Named(random));
    }
  }

  static std::string Restructured(Random& random) {
    switch (random.Below(5)) {
      case 0:
        return fmt::format("\n{}\n==========================\n", Named(random));
      case 1:
        return fmt::format("\n.. autoclass:: {}\n   :members:\n", Named(random));
      case 2:
        return fmt::format("For example::\n\n    {}()\n\n", Named(random));
      default:
        return fmt::format("See :class:`~{}` and ``{}``.\n", Named(random), Named(random));
    }
  }
};

}  // namespace

const TreeGrammar& DocumentedTree() {
  static const Documents kTree;
  return kTree;
}

}  // namespace waymark::testing
