#include "base_terms.h"

#include <algorithm>
#include <string>

#include "text_order.h"

namespace waymark::graph {
namespace {

constexpr std::uint32_t kMaxFrequency = 0xFFFF;

// Directories and stem: an extension says only the language.
std::string_view WithoutExtension(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string_view::npos ? 0 : slash + 1;
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos || dot <= name ? path : path.substr(0, dot);
}

}  // namespace

void BaseTerms::BeginFile(FileId file, std::string_view path) {
  ++file_serial_;
  if (words_.size() >= kMaxMemoWords || words_.text_bytes() >= kMaxMemoBytes) {
    words_.Clear();
    word_ranges_.clear();
    word_terms_.clear();
  }
  ForEachWord(WithoutExtension(path), [this, file](std::string_view word) {
    for (const std::string& token : tokens_.Of(word)) AddPathTerm(token, file);
  });
}

void BaseTerms::AddPathTerm(std::string_view token, FileId file) {
  const StringInterner::Interned term = path_terms_.Intern(token);
  const std::uint32_t number = waymark::ToIndex(file);
  if (term.is_new) {
    path_postings_.AddList();
    path_postings_.Append(term.id, number);
    last_files_.push_back(number);
  } else if (last_files_[term.id] != number) {
    path_postings_.Append(term.id, number - last_files_[term.id]);
    last_files_[term.id] = number;
  }
}

void BaseTerms::BeginField(SymbolId symbol, Field field, bool is_test) {
  ++field_serial_;
  symbol_ = waymark::ToIndex(symbol);
  field_ = static_cast<std::uint32_t>(field);
  is_test_ = is_test;
  length_ = 0;
  counts_.clear();
}

void BaseTerms::AddWord(std::string_view word, std::uint32_t count) {
  AddTerms(RecentTermsOf(word), count);
}

void BaseTerms::AddText(std::string_view text) {
  ForEachWord(text, [this](std::string_view word) { AddTerms(TermsOf(word), 1); });
}

BaseTerms::Range BaseTerms::RecentTermsOf(std::string_view word) {
  const auto address = reinterpret_cast<std::uintptr_t>(word.data());
  RecentWord& recent = recent_words_[(address ^ address >> 12) & (kRecentWords - 1)];
  const auto size = static_cast<std::uint32_t>(word.size());
  if (recent.file_serial == file_serial_ && recent.data == word.data() && recent.size == size) {
    return recent.terms;
  }
  recent = RecentWord{word.data(), size, file_serial_, TermsOf(word)};
  return recent.terms;
}

BaseTerms::Range BaseTerms::TermsOf(std::string_view word) {
  const StringInterner::Interned interned = words_.Intern(word);
  if (!interned.is_new) return word_ranges_[interned.id];
  Range range;
  range.begin = static_cast<std::uint32_t>(word_terms_.size());
  ForEachWord(word, [this](std::string_view part) {
    for (const std::string& token : tokens_.Of(part)) {
      const StringInterner::Interned term = term_texts_.Intern(token);
      if (term.is_new) {
        terms_.emplace_back();
        postings_.AddList();
      }
      word_terms_.push_back(term.id);
    }
  });
  range.end = static_cast<std::uint32_t>(word_terms_.size());
  word_ranges_.push_back(range);
  return range;
}

void BaseTerms::AddTerms(Range range, std::uint32_t count) {
  length_ += std::uint64_t{count} * (range.end - range.begin);
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    const std::uint32_t number = word_terms_[i];
    Term& term = terms_[number];
    if (term.last_field != field_serial_) {
      term.last_field = field_serial_;
      term.slot = static_cast<std::uint32_t>(counts_.size());
      counts_.push_back(Count{number, 0});
    }
    std::uint32_t& total = counts_[term.slot].count;
    total += std::min(count, kMaxFrequency - total);
  }
}

std::uint16_t BaseTerms::FinishField() {
  for (const Count& entry : counts_) {
    Term& term = terms_[entry.term];
    const bool more = entry.count > 1;
    const std::uint64_t difference = symbol_ - term.last_symbol;
    postings_.Append(entry.term, difference << 4 | field_ << 1 | (more ? 1u : 0u));
    if (more) postings_.Append(entry.term, entry.count - 2);
    term.last_symbol = symbol_;
    if (!is_test_ && term.last_document != symbol_) {
      term.last_document = symbol_;
      ++term.document_frequency;
    }
  }
  return static_cast<std::uint16_t>(std::min<std::uint64_t>(length_, 0xFFFF));
}

void BaseTerms::Finish(SegmentWriter& segment, BaseStrings& strings) {
  ColumnWriter<std::uint32_t> texts(segment, kTerms);
  ColumnWriter<std::uint32_t> lists(segment, kTermPostings);
  ColumnWriter<std::uint32_t> frequencies(segment, kTermFrequency);
  ColumnWriter<std::uint32_t> path_texts(segment, kPathTerms);
  ColumnWriter<std::uint32_t> path_lists(segment, kPathTermFiles);
  RecordWriter records(segment, kPostings);
  std::string bytes;
  const auto text_of = [this](std::uint32_t number) { return term_texts_.at(number); };
  for (const std::uint32_t number : OrderByText(term_texts_.size(), text_of)) {
    texts.Append(strings.AddText(term_texts_.at(number)));
    postings_.Read(number, bytes);
    lists.Append(records.Append(bytes));
    frequencies.Append(terms_[number].document_frequency);
  }
  const auto path_text_of = [this](std::uint32_t number) { return path_terms_.at(number); };
  for (const std::uint32_t number : OrderByText(path_terms_.size(), path_text_of)) {
    path_texts.Append(strings.AddText(path_terms_.at(number)));
    path_postings_.Read(number, bytes);
    path_lists.Append(records.Append(bytes));
  }
  texts.Close();
  lists.Close();
  frequencies.Close();
  path_texts.Close();
  path_lists.Close();
  records.Close();
}

}  // namespace waymark::graph
