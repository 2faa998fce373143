// Messages between `waymark` and `waymark-team`: the first byte says of which side, the others are
// a message. What protobuf takes for one becomes a value or is refused in words.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "link/link_messages.h"
#include "link/queue_messages.h"

namespace waymark::services {
namespace {

void Check(const absl::Status& status) {
  if (!status.ok() && status.message().empty()) std::abort();
}

void ReadCall(std::string_view bytes) {
  link::v1::Call call;
  if (!call.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  Check(HashesFromLink(call.have().hashes()).status());
  Check(HashesFromLink(call.get().hashes()).status());
  Check(FromLink(call.swap().changed()).status());
  for (const link::v1::Blob& blob : call.put().blobs()) Check(FromLink(blob).status());
  const link::v1::QueueCall& queue = call.queue();
  for (const link::v1::NewJob& job : queue.add().jobs()) Check(FromLink(job).status());
  Check(FromLink(queue.renew().job()).status());
  Check(FromLink(queue.renew().progress()).status());
}

void ReadReply(std::string_view bytes) {
  link::v1::Reply reply;
  if (!reply.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  Check(StatusFromLink(reply));
  for (const link::v1::Reference& reference : reply.references())
    Check(FromLink(reference).status());
  const SharedStoreState state = FromLink(reply.state());
  if (state.repositories.size() != static_cast<std::size_t>(reply.state().repositories_size())) {
    std::abort();
  }
  static_cast<void>(FromLink(reply.collected()));
  static_cast<void>(FromLink(reply.checked()));
  Check(FromLink(reply.queue().leased()).status());
  Check(FromLink(reply.queue().queue()).status());
  Check(JobStateFromLink(reply.queue().state()).status());
  for (const std::uint32_t added : reply.queue().added()) Check(AddedFromLink(added).status());
}

}  // namespace
}  // namespace waymark::services

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view message(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) {
    waymark::services::ReadCall(message);
  } else {
    waymark::services::ReadReply(message);
  }
  return 0;
}
