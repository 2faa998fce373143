#include "wire/codec.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "random_payload.h"
#include "spec_example.h"
#include "testing/status_matchers.h"

namespace waymark::wire {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

absl::StatusOr<std::string> EncodeNames(const Payload& payload, const EncodeOptions&) {
  std::string names;
  for (const Symbol& symbol : payload.symbols) names += symbol.qualified_name + '\n';
  return names;
}

Codec NamesCodec() {
  Codec codec;
  codec.name = "names";
  codec.description = "one name a line";
  codec.aliases = {"list"};
  codec.encode = EncodeNames;
  return codec;
}

TEST(CodecRegistry, HoldsTheBuiltInCodecs) {
  const CodecRegistry registry = CodecRegistry::BuiltIn();
  std::vector<std::string> names;
  for (const Codec* codec : registry.All()) names.push_back(codec->name);

  EXPECT_THAT(names, ElementsAre("gcf", "gcf3", "gcf-short", "gcb1", "json", "xml", "markdown",
                                 "gcx", "adaptive"));
  for (const char* alias : {"gcb", "binary"}) {
    ASSERT_THAT(registry.Find(alias), IsOk());
    EXPECT_EQ((*registry.Find(alias))->name, "gcb1");
  }
}

TEST(CodecRegistry, OffersARegisteredCodecByNameAndAlias) {
  CodecRegistry registry = CodecRegistry::BuiltIn();

  ASSERT_THAT(registry.Register(NamesCodec()), IsOk());

  EXPECT_THAT(registry.Encode("names", TwoSymbols(), kGraphOnly),
              testing::IsOkAndHolds("pkg.Auth\npkg.Server\n"));
  EXPECT_THAT(registry.Encode("list", TwoSymbols(), kGraphOnly),
              testing::IsOkAndHolds("pkg.Auth\npkg.Server\n"));
  EXPECT_EQ(registry.All().back()->name, "names");
}

TEST(CodecRegistry, RefusesANameThatIsTaken) {
  CodecRegistry registry = CodecRegistry::BuiltIn();
  Codec codec = NamesCodec();
  codec.aliases = {"binary"};

  EXPECT_THAT(registry.Register(codec),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr("'binary'")));
  EXPECT_THAT(registry.Find("names"), StatusIs(absl::StatusCode::kNotFound));
}

TEST(CodecRegistry, RefusesACodecThatCanDoNothing) {
  CodecRegistry registry;
  Codec codec = NamesCodec();
  codec.encode = nullptr;

  EXPECT_THAT(registry.Register(codec), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST(CodecRegistry, ListsTheKnownNamesWhenOneIsUnknown) {
  EXPECT_THAT(CodecRegistry::BuiltIn().Encode("yaml", TwoSymbols(), kGraphOnly),
              StatusIs(absl::StatusCode::kNotFound,
                       HasSubstr("'yaml' is unknown; the formats are gcf, gcf3, gcf-short, gcb1, "
                                 "json, xml, markdown, gcx")));
}

TEST(CodecRegistry, SaysWhenADirectionDoesNotExist) {
  CodecRegistry registry;
  ASSERT_THAT(registry.Register(NamesCodec()), IsOk());

  EXPECT_THAT(registry.Decode("names", "a\n"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("can only be encoded")));
}

TEST(CodecRegistry, ChecksAPayloadBeforeEncodingIt) {
  Payload payload = TwoSymbols();
  payload.edges[0].target = 9;

  EXPECT_THAT(CodecRegistry::BuiltIn().Encode("gcf", payload, kGraphOnly),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("edges[0].target")));
}

TEST(CodecRegistry, RefusesMoreBytesThanAPayloadMayHave) {
  EXPECT_THAT(CodecRegistry::BuiltIn().Decode("json", std::string(kMaxPayloadBytes + 1, ' ')),
              StatusIs(absl::StatusCode::kResourceExhausted));
}

TEST(EncodeCounted, NamesTheNumberOfTokensOfItsOwnText) {
  const CodecRegistry registry = CodecRegistry::BuiltIn();
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    for (const Tokenizer tokenizer : AllTokenizers()) {
      for (const char* format : {"gcf", "gcf3", "gcf-short", "json", "xml", "markdown", "gcx"}) {
        Payload payload = RandomPayload(seed);

        const absl::StatusOr<std::string> text =
            registry.EncodeCounted(format, payload, kFullAnswer, tokenizer);

        ASSERT_THAT(text, IsOk());
        EXPECT_EQ(payload.tokens_used, CountTokens(*text, tokenizer));
        EXPECT_EQ(payload.tokenizer, tokenizer);
        EXPECT_THAT(*text, HasSubstr(std::to_string(payload.tokens_used)));
      }
    }
  }
}

TEST(EncodeCounted, IsForTextOnly) {
  Payload payload = TwoSymbols();

  EXPECT_THAT(
      CodecRegistry::BuiltIn().EncodeCounted("gcb1", payload, kFullAnswer, kDefaultTokenizer),
      StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace waymark::wire
