// The text of a document: its words, and its names that are written as code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "facts/facts_draft.h"
#include "indexer/language.h"

namespace waymark::indexer {

inline constexpr std::size_t kMinMentionBytes = 4;    // shorter names are too ambiguous
inline constexpr std::size_t kMaxMentionParts = 8;    // a.b.c; longer paths are ignored
inline constexpr std::size_t kMaxMarkedBytes = 1024;  // between two matching marks

// Reads ranges [begin, end) of the draft's bytes, and adds their words and names to a section.
class ProseText {
 public:
  ProseText(Grammar grammar, FactsDraft& draft)
      : is_markdown_(grammar == Grammar::kMarkdown), draft_(draft), bytes_(draft.bytes()) {}

  void SetSection(DefinitionIndex section) { section_ = section; }

  // Running text: its words, and the names that are marked or have the form of one.
  void AddText(std::size_t begin, std::size_t end) { Read(begin, end, true); }

  // A heading: only its names, since its words are those of the section's name.
  void AddHeading(std::size_t begin, std::size_t end) { Read(begin, end, false); }

  // A block of code: the names in it by their form.
  void AddCode(std::size_t begin, std::size_t end);

  // Text that is only code: a marked name, the argument of a directive.
  void AddSpan(std::size_t begin, std::size_t end);

  // A heading as readers see it, without marks, tags and addresses.
  std::string Plain(std::size_t begin, std::size_t end) const;

 private:
  // A name with its qualifiers.
  struct Path {
    std::size_t ends[kMaxMentionParts] = {};
    std::size_t begins[kMaxMentionParts] = {};
    std::size_t parts = 0;  // may exceed the array
    std::size_t end = 0;
    bool is_call = false;
    bool is_part = false;  // part of a word with other bytes, such as a file path
  };

  void Read(std::size_t begin, std::size_t end, bool counts);
  std::size_t PassMarkup(std::size_t at, std::size_t end) const;
  std::size_t PassLinkTarget(std::size_t at, std::size_t end) const;
  std::size_t PassUrl(std::size_t at, std::size_t end) const;
  std::size_t PassRole(std::size_t at, std::size_t end) const;
  std::size_t SpanEnd(std::size_t at, std::size_t end, std::size_t& marks) const;
  void AddMarked(std::size_t begin, std::size_t end);
  Path ReadPath(std::size_t at, std::size_t end) const;
  bool HasForm(const Path& path) const;
  bool BeginsName(std::size_t at) const;
  void AddMention(const Path& path);

  std::string_view TextAt(std::size_t begin, std::size_t end) const {
    return bytes_.substr(begin, end - begin);
  }

  const bool is_markdown_;
  FactsDraft& draft_;
  const std::string_view bytes_;
  DefinitionIndex section_ = 0;
  std::uint32_t mentions_ = 0;
};

}  // namespace waymark::indexer
