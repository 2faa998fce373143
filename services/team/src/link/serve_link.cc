#include "link/serve_link.h"

#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "graph/status.h"
#include "link/link_messages.h"
#include "link/link_socket.h"
#include "link/linked_queue.h"

namespace waymark::services {
namespace {

using graph::BlobHash;
using graph::Reference;
using link::v1::Call;
using link::v1::Reply;

// Sets the flag when the other side of a socket has ended its sending.
class PeerWatch {
 public:
  PeerWatch(int socket, std::atomic<bool>& has_ended)
      : stop_(::eventfd(0, EFD_CLOEXEC)), thread_([this, socket, &has_ended] {
          pollfd waiting[] = {{socket, POLLRDHUP, 0}, {stop_, POLLIN, 0}};
          while (::poll(waiting, std::size(waiting), -1) < 0) continue;
          if (waiting[0].revents != 0) has_ended = true;
        }) {}

  ~PeerWatch() {
    const std::uint64_t one = 1;
    static_cast<void>(::write(stop_, &one, sizeof(one)));
    thread_.join();
    ::close(stop_);
  }

  PeerWatch(const PeerWatch&) = delete;
  PeerWatch& operator=(const PeerWatch&) = delete;

 private:
  const int stop_;
  std::thread thread_;
};

class LinkServer {
 public:
  LinkServer(int socket, const ServedStores& stores)
      : stores_(stores), socket_(socket, nullptr), watch_(socket, has_ended_) {}

  absl::Status Run() {
    while (true) {
      Call call;
      const absl::Status received = socket_.Receive(call);
      if (absl::IsUnavailable(received)) return absl::OkStatus();
      WM_RETURN_IF_ERROR(received);
      Reply reply;
      const absl::Status answered = Answer(call, reply);
      ToLink(answered, reply);
      WM_RETURN_IF_ERROR(socket_.Send(reply));
    }
  }

 private:
  absl::Status Answer(const Call& call, Reply& reply) {
    if (call.has_open()) return Open(call.open(), reply);
    if (store_ == nullptr) return absl::FailedPreconditionError("the link is not open");
    switch (call.call_case()) {
      case Call::kHave:
        return Have(call, reply);
      case Call::kPut:
        return Put(call);
      case Call::kGet:
        return Get(call);
      case Call::kFind:
        return Find(call, reply);
      case Call::kList:
        return List(call, reply);
      case Call::kSwap:
        return Swap(call, reply);
      case Call::kRemove:
        return store_->Remove(call.repository(), call.remove().name(), call.remove().expected());
      case Call::kWatch:
        return store_->Watch(call.repository(), call.watch().patience_ms());
      case Call::kState:
        return State(reply);
      case Call::kCollect:
        return Collect(call.collect(), reply);
      case Call::kCheck:
        return Check(call.check(), reply);
      case Call::kQueue:
        return AnswerQueueCall(store_->queue(), call.queue(), *reply.mutable_queue());
      case Call::kOpen:
      case Call::CALL_NOT_SET:
        break;
    }
    return absl::InvalidArgumentError("a message of the link holds no call");
  }

  absl::Status Open(const link::v1::OpenCall& call, Reply& reply) {
    if (call.build() != LinkBuild()) {
      return absl::FailedPreconditionError(
          fmt::format("waymark is of build {}, waymark-team of build {}; install both from one "
                      "package",
                      call.build(), LinkBuild()));
    }
    if (store_ != nullptr) return absl::FailedPreconditionError("the link is open already");
    link::v1::Opened& opened = *reply.mutable_opened();
    opened.set_build(LinkBuild());
    if (call.initialises()) {
      WM_ASSIGN_OR_RETURN(const InitialisedStore made, stores_.initialise(call.url(), &has_ended_));
      opened.set_address(made.address);
      opened.set_found(made.found);
      opened.set_format(made.format);
    }
    WM_ASSIGN_OR_RETURN(store_, stores_.open(call.url(), &has_ended_));
    return absl::OkStatus();
  }

  absl::Status Have(const Call& call, Reply& reply) {
    WM_ASSIGN_OR_RETURN(const std::vector<BlobHash> hashes, HashesFromLink(call.have().hashes()));
    WM_ASSIGN_OR_RETURN(const std::vector<bool> exists, store_->Have(call.repository(), hashes));
    for (const bool does : exists) reply.mutable_have()->push_back(does ? '\1' : '\0');
    return absl::OkStatus();
  }

  absl::Status Put(const Call& call) {
    std::vector<graph::Blob> blobs;
    for (const link::v1::Blob& message : call.put().blobs()) {
      WM_ASSIGN_OR_RETURN(graph::Blob blob, FromLink(message));
      blobs.push_back(std::move(blob));
    }
    return store_->Put(call.repository(), blobs);
  }

  absl::Status Get(const Call& call) {
    WM_ASSIGN_OR_RETURN(const std::vector<BlobHash> hashes, HashesFromLink(call.get().hashes()));
    return store_->Get(call.repository(), hashes, [&](const BlobHash&, std::string bytes) {
      Reply part;
      part.set_blob(std::move(bytes));
      return socket_.Send(part);
    });
  }

  absl::Status Find(const Call& call, Reply& reply) {
    WM_ASSIGN_OR_RETURN(const std::optional<Reference> found,
                        store_->Find(call.repository(), call.find().name()));
    if (found.has_value()) ToLink(*found, *reply.add_references());
    return absl::OkStatus();
  }

  absl::Status List(const Call& call, Reply& reply) {
    WM_ASSIGN_OR_RETURN(const std::vector<Reference> found,
                        store_->List(call.repository(), call.list().prefix(), call.list().limit()));
    for (const Reference& reference : found) ToLink(reference, *reply.add_references());
    return absl::OkStatus();
  }

  absl::Status Swap(const Call& call, Reply& reply) {
    WM_ASSIGN_OR_RETURN(const Reference changed, FromLink(call.swap().changed()));
    WM_ASSIGN_OR_RETURN(const Reference moved,
                        store_->CompareAndSwap(call.repository(), changed, call.swap().expected()));
    ToLink(moved, *reply.add_references());
    return absl::OkStatus();
  }

  absl::Status State(Reply& reply) {
    WM_ASSIGN_OR_RETURN(const SharedStoreState state, store_->State());
    ToLink(state, *reply.mutable_state());
    return absl::OkStatus();
  }

  // If nobody listens any more, the watch ends the work.
  SharedProgress Progress() {
    return [this](const std::string& repository, std::uint64_t blobs) {
      Reply part;
      part.mutable_progress()->set_repository(repository);
      part.mutable_progress()->set_blobs(blobs);
      static_cast<void>(socket_.Send(part));
    };
  }

  absl::Status Collect(const link::v1::CollectCall& call, Reply& reply) {
    constexpr std::uint64_t kLongestGrace = std::uint64_t{100} * 366 * 24 * 3600;
    if (call.grace_seconds() > kLongestGrace) {
      return absl::InvalidArgumentError("the grace time is longer than 100 years");
    }
    const RetentionPolicy policy{
        call.kept_commits(), std::chrono::seconds(static_cast<std::int64_t>(call.grace_seconds())),
        call.is_trial()};
    WM_ASSIGN_OR_RETURN(const CollectionReport report, store_->Collect(policy, Progress()));
    ToLink(report, *reply.mutable_collected());
    return absl::OkStatus();
  }

  absl::Status Check(const link::v1::CheckCall& call, Reply& reply) {
    WM_ASSIGN_OR_RETURN(const StoreCheck check, store_->Check(call.marks_damage(), Progress()));
    ToLink(check, *reply.mutable_checked());
    return absl::OkStatus();
  }

  const ServedStores& stores_;
  std::atomic<bool> has_ended_ = false;
  LinkSocket socket_;
  std::unique_ptr<SharedStore> store_;
  PeerWatch watch_;  // last: it ends before what it looks at
};

}  // namespace

absl::Status ServeLink(int socket, const ServedStores& stores) {
  return LinkServer(socket, stores).Run();
}

}  // namespace waymark::services
