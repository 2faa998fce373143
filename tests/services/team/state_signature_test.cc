#include "services/state_signature.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// The example keys of RFC 8410, section 10, and two others.
constexpr std::string_view kPrivate = R"(-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
)";
constexpr std::string_view kPublic = R"(-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
)";
constexpr std::string_view kOtherPublic = R"(-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAJTe7jA/2/a5D5FTFZJ2/mwUlU2nhdG/VdZOM++XmrD0=
-----END PUBLIC KEY-----
)";
constexpr std::string_view kRsaPublic = R"(-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCV/3lwt6eh1f0X4F2XMubYj/6o
lZE0krkZOwbH72DFtrCAl8pUMrL6emYMa4HeqbuZsevEHRsfAM7fvNWXV/j0V6rC
3ku3RKJCZPRT8gXFmbOlvLsP7WUvNAi8PdXXkPLYmSOi2vEm1dWeLEAoZr2AVq4v
ESF06WqDSJz6fIEFDwIDAQAB
-----END PUBLIC KEY-----
)";

constexpr fs::perms kOwnerOnly = fs::perms::owner_read | fs::perms::owner_write;

graph::Reference State() {
  return {.name = "commit/0123456789012345678901234567890123456789",
          .version = 1,
          .root = HashContent("tree"),
          .commit = "0123456789012345678901234567890123456789"};
}

class StateSignature : public ::testing::Test {
 protected:
  fs::path Write(const std::string& name, std::string_view text, fs::perms mode) {
    const fs::path file = directory_.path() / name;
    std::ofstream(file) << text;
    fs::permissions(file, mode);
    return file;
  }

  fs::path PrivateKey() { return Write("ci.pem", kPrivate, kOwnerOnly); }

  fs::path PublicKey(std::string_view text = kPublic) { return Write("ci.pub", text, kOwnerOnly); }

  graph::Reference Signed() {
    const absl::StatusOr<SigningKey> key = SigningKey::Read(PrivateKey());
    EXPECT_TRUE(key.ok()) << key.status();
    graph::Reference state = State();
    key->Sign("example.org/shop", state);
    return state;
  }

  absl::Status Check(const graph::Reference& state, std::string_view trusted = kPublic,
                     const std::string& repository = "example.org/shop") {
    const std::vector<fs::path> files{PublicKey(trusted)};
    const absl::StatusOr<TrustedKeys> keys = TrustedKeys::Read(files);
    EXPECT_TRUE(keys.ok()) << keys.status();
    return keys->Check(repository, state);
  }

 private:
  testing::TempDir directory_;
};

TEST_F(StateSignature, OfATrustedKeyIsAccepted) {
  const graph::Reference state = Signed();
  EXPECT_EQ(state.signature.size(), kSignatureBytes);
  EXPECT_EQ(state.signer, "e744c0791320c328");
  EXPECT_TRUE(Check(state).ok());
}

TEST_F(StateSignature, CoversEverythingThatNamesTheState) {
  EXPECT_THAT(std::string(Check(Signed(), kPublic, "example.org/other").message()),
              HasSubstr("somebody changed the state"));
  std::vector<graph::Reference> changed(4, Signed());
  changed[0].name = "branch/main";
  changed[1].commit[0] = 'f';
  changed[2].root = HashContent("another tree");
  changed[3].signature[5] = static_cast<char>(changed[3].signature[5] ^ 1);
  for (const graph::Reference& state : changed) {
    EXPECT_TRUE(absl::IsPermissionDenied(Check(state))) << Check(state);
  }
}

// A reference can be moved away and back: the state is what is signed.
TEST_F(StateSignature, DoesNotCoverTheVersion) {
  graph::Reference state = Signed();
  state.version = 7;
  EXPECT_TRUE(Check(state).ok());
}

TEST_F(StateSignature, OfAnotherKeyIsRefused) {
  EXPECT_THAT(std::string(Check(Signed(), kOtherPublic).message()),
              HasSubstr("signed by key e744c0791320c328, which is not trusted here"));
  graph::Reference state = Signed();
  state.signer = "5d15775908b5f0dc";
  EXPECT_THAT(std::string(Check(state, kOtherPublic).message()),
              HasSubstr("its signature is not that of key 5d15775908b5f0dc"));
}

TEST_F(StateSignature, ThatIsAbsentIsRefused) {
  EXPECT_THAT(std::string(Check(State()).message()), HasSubstr("it is not signed"));
}

TEST_F(StateSignature, SeveralKeysInAFileAreTrusted) {
  EXPECT_TRUE(Check(Signed(), std::string(kOtherPublic) + std::string(kPublic)).ok());
}

TEST_F(StateSignature, KeyFilesThatAreNoneAreRefused) {
  const fs::path open = Write("open.pem", kPrivate, kOwnerOnly | fs::perms::group_read);
  EXPECT_THAT(std::string(SigningKey::Read(open).status().message()), HasSubstr("chmod 600"));
  const fs::path text = Write("text.pem", "no key", kOwnerOnly);
  EXPECT_TRUE(absl::IsInvalidArgument(SigningKey::Read(text).status()));
  EXPECT_TRUE(absl::IsNotFound(SigningKey::Read(text.string() + ".none").status()));
  const fs::path long_file = Write("long.pem", std::string(kMaxKeyFileBytes + 1, 'x'), kOwnerOnly);
  EXPECT_THAT(std::string(SigningKey::Read(long_file).status().message()), HasSubstr("no key"));

  const std::vector<fs::path> rsa{PublicKey(kRsaPublic)};
  EXPECT_TRUE(absl::IsInvalidArgument(TrustedKeys::Read(rsa).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(TrustedKeys::Read({}).status()));
}

}  // namespace
}  // namespace waymark::services
