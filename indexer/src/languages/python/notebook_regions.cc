#include "languages/python/notebook_regions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

// The bytes of a JSON string without the quotes.
struct JsonString {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// One character of a string, and its position in the file.
struct Decoded {
  std::string text;
  std::size_t at = 0;
};

void AppendUtf8(std::uint32_t code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Reads the parts of the JSON that locate the sources of cells. A syntax error ends the reading.
class NotebookReader {
 public:
  NotebookReader(std::string_view bytes, SourceRegions& regions)
      : bytes_(bytes), regions_(regions) {}

  void Read() {
    const bool is_whole = ReadNotebookObject();
    if (!is_whole || !is_python_) regions_.Clear();
  }

 private:
  struct Cell {
    bool is_code = false;
    std::vector<JsonString> source;
  };

  void SkipBlanks() {
    while (at_ < bytes_.size() && IsBlank(bytes_[at_])) ++at_;
  }

  bool Take(char c) {
    SkipBlanks();
    if (at_ >= bytes_.size() || bytes_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool Sees(char c) {
    SkipBlanks();
    return at_ < bytes_.size() && bytes_[at_] == c;
  }

  bool ReadString(JsonString& string) {
    if (!Take('"')) return false;
    string.begin = at_;
    while (at_ < bytes_.size() && bytes_[at_] != '"') at_ += bytes_[at_] == '\\' ? 2 : 1;
    if (at_ >= bytes_.size()) return false;
    string.end = at_++;
    return true;
  }

  std::string_view TextOf(const JsonString& string) const {
    return bytes_.substr(string.begin, string.end - string.begin);
  }

  // Calls `read(key)` before each value; it has to skip the value.
  template <typename ReadValue>
  bool ReadObject(const ReadValue& read) {
    if (!Take('{')) return false;
    if (Take('}')) return true;
    do {
      JsonString key;
      if (!ReadString(key) || !Take(':') || !read(TextOf(key))) return false;
    } while (Take(','));
    return Take('}');
  }

  template <typename ReadValue>
  bool ReadArray(const ReadValue& read) {
    if (!Take('[')) return false;
    if (Take(']')) return true;
    do {
      if (!read()) return false;
    } while (Take(','));
    return Take(']');
  }

  bool SkipValue(int depth) {
    if (depth > kMaxNotebookDepth) return false;
    if (Sees('{')) return ReadObject([&](std::string_view) { return SkipValue(depth + 1); });
    if (Sees('[')) return ReadArray([&] { return SkipValue(depth + 1); });
    JsonString string;
    if (Sees('"')) return ReadString(string);
    const std::size_t begin = at_;
    while (at_ < bytes_.size() && (IsWordCharacter(bytes_[at_]) || bytes_[at_] == '-' ||
                                   bytes_[at_] == '+' || bytes_[at_] == '.')) {
      ++at_;
    }
    return at_ > begin;
  }

  bool ReadNotebookObject() {
    return ReadObject([this](std::string_view key) {
      if (key == "cells") return ReadArray([this] { return ReadCell(); });
      if (key == "metadata") return ReadMetadata();
      return SkipValue(0);
    });
  }

  // "kernelspec": {"language": "python"} and "language_info": {"name": "python"}.
  bool ReadMetadata() {
    return ReadObject([this](std::string_view key) {
      if (key != "kernelspec" && key != "language_info") return SkipValue(0);
      const std::string_view wanted = key == "kernelspec" ? "language" : "name";
      return ReadObject([&](std::string_view inner) {
        JsonString name;
        if (inner != wanted || !Sees('"')) return SkipValue(0);
        if (!ReadString(name)) return false;
        is_python_ = TextOf(name).starts_with("python") || TextOf(name).starts_with("ipython");
        return true;
      });
    });
  }

  bool ReadCell() {
    Cell cell;
    const bool is_whole = ReadObject([&](std::string_view key) {
      JsonString string;
      if (key == "cell_type" && Sees('"')) {
        if (!ReadString(string)) return false;
        cell.is_code = TextOf(string) == "code";
        return true;
      }
      if (key != "source") return SkipValue(0);
      const auto read_line = [&] {
        if (!Sees('"')) return SkipValue(0);
        if (!ReadString(string)) return false;
        cell.source.push_back(string);
        return true;
      };
      return Sees('[') ? ReadArray(read_line) : read_line();
    });
    if (is_whole && cell.is_code) AddCell(cell);
    return is_whole;
  }

  void Decode(const JsonString& string) {
    for (std::size_t at = string.begin; at < string.end;) {
      Decoded& next = characters_.emplace_back();
      next.at = at;
      if (bytes_[at] != '\\' || at + 1 >= string.end) {
        next.text = bytes_[at++];
        continue;
      }
      const char escape = bytes_[at + 1];
      at += 2;
      switch (escape) {
        case 'n':
          next.text = "\n";
          break;
        case 't':
          next.text = "\t";
          break;
        case 'r':
        case 'b':
        case 'f':
          next.text = " ";
          break;
        case 'u': {
          std::uint32_t code = 0;
          for (int i = 0; i < 4 && at < string.end; ++i, ++at) {
            const char c = bytes_[at];
            const int digit = IsDigit(c)             ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                     : 0;
            code = code << 4 | static_cast<std::uint32_t>(digit);
          }
          AppendUtf8(code, next.text);
          break;
        }
        default:
          next.text = escape;
      }
    }
  }

  void AddCell(const Cell& cell) {
    characters_.clear();
    for (const JsonString& line : cell.source) Decode(line);
    std::size_t begin = 0;
    bool is_first = true;
    while (begin < characters_.size()) {
      std::size_t end = begin;
      while (end < characters_.size() && characters_[end].text != "\n") ++end;
      std::string line;
      for (std::size_t i = begin; i < end; ++i) line += characters_[i].text;
      if (is_first && line.starts_with("%%") && !IsMagicOfPython(line)) return;
      if (!IsCommand(line)) AddLine(begin, end);
      const std::size_t last =
          end < characters_.size() ? characters_[end].at : cell.source.back().end;
      regions_.AddText("\n", static_cast<std::uint32_t>(last));
      begin = end + 1;
      is_first = is_first && line.empty();
    }
  }

  // Characters without escapes are joined into one region.
  void AddLine(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
      const std::size_t from = characters_[i].at;
      std::size_t to = from;
      while (i < end && characters_[i].at == to && characters_[i].text.size() == 1 &&
             bytes_[to] == characters_[i].text[0]) {
        ++to;
        ++i;
      }
      regions_.Add(bytes_, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to));
      if (to > from) continue;
      regions_.AddText(characters_[i].text, static_cast<std::uint32_t>(from));
      ++i;
    }
  }

  // Magics such as %%time precede Python code.
  static bool IsMagicOfPython(std::string_view line) {
    return line.starts_with("%%time") || line.starts_with("%%capture") ||
           line.starts_with("%%prun");
  }

  static bool IsCommand(std::string_view line) {
    const std::string_view text = Trimmed(line);
    return text.starts_with('%') || text.starts_with('!') || text.starts_with('?') ||
           text.ends_with('?');
  }

  std::string_view bytes_;
  SourceRegions& regions_;
  std::size_t at_ = 0;
  bool is_python_ = true;
  std::vector<Decoded> characters_;
};

}  // namespace

void ReadNotebook(std::string_view bytes, SourceRegions& regions) {
  NotebookReader(bytes, regions).Read();
}

}  // namespace waymark::indexer
