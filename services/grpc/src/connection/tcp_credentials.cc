#include "connection/tcp_credentials.h"

#include <utility>

#include <fmt/format.h>
#include <grpcpp/security/auth_metadata_processor.h>

#include "services/bearer_token.h"
#include "services/http_guard.h"

namespace waymark::services {
namespace {

constexpr char kHeader[] = "authorization";

// Admits calls with the token, for all services including health and reflection.
class TokenCheck final : public grpc::AuthMetadataProcessor {
 public:
  explicit TokenCheck(const std::string& token) : token_(token) {}

  bool IsBlocking() const override { return false; }

  grpc::Status Process(const InputMetadata& metadata, grpc::AuthContext*, OutputMetadata* consumed,
                       OutputMetadata*) override {
    const auto found = metadata.find(kHeader);
    if (metadata.count(kHeader) == 1) {
      const std::string header(found->second.data(), found->second.size());
      consumed->emplace(kHeader, header);
      if (token_.IsShownBy(header)) return grpc::Status::OK;
    }
    return {grpc::StatusCode::UNAUTHENTICATED,
            "send the metadata authorization: Bearer with the token of the daemon"};
  }

 private:
  const BearerToken token_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> ServerTcpCredentials(
    const TcpOptions& options, const std::string& token) {
  const TlsOptions& tls = options.tls;
  if (token.empty()) {
    return absl::FailedPreconditionError(
        "over TCP any program could ask; give --token-file, or leave out --listen");
  }
  if (token.size() < kMinTokenBytes) {
    return absl::InvalidArgumentError(
        fmt::format("the token has {} bytes; a token of fewer than {} bytes can be guessed",
                    token.size(), kMinTokenBytes));
  }
  if (tls.certificates.empty() != tls.key.empty() ||
      (tls.certificates.empty() && !tls.authorities.empty())) {
    return absl::FailedPreconditionError("TLS needs --tls-certificate and --tls-key, both of them");
  }
  if (tls.certificates.empty() && !IsLoopbackName(options.address.host)) {
    return absl::FailedPreconditionError(fmt::format(
        "{} can be reached from other machines, and without TLS the token and all answers could "
        "be read on the way; give --tls-certificate and --tls-key, or listen on 127.0.0.1",
        options.address.host));
  }
  std::shared_ptr<grpc::ServerCredentials> credentials;
  if (tls.certificates.empty()) {
    credentials = grpc::experimental::LocalServerCredentials(LOCAL_TCP);
  } else {
    grpc::SslServerCredentialsOptions ssl(
        tls.authorities.empty() ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                                : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
    ssl.pem_key_cert_pairs.push_back({tls.key, tls.certificates});
    ssl.pem_root_certs = tls.authorities;
    credentials = grpc::SslServerCredentials(ssl);
  }
  credentials->SetAuthMetadataProcessor(std::make_shared<TokenCheck>(token));
  return credentials;
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> ClientTcpCredentials(
    const RemoteDaemon& daemon) {
  if (!daemon.tls.authorities.empty()) {
    return grpc::SslCredentials({daemon.tls.authorities, daemon.tls.key, daemon.tls.certificates});
  }
  if (!IsLoopbackName(daemon.address.host)) {
    return absl::FailedPreconditionError(fmt::format(
        "without TLS the token and all answers could be read on the way to {}; give --daemon-ca",
        daemon.address.host));
  }
  return grpc::InsecureChannelCredentials();
}

}  // namespace waymark::services
