// A service in this process that says what a test tells it to, and a client of it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "connection/daemon_file.h"
#include "daemon/waymark_service.h"
#include "scripted_verbs.h"
#include "services/remote_engine.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "testing/wait_for.h"

namespace waymark::services {

// Every field is set.
wire::Payload SamplePayload();

class RemoteTest : public ::testing::Test {
 protected:
  void SetUp() override {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + socket_.string(), grpc::InsecureServerCredentials());
    builder.RegisterService(&service_);
    constexpr int kPollMs = 100;  // a lost wake-up at the end of a test costs no more
    builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::CQ_TIMEOUT_MSEC, kPollMs);
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
    WM_ASSERT_OK_AND_ASSIGN(DaemonFile file, DaemonFile::Lock(directory_.path()));
    WM_ASSERT_OK(file.Announce({.process = ::getpid(), .socket = socket_}));
    WM_ASSERT_OK_AND_ASSIGN(remote_, RemoteEngine::Connect(directory_.path(), testing::kPatience));
  }

  testing::TempDir directory_;
  std::filesystem::path socket_ = directory_.path() / "s";
  ScriptedVerbs verbs_;
  CallMetrics calls_;
  WaymarkService service_{verbs_, calls_};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<RemoteEngine> remote_;
};

}  // namespace waymark::services
