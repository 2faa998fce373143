// The client's side of a difference: makes the new pack from the base and the text.
//
//   GCF [profile=graph ]tool=T delta=true base_root=R new_root=R
//       [tokens=K savings=P%] [tokenizer=N]
//   # moved PATH ...    line_moves.h
//   ## removed          KIND NAME
//   ## added            @ID KIND NAME SCORE PROVENANCE [DISTANCE in gcf3]
//   ## edges_removed    SOURCE -> TARGET TYPE
//   ## edges_added      SOURCE -> TARGET TYPE [STATUS]
//
// Sections come in this order, each at most once. Anything that fits neither grammar nor base is an
// error, because a pack that is nearly right would be a wrong graph. If the header names the
// tokenizer, the text must have the stated number of tokens: otherwise a text that was cut off
// between lines would fit the base.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "delta/line_moves.h"
#include "gcf/gcf_comments.h"
#include "gcf/gcf_scan.h"
#include "graph/status.h"
#include "text/cut_off.h"
#include "text/gcf_token.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"
#include "wire/pack_delta.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::array<std::string_view, 4> kSections = {"removed", "added", "edges_removed",
                                                       "edges_added"};

enum Section : std::size_t { kRemoved, kAdded, kEdgesRemoved, kEdgesAdded, kNoSection };

constexpr std::size_t kPlainNodeFields = 5;
constexpr std::uint8_t kUntoldDistance = 255;
constexpr std::string_view kAddedHops = "added hops=";

class DeltaReader {
 public:
  DeltaReader(const Payload& base, std::string_view text)
      : base_(base), text_(text), lines_(text) {}

  absl::StatusOr<Payload> Read() {
    if (lines_.GoToInvalidUtf8()) return Error("invalid_utf8", "the text is not UTF-8");
    std::string_view line;
    if (!lines_.Next(line)) return Error("missing_header", "the text is empty");
    WM_RETURN_IF_ERROR(ReadHeader(line));
    WM_RETURN_IF_ERROR(ReadBase());
    while (lines_.Next(line)) WM_RETURN_IF_ERROR(ReadLine(line));
    WM_RETURN_IF_ERROR(CheckSection());
    WM_RETURN_IF_ERROR(CheckTokens());
    return Outcome();
  }

 private:
  using Ends = std::tuple<std::string, std::string, std::string>;  // source, target, type

  absl::Status Error(std::string_view code, std::string_view what) const {
    const std::size_t line = std::max<std::size_t>(lines_.number(), 1);
    return absl::InvalidArgumentError(
        fmt::format("apply delta: {} (line {}): {}", code, line, what));
  }

  absl::Status Malformed(std::string_view what) const { return Error("malformed_delta", what); }

  absl::Status Misfit(std::string_view what) const { return Error("delta_invalid", what); }

  absl::Status CheckLine(std::string_view line) const {
    const std::string fault = GcfLineFault(line);
    return fault.empty() ? absl::OkStatus() : Malformed(fault);
  }

  // "GCF KEY=VALUE ...", or "unchanged KEY=VALUE ..." of `gcf`.
  absl::Status ReadHeader(std::string_view line) {
    WM_RETURN_IF_ERROR(CheckLine(line));
    const Halves halves = SplitAt(line, " ");
    is_unchanged_ = halves.first == "unchanged";
    if (is_unchanged_ && !halves.second) return absl::OkStatus();
    if (!halves.second || (halves.first != "GCF" && !is_unchanged_)) {
      return Error("missing_header", "the text begins neither with 'GCF ' nor with 'unchanged'");
    }
    const std::vector<std::string_view> pairs = SplitAtBlanks(*halves.second, kMaxGcfHeaderFields);
    if (pairs.size() > kMaxGcfHeaderFields) {
      return Error("malformed_header_field",
                   fmt::format("more than {} fields in the line", kMaxGcfHeaderFields));
    }
    for (const std::string_view pair : pairs) {
      const Halves field = SplitAt(pair, "=");
      if (!field.second || field.first.empty())
        return Error("malformed_header_field", fmt::format("'{}' is not KEY=VALUE", pair));
      if (!header_.emplace(field.first, *field.second).second) {
        return Error("duplicate_header_field", fmt::format("'{}' is given twice", field.first));
      }
    }
    return CheckHeader();
  }

  absl::Status CheckHeader() {
    const auto profile = header_.find("profile");
    is_profile_ = profile != header_.end();
    if (is_profile_ && profile->second != "graph") {
      return Error("unknown_profile",
                   fmt::format("profile '{}' is none that is read", profile->second));
    }
    is_unchanged_ = is_unchanged_ || Field("unchanged") == "true";
    if (is_unchanged_) return absl::OkStatus();
    if (Field("delta") != "true") {
      return Malformed("neither a difference nor 'unchanged'; decode it without a base");
    }
    // Other senders may leave out how much the text saves.
    if (header_.count("tokens") != 0 && !ParseInteger<std::uint64_t>(Field("tokens"))) {
      return Error("invalid_count",
                   fmt::format("tokens='{}' is not a whole number", Field("tokens")));
    }
    return absl::OkStatus();
  }

  std::string_view Field(std::string_view key) const {
    const auto found = header_.find(key);
    return found == header_.end() ? std::string_view() : found->second;
  }

  // A root of this program, or nothing for one of another recipe and length, which cannot be
  // verified.
  absl::StatusOr<std::optional<RootHash>> Root(std::string_view key) const {
    std::string_view value = Field(key);
    const bool is_published = value.starts_with(kGcfRootAlgorithm);
    if (is_published) value.remove_prefix(kGcfRootAlgorithm.size());
    const std::optional<RootHash> root = RootHash::FromHex(value);
    if (root || (!is_published && !value.empty())) return root;
    return Error("malformed_header_field", fmt::format("'{}' is not 64 hexadecimal digits", key));
  }

  // Takes over the base, after checking that the text was made for it.
  absl::Status ReadBase() {
    WM_RETURN_IF_ERROR(Check(base_));
    if (is_unchanged_ && header_.empty()) {  // a bare one refers to the last pack
      outcome_ = base_;
      return absl::OkStatus();
    }
    WM_ASSIGN_OR_RETURN(const std::optional<RootHash> wanted,
                        Root(is_unchanged_ ? "pack_root" : "base_root"));
    const RootHash root =
        is_profile_ ? GraphPackRoot(base_) : base_.pack_root.value_or(ContentRoot(base_));
    if (wanted && root != *wanted) {
      return Error("root_mismatch", fmt::format("it is a difference from {}, the base is {}; ask "
                                                "for the whole",
                                                wanted->ToHex(), root.ToHex()));
    }
    if (is_unchanged_) {
      outcome_ = base_;
      return CheckUnchanged();
    }
    for (const Symbol& symbol : base_.symbols) {
      if (!symbols_.emplace(symbol.qualified_name, symbol).second) {
        return Misfit("two symbols of the base have one name; ask for the whole");
      }
      order_.push_back(symbol.qualified_name);
    }
    for (const Edge& edge : base_.edges) {
      const Ends ends(base_.symbols[edge.source].qualified_name,
                      base_.symbols[edge.target].qualified_name, TermName(base_, edge.type));
      if (!edges_.emplace(ends, edge).second) {
        return Misfit("two edges of the base have one name; ask for the whole");
      }
    }
    outcome_.foreign_names = base_.foreign_names;
    return absl::OkStatus();
  }

  absl::Status CheckUnchanged() const {
    if (Field("symbols") == fmt::format("{}", base_.symbols.size())) return absl::OkStatus();
    return Error("count_mismatch", fmt::format("it is a pack of '{}' symbols, the base has {}",
                                               Field("symbols"), base_.symbols.size()));
  }

  // Checks the text as it was sent, with LF at the end of each line.
  absl::Status CheckTokens() const {
    const std::optional<Tokenizer> tokenizer = TokenizerFromName(Field("tokenizer"));
    if (is_unchanged_) return absl::OkStatus();
    if (!tokenizer) return lines_.is_cut_off() ? Malformed(kCutOff) : absl::OkStatus();
    std::string sent;
    sent.reserve(text_.size() + 1);
    GcfLines lines(text_);
    for (std::string_view line; lines.Next(line);) sent.append(line).push_back('\n');
    const std::uint64_t count = CountTokens(sent, *tokenizer);
    if (fmt::format("{}", count) == Field("tokens")) return absl::OkStatus();
    return Error(
        "count_mismatch",
        fmt::format("the header says {} tokens, the text has {}; it was cut off or changed",
                    Field("tokens"), count));
  }

  absl::Status ReadLine(std::string_view line) {
    if (IsGcfComment(line)) {
      if (line.empty()) return absl::OkStatus();
      return ReadComment(line.substr(std::min(line.size(), kGcfComment.size())));
    }
    WM_RETURN_IF_ERROR(CheckLine(line));
    above_ = Above::kNothing;
    last_comment_ = {};
    if (is_unchanged_) return Malformed("'unchanged' is the whole answer");
    if (line.starts_with("## ")) return BeginSection(line.substr(3));
    ++lines_here_;
    switch (section_) {
      case kRemoved:
        return ReadRemoved(line);
      case kAdded:
        return ReadAdded(line);
      case kEdgesRemoved:
      case kEdgesAdded:
        return ReadEdge(line);
      default:
        return Malformed("a line outside of the four sections");
    }
  }

  absl::Status ReadComment(std::string_view text) {
    last_comment_ = text;
    has_comments_ = true;
    switch (above_) {
      case Above::kHeader:
        return ReadHeaderComment(text);
      case Above::kNode:
        return ReadNodeComment(text);
      case Above::kPlace:
        added_symbol_->text.append(text).push_back('\n');
        return absl::OkStatus();
      case Above::kEdge:
        ReadGcfSites(text, "", *added_edge_);
        above_ = Above::kNothing;
        return absl::OkStatus();
      case Above::kNothing:
        return absl::OkStatus();
    }
    return absl::OkStatus();
  }

  // The state of the answer, the distances of added symbols, and moved lines.
  absl::Status ReadHeaderComment(std::string_view text) {
    if (ReadGcfState(text, outcome_) || is_unchanged_) return absl::OkStatus();
    if (text.starts_with(kAddedHops)) return ReadDistances(text.substr(kAddedHops.size()));
    if (const std::optional<FileMoves> file = ReadMoves(text)) Move(*file);
    if (const std::optional<FileLines> file = ReadLines(text)) return SetLines(*file);
    return absl::OkStatus();
  }

  absl::Status ReadDistances(std::string_view text) {
    for (std::optional<std::string_view> rest = text; rest;) {
      const Halves item = SplitAt(*rest, ",");
      const Halves halves = SplitAt(item.first, ":");
      const auto distance = ParseInteger<std::uint8_t>(halves.first);
      const auto count = ParseInteger<std::uint32_t>(halves.second.value_or(""));
      if (!distance || !count || *count > kMaxSymbols - distances_.size()) {
        return Malformed("the distances of added symbols are DISTANCE:COUNT,...");
      }
      distances_.insert(distances_.end(), *count, *distance);
      rest = item.second;
    }
    return absl::OkStatus();
  }

  void Move(const FileMoves& file) {
    has_moves_ = true;
    for (auto& [name, symbol] : symbols_) {
      if (symbol.path == file.path) MoveLines(file.moves, symbol);
    }
    for (auto& [ends, edge] : edges_) MoveLines(file.moves, file.path, edge);
  }

  absl::Status SetLines(const FileLines& file) {
    has_moves_ = true;
    for (const SymbolLines& lines : file.symbols) {
      const auto found = symbols_.find(lines.name);
      if (found == symbols_.end() || found->second.path != file.path) {
        return Misfit(fmt::format("the base has no '{}' in '{}'", lines.name, file.path));
      }
      Symbol& symbol = found->second;
      const LineMoves moves({{1, std::int64_t{lines.first} - std::int64_t{symbol.start_line}}});
      symbol.name_line = moves.Moved(symbol.name_line);
      symbol.start_line = lines.first;
      symbol.end_line = lines.last;
    }
    return absl::OkStatus();
  }

  // Reads what changed of an added symbol, its place and signature, or that it is as before.
  absl::Status ReadNodeComment(std::string_view text) {
    Symbol& symbol = *added_symbol_;
    if (text == kAsBefore) {
      above_ = Above::kNothing;
      return TakeFormer(symbol);
    }
    if (outcome_.difference && !symbol.change && ReadGcfChange(text, symbol)) {
      return absl::OkStatus();
    }
    above_ = ReadGcfPlace(text, symbol) ? Above::kPlace : Above::kNothing;
    return absl::OkStatus();
  }

  // Takes place and text from the removed symbol of the same name.
  absl::Status TakeFormer(Symbol& symbol) const {
    const auto found = former_.find(symbol.qualified_name);
    if (found == former_.end()) {
      return Misfit(fmt::format("'{}' is as before, and was not removed", symbol.qualified_name));
    }
    Symbol former = found->second;
    former.kind = symbol.kind;
    former.score = symbol.score;
    former.provenance = symbol.provenance;
    former.distance = symbol.distance;
    symbol = std::move(former);
    return absl::OkStatus();
  }

  absl::Status BeginSection(std::string_view name) {
    const std::size_t first = section_ == kNoSection ? 0 : section_ + 1;
    for (std::size_t i = first; i < kSections.size(); ++i) {
      if (kSections[i] != name) continue;
      WM_RETURN_IF_ERROR(CheckSection());
      section_ = static_cast<Section>(i);
      lines_here_ = 0;
      return absl::OkStatus();
    }
    return Malformed(fmt::format(
        "'{}' is not one of removed, added, edges_removed and edges_added, in this order", name));
  }

  // A sender leaves out a section without lines, so an empty section means a text that was cut off.
  absl::Status CheckSection() const {
    if (section_ == kNoSection || lines_here_ != 0) return absl::OkStatus();
    return Malformed(fmt::format("'{}' has no lines", kSections[section_]));
  }

  absl::StatusOr<std::string> Token(std::string_view token) const {
    if (token.empty()) return Malformed("an empty field");
    std::string field = DecodeGcfToken(token);
    if (IsUtf8(field)) return field;
    return Error("invalid_utf8", fmt::format("'{}' does not decode to UTF-8", token));
  }

  template <typename Term>
  absl::Status Take(const absl::StatusOr<Term>& found, Term& term) const {
    if (!found.ok()) return Malformed(std::string(found.status().message()));
    term = *found;
    return absl::OkStatus();
  }

  absl::Status ReadRemoved(std::string_view line) {
    const std::vector<std::string_view> fields = SplitAtBlanks(line, 2);
    if (fields.size() != 2) return Malformed("a removed symbol is KIND NAME");
    WM_ASSIGN_OR_RETURN(const std::string kind, Token(fields[0]));
    WM_ASSIGN_OR_RETURN(const std::string name, Token(fields[1]));
    const auto found = symbols_.find(name);
    if (found == symbols_.end() || GcfKindName(base_, found->second.kind) != kind) {
      return Misfit(fmt::format("the base has no '{}' of kind '{}'", name, kind));
    }
    former_.insert(symbols_.extract(found));
    return absl::OkStatus();
  }

  absl::Status ReadAdded(std::string_view line) {
    const std::size_t wanted = kPlainNodeFields + (is_profile_ ? 1 : 0);
    const std::vector<std::string_view> fields = SplitAtBlanks(line, wanted);
    if (fields.size() != wanted || fields[0] != fmt::format("@{}", added_)) {
      return Malformed(
          fmt::format("an added symbol has {} fields, this one begins with '@{}'", wanted, added_));
    }
    if (symbols_.size() == kMaxSymbols) return Malformed("more symbols than a payload may hold");
    WM_ASSIGN_OR_RETURN(const std::string kind, Token(fields[1]));
    WM_ASSIGN_OR_RETURN(const std::string provenance, Token(fields[4]));
    Symbol symbol;
    WM_ASSIGN_OR_RETURN(symbol.qualified_name, Token(fields[2]));
    if (kind.empty() || symbol.qualified_name.empty()) {
      return Malformed("an added symbol needs kind and name");
    }
    WM_RETURN_IF_ERROR(Take(KindTerm(outcome_, kind), symbol.kind));
    WM_RETURN_IF_ERROR(Take(ProvenanceTerm(outcome_, provenance), symbol.provenance));
    const std::optional<float> score = ParseGcfScore(fields[3]);
    if (!score) {
      return Error("invalid_score", fmt::format("'{}' is not a decimal number", fields[3]));
    }
    symbol.score = *score;
    const auto distance = is_profile_ ? ParseInteger<std::uint8_t>(fields.back())
                                      : std::optional<std::uint8_t>(ToldDistance());
    if (!distance) return Malformed(fmt::format("'{}' is no distance of 0 to 255", fields.back()));
    symbol.distance = *distance;
    ++added_;
    order_.push_back(symbol.qualified_name);
    const auto [added, is_new] = symbols_.emplace(symbol.qualified_name, symbol);
    added_symbol_ = &added->second;
    above_ = Above::kNode;
    if (is_new) return absl::OkStatus();
    return Misfit(fmt::format("'{}' is added and there already", symbol.qualified_name));
  }

  // Of the next added symbol in `gcf`.
  std::uint8_t ToldDistance() const {
    return added_ < distances_.size() ? distances_[added_] : kUntoldDistance;
  }

  absl::Status ReadEdge(std::string_view line) {
    const Halves halves = SplitAt(line, " -> ");
    const std::vector<std::string_view> rest = SplitAtBlanks(halves.second.value_or(""), 3);
    const std::size_t most = section_ == kEdgesAdded ? 3 : 2;
    if (!halves.second || rest.size() < 2 || rest.size() > most ||
        halves.first.find(' ') != std::string_view::npos) {
      return Malformed("an edge is SOURCE -> TARGET TYPE, and STATUS if it is added");
    }
    WM_ASSIGN_OR_RETURN(std::string source, Token(halves.first));
    WM_ASSIGN_OR_RETURN(std::string target, Token(rest[0]));
    WM_ASSIGN_OR_RETURN(std::string type, Token(rest[1]));
    if (type.empty()) return Malformed("an edge needs a type");
    Edge edge;
    WM_RETURN_IF_ERROR(Take(EdgeTypeTerm(outcome_, type), edge.type));
    const Ends ends(std::move(source), std::move(target), std::move(type));
    if (section_ == kEdgesRemoved) {
      return edges_.erase(ends) == 1 ? absl::OkStatus() : Misfit("the base has no such edge");
    }
    if (edges_.size() == kMaxEdges) return Malformed("more edges than a payload may hold");
    if (rest.size() == most) {
      WM_ASSIGN_OR_RETURN(const std::string status, Token(WithoutGcfBrackets(rest[2])));
      WM_RETURN_IF_ERROR(Take(EdgeStatusTerm(outcome_, status), edge.status));
    }
    const auto [added, is_new] = edges_.emplace(ends, std::move(edge));
    added_edge_ = &added->second;
    above_ = Above::kEdge;
    return is_new ? absl::OkStatus() : Misfit("the edge is added and there already");
  }

  absl::StatusOr<Payload> Outcome() {
    if (is_unchanged_) return std::move(outcome_);
    if (outcome_.truncation) ReadNextCall();
    outcome_.tool = DecodeGcfToken(Field("tool"));
    if (!IsUtf8(outcome_.tool)) return Error("invalid_utf8", "the tool is not UTF-8");
    outcome_.token_budget = base_.token_budget;
    std::map<std::string_view, std::uint32_t> places;
    for (const std::string& name : order_) {
      const auto found = symbols_.find(name);
      // A name that was removed and added again keeps its place.
      if (found == symbols_.end() || places.count(name) != 0) continue;
      places.emplace(name, static_cast<std::uint32_t>(outcome_.symbols.size()));
      outcome_.symbols.push_back(found->second);
    }
    for (auto& [ends, edge] : edges_) {
      const auto source = places.find(std::get<0>(ends));
      const auto target = places.find(std::get<1>(ends));
      if (source == places.end() || target == places.end()) {
        return Misfit(fmt::format("an edge between '{}' and '{}' is left, and not both of them",
                                  std::get<0>(ends), std::get<1>(ends)));
      }
      edge.source = source->second;
      edge.target = target->second;
      outcome_.edges.push_back(std::move(edge));
    }
    WM_RETURN_IF_ERROR(Canonicalize(outcome_));
    return WithRoot();
  }

  // The call for the rest is the last line, where the text of an added symbol may end as well.
  void ReadNextCall() {
    if (!ReadGcfNextCall(last_comment_, *outcome_.truncation) || above_ != Above::kPlace) return;
    std::string& text = symbols_.find(order_.back())->second.text;
    text.resize(text.size() - std::min(text.size(), last_comment_.size() + 1));
  }

  absl::StatusOr<Payload> WithRoot() {
    WM_ASSIGN_OR_RETURN(const std::optional<RootHash> wanted, Root("new_root"));
    const bool is_other = header_["base_root"] != header_["new_root"];
    if (section_ == kNoSection && !has_moves_ && is_other) {
      return Malformed("neither symbols nor lines differ in it");
    }
    if (!is_profile_) return WithContentRoot(wanted);
    WM_RETURN_IF_ERROR(CheckRoot(GraphPackRoot(outcome_), wanted));
    if (header_.count("content_root") == 0) return std::move(outcome_);
    WM_ASSIGN_OR_RETURN(const std::optional<RootHash> content, Root("content_root"));
    return WithContentRoot(content);
  }

  // A difference without comments tells the graph alone, and so may what the base was read from:
  // then the result lacks data that the root covers.
  absl::StatusOr<Payload> WithContentRoot(const std::optional<RootHash>& wanted) {
    const bool is_base_whole =
        base_.pack_root ? *base_.pack_root == ContentRoot(base_) : !is_profile_;
    if (has_comments_ && is_base_whole) {
      WM_RETURN_IF_ERROR(CheckRoot(ContentRoot(outcome_), wanted));
    }
    outcome_.pack_root = wanted;
    return std::move(outcome_);
  }

  absl::Status CheckRoot(const RootHash& root, const std::optional<RootHash>& wanted) const {
    if (!wanted || root == *wanted) return absl::OkStatus();
    return Error("root_mismatch",
                 fmt::format("the outcome is {}, it should be {}; ask for the whole", root.ToHex(),
                             wanted->ToHex()));
  }

  // What a comment may describe: the answer, an added symbol, its text below its place, an edge.
  enum class Above : std::uint8_t { kHeader, kNode, kPlace, kEdge, kNothing };

  const Payload& base_;
  std::string_view text_;
  GcfLines lines_;
  std::map<std::string_view, std::string_view> header_;
  bool is_profile_ = false;
  bool is_unchanged_ = false;
  Section section_ = kNoSection;
  std::size_t lines_here_ = 0;  // of the section
  std::uint32_t added_ = 0;
  std::map<std::string, Symbol> symbols_;  // by qualified name
  std::vector<std::string> order_;         // of base and added symbols
  std::map<std::string, Symbol> former_;   // removed ones
  std::map<Ends, Edge> edges_;
  std::vector<std::uint8_t> distances_;  // of added symbols, as a comment of `gcf` tells them
  Above above_ = Above::kHeader;
  Symbol* added_symbol_ = nullptr;  // that the next comments describe
  Edge* added_edge_ = nullptr;
  bool has_comments_ = false;
  bool has_moves_ = false;
  std::string_view last_comment_;  // the last comment, if only it stands at the end
  Payload outcome_;
};

}  // namespace

absl::StatusOr<Payload> ApplyDelta(const Payload& base, std::string_view text) {
  return DeltaReader(base, text).Read();
}

}  // namespace waymark::wire
