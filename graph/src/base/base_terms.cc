#include "base/base_terms.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "base/base_files.h"
#include "text/text_order.h"

namespace waymark::graph {
namespace {

constexpr std::uint32_t kMaxFrequency = 0xFFFF;

// The path up to the extension, which only names the language.
std::string_view WithoutExtension(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string_view::npos ? 0 : slash + 1;
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos || dot <= name ? path : path.substr(0, dot);
}

bool TermComesBefore(const TermInput& a, const TermInput& b) {
  return std::tie(a.symbol, a.field) < std::tie(b.symbol, b.field);
}

}  // namespace

std::span<const FieldLengths> BaseTerms::AppendFile(FileId file, SymbolId first_symbol,
                                                    const FileInput& input) {
  AppendPath(file, input.path);
  CollectWords(input);
  word_numbers_.resize(words_.size());
  dictionary_.FindWords(words_, word_numbers_);
  terms_.resize(dictionary_.size());
  while (postings_.size() < dictionary_.size()) postings_.AddList();

  lengths_.assign(input.symbols.size(), FieldLengths());
  Words words;
  for (std::uint32_t i = 0; i < input.symbols.size(); ++i) {
    const bool is_counted = IsCounted(input.language, StoredFlags(input, input.symbols[i]));
    for (std::uint32_t field = 0; field < kFieldCount; ++field) {
      words.begin = words.end;
      words.end = field_ends_[i * kFieldCount + field];
      if (words.begin == words.end) continue;
      lengths_[i][field] =
          AppendField(waymark::ToIndex(first_symbol) + i, field, is_counted, words);
    }
  }
  return lengths_;
}

void BaseTerms::AppendPath(FileId file, std::string_view path) {
  const std::uint32_t number = waymark::ToIndex(file);
  ForEachWord(WithoutExtension(path), [this, number](std::string_view word) {
    for (const std::string& token : path_tokens_.Of(word)) {
      const StringInterner::Interned term = path_terms_.Intern(token);
      if (term.is_new) {
        path_postings_.AddList();
        path_postings_.Append(term.id, number);
        last_files_.push_back(number);
      } else if (last_files_[term.id] != number) {
        path_postings_.Append(term.id, number - last_files_[term.id]);
        last_files_[term.id] = number;
      }
    }
  });
}

void BaseTerms::CollectWords(const FileInput& input) {
  words_.clear();
  word_counts_.clear();
  field_ends_.clear();
  std::span<const TermInput> terms = input.terms;
  if (!std::is_sorted(terms.begin(), terms.end(), TermComesBefore)) {
    sorted_terms_.assign(terms.begin(), terms.end());
    std::sort(sorted_terms_.begin(), sorted_terms_.end(), TermComesBefore);
    terms = sorted_terms_;
  }
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < input.symbols.size(); ++i) {
    for (std::uint32_t f = 0; f < kFieldCount; ++f) {
      const auto field = static_cast<Field>(f);
      if (field == Field::kName) CollectText(input.symbols[i].name);
      if (field == Field::kSignature) CollectText(input.symbols[i].signature);
      for (; next < terms.size() && terms[next].symbol == i && terms[next].field == field; ++next) {
        if (terms[next].count == 0) continue;
        words_.push_back(terms[next].word);
        word_counts_.push_back(terms[next].count);
      }
      field_ends_.push_back(static_cast<std::uint32_t>(words_.size()));
    }
  }
}

void BaseTerms::CollectText(std::string_view text) {
  ForEachWord(text, [this](std::string_view word) {
    words_.push_back(word);
    word_counts_.push_back(1);
  });
}

std::uint16_t BaseTerms::AppendField(std::uint32_t symbol, std::uint32_t field, bool is_counted,
                                     Words words) {
  ++field_serial_;
  counts_.clear();
  std::uint64_t length = 0;
  for (std::uint32_t word = words.begin; word < words.end; ++word) {
    const std::span<const std::uint32_t> terms = dictionary_.TermsOf(word_numbers_[word]);
    length += std::uint64_t{word_counts_[word]} * terms.size();
    for (const std::uint32_t term : terms) CountTerm(term, word_counts_[word]);
  }
  for (const Count& entry : counts_) {
    AppendPosting(entry.term, symbol, field, is_counted, entry.count);
  }
  return static_cast<std::uint16_t>(std::min<std::uint64_t>(length, 0xFFFF));
}

void BaseTerms::AppendPosting(std::uint32_t number, std::uint32_t symbol, std::uint32_t field,
                              bool is_counted, std::uint32_t count) {
  Term& term = terms_[number];
  const bool more = count > 1;
  const std::uint64_t difference = symbol - term.last_symbol;
  postings_.Append(number, difference << 4 | field << 1 | (more ? 1u : 0u));
  if (more) postings_.Append(number, count - 2);
  term.last_symbol = symbol;
  if (is_counted && term.last_document != symbol) {
    term.last_document = symbol;
    ++term.document_frequency;
  }
}

void BaseTerms::AppendStemmed(FileId file, SymbolId first_symbol, std::string_view path,
                              std::span<const Stemmed> postings,
                              const std::vector<bool>& is_counted) {
  AppendPath(file, path);
  for (const Stemmed& posting : postings) {
    const std::uint32_t term = dictionary_.AddTerm(posting.term);
    if (term >= terms_.size()) terms_.resize(std::size_t{term} + 1);
    while (postings_.size() < terms_.size()) postings_.AddList();
    AppendPosting(term, waymark::ToIndex(first_symbol) + posting.symbol,
                  static_cast<std::uint32_t>(posting.field), is_counted[posting.symbol],
                  posting.frequency);
  }
}

void BaseTerms::CountTerm(std::uint32_t number, std::uint32_t count) {
  Term& term = terms_[number];
  if (term.last_field != field_serial_) {
    term.last_field = field_serial_;
    term.slot = static_cast<std::uint32_t>(counts_.size());
    counts_.push_back(Count{number, 0});
  }
  std::uint32_t& total = counts_[term.slot].count;
  total += std::min(count, kMaxFrequency - total);
}

void BaseTerms::Finish(SegmentWriter& segment, BaseStrings& strings) {
  ColumnWriter<std::uint32_t> texts(segment, kTerms);
  ColumnWriter<std::uint32_t> lists(segment, kTermPostings);
  ColumnWriter<std::uint32_t> frequencies(segment, kTermFrequency);
  RecordWriter records(segment, kPostings);
  std::string bytes;
  const auto text_of = [this](std::uint32_t term) { return dictionary_.TextOf(term); };
  for (const std::uint32_t term : OrderByText(dictionary_.size(), text_of)) {
    texts.Append(strings.AddText(dictionary_.TextOf(term)));
    postings_.Read(term, bytes);
    lists.Append(records.Append(bytes));
    frequencies.Append(terms_[term].document_frequency);
  }
  texts.Close();
  lists.Close();
  frequencies.Close();
  WritePaths(segment, strings, records);
  records.Close();
}

void BaseTerms::WritePaths(SegmentWriter& segment, BaseStrings& strings, RecordWriter& records) {
  ColumnWriter<std::uint32_t> texts(segment, kPathTerms);
  ColumnWriter<std::uint32_t> lists(segment, kPathTermFiles);
  std::string bytes;
  const auto text_of = [this](std::uint32_t term) { return path_terms_.at(term); };
  for (const std::uint32_t term : OrderByText(path_terms_.size(), text_of)) {
    texts.Append(strings.AddText(path_terms_.at(term)));
    path_postings_.Read(term, bytes);
    lists.Append(records.Append(bytes));
  }
  texts.Close();
  lists.Close();
}

}  // namespace waymark::graph
