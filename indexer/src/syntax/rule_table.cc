#include "syntax/rule_table.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <tree_sitter/api.h>

#include "graph/status.h"

namespace waymark::indexer {

namespace {

constexpr std::size_t kMaxRules = 255;
constexpr std::string_view kFirstChild = "^";

bool IsKindPart(std::string_view child) { return child.front() == '<'; }

}  // namespace

absl::StatusOr<RuleTable> RuleTable::Compile(const TSLanguage* grammar,
                                             const LanguageRules& language) {
  RuleTable table;
  table.grammar_ = grammar;
  table.language_ = &language;
  const std::uint32_t symbol_count = ts_language_symbol_count(grammar);
  table.rule_of_symbol_.assign(symbol_count, 0);
  table.rule_in_fields_.assign(symbol_count, 0);
  table.kept_.assign(symbol_count, 0);
  for (SymbolNumber symbol = 0; symbol < symbol_count; ++symbol) {
    table.kept_[symbol] = ts_language_symbol_type(grammar, symbol) == TSSymbolTypeRegular ? 1 : 0;
  }
  table.field_stride_ = ts_language_field_count(grammar) + 1;
  WM_RETURN_IF_ERROR(table.AddRule(Rule{}));
  for (const std::span<const Rule> rules : language.rules) {
    for (const Rule& rule : rules) WM_RETURN_IF_ERROR(table.AddRule(rule));
  }
  return table;
}

std::vector<SymbolNumber> RuleTable::SymbolsOf(std::string_view name) const {
  const bool is_token = name.front() == '\'';
  if (is_token) name = name.substr(1, name.size() - 2);
  const TSSymbolType type = is_token ? TSSymbolTypeAnonymous : TSSymbolTypeRegular;
  std::vector<SymbolNumber> symbols;
  for (std::size_t i = 0; i < rule_of_symbol_.size(); ++i) {
    const auto symbol = static_cast<SymbolNumber>(i);
    if (ts_language_symbol_type(grammar_, symbol) == type &&
        ts_language_symbol_name(grammar_, symbol) == name) {
      symbols.push_back(symbol);
    }
  }
  return symbols;
}

absl::Status RuleTable::AddRule(const Rule& rule) {
  const std::size_t index = rules_.size();
  if (index > kMaxRules)
    return absl::InternalError(fmt::format("compile rules: more than {} of them", kMaxRules));
  rules_.push_back(rule);
  kind_parts_.emplace_back();
  first_parts_.emplace_back();
  part_of_field_.resize(part_of_field_.size() + field_stride_, rule.rest);
  if (!rule.node.empty()) {
    const std::vector<SymbolNumber> symbols = SymbolsOf(rule.node);
    if (symbols.empty())
      return absl::InternalError(fmt::format("compile rules: no node kind '{}'", rule.node));
    auto& rule_of = rule.in_fields ? rule_in_fields_ : rule_of_symbol_;
    for (const SymbolNumber symbol : symbols) {
      if (rule_of[symbol] != 0)
        return absl::InternalError(fmt::format("compile rules: two for '{}'", rule.node));
      rule_of[symbol] = static_cast<std::uint8_t>(index);
      kept_[symbol] = 1;
    }
  }
  for (const PartRule& part : rule.parts) {
    if (part.child.empty()) continue;
    if (absl::Status status = AddPart(index, part); !status.ok()) {
      return absl::InternalError(
          fmt::format("compile rules of '{}': {}", rule.node, std::string(status.message())));
    }
  }
  return absl::OkStatus();
}

absl::Status RuleTable::AddPart(std::size_t index, const PartRule& part) {
  if (part.child == kFirstChild) {
    first_parts_[index] = part.part;
    return absl::OkStatus();
  }
  if (IsKindPart(part.child)) {
    const std::string_view kind = part.child.substr(1, part.child.size() - 2);
    const std::vector<SymbolNumber> symbols = SymbolsOf(kind);
    if (symbols.empty()) return absl::InternalError(fmt::format("no node kind '{}'", kind));
    for (const SymbolNumber symbol : symbols) {
      kept_[symbol] = 1;
      kind_parts_[index].push_back({symbol, part.part});
    }
    return absl::OkStatus();
  }
  const TSFieldId field = ts_language_field_id_for_name(
      grammar_, part.child.data(), static_cast<std::uint32_t>(part.child.size()));
  if (field == 0) return absl::InternalError(fmt::format("no field '{}'", part.child));
  part_of_field_[index * field_stride_ + field] = part.part;
  return absl::OkStatus();
}

RuleTable CompileOrAbort(const TSLanguage* grammar, const LanguageRules& rules) {
  absl::StatusOr<RuleTable> compiled = RuleTable::Compile(grammar, rules);
  if (!compiled.ok()) {
    std::fputs((std::string(compiled.status().message()) + "\n").c_str(), stderr);
    std::abort();
  }
  return *std::move(compiled);
}

}  // namespace waymark::indexer
