#include "link/linked_store.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "link/link_messages.h"
#include "link/link_socket.h"
#include "link/linked_queue.h"

namespace waymark::services {
namespace {

using graph::Blob;
using graph::BlobHash;
using graph::Reference;
using link::v1::Call;
using link::v1::Reply;

// Bounds of one call; longer work takes several.
constexpr std::size_t kHashesOfHave = 100'000;
// Hashes of one call. Their blobs are still on the way when the reader of blobs has enough.
constexpr std::size_t kHashesOfGet = 256;
constexpr std::size_t kBytesOfPut = std::size_t{8} << 20;
// The other program answers a watch within kLinkPatience.
constexpr std::uint64_t kLongestWatch = 60'000;

absl::Status WrongAnswer() {
  return absl::DataLossError(
      "waymark-team gives another answer than was asked for; install both programs from one "
      "package");
}

class LinkedStore final : public SharedStore {
 public:
  LinkedStore(int socket, std::unique_ptr<LinkPeer> peer, const std::atomic<bool>* cancelled)
      : peer_(std::move(peer)), socket_(socket, cancelled) {}

  absl::Status Open(const std::string& url, InitialisedStore* initialises) {
    Call call;
    call.mutable_open()->set_build(LinkBuild());
    call.mutable_open()->set_url(url);
    call.mutable_open()->set_initialises(initialises != nullptr);
    WM_ASSIGN_OR_RETURN(const Reply reply, Ask(call));
    if (reply.opened().build() != LinkBuild()) return WrongAnswer();
    if (initialises != nullptr) {
      *initialises = {reply.opened().address(), reply.opened().found(), reply.opened().format()};
    }
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<bool>> Have(const std::string& repository,
                                         std::span<const BlobHash> hashes) override {
    std::vector<bool> exists;
    for (std::size_t begin = 0; begin < hashes.size(); begin += kHashesOfHave) {
      const auto part = hashes.subspan(begin, std::min(kHashesOfHave, hashes.size() - begin));
      Call call = CallOf(repository);
      call.mutable_have()->set_hashes(ToLink(part));
      WM_ASSIGN_OR_RETURN(const Reply reply, Ask(call));
      if (reply.have().size() != part.size()) return WrongAnswer();
      for (const char does : reply.have()) exists.push_back(does != 0);
    }
    return exists;
  }

  absl::Status Put(const std::string& repository, std::span<const Blob> blobs) override {
    for (std::size_t begin = 0; begin < blobs.size();) {
      Call call = CallOf(repository);
      std::size_t bytes = 0;
      for (; begin < blobs.size(); ++begin) {
        const Blob& blob = blobs[begin];
        if (blob.bytes.size() > graph::kMaxBlobBytes ||
            blob.children.size() > graph::kMaxBlobChildren) {
          return absl::InvalidArgumentError(
              fmt::format("store blob {}: it is larger than {} bytes or has more than {} children",
                          blob.hash.ToHex(), graph::kMaxBlobBytes, graph::kMaxBlobChildren));
        }
        bytes += blob.bytes.size() + (1 + blob.children.size()) * sizeof(BlobHash::bytes);
        if (bytes > kBytesOfPut && call.put().blobs_size() > 0) break;
        ToLink(blob, *call.mutable_put()->add_blobs());
      }
      WM_RETURN_IF_ERROR(Ask(call).status());
    }
    return absl::OkStatus();
  }

  absl::Status Get(const std::string& repository, std::span<const BlobHash> hashes,
                   const std::function<absl::Status(const BlobHash&, std::string)>& take) override {
    for (std::size_t begin = 0; begin < hashes.size(); begin += kHashesOfGet) {
      const auto part = hashes.subspan(begin, std::min(kHashesOfGet, hashes.size() - begin));
      Call call = CallOf(repository);
      call.mutable_get()->set_hashes(ToLink(part));
      std::size_t taken = 0;
      absl::Status refused;
      const auto each = [&](Reply& reply) -> absl::Status {
        if (taken == part.size()) return WrongAnswer();
        const BlobHash& hash = part[taken++];
        // The rest of the answer is on its way.
        if (refused.ok()) refused = take(hash, std::move(*reply.mutable_blob()));
        return absl::OkStatus();
      };
      const absl::Status done = Ask(call, each).status();
      WM_RETURN_IF_ERROR(refused);
      WM_RETURN_IF_ERROR(done);
      if (taken != part.size()) return WrongAnswer();
    }
    return absl::OkStatus();
  }

  absl::StatusOr<std::optional<Reference>> Find(const std::string& repository,
                                                const std::string& name) override {
    Call call = CallOf(repository);
    call.mutable_find()->set_name(name);
    WM_ASSIGN_OR_RETURN(std::vector<Reference> found, AskForReferences(call));
    if (found.size() > 1) return WrongAnswer();
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
  }

  absl::StatusOr<std::vector<Reference>> List(const std::string& repository,
                                              const std::string& prefix,
                                              std::size_t limit) override {
    Call call = CallOf(repository);
    call.mutable_list()->set_prefix(prefix);
    call.mutable_list()->set_limit(limit);
    return AskForReferences(call);
  }

  absl::StatusOr<Reference> CompareAndSwap(const std::string& repository, const Reference& changed,
                                           std::uint64_t expected) override {
    Call call = CallOf(repository);
    ToLink(changed, *call.mutable_swap()->mutable_changed());
    call.mutable_swap()->set_expected(expected);
    WM_ASSIGN_OR_RETURN(std::vector<Reference> moved, AskForReferences(call));
    if (moved.size() != 1) return WrongAnswer();
    return std::move(moved.front());
  }

  absl::Status Remove(const std::string& repository, const std::string& name,
                      std::uint64_t expected) override {
    Call call = CallOf(repository);
    call.mutable_remove()->set_name(name);
    call.mutable_remove()->set_expected(expected);
    return Ask(call).status();
  }

  absl::Status Watch(const std::string& repository, std::uint64_t patience_ms) override {
    Call call = CallOf(repository);
    call.mutable_watch()->set_patience_ms(std::min(patience_ms, kLongestWatch));
    return Ask(call).status();
  }

  absl::StatusOr<SharedStoreState> State() override {
    Call call;
    call.mutable_state();
    WM_ASSIGN_OR_RETURN(const Reply reply, Ask(call));
    return FromLink(reply.state());
  }

  absl::StatusOr<CollectionReport> Collect(const RetentionPolicy& policy,
                                           const SharedProgress& progress) override {
    Call call;
    link::v1::CollectCall& collect = *call.mutable_collect();
    collect.set_kept_commits(policy.kept_commits);
    collect.set_grace_seconds(
        static_cast<std::uint64_t>(std::max<std::int64_t>(policy.grace.count(), 0)));
    collect.set_is_trial(policy.is_trial);
    WM_ASSIGN_OR_RETURN(const Reply reply, AskWithProgress(call, progress));
    return FromLink(reply.collected());
  }

  WorkQueue& queue() override { return queue_; }

  absl::StatusOr<StoreCheck> Check(bool marks_damage, const SharedProgress& progress) override {
    Call call;
    call.mutable_check()->set_marks_damage(marks_damage);
    WM_ASSIGN_OR_RETURN(const Reply reply, AskWithProgress(call, progress));
    return FromLink(reply.checked());
  }

 private:
  using TakePart = std::function<absl::Status(Reply& part)>;

  static Call CallOf(const std::string& repository) {
    Call call;
    call.set_repository(repository);
    return call;
  }

  // The last reply; those before it go to `take_part`.
  absl::StatusOr<Reply> Ask(
      const Call& call, const TakePart& take_part = [](Reply&) { return WrongAnswer(); }) {
    WM_RETURN_IF_ERROR(broken_);
    Reply reply;
    broken_ = Exchange(call, take_part, reply);
    if (!broken_.ok()) {
      socket_.EndSending();  // the other program gives up what it does
      return broken_;
    }
    WM_RETURN_IF_ERROR(StatusFromLink(reply));
    return reply;
  }

  absl::Status Exchange(const Call& call, const TakePart& take_part, Reply& reply) {
    absl::Status status = socket_.Send(call);
    while (status.ok()) {
      reply.Clear();
      status = socket_.Receive(reply);
      if (!status.ok() || reply.is_last()) break;
      status = take_part(reply);
    }
    return absl::IsUnavailable(status) && peer_ != nullptr ? peer_->End() : status;
  }

  absl::StatusOr<Reply> AskWithProgress(const Call& call, const SharedProgress& progress) {
    return Ask(call, [&](Reply& part) {
      if (progress) progress(part.progress().repository(), part.progress().blobs());
      return absl::OkStatus();
    });
  }

  absl::StatusOr<link::v1::QueueReply> AskQueue(link::v1::QueueCall question) {
    Call call;
    *call.mutable_queue() = std::move(question);
    WM_ASSIGN_OR_RETURN(Reply reply, Ask(call));
    return std::move(*reply.mutable_queue());
  }

  absl::StatusOr<std::vector<Reference>> AskForReferences(const Call& call) {
    WM_ASSIGN_OR_RETURN(const Reply reply, Ask(call));
    std::vector<Reference> references;
    for (const link::v1::Reference& message : reply.references()) {
      WM_ASSIGN_OR_RETURN(Reference reference, FromLink(message));
      references.push_back(std::move(reference));
    }
    return references;
  }

  std::unique_ptr<LinkPeer> peer_;  // first: it ends after the socket is closed
  LinkSocket socket_;
  absl::Status broken_;
  LinkedQueue queue_{
      [this](link::v1::QueueCall question) { return AskQueue(std::move(question)); }};
};

}  // namespace

absl::StatusOr<std::unique_ptr<SharedStore>> OpenLinkedStore(int socket,
                                                             std::unique_ptr<LinkPeer> peer,
                                                             const std::string& url,
                                                             InitialisedStore* initialises,
                                                             const std::atomic<bool>* cancelled) {
  auto store = std::make_unique<LinkedStore>(socket, std::move(peer), cancelled);
  WM_RETURN_IF_ERROR(store->Open(url, initialises));
  return store;
}

}  // namespace waymark::services
