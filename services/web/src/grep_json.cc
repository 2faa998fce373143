#include "services/grep_json.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "services/state_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

Json SymbolJson(const GrepSymbol& symbol) {
  return {{"id", symbol.id}, {"name", symbol.name}, {"kind", symbol.kind}};
}

Json LineJson(const GrepAnswer& answer, const GrepFile& file, const GrepLine& line) {
  Json object = {{"path", file.path}, {"line", line.found.line}};
  if (IsMatch(line)) object["column"] = line.found.column;
  object["text"] = line.found.text;
  if (line.found.from_column != 1) object["from_column"] = line.found.from_column;
  if (line.found.is_cut) object["is_cut"] = true;
  const GrepSymbol* const around = SymbolAround(answer, line);
  if (around != nullptr) object["symbol"] = SymbolJson(*around);
  return object;
}

Json FilesJson(const GrepRequest& request, const GrepAnswer& answer) {
  Json files = Json::array();
  for (const GrepFile& file : answer.files) {
    Json& object = files.emplace_back(Json{{"path", file.path}});
    if (request.only_counts) object["matching_lines"] = file.matching_lines;
  }
  return files;
}

void AddLinesJson(const GrepRequest& request, const GrepAnswer& answer, Json& object) {
  Json hits = Json::array();
  Json context = Json::array();
  for (const GrepFile& file : answer.files) {
    for (const GrepLine& line : file.lines) {
      (IsMatch(line) ? hits : context).push_back(LineJson(answer, file, line));
    }
  }
  object["hits"] = std::move(hits);
  if (HasContext(request)) object["context"] = std::move(context);
}

Json CallersJson(const GrepAnswer& answer) {
  Json symbols = Json::array();
  for (const GrepSymbol& symbol : answer.symbols) {
    Json callers = Json::array();
    for (const GrepCaller& caller : symbol.callers) {
      callers.push_back({{"name", caller.name}, {"path", caller.path}, {"line", caller.line}});
    }
    Json& object = symbols.emplace_back(SymbolJson(symbol));
    object["callers"] = std::move(callers);
    object["callers_omitted"] = symbol.callers_omitted;
  }
  return symbols;
}

}  // namespace

bool ShowsLines(const GrepRequest& request) { return !request.only_files && !request.only_counts; }

bool HasContext(const GrepRequest& request) { return request.before + request.after > 0; }

bool IsMatch(const GrepLine& line) { return line.found.column != 0; }

const GrepSymbol* SymbolAround(const GrepAnswer& answer, const GrepLine& line) {
  return line.symbol == 0 ? nullptr : &answer.symbols[line.symbol - 1];
}

std::uint64_t CountOmitted(const GrepRequest& request, const GrepAnswer& answer) {
  if (!ShowsLines(request)) return answer.matching_files - answer.files.size();
  std::uint64_t shown = 0;
  for (const GrepFile& file : answer.files) {
    shown +=
        static_cast<std::uint64_t>(std::count_if(file.lines.begin(), file.lines.end(), IsMatch));
  }
  return answer.matching_lines - shown;
}

std::vector<std::string> ChangedFiles(const GrepAnswer& answer) {
  std::vector<std::string> paths;
  for (const GrepFile& file : answer.files) {
    if (file.is_changed) paths.push_back(file.path);
  }
  return paths;
}

std::string GrepJson(const GrepRequest& request, const GrepAnswer& answer) {
  Json object = Json::object();
  if (ShowsLines(request)) {
    AddLinesJson(request, answer, object);
  } else {
    object["files"] = FilesJson(request, answer);
  }
  if (request.with_callers) object["symbols"] = CallersJson(answer);
  object["matching_lines"] = answer.matching_lines;
  object["matching_files"] = answer.matching_files;
  object["files_searched"] = answer.files_searched;
  object["omitted"] = CountOmitted(request, answer);
  object["changed"] = ChangedFiles(answer);
  Json skipped = Json::array();
  for (const indexer::SkippedFileReport& file : answer.skipped) {
    skipped.push_back({{"path", file.path}, {"reason", Name(file.reason)}});
  }
  object["skipped"] = std::move(skipped);
  object["index"] = StateJson(answer.index);
  return Compact(object) + "\n";
}

}  // namespace waymark::services
