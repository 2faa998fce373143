// Names in a question: identifiers in any notation and file paths. Works on text alone, without a
// view.
//
//   camelCase  HTTPServer  snake_case  _private  name()  a.b  A::b  A#b  a->b   and, whatever its
//   form, one name in `backticks` or in quotes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::retrieval {

struct Mentions {
  // At most kMaxMentions each, the first ones.
  std::vector<std::string> identifiers;  // as written without call brackets, in order, distinct
  std::vector<std::string>
      paths;  // words that could be paths, without a ":line", in order, distinct
};

Mentions FindMentions(std::string_view text);

// The texts in `backticks` or in quotes, at most kMaxQuotedBytes each, in order.
std::vector<std::string_view> QuotedTexts(std::string_view text);

// Whether `tail` is the end of a path, in whole components: "src/app.py" of "lib/src/app.py".
bool EndsWithPath(std::string_view path, std::string_view tail);

// The components of a qualified name in any notation: "a::B#c" -> a, B, c. Empty ones are dropped;
// "A::operator->" has two.
std::vector<std::string_view> NameComponents(std::string_view name);

// Whether the last components of `scope` are `qualifiers`.
bool EndsWithComponents(std::string_view scope, std::span<const std::string_view> qualifiers);

}  // namespace waymark::retrieval
