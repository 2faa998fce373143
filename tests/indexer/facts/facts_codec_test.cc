// Facts records: what is written is read, and what is damaged is refused.
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "extract/extract.h"
#include "facts_text.h"
#include "testing/status_matchers.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kSource = R"py(
"""A module."""
from a.b import c as d, e
import os.path

LIMIT = 3


@cached
class Store(Base, d.Other):
    """A store."""

    def __init__(self, path: str, *, mode=LIMIT):
        self.path = path
        self.handle = open(path, mode)

    def read(self, size: Optional[int] = None) -> bytes:
        # Comment words.
        if size is None:
            raise ValueError("no size given")
        return self.handle.read(size)


def use(store: Store):
    for line in store.read().splitlines():
        register(line.strip, e, os.environ["STORE"])
)py";

FileFacts ExtractPython(std::string_view source) {
  Extractor extractor;
  absl::StatusOr<FileFacts> facts = extractor.Extract(source, *FindGrammar(Grammar::kPython));
  EXPECT_TRUE(facts.ok()) << facts.status();
  return facts.ok() ? *std::move(facts) : FileFacts{};
}

// Everything that facts say, so that equal texts mean equal facts.
std::string Describe(const FileFacts& facts) {
  std::string text = std::to_string(facts.line_count) + " " +
                     std::to_string(facts.syntax_error_count) + (facts.truncated ? " cut" : "");
  for (StringId id = 0; id < facts.strings.size(); ++id)
    text += "\n" + std::string(facts.strings.at(id));
  for (DefinitionIndex i = 0; i < facts.definitions.size(); ++i) {
    text += "\n" + DefinitionText(facts, i);
    for (const char* key :
         {"sig", "params", "type", "returns", "value", "disc", "ordinal", "bases"}) {
      text += " " + PropertyText(facts, i, key, "");
    }
    const Definition& d = facts.definitions[i];
    for (const std::uint32_t number :
         {d.range.begin.line, d.range.begin.column, d.range.end.line, d.range.end.column,
          d.name_position.line, d.name_position.column, d.doc_begin, d.doc_end, d.scope,
          d.inner_scope}) {
      text += " " + std::to_string(number);
    }
  }
  for (const Import& import : facts.imports) text += "\n" + ImportText(facts, import);
  for (const Binding& binding : facts.bindings) {
    text += "\n" + BindingText(facts, binding) + " " + std::to_string(binding.value_scope);
  }
  for (const Reference& reference : facts.references) {
    text += "\n" + ReferenceText(facts, reference) + " " + std::to_string(reference.owner) + " " +
            std::to_string(reference.scope) + " " + std::to_string(reference.site.line) + ":" +
            std::to_string(reference.site.column);
  }
  for (const Literal& literal : facts.literals) {
    text += "\n" + std::to_string(static_cast<int>(literal.role)) + " " +
            std::to_string(literal.named) + " " + std::to_string(literal.owner) + " " +
            std::to_string(literal.site.line) + ":" + std::to_string(literal.site.column);
  }
  for (const TermCount& term : facts.terms) {
    text += "\n" + std::to_string(term.definition) + " " +
            std::to_string(static_cast<int>(term.field)) + " " +
            std::string(facts.strings.at(term.word)) + " " + std::to_string(term.count);
  }
  return text;
}

TEST(FactsCodec, ReadsWhatItWrote) {
  const FileFacts facts = ExtractPython(kSource);
  ASSERT_GT(facts.references.size(), 5u);
  ASSERT_GT(facts.terms.size(), 20u);

  absl::StatusOr<FileFacts> read = DecodeHeader(EncodeHeader(facts));

  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_TRUE(DecodeBody(EncodeBody(facts), *read).ok());
  EXPECT_EQ(Describe(*read), Describe(facts));
}

TEST(FactsCodec, HeaderAloneHoldsDeclarationsOnly) {
  const FileFacts facts = ExtractPython(kSource);

  const absl::StatusOr<FileFacts> read = DecodeHeader(EncodeHeader(facts));

  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->definitions.size(), facts.definitions.size());
  EXPECT_EQ(read->strings.size(), facts.header_string_count);
  EXPECT_EQ(read->expressions.size(), facts.header_expression_count);
  EXPECT_TRUE(read->references.empty());
  EXPECT_TRUE(read->terms.empty());
}

TEST(FactsCodec, WritesEqualBytesForEqualFacts) {
  EXPECT_EQ(EncodeHeader(ExtractPython(kSource)), EncodeHeader(ExtractPython(kSource)));
  EXPECT_EQ(EncodeBody(ExtractPython(kSource)), EncodeBody(ExtractPython(kSource)));
}

TEST(FactsCodec, RoundTripsAnEmptyFile) {
  const FileFacts facts = ExtractPython("");

  absl::StatusOr<FileFacts> read = DecodeHeader(EncodeHeader(facts));

  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_TRUE(DecodeBody(EncodeBody(facts), *read).ok());
  EXPECT_EQ(Describe(*read), Describe(facts));
}

TEST(FactsCodec, RefusesEveryTruncation) {
  const FileFacts facts = ExtractPython(kSource);
  const std::string header = EncodeHeader(facts);
  const std::string body = EncodeBody(facts);

  for (std::size_t size = 0; size < header.size(); ++size) {
    const absl::StatusOr<FileFacts> read = DecodeHeader(std::string_view(header).substr(0, size));
    ASSERT_EQ(read.status().code(), absl::StatusCode::kDataLoss) << size;
  }
  for (std::size_t size = 0; size < body.size(); ++size) {
    absl::StatusOr<FileFacts> read = DecodeHeader(header);
    ASSERT_EQ(DecodeBody(std::string_view(body).substr(0, size), *read).code(),
              absl::StatusCode::kDataLoss)
        << size;
  }
}

TEST(FactsCodec, RefusesBytesBehindTheEnd) {
  const std::string header = EncodeHeader(ExtractPython(kSource));

  EXPECT_EQ(DecodeHeader(header + '\0').status().code(), absl::StatusCode::kDataLoss);
}

// A damaged record is refused or read as other facts, whose every index is in bounds.
TEST(FactsCodec, SurvivesChangedBits) {
  const FileFacts facts = ExtractPython(kSource);
  const std::string header = EncodeHeader(facts);
  const std::string body = EncodeBody(facts);
  std::minstd_rand random(20240229);

  for (int round = 0; round < 4'000; ++round) {
    std::string changed_header = header;
    std::string changed_body = body;
    std::string& changed = round % 2 == 0 ? changed_header : changed_body;
    changed[random() % changed.size()] ^= static_cast<char>(1 << random() % 8);
    absl::StatusOr<FileFacts> read = DecodeHeader(changed_header);
    if (!read.ok() || !DecodeBody(changed_body, *read).ok()) continue;
    EXPECT_FALSE(Describe(*read).empty());
  }
}

TEST(FactsCodec, DoesNotTrustCounts) {
  const std::string huge = "\x00\x00\x00\xff\xff\xff\xff\x0f";

  EXPECT_EQ(DecodeHeader(huge).status().code(), absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace waymark::indexer
