// How operators on objects run functions of this repository.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace waymark::indexer {

// Where the function of an operator is searched.
enum class OperatorSearch : std::uint8_t {
  kByArguments,  // C++: members of the first operand, and functions found by all of them
  kInOperands,   // C#: static members of the types of all operands
  kInBlocks,     // Rust: members of the first operand, in blocks for a trait
  kInObject,     // Python, Ruby: methods of the first operand, or else of the second
};

struct OperatorFunction {
  std::string_view name;
  // kInBlocks: the trait that declares it. kByArguments: a template that must be specialised for
  // the type of the first operand.
  std::string_view base{};
  std::string_view instead{};  // runs where nothing defines `name`, or decides whether it runs
  bool is_either = false;      // where both are defined, the use of the result decides
  // kInObject: the method of the second operand that runs where the first has neither.
  std::string_view reflected{};
};

// A function of the library that runs a method of its arguments.
struct FunctionRun {
  std::string_view function;
  std::string_view method;
  bool of_all = false;  // else of the first argument
};

struct OperatorRules {
  OperatorSearch search = OperatorSearch::kByArguments;
  std::span<const OperatorFunction> functions{};
  std::span<const FunctionRun> by_functions{};
  std::span<const std::string_view> numbers{};  // kInObject: types that leave it to the second
  std::string_view result_type{};  // generic; its last argument is the type of an error
  std::string_view conversion{};   // the name of a conversion is this and the name of the type
  // Whether a literal of one type may be a value of the other.
  bool (*literal_fits)(std::string_view literal, std::string_view type) = nullptr;
};

// Null: the operators of the language run no functions.
inline const OperatorFunction* FindOperator(const OperatorRules* rules, std::string_view name) {
  if (rules == nullptr) return nullptr;
  for (const OperatorFunction& row : rules->functions) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

inline constexpr int kMaxInstead = 4;

// Visits the names of all functions that may run in the place of the named one.
template <typename Visitor>
void VisitInstead(const OperatorRules* rules, std::string_view name, const Visitor& visit) {
  for (int i = 0; i < kMaxInstead; ++i) {
    const OperatorFunction* const row = FindOperator(rules, name);
    if (row == nullptr) return;
    if (!row->reflected.empty()) visit(row->reflected);
    if (row->instead.empty() || row->instead == name) return;
    name = row->instead;
    visit(name);
  }
}

// Visits the methods that a call of a function of that name may run.
template <typename Visitor>
void VisitRunBy(const OperatorRules* rules, std::string_view function, const Visitor& visit) {
  if (rules == nullptr) return;
  for (const FunctionRun& row : rules->by_functions) {
    if (row.function != function) continue;
    visit(row.method);
    VisitInstead(rules, row.method, visit);
  }
}

}  // namespace waymark::indexer
