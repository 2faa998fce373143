// Who may connect over TCP, and how: a token always, TLS where it is configured.
#pragma once

#include <memory>
#include <string>

#include <absl/status/statusor.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>

#include "services/daemon.h"
#include "services/remote_engine.h"

namespace waymark::services {

// FailedPrecondition without a token, without TLS on an address that is not loopback, and for a
// key or authorities without a certificate; InvalidArgument for a token that can be guessed. Files
// that hold no PEM are noticed when the port is opened.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> ServerTcpCredentials(
    const TcpOptions& options, const std::string& token);

// FailedPrecondition when the token would be sent to another machine without TLS.
absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> ClientTcpCredentials(
    const RemoteDaemon& daemon);

}  // namespace waymark::services
