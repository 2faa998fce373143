// A server of MCP as a child process that speaks on its standard input and output.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <absl/status/statusor.h>
#include <sys/types.h>

#include "proxy/message_cutter.h"
#include "proxy/message_output.h"
#include "proxy/server_link.h"

namespace waymark::services {

class ServerProcess final : public ServerLink {
 public:
  // Starts a program with its arguments, found on the PATH, with further variables of the
  // environment. It leads a process group of its own and shares standard error. What it writes goes
  // to `taker`, which outlives the object. `limits` are for what it reads. NotFound if there is no
  // such program; Unavailable if the system has no process or descriptor left.
  static absl::StatusOr<std::unique_ptr<ServerProcess>> Start(
      const std::vector<std::string>& command,
      const std::map<std::string, std::string>& environment, std::chrono::milliseconds end_grace,
      const OutputLimits& limits, MessageTaker& taker);
  ~ServerProcess() override;
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  void Begin() override;
  void Send(std::string_view message) override;

  bool takes_pieces() const override { return true; }

  void SendPiece(std::string_view bytes, bool is_last) override;

  int ended_descriptor() const override { return ended_; }

  std::string EndReason() const override;

  // Closes its input; sends SIGTERM to its process group after `end_grace`, and SIGKILL after
  // another.
  ServerEnd Stop() override;

 private:
  ServerProcess(::pid_t process, int watch, int ended, int input, int output,
                std::chrono::milliseconds end_grace, const OutputLimits& limits,
                MessageTaker& taker);

  void Read();
  bool HasExitedWithin(std::chrono::milliseconds limit) const;

  const ::pid_t process_;
  const int process_descriptor_;
  const int input_descriptor_;   // that the process reads
  const int output_descriptor_;  // that the process writes
  const int ended_;              // an eventfd
  const std::chrono::milliseconds grace_;
  MessageOutput input_;
  MessageTaker& taker_;
  bool is_stopped_ = false;
  std::thread reader_;
};

}  // namespace waymark::services
