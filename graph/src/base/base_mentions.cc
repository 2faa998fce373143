#include "base/base_mentions.h"

#include "base/base_format.h"
#include "model/bytes.h"

namespace waymark::graph {

// Writes hashes in ascending order; kHashesPerMentionChunk of them form one record.
class BaseMentions::Chunks {
 public:
  explicit Chunks(SegmentWriter& segment)
      : index_(segment, kMentionChunks), records_(segment, kMentions) {}

  void Append(std::uint32_t hash, const std::string& files) {
    if (in_chunk_ == kHashesPerMentionChunk) CloseChunk();
    if (in_chunk_ == 0) first_ = previous_ = hash;
    AppendVarint(bytes_, hash - previous_);
    AppendText(bytes_, files);
    previous_ = hash;
    ++in_chunk_;
  }

  void Close() {
    if (in_chunk_ > 0) CloseChunk();
    index_.Close();
    records_.Close();
  }

 private:
  void CloseChunk() {
    index_.Append(MentionChunk{first_, records_.Append(bytes_)});
    bytes_.clear();
    in_chunk_ = 0;
  }

  ColumnWriter<MentionChunk> index_;
  RecordWriter records_;
  std::string bytes_;
  std::uint32_t first_ = 0;
  std::uint32_t previous_ = 0;
  std::uint32_t in_chunk_ = 0;
};

void BaseMentions::AppendFile(FileId file, std::span<const std::uint32_t> hashes) {
  for (const std::uint32_t hash : hashes) {
    buckets_[hash >> kBucketShift].push_back(Mention{hash, waymark::ToIndex(file)});
  }
}

// A stable radix sort by the bytes in which the hashes of a bucket differ. The files of a hash stay
// ascending.
void BaseMentions::SortByHash(SpillVector<Mention>& mentions, SpillVector<Mention>& scratch) {
  scratch.resize(mentions.size());
  for (unsigned shift = 0; shift < kBucketShift; shift += 8) {
    std::array<std::uint32_t, 257> begin{};
    for (const Mention& mention : mentions) ++begin[(mention.hash >> shift & 0xFF) + 1];
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    for (const Mention& mention : mentions) {
      scratch[begin[mention.hash >> shift & 0xFF]++] = mention;
    }
    mentions.swap(scratch);
  }
}

void BaseMentions::Finish(SegmentWriter& segment) {
  Chunks chunks(segment);
  SpillVector<Mention> scratch;
  std::string files;
  for (SpillVector<Mention>& bucket : buckets_) {
    SortByHash(bucket, scratch);
    for (std::size_t i = 0; i < bucket.size();) {
      files.clear();
      std::uint32_t previous = 0;
      const std::uint32_t hash = bucket[i].hash;
      for (; i < bucket.size() && bucket[i].hash == hash; ++i) {
        AppendVarint(files, bucket[i].file - previous);
        previous = bucket[i].file;
      }
      chunks.Append(hash, files);
    }
    bucket = SpillVector<Mention>();
  }
  chunks.Close();
}

}  // namespace waymark::graph
