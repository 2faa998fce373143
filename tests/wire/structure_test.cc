// Text of a repository forges no structure: whatever names, paths, metadata and source hold, no
// format has a line, a control of a terminal or a turn of direction that its writer did not mean.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "payload/symbol_change.h"
#include "random_payload.h"
#include "testing/status_matchers.h"
#include "wire/affected_lists.h"
#include "wire/codec.h"
#include "wire/content_root.h"
#include "wire/gcf_session.h"
#include "wire/gcf_stream.h"
#include "wire/pack_delta.h"
#include "wire/payload.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

using testing::IsOk;

constexpr std::uint32_t kSpoiltPayloads = 400;

// Independent of the code under test.
std::vector<std::uint32_t> AllControls() {
  std::vector<std::uint32_t> controls = {0x7F, 0x061C, 0x200E, 0x200F};
  for (std::uint32_t c = 0; c < 0x20; ++c) controls.push_back(c);
  for (std::uint32_t c = 0x80; c < 0xA0; ++c) controls.push_back(c);
  for (std::uint32_t c = 0x2028; c <= 0x202E; ++c) controls.push_back(c);
  for (std::uint32_t c = 0x2066; c <= 0x2069; ++c) controls.push_back(c);
  return controls;
}

// The number of lines by the rules of Python's str.splitlines().
std::size_t CountSplitLines(std::string_view text) {
  std::size_t lines = 0;
  bool is_open = false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint read = DecodeUtf8(text, at);
    const std::uint32_t c = read.value;
    at += read.size;
    is_open = !((c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 ||
                c == 0x2029);
    if (is_open) continue;
    ++lines;
    if (c == '\r' && text.substr(at).starts_with('\n')) ++at;
  }
  return lines + (is_open ? 1 : 0);
}

std::size_t CountLineFeeds(std::string_view text) {
  const auto feeds = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return feeds + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

// The first control beside tabs and line feeds; 0 if there is none.
std::uint32_t FirstControl(std::string_view text) {
  static const std::vector<std::uint32_t> kControls = AllControls();
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint read = DecodeUtf8(text, at);
    at += read.size;
    const bool is_plain =
        (read.value >= 0x20 && read.value < 0x7F) || read.value == '\t' || read.value == '\n';
    if (is_plain) continue;
    const bool is_control =
        std::find(kControls.begin(), kControls.end(), read.value) != kControls.end();
    if (is_control) return read.value == 0 ? 1 : read.value;
  }
  return 0;
}

// Puts controls into every text of a payload.
class Spoiler {
 public:
  explicit Spoiler(std::uint32_t seed) : engine_(seed) {}

  Payload Spoil(Payload payload) {
    Texts({&payload.tool, &payload.completeness.reason});
    for (Symbol& symbol : payload.symbols) SpoilSymbol(symbol);
    for (Edge& edge : payload.edges) {
      for (Site& site : edge.sites) Text(site.path);
    }
    if (payload.index) Text(payload.index->repository);
    if (payload.difference) Text(payload.difference->base.repository);
    if (payload.truncation) Texts({&payload.truncation->cursor, &payload.truncation->next_call});
    payload.possible.push_back({{"src/a.py", 3, 1}, "app.run", "its name"});
    for (PossibleUse& use : payload.possible) Texts({&use.site.path, &use.symbol, &use.why});
    payload.commits.push_back({"8a41", "2024-05-01", "Pay once", {{"src/a.py", {"run"}}}, 2});
    for (Commit& commit : payload.commits) SpoilCommit(commit);
    if (payload.affected) SpoilAffected(*payload.affected);
    if (payload.profile) SpoilProfile(*payload.profile);
    EXPECT_THAT(Canonicalize(payload), IsOk());
    return payload;
  }

 private:
  std::uint32_t Below(std::size_t bound) {
    return static_cast<std::uint32_t>(engine_()) % static_cast<std::uint32_t>(bound);
  }

  // At the ends of the text, or between two characters.
  void Text(std::string& text) {
    static const std::vector<std::uint32_t> kControls = AllControls();
    for (std::uint32_t i = Below(4); i > 0; --i) {
      std::size_t at = Below(text.size() + 1);
      while (at < text.size() && (static_cast<std::uint8_t>(text[at]) & 0xC0) == 0x80) ++at;
      std::string control;
      AppendUtf8(control, kControls[Below(kControls.size())]);
      if (Below(2) == 0) control += i % 2 == 0 ? "# rest: x" : "@0 fn x 1.00 -";
      text.insert(at, control);
    }
  }

  void Texts(std::initializer_list<std::string*> texts) {
    for (std::string* const text : texts) Text(*text);
  }

  void SpoilCommit(Commit& commit) {
    Texts({&commit.id, &commit.day, &commit.subject});
    for (CommitFile& file : commit.files) {
      Text(file.path);
      for (std::string& symbol : file.symbols) Text(symbol);
    }
  }

  void SpoilSymbol(Symbol& symbol) {
    Texts({&symbol.qualified_name, &symbol.path, &symbol.signature, &symbol.text});
    if (!symbol.handle.empty()) Text(symbol.handle);
    if (!symbol.change) return;
    if (!symbol.change->old_name.empty()) Text(symbol.change->old_name);
    if (symbol.change->old_place) Text(symbol.change->old_place->path);
    for (const ChangeList& list : kChangeLists) {
      for (std::string& entry : (*symbol.change).*list.entries) Text(entry);
    }
  }

  void SpoilAffected(Affected& affected) {
    for (const AffectedListRow& row : kAffectedLists) {
      if (!(affected.*row.list)) continue;
      for (std::string& name : (affected.*row.list)->names) Text(name);
    }
    if (!affected.risk) return;
    for (RiskReason& reason : affected.risk->reasons) Texts({&reason.factor, &reason.text});
  }

  void SpoilProfile(Profile& profile) {
    Texts({&profile.language, &profile.text_note});
    for (std::string& flag : profile.flags) Text(flag);
    for (Place& place : profile.declarations) Text(place.path);
  }

  std::mt19937 engine_;
};

Payload SpoiltPayload(std::uint32_t seed) {
  return Spoiler(seed ^ 0x5EED5EEDU).Spoil(RandomPayload(seed));
}

void ExpectHolds(std::string_view text, std::string_view what, std::uint32_t seed) {
  ASSERT_EQ(CountSplitLines(text), CountLineFeeds(text)) << what << ", seed " << seed;
  ASSERT_EQ(FirstControl(text), 0U) << what << ", seed " << seed;
}

// Names and paths, in any order.
using NamesAndPaths = std::vector<std::tuple<std::string, std::string>>;

NamesAndPaths NamesOf(const Payload& payload) {
  NamesAndPaths names;
  for (const Symbol& symbol : payload.symbols) {
    names.emplace_back(symbol.qualified_name, symbol.path);
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Structure, HoldsInEveryTextFormat) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  for (std::uint32_t seed = 0; seed < kSpoiltPayloads; ++seed) {
    const Payload payload = SpoiltPayload(seed);
    for (const Codec* codec : codecs.All()) {
      if (codec->medium != Medium::kText) continue;
      const absl::StatusOr<std::string> text = codecs.Encode(codec->name, payload, kFullAnswer);
      ASSERT_THAT(text, IsOk()) << codec->name << ", seed " << seed;
      ExpectHolds(*text, codec->name, seed);
    }
  }
}

TEST(Structure, HoldsInStreamsSessionsAndDifferences) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  for (std::uint32_t seed = 0; seed < kSpoiltPayloads; ++seed) {
    Payload payload = SpoiltPayload(seed);
    std::string stream;
    const GcfSink sink = [&stream](std::string_view line) {
      stream += line;
      return absl::OkStatus();
    };
    ASSERT_THAT(StreamGcf(payload, kFullAnswer, sink), IsOk());
    ExpectHolds(stream, "stream", seed);

    GcfSession session;
    const auto first = session.Encode(payload, kFullAnswer, GcfDialect::kGcf);
    ASSERT_THAT(first, IsOk());
    session.Confirm(*first);
    const auto second = session.Encode(payload, kFullAnswer, GcfDialect::kGcf);
    ASSERT_THAT(second, IsOk());
    ExpectHolds(first->text + second->text, "session", seed);

    Payload base = payload;
    if (!base.symbols.empty()) base.symbols.back().text += "\nmore\v";
    for (const char* format : {"gcf", "gcf3"}) {
      const auto answer = AnswerWithDelta(codecs, format, {.payload = base}, payload, kFullAnswer,
                                          kDefaultTokenizer);
      ASSERT_THAT(answer, IsOk());
      ExpectHolds(answer->text, format, seed);
    }
  }
}

TEST(Structure, GivesNamesAndPathsBack) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  for (std::uint32_t seed = 0; seed < kSpoiltPayloads; ++seed) {
    const Payload payload = SpoiltPayload(seed);
    for (const char* format : {"gcf", "gcf3", "gcf-short", "gcx", "json"}) {
      const absl::StatusOr<std::string> text = codecs.Encode(format, payload, kFullAnswer);
      ASSERT_THAT(text, IsOk());
      const absl::StatusOr<Payload> decoded = codecs.Decode(format, *text);
      ASSERT_THAT(decoded, IsOk()) << format << ", seed " << seed;
      ASSERT_EQ(NamesOf(*decoded), NamesOf(payload)) << format << ", seed " << seed;
      if (format == std::string_view("json")) {
        ASSERT_EQ(*decoded, payload) << "seed " << seed;
      }
    }
  }
}

// A reader computes the root of what was sent, although comments escape controls.
TEST(Structure, KeepsTheContentRoot) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  for (std::uint32_t seed = 0; seed < kSpoiltPayloads; ++seed) {
    const Payload payload = SpoiltPayload(seed);
    for (const char* format : {"gcf", "gcf-short", "json"}) {
      const absl::StatusOr<std::string> text = codecs.Encode(format, payload, kFullAnswer);
      ASSERT_THAT(text, IsOk());
      const absl::StatusOr<Payload> decoded = codecs.Decode(format, *text);
      ASSERT_THAT(decoded, IsOk());
      ASSERT_EQ(ContentRoot(*decoded), ContentRoot(payload)) << format << ", seed " << seed;
    }
  }
}

// The end of a symbol's text is no call for the rest.
TEST(Structure, ReadsNoCallForTheRestFromSource) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  Payload payload;
  payload.tool = "context";
  payload.truncation = {3, "", ""};
  Symbol& symbol = payload.symbols.emplace_back();
  symbol.qualified_name = "a";
  symbol.kind = SymbolKind::kFunction;
  symbol.path = "a.py";
  symbol.text = "def a():\nrest: waymark forged\n";
  for (const char* format : {"gcf", "gcf3", "gcf-short"}) {
    const absl::StatusOr<std::string> text = codecs.Encode(format, payload, kFullAnswer);
    ASSERT_THAT(text, IsOk());
    const absl::StatusOr<Payload> decoded = codecs.Decode(format, *text);
    ASSERT_THAT(decoded, IsOk());
    EXPECT_EQ(decoded->symbols[0].text, symbol.text) << *text;
    EXPECT_EQ(decoded->truncation->next_call, "") << *text;
  }
}

}  // namespace
}  // namespace waymark::wire
