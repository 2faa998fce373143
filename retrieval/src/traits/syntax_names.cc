#include "traits/syntax_names.h"

#include "text/name_bytes.h"

namespace waymark::retrieval {
namespace {

// Python constructors are called by the name of their type.
constexpr std::string_view kPythonConstructors[] = {"__init__", "__new__"};

// Functions that a range-based for, a coroutine or an await expression calls.
constexpr std::string_view kCpp[] = {
    "await_ready", "await_resume",        "await_suspend",     "await_transform", "begin",
    "end",         "final_suspend",       "get_return_object", "initial_suspend", "return_value",
    "return_void", "unhandled_exception", "yield_value"};
constexpr char kDestructor = '~';
constexpr std::string_view kRust[] = {
    "add",        "add_assign", "bitand",    "bitor",   "bitxor",    "borrow",
    "call",       "clone",      "cmp",       "default", "deref",     "deref_mut",
    "div",        "div_assign", "drop",      "eq",      "fmt",       "from",
    "hash",       "index",      "index_mut", "into",    "into_iter", "mul",
    "mul_assign", "ne",         "neg",       "next",    "not",       "partial_cmp",
    "poll",       "rem",        "shl",       "shr",     "sub",       "sub_assign"};
constexpr std::string_view kRuby[] = {"call",
                                      "coerce",
                                      "each",
                                      "extended",
                                      "included",
                                      "inherited",
                                      "initialize_copy",
                                      "method_missing",
                                      "prepended",
                                      "respond_to_missing?",
                                      "to_proc",
                                      "to_s",
                                      "to_str"};
constexpr std::string_view kJava[] = {"close",    "compareTo", "equals",
                                      "hashCode", "iterator",  "toString"};
constexpr std::string_view kScript[] = {"then", "toJSON", "toString", "valueOf"};
constexpr std::string_view kCSharp[] = {"Deconstruct", "Dispose", "GetAwaiter", "GetEnumerator",
                                        "ToString"};

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

bool IsOperator(std::string_view name) {
  return name.starts_with(kOperator) && name.size() > kOperator.size() &&
         !IsWord(name[kOperator.size()]);
}

bool RunBySyntax(Language language, std::string_view name) {
  if (name.empty()) return false;
  switch (language) {
    case Language::kCpp:
      return IsOperator(name) || name.front() == kDestructor || IsOneOf(kCpp, name);
    case Language::kCSharp:
      return IsOperator(name) || IsOneOf(kCSharp, name);
    case Language::kPython:
      return name.size() > 4 && name.starts_with("__") && name.ends_with("__") &&
             !IsOneOf(kPythonConstructors, name);
    case Language::kRuby:
      return !IsWord(name.front()) || IsOneOf(kRuby, name);
    case Language::kRust:
      return IsOneOf(kRust, name);
    case Language::kJava:
      return IsOneOf(kJava, name);
    case Language::kTypeScript:
    case Language::kJavaScript:
      return name.front() == '[' || IsOneOf(kScript, name);
    default:
      return false;
  }
}

}  // namespace waymark::retrieval
