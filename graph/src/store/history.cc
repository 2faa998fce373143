#include "graph/history.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "graph/status.h"
#include "model/bytes.h"
#include "text/zstd_frame.h"

namespace waymark::graph {
namespace {

// Version of the row, and of the rules that make facts from commits: words, stemming, names.
constexpr std::uint8_t kHistoryVersion = 2;

absl::Status DamagedHistory() {
  return absl::DataLossError("read history row: its bytes are damaged; index again");
}

std::string HeadOfRow(std::string_view head) {
  std::string row;
  AppendLittle(row, kHistoryVersion);
  AppendText(row, head);
  return row;
}

// Numbers texts in order of first appearance.
class Numbering {
 public:
  std::uint32_t Of(const std::string& text) {
    const auto [at, is_new] = numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(text);
    return at->second;
  }

  std::vector<std::string> Take() { return std::move(texts_); }

 private:
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> texts_;
};

void AppendTexts(std::string& out, const std::vector<std::string>& texts) {
  AppendVarint(out, texts.size());
  for (const std::string& text : texts) AppendText(out, text);
}

std::vector<std::string> ReadTexts(ByteReader& reader) {
  std::vector<std::string> texts;
  const std::uint64_t count = reader.Varint();
  texts.reserve(std::min<std::uint64_t>(count, reader.left()));
  for (std::uint64_t i = 0; i < count && reader.ok(); ++i) texts.emplace_back(reader.Text());
  return texts;
}

void AppendNumbers(std::string& out, std::span<const std::uint32_t> numbers) {
  AppendVarint(out, numbers.size());
  for (const std::uint32_t number : numbers) AppendVarint(out, number);
}

// False when a number is not below `bound`.
bool ReadNumbers(ByteReader& reader, std::size_t bound, std::vector<std::uint32_t>& numbers) {
  const std::uint64_t count = reader.Varint();
  for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
    numbers.push_back(reader.Varint32());
    if (numbers.back() >= bound) return false;
  }
  return reader.ok();
}

}  // namespace

History::History(std::string head, std::span<const CommitFacts> commits) : head_(std::move(head)) {
  std::set<std::string_view> terms;
  for (const CommitFacts& facts : commits) terms.insert(facts.terms.begin(), facts.terms.end());
  terms_.assign(terms.begin(), terms.end());
  Numbering paths;
  Numbering names;
  Numbering authors;
  commits_.reserve(commits.size());
  for (const CommitFacts& facts : commits) {
    const std::size_t begin = term_numbers_.size();
    for (const std::string& term : facts.terms) term_numbers_.push_back(*FindTerm(term));
    std::sort(term_numbers_.begin() + static_cast<std::ptrdiff_t>(begin), term_numbers_.end());
    for (const TouchedFile& file : facts.touched) {
      for (const std::string& name : file.names) name_numbers_.push_back(names.Of(name));
      touches_.push_back({paths.Of(file.path), static_cast<std::uint32_t>(name_numbers_.size())});
    }
    commits_.push_back({.id = facts.commit,
                        .author = authors.Of(facts.author),
                        .terms_end = static_cast<std::uint32_t>(term_numbers_.size()),
                        .touches_end = static_cast<std::uint32_t>(touches_.size())});
  }
  paths_ = paths.Take();
  names_ = names.Take();
  authors_ = authors.Take();
  Invert();
}

void History::Invert() {
  std::vector<std::uint32_t> term_slot(terms_.size() + 1, 0);
  for (const std::uint32_t term : term_numbers_) ++term_slot[term + 1];
  std::partial_sum(term_slot.begin(), term_slot.end(), term_slot.begin());
  std::vector<std::uint32_t> path_slot(paths_.size() + 1, 0);
  for (const TouchRow& touch : touches_) ++path_slot[touch.path + 1];
  std::partial_sum(path_slot.begin(), path_slot.end(), path_slot.begin());

  // A slot is where the next entry is written; at the end it is the end of its list.
  term_commits_.resize(term_numbers_.size());
  path_touches_.resize(touches_.size());
  for (std::uint32_t commit = 0; commit < commit_count(); ++commit) {
    const auto terms = Terms(commit);
    for (const std::uint32_t term : terms) term_commits_[term_slot[term]++] = commit;
    const std::uint32_t touches = touch_count(commit);
    for (std::uint32_t i = 0; i < touches; ++i) {
      path_touches_[path_slot[TouchOf(commit, i).path]++] = {.commit = commit, .touch = i};
    }
    worded_commits_ += terms.empty() ? 0 : 1;
    touching_commits_ += touches == 0 ? 0 : 1;
  }
  term_slot.pop_back();
  path_slot.pop_back();
  term_commits_end_ = std::move(term_slot);
  path_touches_end_ = std::move(path_slot);

  path_order_.resize(paths_.size());
  std::iota(path_order_.begin(), path_order_.end(), 0U);
  std::sort(path_order_.begin(), path_order_.end(),
            [this](std::uint32_t a, std::uint32_t b) { return paths_[a] < paths_[b]; });
}

std::string History::Text() const {
  std::string text;
  AppendTexts(text, terms_);
  AppendTexts(text, paths_);
  AppendTexts(text, names_);
  AppendTexts(text, authors_);
  AppendVarint(text, commits_.size());
  for (std::uint32_t commit = 0; commit < commit_count(); ++commit) {
    AppendLittle(text, commits_[commit].id);
    AppendVarint(text, commits_[commit].author);
    AppendNumbers(text, Terms(commit));
    AppendVarint(text, touch_count(commit));
    for (std::uint32_t i = 0; i < touch_count(commit); ++i) {
      const Touch touch = TouchOf(commit, i);
      AppendVarint(text, touch.path);
      AppendNumbers(text, touch.names);
    }
  }
  return text;
}

std::string History::Encode() const {
  std::string row = HeadOfRow(head_);
  Compressor compressor;
  row += compressor.Compress(Text());
  return row;
}

std::string History::EncodePlain() const { return HeadOfRow(head_) + Text(); }

absl::StatusOr<History> History::Decode(std::string_view bytes) {
  ByteReader row(bytes);
  if (row.Little<std::uint8_t>() != kHistoryVersion) return DamagedHistory();
  const std::string_view head = row.Text();
  WM_ASSIGN_OR_RETURN(const std::string text, Decompress(row.Bytes(row.left()), kMaxHistoryBytes));
  return FromText(head, text);
}

absl::StatusOr<History> History::DecodePlain(std::string_view bytes) {
  ByteReader row(bytes);
  if (row.Little<std::uint8_t>() != kHistoryVersion) return DamagedHistory();
  const std::string_view head = row.Text();
  return FromText(head, row.Bytes(row.left()));
}

absl::StatusOr<History> History::FromText(std::string_view head, std::string_view text) {
  History history;
  history.head_ = head;
  ByteReader reader(text);
  history.terms_ = ReadTexts(reader);
  history.paths_ = ReadTexts(reader);
  history.names_ = ReadTexts(reader);
  history.authors_ = ReadTexts(reader);
  const std::uint64_t commits = reader.Varint();
  for (std::uint64_t i = 0; i < commits && reader.ok(); ++i) {
    Commit commit;
    commit.id = reader.Little<GitObjectId>();
    commit.author = reader.Varint32();
    if (commit.author >= history.authors_.size()) return DamagedHistory();
    if (!ReadNumbers(reader, history.terms_.size(), history.term_numbers_)) return DamagedHistory();
    const std::uint64_t touches = reader.Varint();
    for (std::uint64_t j = 0; j < touches && reader.ok(); ++j) {
      TouchRow touch{.path = reader.Varint32()};
      if (touch.path >= history.paths_.size()) return DamagedHistory();
      if (!ReadNumbers(reader, history.names_.size(), history.name_numbers_)) {
        return DamagedHistory();
      }
      touch.names_end = static_cast<std::uint32_t>(history.name_numbers_.size());
      history.touches_.push_back(touch);
    }
    commit.terms_end = static_cast<std::uint32_t>(history.term_numbers_.size());
    commit.touches_end = static_cast<std::uint32_t>(history.touches_.size());
    history.commits_.push_back(commit);
  }
  if (!reader.AtEnd()) return DamagedHistory();
  history.Invert();
  return history;
}

std::string_view History::HeadOf(std::string_view bytes) {
  ByteReader row(bytes);
  return row.Little<std::uint8_t>() == kHistoryVersion ? row.Text() : std::string_view();
}

std::optional<std::uint32_t> History::FindTerm(std::string_view term) const {
  const auto at = std::lower_bound(terms_.begin(), terms_.end(), term);
  if (at == terms_.end() || *at != term) return std::nullopt;
  return static_cast<std::uint32_t>(at - terms_.begin());
}

std::span<const std::uint32_t> History::Terms(std::uint32_t commit) const {
  const std::uint32_t begin = commit == 0 ? 0 : commits_[commit - 1].terms_end;
  return std::span(term_numbers_).subspan(begin, commits_[commit].terms_end - begin);
}

std::uint32_t History::touch_count(std::uint32_t commit) const {
  return commits_[commit].touches_end - (commit == 0 ? 0 : commits_[commit - 1].touches_end);
}

History::Touch History::TouchOf(std::uint32_t commit, std::uint32_t touch) const {
  const std::uint32_t row = (commit == 0 ? 0 : commits_[commit - 1].touches_end) + touch;
  const std::uint32_t begin = row == 0 ? 0 : touches_[row - 1].names_end;
  return {touches_[row].path,
          std::span(name_numbers_).subspan(begin, touches_[row].names_end - begin)};
}

std::span<const std::uint32_t> History::CommitsWith(std::uint32_t term) const {
  const std::uint32_t begin = term == 0 ? 0 : term_commits_end_[term - 1];
  return std::span(term_commits_).subspan(begin, term_commits_end_[term] - begin);
}

std::span<const History::TouchRef> History::TouchesOf(std::uint32_t path) const {
  const std::uint32_t begin = path == 0 ? 0 : path_touches_end_[path - 1];
  return std::span(path_touches_).subspan(begin, path_touches_end_[path] - begin);
}

std::optional<std::uint32_t> History::FindPath(std::string_view path) const {
  const auto at =
      std::lower_bound(path_order_.begin(), path_order_.end(), path,
                       [this](std::uint32_t i, std::string_view p) { return paths_[i] < p; });
  if (at == path_order_.end() || paths_[*at] != path) return std::nullopt;
  return *at;
}

CommitFacts History::Facts(std::uint32_t commit) const {
  CommitFacts facts{
      .commit = Id(commit), .terms = {}, .touched = {}, .author = std::string(Author(commit))};
  for (const std::uint32_t term : Terms(commit)) facts.terms.push_back(terms_[term]);
  for (std::uint32_t i = 0; i < touch_count(commit); ++i) {
    const Touch touch = TouchOf(commit, i);
    TouchedFile& file = facts.touched.emplace_back();
    file.path = Path(touch.path);
    for (const std::uint32_t name : touch.names) file.names.emplace_back(Name(name));
  }
  return facts;
}

}  // namespace waymark::graph
