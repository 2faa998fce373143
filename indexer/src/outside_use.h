// Literals that name something outside the language, as data: what is called, indexed or asked with
// one, and what that is done for. The tables of the languages are in languages/outside_uses.h.
#pragma once

#include <cstdint>
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

// "GET", "GET|POST" or nothing, of a request.
std::string VerbsOf(const Mention& mention);

// The first literal in `text`, behind brackets and the name of an argument; empty where another
// expression comes first, or the literal has parts that are not known.
std::string_view FirstLiteral(std::string_view text);

}  // namespace waymark::indexer
