#include "graph/hash.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace waymark {
namespace {

IdentityFields FlaskDispatch() {
  IdentityFields fields;
  fields.language = Language::kPython;
  fields.repository = "github.com/pallets/flask";
  fields.path = "src/flask/app.py";
  fields.scope = "flask.app.Flask";
  fields.name = "dispatch_request";
  fields.kind = SymbolKind::kMethod;
  return fields;
}

// A field as it is hashed: behind its length, eight bytes, little-endian.
std::string LengthAndBytes(std::string_view bytes) {
  std::string field;
  for (std::size_t i = 0; i < 8; ++i) field.push_back(static_cast<char>(bytes.size() >> (8 * i)));
  field.append(bytes);
  return field;
}

// NIST FIPS 180-4 example, and what `sha256sum` prints for an empty file.
TEST(HashContent, EqualsPlainSha256) {
  EXPECT_EQ(HashContent("abc").ToHex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(HashContent("").ToHex(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(FieldHasher, HashesLengthsBeforeFields) {
  FieldHasher hasher("d");

  const RootHash hash = hasher.Add("ab").Finish<RootHash>();

  const std::string preimage("\x01\0\0\0\0\0\0\0d\x02\0\0\0\0\0\0\0ab", 19);
  EXPECT_EQ(hash.ToHex(), HashContent(preimage).ToHex());
}

TEST(FieldHasher, HashesNumbersAsEightLittleEndianBytes) {
  FieldHasher hasher("d");

  const RootHash hash = hasher.Add(std::uint64_t{0x0102}).Finish<RootHash>();

  const std::string number("\x02\x01\0\0\0\0\0\0", 8);
  EXPECT_EQ(hash.ToHex(), HashContent(LengthAndBytes("d").append(LengthAndBytes(number))).ToHex());
}

TEST(FieldHasher, FieldBoundariesMatter) {
  FieldHasher hasher("d");

  const RootHash first = hasher.Add("ab").Add("c").Finish<RootHash>();
  const RootHash second = hasher.Add("a").Add("bc").Finish<RootHash>();

  EXPECT_NE(first, second);
}

TEST(FieldHasher, StartsAnewAfterFinish) {
  FieldHasher used("d");
  used.Add("something else").Finish<RootHash>();
  FieldHasher fresh("d");

  EXPECT_EQ(used.Add("x").Finish<RootHash>(), fresh.Add("x").Finish<RootHash>());
}

TEST(FieldHasher, LargeFieldsHashLikeSmallOnes) {
  const std::string large(5000, 'x');
  FieldHasher hasher("d");

  const RootHash hash = hasher.Add("small").Add(large).Add("small").Finish<RootHash>();

  std::string preimage = LengthAndBytes("d");
  preimage.append(LengthAndBytes("small"))
      .append(LengthAndBytes(large))
      .append(LengthAndBytes("small"));
  EXPECT_EQ(hash.ToHex(), HashContent(preimage).ToHex());
}

// The published vector of docs/STORAGE_FORMAT.md; identities are stored, so this never changes.
TEST(SymbolIdentity, MatchesThePublishedVector) {
  EXPECT_EQ(ComputeIdentity(FlaskDispatch()).ToHex(),
            "0996110247537186e7e6a3c30e15892f76be24c84d736220d712e03e4afdc09f");
}

TEST(SymbolIdentity, EveryFieldMatters) {
  std::set<SymbolIdentity> identities = {ComputeIdentity(FlaskDispatch())};
  IdentityFields fields = FlaskDispatch();
  fields.language = Language::kCpp;
  identities.insert(ComputeIdentity(fields));
  fields = FlaskDispatch();
  fields.repository = "github.com/pallets/quart";
  identities.insert(ComputeIdentity(fields));
  fields = FlaskDispatch();
  fields.path = "src/flask/wrappers.py";
  identities.insert(ComputeIdentity(fields));
  fields = FlaskDispatch();
  fields.scope = "flask.app.Blueprint";
  identities.insert(ComputeIdentity(fields));
  fields = FlaskDispatch();
  fields.name = "dispatch";
  identities.insert(ComputeIdentity(fields));
  fields = FlaskDispatch();
  fields.kind = SymbolKind::kFunction;
  identities.insert(ComputeIdentity(fields));
  fields = FlaskDispatch();
  fields.discriminator = "(int)";
  identities.insert(ComputeIdentity(fields));
  fields = FlaskDispatch();
  fields.ordinal = 1;
  identities.insert(ComputeIdentity(fields));

  EXPECT_EQ(identities.size(), 9u);
}

TEST(SymbolIdentity, OverloadsDiffer) {
  IdentityFields by_int = FlaskDispatch();
  by_int.discriminator = "(int)";
  IdentityFields by_string = FlaskDispatch();
  by_string.discriminator = "(const std::string&)";

  EXPECT_NE(ComputeIdentity(by_int), ComputeIdentity(by_string));
}

TEST(Hash256, HexRoundTrips) {
  const ContentHash hash = HashContent("abc");

  EXPECT_EQ(ContentHash::FromHex(hash.ToHex()), hash);
}

TEST(Hash256, ReadsUpperCaseHex) {
  EXPECT_EQ(
      ContentHash::FromHex("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"),
      HashContent("abc"));
}

TEST(Hash256, RefusesWhatIsNot64HexDigits) {
  const std::string hex = HashContent("abc").ToHex();

  EXPECT_FALSE(ContentHash::FromHex(hex.substr(1)).has_value());
  EXPECT_FALSE(ContentHash::FromHex(hex + "0").has_value());
  EXPECT_FALSE(ContentHash::FromHex("g" + hex.substr(1)).has_value());
  EXPECT_FALSE(ContentHash::FromHex(" " + hex.substr(1)).has_value());
}

TEST(Hash256, PrefixIsTheFirstEightBytesBigEndian) {
  EXPECT_EQ(HashContent("abc").Prefix64(), 0xba7816bf8f01cfeau);
}

}  // namespace
}  // namespace waymark
