#include "services/state_signature.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <sys/stat.h>

#include "graph/hash.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPublicKeyBytes = 32;
constexpr std::size_t kSignerBytes = 8;  // of the hash of a public key; twice as many digits

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;

EVP_PKEY* KeyOf(const KeyHandle& handle) { return static_cast<EVP_PKEY*>(handle.get()); }

absl::StatusOr<std::string> ReadKeyFile(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    const int error = errno;
    const std::string message = fmt::format("read key {}: {}", file.string(), std::strerror(error));
    if (error == ENOENT) return absl::NotFoundError(message);
    return absl::PermissionDeniedError(message);
  }
  std::string text(kMaxKeyFileBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > kMaxKeyFileBytes) {
    return absl::InvalidArgumentError(
        fmt::format("read key {}: more than {} bytes are no key", file.string(), kMaxKeyFileBytes));
  }
  return text;
}

// A private key that others can read is no longer its owner's alone.
absl::Status CheckIsPrivate(const fs::path& file) {
  struct stat data {};

  if (stat(file.c_str(), &data) != 0 || (data.st_mode & (S_IRWXG | S_IRWXO)) == 0) {
    return absl::OkStatus();  // reading tells what is wrong
  }
  return absl::PermissionDeniedError(fmt::format(
      "read key {}: other users can read it; run: chmod 600 {}", file.string(), file.string()));
}

Bio OpenText(const std::string& text) {
  return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), &BIO_free};
}

// Called by OpenSSL for keys with a passphrase: there is nobody to ask.
int NoPassphrase(char* /*buffer*/, int /*size*/, int /*for_writing*/, void* /*data*/) { return -1; }

bool IsEd25519(const KeyHandle& key) {
  return key != nullptr && EVP_PKEY_is_a(KeyOf(key), "ED25519") == 1;
}

std::string SignerOf(const KeyHandle& key) {
  std::string bytes(kPublicKeyBytes, '\0');
  std::size_t size = bytes.size();
  EVP_PKEY_get_raw_public_key(KeyOf(key), reinterpret_cast<unsigned char*>(bytes.data()), &size);
  const ContentHash hash = HashContent(bytes);
  std::string signer;
  for (std::size_t i = 0; i < kSignerBytes; ++i) signer += fmt::format("{:02x}", hash.bytes[i]);
  return signer;
}

// The bytes that are signed: a hash of labelled fields, so that no field can take over the end of
// another.
std::array<std::uint8_t, 32> Statement(const std::string& repository,
                                       const graph::Reference& state) {
  return FieldHasher("waymark.published_state.v1")
      .Add(repository)
      .Add(state.name)
      .Add(state.commit)
      .Add(state.root)
      .Finish<RootHash>()
      .bytes;
}

absl::Status NotAsSigned(const std::string& repository, const graph::Reference& state,
                         std::string_view what) {
  return absl::PermissionDeniedError(
      fmt::format("take {} of {} from the team store: {}", state.name, repository, what));
}

}  // namespace

void KeyDeleter::operator()(void* key) const { EVP_PKEY_free(static_cast<EVP_PKEY*>(key)); }

absl::StatusOr<SigningKey> SigningKey::Read(const fs::path& file) {
  WM_RETURN_IF_ERROR(CheckIsPrivate(file));
  WM_ASSIGN_OR_RETURN(const std::string text, ReadKeyFile(file));
  const Bio bio = OpenText(text);
  KeyHandle key(PEM_read_bio_PrivateKey(bio.get(), nullptr, &NoPassphrase, nullptr));
  if (!IsEd25519(key)) {
    return absl::InvalidArgumentError(fmt::format(
        "read key {}: it is no private ed25519 key in PEM without a passphrase; make one with: "
        "openssl genpkey -algorithm ed25519 -out FILE",
        file.string()));
  }
  std::string signer = SignerOf(key);
  return SigningKey(std::move(key), std::move(signer));
}

void SigningKey::Sign(const std::string& repository, graph::Reference& state) const {
  const auto statement = Statement(repository, state);
  state.signer = signer_;
  state.signature.assign(kSignatureBytes, '\0');
  std::size_t size = state.signature.size();
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        &EVP_MD_CTX_free);
  const bool signed_now =
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, KeyOf(key_)) == 1 &&
      EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(state.signature.data()), &size,
                     statement.data(), statement.size()) == 1;
  // Signing with a valid key fails only without memory. An empty signature is refused by readers.
  if (!signed_now) state.signature.clear();
}

absl::StatusOr<TrustedKeys> TrustedKeys::Read(std::span<const fs::path> files) {
  TrustedKeys trusted;
  for (const fs::path& file : files) {
    WM_ASSIGN_OR_RETURN(const std::string text, ReadKeyFile(file));
    const Bio bio = OpenText(text);
    std::size_t found = 0;
    while (true) {
      KeyHandle key(PEM_read_bio_PUBKEY(bio.get(), nullptr, &NoPassphrase, nullptr));
      if (key == nullptr) break;
      if (!IsEd25519(key)) continue;
      ++found;
      std::string signer = SignerOf(key);
      trusted.keys_.insert_or_assign(std::move(signer), std::move(key));
    }
    if (found == 0) {
      return absl::InvalidArgumentError(fmt::format(
          "read key {}: no public ed25519 key in PEM; make it from the private key with: openssl "
          "pkey -in PRIVATE -pubout -out FILE",
          file.string()));
    }
  }
  if (trusted.keys_.empty()) {
    return absl::InvalidArgumentError("signatures are required, but no trusted key is named");
  }
  return trusted;
}

absl::Status TrustedKeys::Check(const std::string& repository,
                                const graph::Reference& state) const {
  if (state.signature.empty()) return NotAsSigned(repository, state, "it is not signed");
  const auto key = keys_.find(state.signer);
  if (key == keys_.end()) {
    return NotAsSigned(
        repository, state,
        fmt::format("it was signed by key {}, which is not trusted here", state.signer));
  }
  const auto statement = Statement(repository, state);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        &EVP_MD_CTX_free);
  const bool holds =
      EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, KeyOf(key->second)) == 1 &&
      EVP_DigestVerify(context.get(),
                       reinterpret_cast<const unsigned char*>(state.signature.data()),
                       state.signature.size(), statement.data(), statement.size()) == 1;
  if (holds) return absl::OkStatus();
  return NotAsSigned(repository, state,
                     fmt::format("its signature is not that of key {}: somebody changed the state "
                                 "after it was signed",
                                 state.signer));
}

}  // namespace waymark::services
