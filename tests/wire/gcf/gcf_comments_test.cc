// What answers tell in comments of GCF is read back, and no other comment is taken for it.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gcf/gcf_codec.h"
#include "random_payload.h"
#include "testing/status_matchers.h"
#include "text/comment_text.h"
#include "wire/gcf_stream.h"

namespace waymark::wire {
namespace {

using testing::IsOk;

std::string PlaceOf(std::string_view path, std::uint32_t first, std::uint32_t last) {
  return fmt::format("{}:{}-{}", path, first, last);
}

std::string ChangeOf(const Symbol& symbol) {
  if (!symbol.change) return "same";
  const SymbolChange& change = *symbol.change;
  const Place old = change.old_place.value_or(Place());
  return fmt::format("{} {} {} {} '{}' {} {}", Name(change.status), change.behaviour,
                     change.structure, change.metadata, change.old_name,
                     PlaceOf(old.path, old.start_line, old.end_line), change.certainty);
}

// Each line once, as the comment tells them.
std::string SitesOf(const Edge& edge, std::string_view path) {
  std::string sites;
  std::uint32_t line = 0;
  for (const Site& site : edge.sites) {
    if (site.line != line || site.path != path) {
      sites += fmt::format(" {}:{}", site.path, site.line);
    }
    path = site.path;
    line = site.line;
  }
  return sites;
}

// Free text as it is read back.
std::string Shown(std::string_view text) {
  std::string shown;
  AppendCommentText(shown, text);
  return shown;
}

// What the comments below nodes and edges tell, in an order of its own.
std::vector<std::string> CommentsOf(const Payload& payload, bool with_changes = true) {
  std::vector<std::string> lines;
  for (const Symbol& symbol : payload.symbols) {
    lines.push_back(fmt::format("{} {} {} '{}'", symbol.qualified_name,
                                PlaceOf(symbol.path, symbol.start_line, symbol.end_line),
                                with_changes ? ChangeOf(symbol) : "", Shown(symbol.signature)));
  }
  for (const Edge& edge : payload.edges) {
    const Symbol& source = payload.symbols[edge.source];
    lines.push_back(fmt::format("{} {} {}{}", source.qualified_name,
                                payload.symbols[edge.target].qualified_name,
                                TermName(payload, edge.type), SitesOf(edge, source.path)));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

// As it can be told: nothing differs outside of a difference, paths and sites have lines.
Payload TellablePayload(std::uint32_t seed) {
  Payload payload = RandomPayload(seed);
  for (Symbol& symbol : payload.symbols) {
    if (!payload.difference) symbol.change.reset();
    symbol.start_line = symbol.path.empty() ? 0 : symbol.start_line + 1;
    symbol.end_line = symbol.path.empty() ? 0 : symbol.end_line + 1;
  }
  for (Edge& edge : payload.edges) {
    for (Site& site : edge.sites) ++site.line;
  }
  for (std::optional<RootHash>* root :
       {payload.index ? &payload.index->root : nullptr,
        payload.difference ? &payload.difference->base.root : nullptr}) {
    if (root != nullptr) root->reset();
  }
  if (payload.completeness.certainty == Certainty::kUnstated) payload.completeness = {};
  return payload;
}

void ExpectSameState(const Payload& read, Payload sent) {
  sent.name_note = Shown(sent.name_note);
  sent.completeness.reason = Shown(sent.completeness.reason);
  if (sent.truncation) sent.truncation->next_call = Shown(sent.truncation->next_call);
  EXPECT_EQ(read.index, sent.index);
  EXPECT_EQ(read.difference, sent.difference);
  EXPECT_EQ(read.name_note, sent.name_note);
  EXPECT_EQ(read.completeness, sent.completeness);
  EXPECT_EQ(read.truncation, sent.truncation);
}

TEST(GcfComments, ShowControls) {
  EXPECT_EQ(Shown("a\tb\r\nc\v\u2028\u202E"), "a\tb  c\\u000b\\u2028\\u202e");
  EXPECT_EQ(CommentedText("a\fb\r\n\tc\n"), "a\\u000cb \n\tc\n");
}

TEST(GcfComments, OfAnAnswerAreReadBack) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const Payload sent = TellablePayload(seed);
    for (const char* dialect : {"gcf", "gcf3", "gcf-short"}) {
      SCOPED_TRACE(fmt::format("{} {}", dialect, seed));
      const absl::StatusOr<std::string> text = codecs.Encode(dialect, sent, kFullAnswer);
      ASSERT_THAT(text, IsOk());
      const absl::StatusOr<Payload> read = codecs.Decode(dialect, *text);

      ASSERT_THAT(read, IsOk());
      ASSERT_THAT(Check(*read), IsOk());
      ExpectSameState(*read, sent);
      EXPECT_EQ(read->tokenizer, sent.tokenizer);
      ASSERT_EQ(CommentsOf(*read), CommentsOf(sent)) << *text;
    }
  }
}

TEST(GcfComments, OfAStreamAreReadBack) {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const Payload sent = TellablePayload(seed);
    std::string text;
    ASSERT_THAT(StreamGcf(sent, kFullAnswer,
                          [&text](std::string_view line) {
                            text += line;
                            return absl::OkStatus();
                          }),
                IsOk());
    const absl::StatusOr<Payload> read = DecodeGcf(text);

    ASSERT_THAT(read, IsOk());
    ExpectSameState(*read, sent);
    ASSERT_EQ(CommentsOf(*read, false), CommentsOf(sent, false)) << text;
  }
}

constexpr std::string_view kDifference =
    "GCF tool=diff symbols=2\n"
    "# index=shop generation=7 commit=8a41c2d94f01 files_differing=0 state=commit\n"
    "# base=shop generation=6 commit=11 files_differing=unchecked state=commit\n"
    "# symbols added=1 changed=1\n"
    "# behaviour removed=1\n"
    "## targets\n"
    "@0 fn a.f 0.50 ast_resolved\n"
    "# changed behaviour=body,calls metadata=signature was=a.g from=b.py:2-5 certainty=0.75\n"
    "# a.py:3-9 def f()\n"
    "# at 7\n"
    "# added\n"
    "@1 fn b.h 0.50 -\n"
    "# added\n"
    "# - h(12)\n"
    "## edges\n"
    "@1<@0 calls removed\n"
    "# at 4,c.py:8,9\n";

TEST(GcfComments, TellWhatDiffers) {
  const absl::StatusOr<Payload> read = DecodeGcf(kDifference);

  ASSERT_THAT(read, IsOk());
  ASSERT_TRUE(read->difference);
  EXPECT_EQ(read->difference->base.generation, 6U);
  EXPECT_EQ(read->difference->base.files_differing, std::nullopt);
  EXPECT_EQ(read->difference->symbols, (ChangeCounts{.added = 1, .changed = 1}));
  EXPECT_EQ(read->difference->behaviour.removed, 1U);
  EXPECT_EQ(read->index->shown, ShownState::kCommit);
  EXPECT_EQ(ChangeOf(read->symbols[0]),
            R"(changed ["body", "calls"] [] ["signature"] 'a.g' b.py:2-5 0.75)");
  EXPECT_EQ(read->symbols[0].signature, "def f()");
  EXPECT_EQ(ChangeOf(read->symbols[1]), "added [] [] [] '' :0-0 1");
  EXPECT_EQ(read->symbols[1].signature, "h(12)");
  EXPECT_EQ(read->edges[0].sites,
            (std::vector<Site>{{"a.py", 4, 0}, {"c.py", 8, 0}, {"c.py", 9, 0}}));
}

TEST(GcfComments, OfOthersSayNothing) {
  const std::string graph =
      "GCF tool=t symbols=2\n{}## targets\n@0 fn a.f 0.50 -\n{}@1 fn a.g 0.50 -\n## edges\n"
      "@0<@1 calls\n{}";
  const Payload plain = *DecodeGcf(fmt::format(fmt::runtime(graph), "", "", ""));
  for (const char* comment : {"# added",
                              "# changed",
                              "# at",
                              "# at all",
                              "# at 3,",
                              "# at x:",
                              "# note: 12",
                              "# name_note:",
                              "# a.py",
                              "#",
                              "# index=",
                              "# index=shop",
                              "# index=shop generation=x",
                              "# index=shop later=1",
                              "# base=shop",
                              "# symbols added=1",
                              "# completeness=",
                              "# completeness=all",
                              "# tokenizer=mine",
                              "# truncated x",
                              "# a.py:9-3",
                              "# :3",
                              "# %FF:3",
                              "# at %FF:3",
                              "# see a.py:12",
                              "# rest: f {}"}) {
    const std::string line = std::string(comment) + "\n";
    const absl::StatusOr<Payload> read =
        DecodeGcf(fmt::format(fmt::runtime(graph), line, line, line));

    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(*read, plain) << comment;
  }
}

}  // namespace
}  // namespace waymark::wire
