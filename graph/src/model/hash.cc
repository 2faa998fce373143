#include "graph/hash.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

#include <openssl/evp.h>

namespace waymark {
namespace {

// Fetching the algorithm costs more than hashing a short message, so it is done once.
const EVP_MD* Sha256() {
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return algorithm;
}

// OpenSSL fails here only when memory or SHA-256 is missing; continuing would store wrong
// identities.
void Require(bool ok) {
  if (!ok) std::abort();
}

}  // namespace

// Small fields are collected in `pending`, so that most hashes take one library call.
struct FieldHasher::State {
  explicit State(std::string_view domain_name) : domain(domain_name), context(EVP_MD_CTX_new()) {
    Require(context != nullptr);
  }

  ~State() { EVP_MD_CTX_free(context); }

  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void Start() {
    Require(EVP_DigestInit_ex2(context, Sha256(), nullptr) == 1);
    used = 0;
    AppendField(domain.data(), domain.size());
  }

  void AppendNumber(std::uint64_t number) {
    std::array<std::uint8_t, 8> bytes{};
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(number);
      number >>= 8;
    }
    Append(bytes.data(), bytes.size());
  }

  void AppendField(const void* data, std::size_t size) {
    AppendNumber(size);
    Append(data, size);
  }

  void Append(const void* data, std::size_t size) {
    if (size > pending.size() - used) Flush();
    if (size > pending.size()) {
      Require(EVP_DigestUpdate(context, data, size) == 1);
      return;
    }
    if (size > 0) std::memcpy(pending.data() + used, data, size);
    used += size;
  }

  void Flush() {
    Require(EVP_DigestUpdate(context, pending.data(), used) == 1);
    used = 0;
  }

  std::string domain;
  EVP_MD_CTX* context;
  std::array<std::uint8_t, 1024> pending{};
  std::size_t used = 0;
};

FieldHasher::FieldHasher(std::string_view domain) : state_(std::make_unique<State>(domain)) {
  state_->Start();
}

FieldHasher::~FieldHasher() = default;

FieldHasher& FieldHasher::Add(std::string_view field) {
  return AddBytes(field.data(), field.size());
}

FieldHasher& FieldHasher::Add(std::uint64_t number) {
  state_->AppendNumber(sizeof(number));
  state_->AppendNumber(number);
  return *this;
}

FieldHasher& FieldHasher::AddBytes(const void* data, std::size_t size) {
  state_->AppendField(data, size);
  return *this;
}

void FieldHasher::FinishInto(std::uint8_t* out) {
  state_->Flush();
  Require(EVP_DigestFinal_ex(state_->context, out, nullptr) == 1);
  state_->Start();
}

ContentHash HashContent(std::string_view bytes) {
  ContentHash hash;
  Require(EVP_Digest(bytes.data(), bytes.size(), hash.bytes.data(), nullptr, Sha256(), nullptr) ==
          1);
  return hash;
}

SymbolIdentity ComputeIdentity(const IdentityFields& fields) {
  thread_local FieldHasher hasher("waymark.symbol.v1");
  return hasher.Add(Name(fields.language))
      .Add(fields.repository)
      .Add(fields.path)
      .Add(fields.scope)
      .Add(fields.name)
      .Add(Name(fields.kind))
      .Add(fields.discriminator)
      .Add(std::uint64_t{fields.ordinal})
      .Finish<SymbolIdentity>();
}

}  // namespace waymark
