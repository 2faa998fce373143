// Runs a fuzz target over the files of its corpus, as an ordinary test: each file as it is, cut
// short at many lengths, and with bytes changed by a generator that depends on nothing but the
// file. What libFuzzer finds becomes a file of the corpus and is replayed here for good.
//
//   <target>_fuzz tests/fuzz/corpus/<target>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kMaxCuts = 512;
constexpr int kMutationsEach = 512;
constexpr std::size_t kMaxChangedBytes = 4;

Bytes ReadBytes(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// Copies the input to a buffer of exactly its size, so that a sanitizer sees a read past its end.
void RunOne(const Bytes& input, std::size_t size) {
  const Bytes exact(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(size));
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

void RunCuts(const Bytes& input) {
  const std::size_t step = 1 + input.size() / kMaxCuts;
  for (std::size_t size = 0; size < input.size(); size += step) RunOne(input, size);
}

void RunMutations(const Bytes& input) {
  if (input.empty()) return;
  std::minstd_rand random(static_cast<std::uint32_t>(input.size()));
  for (int round = 0; round < kMutationsEach; ++round) {
    Bytes changed = input;
    const std::size_t changes = 1 + random() % kMaxChangedBytes;
    for (std::size_t i = 0; i < changes; ++i) {
      changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
    }
    RunOne(changed, changed.size());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !std::filesystem::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: %s DIRECTORY of corpus files\n", argv[0]);
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    std::printf("%s\n", file.filename().c_str());
    std::fflush(stdout);  // Names the file that a crash was in.
    const Bytes input = ReadBytes(file);
    RunOne(input, input.size());
    RunCuts(input);
    RunMutations(input);
  }
  return files.empty() ? 1 : 0;
}
