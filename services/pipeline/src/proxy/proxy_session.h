// The conversation of one client with what is behind the proxy. Every message passes as its bytes,
// except texts of tool results that have a smaller form, and lists of tools to which the proxy adds
// its own.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "hints/json_parts.h"
#include "proxy/lazy_tools.h"
#include "proxy/message_output.h"
#include "proxy/pending_requests.h"
#include "proxy/proxy_message.h"
#include "proxy/proxy_notes.h"
#include "proxy/server_link.h"
#include "services/response_pipeline.h"

namespace waymark::services {

// Calls with longer arguments are not remembered: their answers pass as they are.
inline constexpr std::size_t kMaxRememberedArguments = std::size_t{1} << 20;

// Thread-safe: messages of both sides may come at the same time.
class ProxySession {
 public:
  // `name` is the server's name in settings and measurements; empty: the one that it gives itself.
  // `has_lazy_tools`: the client sees each tool as a line (proxy/lazy_tools.h). The references
  // outlive the object.
  ProxySession(std::string name, bool has_lazy_tools, SessionPipeline& pipeline,
               MessageOutput& client, ProxyNotes& notes);

  // Passes the message on to `server`, or answers it.
  void FromClient(std::string_view message, ServerLink& server);
  // Passes the message of `server` on to the client.
  void FromServer(std::string_view message, const ServerLink& server);

  // The server has ended: each request that waits gets an error that says why.
  void RefuseWaiting(std::string_view reason);

 private:
  // The edits of a message, and the numbers of the answers in it.
  struct Changes {
    std::vector<TextEdit> edits;
    std::vector<std::uint32_t> ordinals;
  };

  // Whether the message is for the proxy alone.
  bool AnswerItself(const ProxyMessage& message);
  void AnswerCall(const ProxyMessage& message, const std::string& tool, std::string_view arguments);
  absl::StatusOr<std::string> Describe(std::string_view arguments);
  std::string FaultInCall(const std::string& tool, std::string_view arguments);
  void Remember(const ProxyMessage& message);
  // Files that the server tells to have changed.
  void Notice(const ProxyMessage& notification);
  void LookAtAnswer(const ProxyMessage& message, const ServerLink& server, Changes& changes);
  void ShapeResult(const PendingRequest& request, std::string_view result, const ServerLink& server,
                   Changes& changes);
  void EditToolList(bool is_first_page, std::string_view result, Changes& changes);
  // The entries of the proxy's tools, as JSON, under names that are free. From then on the client
  // knows them by these.
  std::vector<std::string> OwnEntries() WM_REQUIRES(mutex_);
  void LearnName(std::string_view result);

  std::string name();
  // The tool of the proxy that the client knows by this name; empty: none.
  std::string OwnTool(const std::string& name);

  const bool has_lazy_tools_;
  SessionPipeline& pipeline_;
  MessageOutput& client_;
  ProxyNotes& notes_;

  Mutex mutex_;
  std::string name_ WM_GUARDED_BY(mutex_);
  PendingRequests pending_ WM_GUARDED_BY(mutex_);
  std::set<std::string> listed_tools_ WM_GUARDED_BY(mutex_);  // of the server, in the last list
  LazyTools lazy_tools_ WM_GUARDED_BY(mutex_);
  // Tools of the proxy by the names under which the client knows them. Before a list they have
  // their own: a client may know them from an earlier conversation.
  std::map<std::string, std::string> own_tools_ WM_GUARDED_BY(mutex_);
  bool has_own_names_ WM_GUARDED_BY(mutex_) = false;
};

}  // namespace waymark::services
