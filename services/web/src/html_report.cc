#include "services/html_report.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/hash.h"
#include "graph/status.h"
#include "page_files.h"
#include "page_paths.h"
#include "questions.h"
#include "services/percent_escapes.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

// The first questions of the views, as the page writes them.
constexpr std::string_view kOutlineQuestion = "outline";
constexpr std::string_view kQuestionsOfRepository[] = {"map", "doctor",
                                                       "analyze?analysis=contracts&limit=2000"};
// {} is the revision.
constexpr std::string_view kDifferenceQuestion = "diff?base={}&limit=2000";
constexpr std::string_view kQuestionsOfChange[] = {
    "blast-radius?base={}&limit=2000&possible=true",
    "blast-radius?base={}&depth=3&limit=2000&possible=true", "test-scope?base={}"};
// {} is the name of a symbol, or its id.
constexpr std::string_view kQuestionsOfSymbol[] = {
    "symbol?name={}",
    "usages?limit=100&relation=dependencies&symbol={}",
    "usages?limit=100&possible=true&relation=usages&symbol={}",
    "usages?limit=50&relation=co_changed&symbol={}",
    "usages?limit=50&relation=implementations&symbol={}",
    "test-scope?limit=100&symbols={}",
    "lines?limit=100&relation=dependencies&symbol={}",
    "lines?limit=100&relation=usages&symbol={}"};
// {} is a path.
constexpr std::string_view kQuestionOfFile = "source?file={}";

// Changed symbols that the report shows in full.
constexpr std::size_t kMostChangedSymbols = 20;
// For the elements around the answers.
constexpr std::size_t kBytesAround = 4096;

constexpr std::string_view kStyleLink = R"(<link rel="stylesheet" href="/app.css">)";
constexpr std::string_view kScriptLink = R"(<script src="/app.js" defer></script>)";
constexpr std::string_view kBodyEnd = "</body>";

std::string With(std::string_view question, const std::string& value) {
  return fmt::format(fmt::runtime(std::string(question)), EscapedPath(value));
}

std::string Base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr unsigned kDigitBits = 6;
  std::string text;
  unsigned bits = 0;
  unsigned count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= kDigitBits; count -= kDigitBits) {
      text += kDigits[bits >> (count - kDigitBits) & 0x3F];
    }
  }
  if (count != 0) text += kDigits[bits << (kDigitBits - count) & 0x3F];
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

// The name of a text in a Content-Security-Policy.
std::string HashSource(std::string_view text) {
  const ContentHash hash = HashContent(text);
  return fmt::format("'sha256-{}'",
                     Base64({reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()}));
}

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

// A script that ends no element: both spellings mean the same inside the texts of a script.
std::string InElement(std::string script) {
  ReplaceAll(script, "</script", "<\\/script");
  ReplaceAll(script, "<!--", "<\\!--");
  return script;
}

// "<" occurs in JSON inside of texts alone.
std::string WithoutMarkup(std::string json) {
  ReplaceAll(json, "<", "\\u003c");
  return json;
}

std::string ContentOf(std::string_view name) {
  const PageFile* const file = FindPageFile(name);
  return file == nullptr ? "" : Unzipped(*file);
}

// Collects answers until there is no room.
class Collector {
 public:
  Collector(const PageOptions& page, Verbs& verbs, const CallControl& control, std::size_t room)
      : page_(page), verbs_(verbs), control_(control), room_(room) {}

  // The answer to a question; it is kept if there is room for it.
  absl::StatusOr<std::string> Ask(const std::string& question) {
    const std::size_t mark = std::min(question.find('?'), question.size());
    PageCall call{
        .options = page_,
        .verbs = verbs_,
        .fields = ReadQuery(std::string_view(question).substr(std::min(mark + 1, question.size()))),
        .control = control_};
    WM_ASSIGN_OR_RETURN(std::string answer, AnswerQuestion(question.substr(0, mark), call));
    Keep(question, answer);
    return answer;
  }

  // Asks unless it was asked before; an error leaves the answer out.
  void Add(const std::string& question) {
    if (asked_.insert(question).second) static_cast<void>(Ask(question));
  }

  std::size_t answers() const { return answers_; }

  std::size_t left_out() const { return left_out_; }

  // The members of a JSON object, by path.
  const std::string& members() const { return members_; }

 private:
  void Keep(const std::string& question, std::string_view answer) {
    std::string member = fmt::format("{}{}:{}", members_.empty() ? "" : ",",
                                     JsonString(fmt::format("{}{}", kApiPath, question)), answer);
    member = WithoutMarkup(std::move(member));
    if (member.size() > room_) {
      ++left_out_;
      return;
    }
    room_ -= member.size();
    members_ += member;
    ++answers_;
  }

  const PageOptions& page_;
  Verbs& verbs_;
  const CallControl& control_;
  std::size_t room_;
  std::set<std::string> asked_;
  std::string members_;
  std::size_t answers_ = 0;
  std::size_t left_out_ = 0;
};

struct SymbolOfReport {
  std::string name;
  std::string path;
};

// "" if the object has no such text.
std::string TextIn(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

// The objects of a list that have a name.
std::vector<SymbolOfReport> SymbolsIn(const Json& list, const char* name, const char* path) {
  std::vector<SymbolOfReport> symbols;
  if (!list.is_array()) return symbols;
  for (const Json& item : list) {
    if (!item.is_object()) continue;
    SymbolOfReport symbol{.name = TextIn(item, name), .path = TextIn(item, path)};
    if (!symbol.name.empty()) symbols.push_back(std::move(symbol));
  }
  return symbols;
}

void AddSymbols(const std::vector<SymbolOfReport>& symbols, Collector& collector) {
  for (const SymbolOfReport& symbol : symbols) {
    for (const std::string_view question : kQuestionsOfSymbol) {
      collector.Add(With(question, symbol.name));
    }
    if (!symbol.path.empty()) collector.Add(With(kQuestionOfFile, symbol.path));
  }
}

// The data of the report about itself.
struct Origin {
  std::string repository;
  std::string commit;
};

absl::StatusOr<Origin> Collect(const HtmlReportOptions& options, Collector& collector) {
  WM_ASSIGN_OR_RETURN(const std::string outline, collector.Ask(std::string(kOutlineQuestion)));
  const Json glance = Json::parse(outline, nullptr, /*allow_exceptions=*/false);
  for (const std::string_view question : kQuestionsOfRepository) {
    collector.Add(std::string(question));
  }
  std::vector<SymbolOfReport> changed;
  if (!options.base.empty()) {
    WM_ASSIGN_OR_RETURN(const std::string difference,
                        collector.Ask(With(kDifferenceQuestion, options.base)));
    for (const std::string_view question : kQuestionsOfChange) {
      collector.Add(With(question, options.base));
    }
    const Json rows = Json::parse(difference, nullptr, /*allow_exceptions=*/false);
    changed = SymbolsIn(rows.value("symbols", Json()), "id", "path");
    changed.resize(std::min(changed.size(), kMostChangedSymbols));
  }
  AddSymbols(changed, collector);
  AddSymbols(SymbolsIn(glance.value("hubs", Json()), "name", "path"), collector);
  const Json index = glance.value("index", Json::object());
  return Origin{.repository = TextIn(index, "repository"), .commit = TextIn(index, "commit")};
}

// The page with its files and the data in it.
std::string Assemble(const std::string& data) {
  std::string html = ContentOf(kIndexFile);
  const std::string style = ContentOf("app.css");
  const std::string script = InElement(ContentOf("app.js"));
  const std::string worker = InElement(ContentOf("worker.js"));
  const std::string policy = fmt::format(
      R"(<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {}; )"
      R"(style-src {}; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'">)",
      HashSource(script), HashSource(style));
  ReplaceAll(html, kStyleLink, "");
  ReplaceAll(html, kScriptLink, fmt::format("{}<style>{}</style>", policy, style));
  const std::string elements =
      fmt::format(R"(<script type="application/json" id="waymark-data">{}</script>)"
                  R"(<script type="text/plain" id="waymark-worker">{}</script><script>{}</script>)",
                  data, worker, script);
  const std::size_t end = std::min(html.rfind(kBodyEnd), html.size());
  return html.insert(end, elements);
}

}  // namespace

absl::StatusOr<HtmlReport> MakeHtmlReport(const PageOptions& page, const HtmlReportOptions& options,
                                          const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<Verbs> verbs, page.verbs());
  const std::size_t fixed = Assemble("").size() + kBytesAround;
  const std::size_t room = options.most_bytes > fixed ? options.most_bytes - fixed : 0;
  Collector collector(page, *verbs, control, room);
  WM_ASSIGN_OR_RETURN(const Origin origin, Collect(options, collector));
  // Questions that were cut off would be holes in the report.
  if (control.cancelled != nullptr && *control.cancelled) {
    return absl::CancelledError("the report was cut off; nothing was written");
  }
  const std::string head =
      WithoutMarkup(fmt::format(R"({{"repository":{},"commit":{},"base":{},"waymark":{},"api":{{)",
                                JsonString(origin.repository), JsonString(origin.commit),
                                JsonString(options.base), JsonString(options.version)));
  return HtmlReport{.html = Assemble(head + collector.members() + "}}"),
                    .answers = collector.answers(),
                    .left_out = collector.left_out()};
}

}  // namespace waymark::services
