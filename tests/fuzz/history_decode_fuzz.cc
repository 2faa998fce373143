// A stored history: the text inside its compressed frame.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graph/history.h"
#include "model/bytes.h"
#include "text/zstd_frame.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using waymark::graph::History;
  static const std::string empty = History("0123", {}).Encode();
  // All but the frame is that of a history of nothing.
  std::string row;
  waymark::graph::AppendLittle(row, static_cast<std::uint8_t>(empty[0]));
  waymark::graph::AppendText(row, "0123");
  waymark::graph::Compressor compressor;
  row += compressor.Compress({reinterpret_cast<const char*>(data), size});
  const auto history = History::Decode(row);
  if (!history.ok()) return 0;
  // What was read is in bounds.
  std::size_t total = 0;
  for (std::uint32_t i = 0; i < history->commit_count(); ++i) {
    for (const auto& touched : history->Facts(i).touched) total += touched.path.size();
  }
  return total == static_cast<std::size_t>(-1) ? 1 : 0;
}
