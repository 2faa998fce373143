// Literals that name something outside the language, as data: what is called, indexed or asked with
// one, and what that is done for. The tables of the languages are in languages/outside_uses.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "indexer/facts.h"

namespace waymark::indexer {

inline constexpr std::size_t kMaxOutsideBytes = 200;  // of a literal; longer ones name nothing

enum class OutsideForm : std::uint8_t {
  kCall,        // callee("literal")
  kOpenCall,    // the same; a path that begins without a slash
  kElement,     // callee["literal"]
  kMember,      // callee.literal
  kDecorator,   // @callee("/literal"): routes to what is decorated
  kAnnotation,  // the same; the path may be missing, or begin without a slash
  kPrefix,      // of a type: what its members' routes begin with; of a member a kAnnotation
};

struct OutsideUse {
  // As written, the object included: "os.getenv". What begins with a dot may be taken of anything.
  std::string_view callee;
  LiteralRole role = LiteralRole::kEnvVar;
  OutsideForm form = OutsideForm::kCall;
  std::string_view verb{};  // of a request; empty: any, or told by the arguments
  std::string_view key{};   // of the argument, or of the pair in an object, that is the literal
};

// Where code says the name of something that is generated from the definition of a service.
enum class StubForm : std::uint8_t {
  kBase,    // a type derives from it: implements the service
  kTrait,   // the same, where `file_has` stands directly in front
  kHanded,  // the first argument of a call of "addService": what makes the call implements it
  kCall,    // what calls it is a client
  kNew,     // the same, of what makes an instance of it
};

// Names by convention of the generators. Dots stand for what parts a name in the language.
struct StubUse {
  std::string_view pattern;  // "*": the service, in capitals; "%": any letters, or none
  StubForm form = StubForm::kBase;
  std::string_view file_has{};        // besides: in the file
  std::string_view arguments_have{};  // and in the arguments
};

// What a place in the text mentions.
struct Mention {
  const OutsideUse* use = nullptr;  // nullptr: nothing
  std::string_view literal{};       // checked to be one of its role
  std::string_view arguments{};     // all behind the callee
};

// The mention in `callee` followed by `rest`, by the row with the longest callee. O(rows).
Mention FindMention(std::span<const OutsideUse> uses, OutsideForm form, std::string_view callee,
                    std::string_view rest);

// The service by whose generated code `name` is called; empty when the pattern does not fit.
std::string_view ServiceIn(std::string_view pattern, std::string_view name);

// A name without blanks, its parts parted by dots: "Greeter.Stub.new" of "Greeter::Stub\n  .new".
std::string Dotted(std::string_view text);

// What stands behind `name` among named arguments, or among the pairs of an object that is the
// first of them: from "=", ":" or "=>" on, or from what else follows. Nothing where no argument has
// it.
std::optional<std::string_view> ArgumentNamed(std::string_view arguments, std::string_view name);

// Behind the end of the bracket that `text` begins with; npos when it begins or ends with none.
std::size_t EndOfBracket(std::string_view text);

// "GET", "GET|POST" or nothing, of a request.
std::string VerbsOf(const Mention& mention);

// The first literal or symbol in `text`, behind brackets and the name of an argument; empty where
// another expression comes first, or the literal has parts that are not known.
std::string_view FirstLiteral(std::string_view text);

}  // namespace waymark::indexer
