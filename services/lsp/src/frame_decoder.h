// Splits a stream of bytes into messages, each a header with the number of bytes and the bytes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace waymark::services {

// Input that is not a message is reported once as a problem and skipped up to where the next
// message may begin: after an empty line, or after as many bytes as a header said.
class FrameDecoder {
 public:
  // Called in order of the stream: with a message and an empty problem, or with a problem.
  using Sink = std::function<void(std::string_view message, std::string_view problem)>;

  explicit FrameDecoder(Sink sink) : sink_(std::move(sink)) {}

  void Add(std::string_view bytes);
  // Called when the stream has ended.
  void Finish();

 private:
  enum class Part { kHeader, kBody, kSkipped };

  std::string_view AddToHeader(std::string_view bytes);
  std::string_view AddToBody(std::string_view bytes);
  void EndHeader();
  void Tell(std::string_view problem);

  const Sink sink_;
  Part part_ = Part::kHeader;
  std::string header_;
  std::string body_;
  std::size_t left_ = 0;     // bytes of the body that are still to come
  bool is_garbage_ = false;  // the header was too long, and that has been told
};

}  // namespace waymark::services
