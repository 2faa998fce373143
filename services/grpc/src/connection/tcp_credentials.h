// Credentials for TCP: a token is always required, TLS if it is configured.
#pragma once

#include <memory>
#include <string>

#include <absl/status/statusor.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>

#include "services/daemon.h"
#include "services/remote_engine.h"

namespace waymark::services {

// FailedPrecondition without a token, without TLS on an address that is not loopback, and for a key
// or authorities without a certificate; InvalidArgument for a token that is easy to guess. Files
// without valid PEM fail when the port is opened.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> ServerTcpCredentials(
    const TcpOptions& options, const std::string& token);

// FailedPrecondition if the token would be sent to another machine without TLS.
absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> ClientTcpCredentials(
    const RemoteDaemon& daemon);

}  // namespace waymark::services
