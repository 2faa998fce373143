// Ruby in random trees: types opened in several files, mixins, and messages without receivers.
#include <fmt/format.h>

#include "indexer/random_names.h"

namespace waymark::testing {
namespace {

class Ruby : public TreeGrammar {
 public:
  std::vector<std::string> Paths() const override {
    return {"a.rb",
            "b.rb",
            "lib/c.rb",
            "lib/c/d.rb",
            "lib/c/e.rb",
            "spec/f_spec.rb",
            "test/helper.rb",
            "Rakefile",
            "config/routes.rb",
            "app/controllers/m0_controller.rb"};
  }

  std::string Head(Random& random, const std::string&) const override { return Import(random); }

  std::map<std::string, std::string> ProjectFiles(Random&) const override { return {}; }

  std::string Unit(Random& random, const std::string&) const override {
    switch (random.Below(11)) {
      case 9:
        return fmt::format("Rails.application.routes.draw do\n{}end\n", Routes(random));
      case 10:
        return fmt::format("class M{}Controller\n{}end\n", random.Below(2), Actions(random));
      case 0:
        return Import(random);
      case 1:
        return fmt::format("def {}(p)\n{}end\n", Function(random), Body(random));
      case 2:
        return fmt::format("{}\n{}.{}\n", Function(random), Expression(random), Method(random));
      case 3:
        return fmt::format("{} = Struct.new(:{}) do\n{}end\n", Path(random), Method(random),
                           Members(random));
      case 4:
        return fmt::format("class {}\n{}end\n", Path(random), Members(random));
      case 5:
        return fmt::format("def {}.{}\n{}end\n", Type(random), Method(random), Body(random));
      default:
        return Opening(random, 0);
    }
  }

 private:
  static std::string Routes(Random& random) {
    std::string text;
    for (int i = 1 + random.Below(3); i > 0; --i) {
      const int controller = random.Below(2);
      switch (random.Below(3)) {
        case 0:
          text += fmt::format("  get '/{}', to: 'm{}#{}'\n", Method(random), controller,
                              OneOf<2>(random, {"index", "show"}));
          break;
        case 1:
          text += fmt::format("  namespace :admin do\n    resources :m{}\n  end\n", controller);
          break;
        default:
          text += fmt::format("  resources :m{}\n", controller);
          break;
      }
    }
    return text;
  }

  static std::string Actions(Random& random) {
    return fmt::format("  def {}\n{}  end\n", OneOf<3>(random, {"index", "show", "m1"}),
                       Body(random));
  }

  static std::string Function(Random& random) { return fmt::format("f{}", random.Below(4)); }

  static std::string Type(Random& random) { return fmt::format("C{}", random.Below(4)); }

  static std::string Method(Random& random) { return fmt::format("m{}", random.Below(5)); }

  static std::string Path(Random& random) {
    return random.OneIn(2) ? Type(random) : Type(random) + "::" + Type(random);
  }

  static std::string Import(Random& random) {
    return OneOf<6>(random,
                    {"require 'c'\n", "require 'c/d'\n", "require_relative 'e'\n",
                     "require_relative '../c'\n", "autoload :C1, 'c/e'\n", "require 'json'\n"});
  }

  static std::string Expression(Random& random) {
    switch (random.Below(8)) {
      case 0:
        return Path(random) + ".new(1)";
      case 1:
        return Path(random) + "." + Method(random);
      case 2:
        return Method(random);
      case 3:
        return "@v." + Method(random);
      case 4:
        return "self.class." + Method(random);
      case 5:
        return "p." + Method(random);
      case 6:
        return Function(random) + "(2)";
      default:
        return Path(random);
    }
  }

  static std::string Body(Random& random) {
    return fmt::format("  x = {}\n  x.{}\n  @v ||= {}\n  {}\n", Expression(random), Method(random),
                       Expression(random), random.OneIn(4) ? "super" : Expression(random));
  }

  static std::string Members(Random& random) {
    std::string text;
    const int count = 1 + random.Below(3);
    for (int i = 0; i < count; ++i) {
      switch (random.Below(9)) {
        case 0:
          text += fmt::format("{} {}\n", OneOf<3>(random, {"include", "extend", "prepend"}),
                              Path(random));
          break;
        case 1:
          text += fmt::format("attr_accessor :{}\n", Method(random));
          break;
        case 2:
          text += fmt::format("alias {} {}\n", Method(random), Method(random));
          break;
        case 3:
          text += fmt::format("class << self\ndef {}\n{}end\nend\n", Method(random), Body(random));
          break;
        case 4:
          text += OneOf<3>(random, {"private\n", "extend self\n", "module_function\n"});
          break;
        case 5:
          text += fmt::format("{} :{}\n", Method(random), Method(random));
          break;
        case 6:
          text += fmt::format("def initialize(p)\n{}end\n", Body(random));
          break;
        default:
          text += fmt::format("def {}{}(p)\n{}end\n", random.OneIn(3) ? "self." : "",
                              Method(random), Body(random));
          break;
      }
    }
    return text;
  }

  static std::string Opening(Random& random, int depth) {
    std::string head = random.OneIn(3) ? "module " + Path(random) : "class " + Path(random);
    if (head.starts_with("class") && random.OneIn(3)) head += " < " + Path(random);
    const bool nests = depth < 2 && random.OneIn(2);
    return fmt::format("{}\n{}{}end\n", head, nests ? Opening(random, depth + 1) : "",
                       nests && random.OneIn(2) ? "" : Members(random));
  }
};

}  // namespace

const TreeGrammar& RubyTree() {
  static const Ruby grammar;
  return grammar;
}

}  // namespace waymark::testing
