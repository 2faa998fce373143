// Names, references and terms of GraphPart.
#include <algorithm>
#include <tuple>

#include "model/bytes.h"
#include "view/graph_part.h"

namespace waymark::graph {

void GraphPart::WithName(std::string_view name, std::vector<SymbolId>& out) const {
  out.clear();
  const std::optional<std::uint64_t> found = FindText(name_order_, name);
  if (!found) return;
  const Range row = RowOf(name_offsets_, static_cast<std::uint32_t>(*found), name_symbols_.size());
  for (std::uint32_t i = row.begin; i < row.end; ++i) {
    const std::uint32_t symbol = name_symbols_[i];
    if (symbol < symbol_count_) out.push_back(SymbolId{symbol});
  }
}

void GraphPart::VisitNames(std::string_view from,
                           const std::function<bool(std::string_view name)>& visitor) const {
  for (std::uint64_t i = LowerBound(name_order_, from); i < name_order_.size(); ++i) {
    if (!visitor(String(name_order_[i]))) return;
  }
}

// Calls visitor(const UnresolvedRow&) for each reference to a name.
template <typename Visitor>
void GraphPart::VisitNamed(std::uint32_t name, Visitor&& visitor) const {
  ByteReader reader(unresolved_.at(unresolved_rows_[name]));
  std::uint32_t source = 0;
  std::int64_t line = 0;
  std::uint32_t candidates_begin = 0;
  while (reader.ok() && !reader.AtEnd()) {
    UnresolvedRow row;
    source += reader.Varint32();
    const std::uint32_t label = reader.Varint32();
    line += UnZigZag(reader.Varint());
    row.source = SymbolId{source};
    row.type = static_cast<EdgeType>(label >> 3);
    row.reason = static_cast<UnresolvedReason>((label >> 1 & 3) + 1);
    row.site = Position{static_cast<std::uint32_t>(line), reader.Varint32()};
    if ((label & 1) != 0) {
      candidates_begin += reader.Varint32();
      row.candidates_begin = candidates_begin;
      row.candidates_count = reader.Varint32();
    }
    if (!reader.ok() || !IsKnown(source)) return;
    visitor(row);
  }
}

void GraphPart::UnresolvedWithName(std::string_view name, std::vector<UnresolvedRow>& out) const {
  out.clear();
  const std::optional<std::uint64_t> found = FindText(unresolved_names_, name);
  if (!found) return;
  VisitNamed(static_cast<std::uint32_t>(*found),
             [&out](const UnresolvedRow& row) { out.push_back(row); });
}

void GraphPart::AppendUnresolved(std::vector<NamedReference>& out) const {
  for (std::uint32_t name = 0; name < unresolved_names_.size(); ++name) {
    VisitNamed(name, [&out, name](const UnresolvedRow& row) {
      out.push_back(NamedReference{row, name});
    });
  }
}

void GraphPart::Candidates(const UnresolvedRow& row, std::vector<SymbolId>& out) const {
  out.clear();
  for (std::uint64_t i = 0; i < row.candidates_count; ++i) {
    const std::uint64_t at = row.candidates_begin + i;
    if (at >= candidates_.size()) return;
    const std::uint32_t candidate = candidates_[at];
    if (IsKnown(candidate)) out.push_back(SymbolId{candidate});
  }
}

std::optional<TermStatistics> GraphPart::Term(std::string_view term) const {
  const std::optional<std::uint64_t> found = FindText(terms_, term);
  if (!found) return std::nullopt;
  return TermStatistics{term_frequency_[*found]};
}

void GraphPart::Postings(std::string_view term, std::vector<Posting>& out) const {
  out.clear();
  const std::optional<std::uint64_t> found = FindText(terms_, term);
  if (found) AppendPostings(*found, out);
}

void GraphPart::VisitTerms(
    const std::function<void(std::string_view term, const std::vector<Posting>&)>& visitor) const {
  std::vector<Posting> postings;
  for (std::uint64_t term = 0; term < terms_.size(); ++term) {
    postings.clear();
    AppendPostings(term, postings);
    visitor(String(terms_[term]), postings);
  }
}

void GraphPart::AppendPostings(std::uint64_t term, std::vector<Posting>& out) const {
  const std::string_view bytes = postings_.at(term_postings_[term]);
  out.reserve(out.size() + bytes.size() / 2);
  VisitList(bytes, [&out](const Posting& posting) {
    out.push_back(posting);
    return true;
  });
}

void GraphPart::FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const {
  out.clear();
  const std::optional<std::uint64_t> found = FindText(path_terms_, term);
  if (found) AppendFiles(postings_.at(path_term_files_[*found]), out);
}

void GraphPart::FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const {
  out.clear();
  std::uint64_t low = 0;
  std::uint64_t high = mention_chunks_.size();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (mention_chunks_[middle].first_hash <= name_hash) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return;
  const MentionChunk chunk = mention_chunks_[low - 1];
  ByteReader reader(mentions_.at(chunk.address));
  std::uint64_t hash = chunk.first_hash;
  while (reader.ok() && !reader.AtEnd()) {
    hash += reader.Varint();
    const std::string_view files = reader.Text();
    if (hash == name_hash) AppendFiles(files, out);
    if (hash >= name_hash) return;
  }
}

void GraphPart::VisitMentions(
    const std::function<void(std::uint32_t hash, const std::vector<FileId>&)>& visitor) const {
  std::vector<FileId> files;
  for (std::uint64_t i = 0; i < mention_chunks_.size(); ++i) {
    const MentionChunk chunk = mention_chunks_[i];
    ByteReader reader(mentions_.at(chunk.address));
    std::uint64_t hash = chunk.first_hash;
    while (reader.ok() && !reader.AtEnd()) {
      hash += reader.Varint();
      files.clear();
      AppendFiles(reader.Text(), files);
      if (reader.ok()) visitor(static_cast<std::uint32_t>(hash), files);
    }
  }
}

void GraphPart::AppendFiles(std::string_view list, std::vector<FileId>& out) const {
  ByteReader reader(list);
  std::uint64_t file = 0;
  while (!reader.AtEnd()) {
    file += reader.Varint();
    if (!reader.ok() || file >= file_count_) return;
    out.push_back(FileId{static_cast<std::uint32_t>(file)});
  }
}

}  // namespace waymark::graph
