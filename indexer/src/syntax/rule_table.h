// The rules of one grammar, compiled to tables by symbol and field number.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "indexer/language.h"
#include "syntax/rules.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// Immutable once compiled; shared by all threads.
class RuleTable {
 public:
  // Internal if a rule names a node kind or field that the grammar lacks, or two rules name one
  // kind.
  static absl::StatusOr<RuleTable> Compile(const TSLanguage* grammar, const LanguageRules& rules);

  const TSLanguage* grammar() const { return grammar_; }

  const LanguageRules& language() const { return *language_; }

  const Rule& RuleOf(SymbolNumber symbol) const {
    return symbol < rule_of_symbol_.size() ? rules_[rule_of_symbol_[symbol]] : rules_[0];
  }

  // As RuleOf, directly inside of kFields.
  const Rule& RuleInFields(SymbolNumber symbol) const {
    const bool known = symbol < rule_in_fields_.size() && rule_in_fields_[symbol] != 0;
    return known ? rules_[rule_in_fields_[symbol]] : RuleOf(symbol);
  }

  // The role of a child in a parent with the given rule, which this table must own; Rule::rest if
  // the rule does not mention it.
  ChildRole PartOf(const Rule& rule, FieldNumber field, SymbolNumber symbol) const {
    const auto index = static_cast<std::size_t>(&rule - rules_.data());
    if (field != 0) return part_of_field_[index * field_stride_ + field];
    for (const KindPart& part : kind_parts_[index]) {
      if (part.symbol == symbol) return part.part;
    }
    return rule.rest;
  }

  // The role of the first child, if the rule gives it one.
  std::optional<ChildRole> FirstPartOf(const Rule& rule) const {
    return first_parts_[static_cast<std::size_t>(&rule - rules_.data())];
  }

  // By symbol number, 1 for the leaves that the engine reads: all named ones, and tokens that a
  // rule mentions.
  std::span<const std::uint8_t> kept() const { return kept_; }

 private:
  struct KindPart {
    SymbolNumber symbol;
    ChildRole part;
  };

  absl::Status AddRule(const Rule& rule);
  absl::Status AddPart(std::size_t index, const PartRule& part);
  // Numbers of all symbols of that name: a grammar may have several.
  std::vector<SymbolNumber> SymbolsOf(std::string_view name) const;

  const TSLanguage* grammar_ = nullptr;
  const LanguageRules* language_ = nullptr;
  std::vector<Rule> rules_;  // 0 is the rule of symbols without one
  std::vector<std::uint8_t> rule_of_symbol_;
  std::vector<std::uint8_t> rule_in_fields_;
  std::vector<ChildRole> part_of_field_;
  std::vector<std::vector<KindPart>> kind_parts_;
  std::vector<std::optional<ChildRole>> first_parts_;
  std::vector<std::uint8_t> kept_;
  std::size_t field_stride_ = 0;
};

// Aborts if the rules do not fit the grammar; the tests of every grammar exclude that.
RuleTable CompileOrAbort(const TSLanguage* grammar, const LanguageRules& rules);

// The compiled rules of each grammar that has some, compiled at first use. Thread-safe.
const RuleTable& RulesOf(Grammar grammar);

}  // namespace waymark::indexer
