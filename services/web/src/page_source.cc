#include "page_source.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "indexer/indexer.h"
#include "indexer/language.h"
#include "indexer/read_file.h"
#include "page_request.h"
#include "services/is_within.h"
#include "services/state_text.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct FileText {
  std::string text;
  bool differs_from_index = false;
};

absl::Status NotShown(const std::string& path, const std::string& why) {
  return absl::FailedPreconditionError(fmt::format("{} is not shown: {}", path, why));
}

// The file on disk, which is not the indexed one. No link leads out of the checkout.
absl::StatusOr<FileText> TextOnDisk(const fs::path& root, const std::string& path) {
  std::error_code error;
  const fs::path file = fs::canonical(root / path, error);
  if (error) return NotShown(path, "it cannot be read any more; run: waymark index");
  if (!IsWithin(root, file)) return NotShown(path, "a link leads out of the checkout");
  absl::StatusOr<std::string> bytes = indexer::ReadFile(file, indexer::kMaxFileBytes);
  if (!bytes.ok()) return NotShown(path, std::string(bytes.status().message()));
  return FileText{.text = indexer::DecodeText(*std::move(bytes)), .differs_from_index = true};
}

absl::StatusOr<FileText> TextOfFile(const PageCall& call, const FileSymbolsRequest& file) {
  WM_ASSIGN_OR_RETURN(
      SourcesAnswer answer,
      call.verbs.Sources({.root = file.root, .symbols = {file.path}, .state = file.state},
                         call.control));
  SymbolSource& source = answer.symbols.front();
  const bool is_file = source.path == file.path && source.kind == Name(SymbolKind::kFile);
  if (is_file && source.error.ok() && source.lines_omitted == 0) {
    return FileText{.text = std::move(source.text)};
  }
  if (!file.state.at.empty()) return NotShown(file.path, std::string(source.error.message()));
  return TextOnDisk(file.root, file.path);
}

Json SymbolsJson(const wire::Payload& payload) {
  Json symbols = Json::array();
  for (const wire::Symbol& symbol : payload.symbols) {
    symbols.push_back({{"id", symbol.handle},
                       {"name", symbol.qualified_name},
                       {"kind", wire::TermName(payload, symbol.kind)},
                       {"line", symbol.start_line},
                       {"end_line", symbol.end_line}});
  }
  return symbols;
}

std::string_view LanguageOf(const std::string& path, const std::string& text) {
  const indexer::GrammarRow* const grammar = indexer::DetectGrammar(path, text);
  return grammar == nullptr ? "" : Name(grammar->language);
}

std::uint64_t CountLines(std::string_view text) {
  const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return ends + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

Json UseLineJson(const UseLine& line) {
  Json object = {{"path", line.site.path}, {"line", line.site.line}, {"column", line.site.column},
                 {"kind", line.kind},      {"around", line.around},  {"used", line.used}};
  object["code"] = line.code.has_value() ? Json(*line.code) : Json(nullptr);
  object["is_aside"] = line.is_aside;
  object["name_begin"] = line.name_begin;
  object["name_end"] = line.name_end;
  return object;
}

}  // namespace

absl::StatusOr<std::string> AnswerSource(const PageCall& call) {
  PageCall rest = call;
  WM_ASSIGN_OR_RETURN(const std::string path, TakeField("file", rest.fields));
  if (path.empty()) {
    return absl::InvalidArgumentError("file is missing: a path from the top of the checkout");
  }
  rest.fields.push_back({.name = "path", .value = path});
  WM_ASSIGN_OR_RETURN(const FileSymbolsRequest request, RequestOf<FileSymbolsRequest>(rest));
  WM_ASSIGN_OR_RETURN(const FileSymbolsAnswer symbols,
                      call.verbs.FileSymbols(request, call.control));
  WM_ASSIGN_OR_RETURN(const FileText file, TextOfFile(call, request));
  Json object = {{"path", path},
                 {"language", LanguageOf(path, file.text)},
                 {"text", wire::ReplaceInvalidUtf8(file.text)},
                 {"lines", CountLines(file.text)},
                 {"differs_from_index", file.differs_from_index},
                 {"symbols", SymbolsJson(symbols.payload)}};
  if (symbols.payload.index.has_value()) object["index"] = StateJson(*symbols.payload.index);
  return Compact(object) + "\n";
}

absl::StatusOr<std::string> AnswerLines(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(UsagesRequest request, RequestOf<UsagesRequest>(call));
  request.encoding = JsonEncoding(call.options, request.state.at);
  request.with_lines = true;
  WM_ASSIGN_OR_RETURN(const UsagesAnswer answer, call.verbs.Usages(request, call.control));
  Json lines = Json::array();
  for (const UseLine& line : answer.lines) lines.push_back(UseLineJson(line));
  const wire::Payload& payload = answer.payload;
  Json object = {{"symbol", payload.symbols.empty() ? "" : payload.symbols.front().qualified_name},
                 {"relation", Name(request.relation)},
                 {"lines", std::move(lines)},
                 {"all_lines", answer.all_lines},
                 {"files_of_lines", answer.files_of_lines}};
  if (payload.truncation.has_value()) object["cursor"] = payload.truncation->cursor;
  object["completeness"] = CompletenessJson(payload.completeness);
  if (payload.index.has_value()) object["index"] = StateJson(*payload.index);
  return Compact(object) + "\n";
}

}  // namespace waymark::services
