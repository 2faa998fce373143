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

// The symbols of the file beyond kMaxFileSymbols.
std::uint64_t CountOmitted(const wire::Payload& payload) {
  return payload.truncation.has_value() ? payload.truncation->omitted.value_or(0) : 0;
}

std::string_view LanguageOf(const std::string& path, const std::string& text) {
  const indexer::GrammarRow* const grammar = indexer::DetectGrammar(path, text);
  return grammar == nullptr ? "" : Name(grammar->language);
}

std::uint64_t CountLines(std::string_view text) {
  const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return ends + (text.empty() || text.ends_with('\n') ? 0 : 1);
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
                 {"symbols", SymbolsJson(symbols.payload)},
                 {"symbols_omitted", CountOmitted(symbols.payload)}};
  if (symbols.payload.index.has_value()) object["index"] = StateJson(*symbols.payload.index);
  return Compact(object) + "\n";
}

absl::StatusOr<std::string> AnswerLines(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(UsagesRequest request, RequestOf<UsagesRequest>(call));
  request.with_first_lines = true;
  WM_ASSIGN_OR_RETURN(const UsagesAnswer answer, call.verbs.Usages(request, call.control));
  Json lines = Json::array();
  for (const UseLine& line : answer.lines) {
    if (!line.code.has_value()) continue;
    lines.push_back({{"path", line.site.path}, {"line", line.site.line}, {"code", *line.code}});
  }
  return Compact(Json{{"lines", std::move(lines)}}) + "\n";
}

}  // namespace waymark::services
