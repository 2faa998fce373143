#include "integration/literal_constants.h"

#include <algorithm>
#include <array>
#include <string>

#include "integration/argument_text.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxStatement = 200;  // bytes before a value that are examined
constexpr std::array<std::string_view, 4> kKeepWords = {"const ", "final ", "readonly ", "static "};
constexpr std::array<std::string_view, 6> kTypeOpenings = {"class ",  "interface ", "record ",
                                                           "struct ", "enum ",      "object "};

// Whether a name keeps its value: by its case, or by a keyword before it at the top of the file.
bool IsKept(std::string_view statement, std::string_view name, bool at_line_start) {
  if (name[0] >= 'A' && name[0] <= 'Z') return true;
  return at_line_start && !statement.empty() && !IsBlank(statement[0]) &&
         std::any_of(kKeepWords.begin(), kKeepWords.end(), [&](std::string_view word) {
           return statement.find(word) != std::string_view::npos;
         });
}

}  // namespace

std::optional<std::string_view> LiteralConstants::Find(std::string_view path) {
  if (!is_read_) Read();
  is_read_ = true;
  const std::size_t parted = path.find_last_of(".:");
  const auto found = constants_.find(path.substr(parted + 1));  // npos + 1 is the start
  if (found == constants_.end()) return std::nullopt;
  const bool is_member = parted != std::string_view::npos;
  if (is_member && !HasType(path.substr(0, path.find_first_of(".:")))) return std::nullopt;
  return found->second;
}

bool LiteralConstants::HasType(std::string_view name) {
  const auto [row, is_new] = types_.try_emplace(name, false);
  if (is_new) {
    row->second =
        std::any_of(kTypeOpenings.begin(), kTypeOpenings.end(), [&](std::string_view word) {
          return file_.find(std::string(word).append(name)) != std::string_view::npos;
        });
  }
  return row->second;
}

void LiteralConstants::Read() {
  for (std::size_t at = file_.find('='); at != std::string_view::npos;
       at = file_.find('=', at + 1)) {
    ReadAt(at);
  }
}

// Reads the target of the "=".
void LiteralConstants::ReadAt(std::size_t equals) {
  if (equals == 0 || IsOneOf(file_[equals - 1], kOfOperators)) return;
  std::string_view value = file_.substr(equals + 1);
  if (!value.empty() && IsOneOf(value[0], "=>~")) return;
  const std::size_t from = equals < kMaxStatement ? 0 : equals - kMaxStatement;
  std::string_view statement = file_.substr(from, equals - from);
  if (statement.ends_with(':')) statement.remove_suffix(1);
  const std::size_t start = statement.find_last_of(";\n{}(),");
  const bool at_line_start = start == std::string_view::npos ? from == 0 : statement[start] == '\n';
  if (start != std::string_view::npos) statement.remove_prefix(start + 1);
  // A type may stand between.
  const std::string_view name = WordAtEnd(Trimmed(statement.substr(0, statement.find(':'))));
  if (name.empty()) return;
  const auto [row, is_new] = constants_.try_emplace(name);
  if (!is_new) {
    row->second = std::nullopt;
    return;
  }
  SkipSpaces(value);
  const auto literal = LiteralAt(value);
  if (!literal.has_value() || !IsKept(statement, name, at_line_start)) return;
  value.remove_prefix(static_cast<std::size_t>(literal->data() - value.data()) + literal->size());
  if (!value.empty()) value.remove_prefix(1);
  SkipSpaces(value);
  if (value.empty() || !IsOneOf(value[0], kContinues) || value.starts_with("//")) {
    row->second = *literal;
  }
}

}  // namespace waymark::indexer
