// Signatures of published states: ed25519 (RFC 8032) over the repository, the name of the
// reference, the commit and the root of the tree. The root covers all blobs by their hashes, so a
// client that checks the signature trusts the signer alone: neither the server nor its
// administrators can change a state. They can withhold one, or offer an older state of a branch
// that was signed too.
//
// Keys are PEM files as OpenSSL writes them:
//   openssl genpkey -algorithm ed25519 -out ci.pem;  openssl pkey -in ci.pem -pubout -out ci.pub
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/reference_store.h"

namespace waymark::services {

// The largest key file that is read. A PEM file of ed25519 has some 120 bytes.
inline constexpr std::size_t kMaxKeyFileBytes = std::size_t{64} << 10;
inline constexpr std::size_t kSignatureBytes = 64;

// An ed25519 key of OpenSSL.
struct KeyDeleter {
  void operator()(void* key) const;
};

using KeyHandle = std::unique_ptr<void, KeyDeleter>;

// A private key. Immutable; thread-safe.
class SigningKey {
 public:
  // Errors: NotFound, PermissionDenied (unreadable, or readable by other users), InvalidArgument
  // (no private ed25519 key in PEM, or one with a passphrase).
  static absl::StatusOr<SigningKey> Read(const std::filesystem::path& file);

  // The first 16 hexadecimal digits of SHA-256 of the public key's 32 bytes.
  const std::string& signer() const { return signer_; }

  // Sets `signer` and `signature` of a state.
  void Sign(const std::string& repository, graph::Reference& state) const;

 private:
  SigningKey(KeyHandle key, std::string signer)
      : key_(std::move(key)), signer_(std::move(signer)) {}

  KeyHandle key_;
  std::string signer_;
};

// The public keys that a client trusts. Immutable; thread-safe.
class TrustedKeys {
 public:
  // One or more keys a file. Errors: NotFound, PermissionDenied, InvalidArgument (a file without a
  // public ed25519 key in PEM; no file).
  static absl::StatusOr<TrustedKeys> Read(std::span<const std::filesystem::path> files);

  // PermissionDenied if the state is not signed, was signed by another key, or is not what was
  // signed; the message says which.
  absl::Status Check(const std::string& repository, const graph::Reference& state) const;

 private:
  std::map<std::string, KeyHandle> keys_;  // by signer
};

}  // namespace waymark::services
