#include "adaptive/line_reader.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "adaptive/cell.h"
#include "adaptive/expansion_limit.h"
#include "adaptive/repeats.h"
#include "adaptive/table_reader.h"
#include "graph/status.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

// Objects and arrays, and strings that hold them, in each other.
constexpr std::size_t kMostLevels = 6 * kMaxTreeDepth;

bool HasPointer(const JsonValue& value) {
  return value.kind == JsonKind::kPointer ||
         std::any_of(value.items.begin(), value.items.end(), HasPointer);
}

// Objects, arrays and strings of JSON in each other; 0: the value holds none.
std::size_t LevelsIn(const JsonValue& value) {
  std::size_t levels = 0;
  for (const JsonValue& item : value.items) levels = std::max(levels, LevelsIn(item) + 1);
  return levels;
}

class LineReader {
 public:
  LineReader(std::string_view text, std::size_t first_line)
      : text_(text), line_number_(first_line - 1) {}

  absl::StatusOr<JsonValue> Read() {
    JsonValue root;
    WM_RETURN_IF_ERROR(Located(ReadRoot(root)));
    WM_RETURN_IF_ERROR(Resolve(root, root, 0));
    WM_RETURN_IF_ERROR(WriteInnerJson(root));
    return root;
  }

 private:
  // The status with the line that was read last.
  absl::Status Located(const absl::Status& status) const {
    if (!absl::IsInvalidArgument(status)) return status;
    const std::string_view what(status.message().data(), status.message().size());
    return absl::InvalidArgumentError(fmt::format("expand: line {}: {}", line_number_, what));
  }

  absl::Status ReadRoot(JsonValue& root) {
    WM_RETURN_IF_ERROR(ReadPrefixes());
    if (AtEnd()) return Wrong("the value is missing");
    const std::string_view line = Peek();
    if (line.starts_with('[') || line.starts_with('{')) {
      NextLine();
      WM_RETURN_IF_ERROR(ReadValue(line, 0, root));
    } else {
      root.kind = JsonKind::kObject;
      std::string_view end;
      WM_RETURN_IF_ERROR(ReadFields(0, root, end));
      if (!end.empty()) return Wrong("nothing is open that this could close");
    }
    return AtEnd() ? absl::OkStatus() : Wrong("text behind the end of the value");
  }

  static absl::Status Wrong(std::string_view what) {
    return absl::InvalidArgumentError(std::string(what));
  }

  static std::string TooDeep() { return fmt::format("nested more than {} deep", kMostLevels); }

  bool AtEnd() const { return at_ >= text_.size(); }

  // The next line. REQUIRES: there is one.
  std::string_view Peek() const {
    return text_.substr(at_, std::min(text_.find('\n', at_), text_.size()) - at_);
  }

  // REQUIRES: there is one.
  std::string_view NextLine() {
    const std::string_view line = Peek();
    at_ += line.size() + 1;
    ++line_number_;
    return line;
  }

  // "SYMBOL=TEXT", each with the symbols before it.
  absl::Status ReadPrefixes() {
    while (!AtEnd()) {
      const std::string_view line = Peek();
      constexpr std::size_t kMark = 2;
      if (line.size() < kMark || line[1] != '=' ||
          kPrefixSymbols.find(line[0]) == std::string_view::npos) {
        return absl::OkStatus();
      }
      NextLine();
      WM_ASSIGN_OR_RETURN(JsonValue value, ReadCell(line.substr(kMark), prefixes_));
      if (!value.is_string()) return Wrong("what a symbol stands for is a text");
      WM_RETURN_IF_ERROR(limit_.Add(value.text.size()));
      prefixes_.push_back({line[0], std::move(value.text)});
    }
    return absl::OkStatus();
  }

  // Reads lines "KEYS VALUE" until a line that closes the object, which becomes `end`; empty at
  // the end of the text.
  absl::Status ReadFields(std::size_t level, JsonValue& object, std::string_view& end) {
    end = {};
    while (!AtEnd()) {
      const std::string_view line = NextLine();
      if (line.starts_with('}')) {
        end = line;
        break;
      }
      const std::size_t first = object.items.size();
      std::size_t at = 0;
      for (bool more = true; more; ++at) {
        WM_ASSIGN_OR_RETURN(std::string key, ReadKey(line, at));
        object.keys.push_back(std::move(key));
        more = at < line.size() && line[at] == ',';
      }
      if (at > line.size() || line[at - 1] != ' ') return Wrong("a key without a value");
      WM_RETURN_IF_ERROR(ReadValue(line.substr(at), level, object.items.emplace_back()));
      while (object.items.size() < object.keys.size()) {
        WM_RETURN_IF_ERROR(limit_.Add(BytesOf(object.items[first], kMaxExpandedBytes)));
        object.items.push_back(JsonValue(object.items[first]));
      }
    }
    return HasEqualKeys(object.keys) ? Wrong("the object has a key twice") : absl::OkStatus();
  }

  // A value that begins in `line`, which is read, and goes on in the lines behind it.
  absl::Status ReadValue(std::string_view line, std::size_t level, JsonValue& out) {
    if (level > kMostLevels) return Wrong(TooDeep());
    if (line.starts_with(kInnerMark)) return ReadInner(line, level, out);
    if (line == "{" || line == "[{" || line == "[") return ReadBlock(line, level, out);
    if (line.starts_with(kFenceMark) && line.find_first_not_of('`') == std::string_view::npos) {
      return ReadFenced(line, out);
    }
    if (const std::optional<TableMark> mark = ReadTableMark(line)) return ReadTable(*mark, out);
    if (line.starts_with(kPointerMark)) {
      out.kind = JsonKind::kPointer;
      out.text = line.substr(1);
      return absl::OkStatus();
    }
    WM_ASSIGN_OR_RETURN(out, ReadCell(line, prefixes_));
    return limit_.Add(out.text.size());
  }

  absl::Status ReadInner(std::string_view line, std::size_t level, JsonValue& out) {
    const std::size_t end = line.find(' ');
    if (end == std::string_view::npos) return Wrong("a string of JSON without its value");
    const std::optional<JsonLayout> layout =
        JsonLayoutFromName(line.substr(kInnerMark.size(), end - kInnerMark.size()));
    if (!layout)
      return Wrong(
          "an unknown layout of JSON in a string; known are #json, #json,, "
          "#json2 and #json4");
    out.kind = JsonKind::kString;
    out.layout = *layout;
    return ReadValue(line.substr(end + 1), level + 1, out.items.emplace_back());
  }

  absl::Status ReadBlock(std::string_view opening, std::size_t level, JsonValue& out) {
    std::string_view end;
    if (opening == "{") {
      out.kind = JsonKind::kObject;
      WM_RETURN_IF_ERROR(ReadFields(level + 1, out, end));
      return end == "}" ? absl::OkStatus() : Wrong("the object has no end");
    }
    out.kind = JsonKind::kArray;
    if (opening == "[{") {
      do {
        JsonValue& item = out.items.emplace_back();
        item.kind = JsonKind::kObject;
        WM_RETURN_IF_ERROR(ReadFields(level + 1, item, end));
      } while (end == "},{");
      return end == "}]" ? absl::OkStatus() : Wrong("the array has no end");
    }
    while (!AtEnd()) {
      const std::string_view line = NextLine();
      if (line == "]") return absl::OkStatus();
      WM_RETURN_IF_ERROR(ReadValue(line, level + 1, out.items.emplace_back()));
    }
    return Wrong("the array has no end");
  }

  absl::Status ReadFenced(std::string_view fence, JsonValue& out) {
    out.kind = JsonKind::kString;
    const std::size_t begin = at_;
    while (!AtEnd()) {
      const std::size_t end = at_;
      if (NextLine() != fence) continue;
      if (end == begin) return Wrong("the fence holds no line");
      out.text = text_.substr(begin, end - 1 - begin);
      return absl::OkStatus();
    }
    return Wrong("the fence has no end");
  }

  absl::Status ReadTable(const TableMark& mark, JsonValue& out) {
    out.kind = mark.has_names ? JsonKind::kObject : JsonKind::kArray;
    if (AtEnd()) return Wrong("the table has no header");
    TableReader reader(mark, prefixes_, limit_);
    WM_RETURN_IF_ERROR(reader.ReadHeader(NextLine()));
    for (std::size_t row = 0; row < mark.rows; ++row) {
      if (reader.HasRows() && AtEnd()) {
        return Wrong(fmt::format("the table has {} rows of {}", row, mark.rows));
      }
      WM_RETURN_IF_ERROR(reader.ReadRow(reader.HasRows() ? NextLine() : "", out));
    }
    return HasEqualKeys(out.keys) ? Wrong("two rows have the same name") : absl::OkStatus();
  }

  // Puts the values in the place of the pointers to them, in the order of the text. A value that
  // is named may hold others that were named, so each checks how deep it becomes: functions that
  // walk a tree need a bound.
  absl::Status Resolve(JsonValue& value, const JsonValue& root, std::size_t level) {
    if (level > kMostLevels) return Wrong("expand: " + TooDeep());
    if (value.kind != JsonKind::kPointer) {
      for (JsonValue& item : value.items) WM_RETURN_IF_ERROR(Resolve(item, root, level + 1));
      return absl::OkStatus();
    }
    const JsonValue* const target = Follow(root, value.text);
    if (target == nullptr) {
      return Wrong(fmt::format("expand: there is no value at @{}", VisibleLine(value.text)));
    }
    WM_RETURN_IF_ERROR(limit_.Add(BytesOf(*target, kMaxExpandedBytes)));
    if (HasPointer(*target)) {
      return Wrong(fmt::format("expand: @{} holds a place that names another value",
                               VisibleLine(value.text)));
    }
    if (level + LevelsIn(*target) > kMostLevels) {
      return Wrong(fmt::format("expand: @{} makes values {}", VisibleLine(value.text), TooDeep()));
    }
    JsonValue copy = *target;
    value = std::move(copy);
    return absl::OkStatus();
  }

  absl::Status WriteInnerJson(JsonValue& value) {
    for (JsonValue& item : value.items) WM_RETURN_IF_ERROR(WriteInnerJson(item));
    if (!value.is_string() || value.items.empty()) return absl::OkStatus();
    value.text = LaidOutJson(value.items.front(), value.layout);
    value.items.clear();
    return limit_.Add(value.text.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_number_ = 0;  // of the line that was read last
  std::vector<Prefix> prefixes_;
  ExpansionLimit limit_;
};

}  // namespace

absl::StatusOr<JsonValue> ReadAdaptiveLines(std::string_view text, std::size_t first_line) {
  return LineReader(text, first_line).Read();
}

}  // namespace waymark::wire
