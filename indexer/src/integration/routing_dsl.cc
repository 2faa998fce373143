#include "integration/routing_dsl.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

std::size_t WordEnd(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  return end;
}

// The text of a symbol or plain string.
std::optional<std::string_view> NameIn(std::string_view text) {
  if (text.starts_with(':')) text.remove_prefix(1);
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0]) {
    text = text.substr(1, text.size() - 2);
    if (text.find_first_of("\"'") != std::string_view::npos) return std::nullopt;
    return text.find("#{") == std::string_view::npos ? std::optional(text) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string_view> SymbolOrText(std::string_view text) {
  if (text.starts_with(':') && text.size() > 1 && WordEnd(text.substr(1)) + 1 == text.size()) {
    return text.substr(1);
  }
  return NameIn(text);
}

struct Pair {
  std::string_view key;
  std::string_view value;
  bool is_text = false;  // "key" => value
};

std::optional<Pair> PairIn(std::string_view argument) {
  const std::size_t end = WordEnd(argument);
  const std::string_view behind = argument.substr(end);
  if (end > 0 && behind.starts_with(':') && !behind.starts_with("::")) {
    return Pair{argument.substr(0, end), Trimmed(behind.substr(1))};
  }
  const std::size_t arrow = argument.find("=>");
  if (arrow == std::string_view::npos) return std::nullopt;
  const auto key = SymbolOrText(Trimmed(argument.substr(0, arrow)));
  if (!key.has_value()) return std::nullopt;
  return Pair{*key, Trimmed(argument.substr(arrow + 2)), argument[0] != ':'};
}

std::optional<std::string_view> OptionOf(const RouteDirective& send, std::string_view name) {
  for (const std::string_view argument : send.arguments) {
    const auto pair = PairIn(argument);
    if (pair.has_value() && !pair->is_text && pair->key == name) return pair->value;
  }
  return std::nullopt;
}

std::optional<std::string_view> NameInOption(const RouteDirective& send, std::string_view option) {
  const auto value = OptionOf(send, option);
  return value.has_value() ? SymbolOrText(*value) : std::nullopt;
}

// Positional arguments; one that is no literal is empty.
std::vector<std::string_view> PlainArguments(const RouteDirective& send) {
  std::vector<std::string_view> plain;
  for (const std::string_view argument : send.arguments) {
    if (argument.starts_with('&') || argument.starts_with('{') || PairIn(argument).has_value()) {
      break;
    }
    plain.push_back(SymbolOrText(argument).value_or(std::string_view()));
  }
  return plain;
}

// The words of `[:a, :b]`, `%i[a b]` or `:a`; nullopt for another expression.
std::optional<std::vector<std::string_view>> SymbolsIn(std::string_view value) {
  const bool is_list = value.starts_with('[') || value.starts_with("%i") || value.starts_with("%w");
  if (!is_list && !SymbolOrText(value).has_value()) return std::nullopt;
  if (value.starts_with('%')) value.remove_prefix(2);
  std::vector<std::string_view> words;
  while (!value.empty()) {
    const std::size_t end = WordEnd(value);
    if (end > 0) words.push_back(value.substr(0, end));
    value.remove_prefix(std::max<std::size_t>(end, 1));
  }
  return words;
}

std::string JoinedRoute(std::string_view path, std::string_view part) {
  if (const std::size_t format = part.find("(.:format)"); format != std::string_view::npos) {
    part = part.substr(0, format);
  }
  while (part.starts_with('/')) part.remove_prefix(1);
  while (part.ends_with('/')) part.remove_suffix(1);
  return part.empty() ? std::string(path) : fmt::format("{}/{}", path, part);
}

std::string InModule(std::string_view module, std::string_view part) {
  if (part.starts_with('/')) return std::string(part.substr(1));
  return module.empty() ? std::string(part) : fmt::format("{}/{}", module, part);
}

std::string Singular(const RoutingDsl& words, std::string_view plural) {
  for (const PluralRow& row : words.plurals) {
    if (plural == row.plural || plural.ends_with("_" + std::string(row.plural))) {
      return fmt::format("{}{}", plural.substr(0, plural.size() - row.plural.size()), row.singular);
    }
  }
  if (plural.ends_with("ies")) return fmt::format("{}y", plural.substr(0, plural.size() - 3));
  for (const std::string_view end : {"sses", "shes", "ches", "xes", "uses"}) {
    if (plural.ends_with(end)) return std::string(plural.substr(0, plural.size() - 2));
  }
  if (plural.ends_with("s") && !plural.ends_with("ss")) plural.remove_suffix(1);
  return std::string(plural);
}

std::string Plural(const RoutingDsl& words, std::string_view singular) {
  for (const PluralRow& row : words.plurals) {
    if (singular == row.singular || singular.ends_with("_" + std::string(row.singular))) {
      return fmt::format("{}{}", singular.substr(0, singular.size() - row.singular.size()),
                         row.plural);
    }
  }
  for (const std::string_view end : {"ss", "sh", "ch", "x", "us"}) {
    if (singular.ends_with(end)) return fmt::format("{}es", singular);
  }
  if (singular.ends_with('s')) return std::string(singular);
  const bool is_vowel =
      singular.size() > 1 &&
      std::string_view("aeiou").find(singular[singular.size() - 2]) != std::string_view::npos;
  if (singular.ends_with('y') && !is_vowel) {
    return fmt::format("{}ies", singular.substr(0, singular.size() - 1));
  }
  return fmt::format("{}s", singular);
}

// {"Admin", "UserItemsController"} for "admin/user_items".
std::vector<std::string> TypeNamed(std::string_view controller, std::string_view suffix) {
  std::vector<std::string> parts(1);
  bool starts = true;
  for (const char c : controller) {
    if (c == '/') parts.emplace_back();
    if (c == '/' || c == '_') {
      starts = true;
    } else if (!IsWordCharacter(c)) {
      return {};
    } else {
      parts.back() += starts && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      starts = false;
    }
  }
  for (const std::string& part : parts) {
    if (part.empty() || part[0] < 'A' || part[0] > 'Z') return {};
  }
  parts.back() += suffix;
  return parts;
}

// The context that the enclosing blocks make.
struct Around {
  std::string path;
  std::string module;
  std::string controller;
  std::string own;    // path of the enclosing resources, if any
  std::string one;    // path of one resource
  std::string below;  // prefix of nested resources
  std::optional<RoutingDslForm>
      resources{};  // directly enclosing, without a kMember or the like between
  bool is_unkeyed = false;
  bool is_unknown = false;
};

class RouteExpansion {
 public:
  explicit RouteExpansion(const RoutingDsl& words) : words_(words) {}

  void Enter(RoutingDslForm form, const RouteDirective& send);
  void Declare(const RoutingDslWord& word, const RouteDirective& send);

  std::vector<DeclaredRoute> Take() { return std::move(routes_); }

 private:
  void Descend();
  void EnterScope(const RouteDirective& send);
  bool EnterResources(RoutingDslForm form, const RouteDirective& send, std::string_view name);
  void DeclarePath(const RouteDirective& send, const std::string& verbs);
  void DeclareResources(RoutingDslForm form, const RouteDirective& send);
  void DeclareRoot(const RouteDirective& send);
  void Add(std::string verbs, std::string path, std::string_view target,
           std::string_view controller, std::string_view action);
  void Place(const RouteDirective& send);

  const RoutingDsl& words_;
  Around around_;
  std::vector<DeclaredRoute> routes_;
};

// Directives directly below resources are nested in one resource.
void RouteExpansion::Descend() {
  if (!around_.resources.has_value()) return;
  if (around_.below.empty()) around_.is_unknown = true;
  if (around_.is_unkeyed && around_.resources == RoutingDslForm::kMany) around_.is_unknown = true;
  around_.path = around_.below;
  around_.resources.reset();
}

void RouteExpansion::EnterScope(const RouteDirective& send) {
  for (const std::string_view name : PlainArguments(send)) {
    if (name.empty()) around_.is_unknown = true;
    around_.path = JoinedRoute(around_.path, name);
  }
  if (const auto path = OptionOf(send, "path"); path.has_value()) {
    const bool is_none = *path == "nil" || *path == "false";
    if (!is_none && !SymbolOrText(*path).has_value()) around_.is_unknown = true;
    around_.path = JoinedRoute(around_.path, SymbolOrText(*path).value_or(""));
  }
  if (const auto module = OptionOf(send, "module"); module.has_value()) {
    around_.module = InModule(around_.module, SymbolOrText(*module).value_or("?"));
  }
  if (const auto controller = NameInOption(send, "controller")) around_.controller = *controller;
  if (OptionOf(send, "shallow") == "true") around_.is_unkeyed = true;
}

bool RouteExpansion::EnterResources(RoutingDslForm form, const RouteDirective& send,
                                    std::string_view name) {
  const auto path = OptionOf(send, "path");
  if (name.empty() || (path.has_value() && !SymbolOrText(*path).has_value())) return false;
  if (around_.resources.has_value() && around_.below.empty()) return false;
  const bool was_unkeyed = around_.is_unkeyed;
  if (OptionOf(send, "shallow") == "true") around_.is_unkeyed = true;
  const bool is_below_one = around_.resources == RoutingDslForm::kMany && was_unkeyed;
  around_.path = around_.resources.has_value() ? around_.below : around_.path;
  around_.resources = form;
  around_.own = JoinedRoute(around_.path, path.has_value() ? *SymbolOrText(*path) : name);
  around_.one = around_.own;
  around_.below = around_.own;
  const auto written = OptionOf(send, "controller");
  around_.controller = form == RoutingDslForm::kMany ? std::string(name) : Plural(words_, name);
  if (written.has_value()) around_.controller = SymbolOrText(*written).value_or("?");
  if (const auto module = OptionOf(send, "module"); module.has_value()) {
    around_.module = InModule(around_.module, SymbolOrText(*module).value_or("?"));
  }
  if (form == RoutingDslForm::kOne) return true;
  const std::string_view key = NameInOption(send, "param").value_or("id");
  const std::string singular = Singular(words_, NameInOption(send, "as").value_or(name));
  around_.one = fmt::format("{}/:{}", around_.own, key);
  around_.below = fmt::format("{}/:{}_{}", around_.own, singular, key);
  if (is_below_one) {  // the shallow route of one resource
    around_.one.clear();
    around_.below.clear();
  }
  return true;
}

void RouteExpansion::Enter(RoutingDslForm form, const RouteDirective& send) {
  const std::vector<std::string_view> names = PlainArguments(send);
  const std::string_view name = names.size() == 1 ? names[0] : std::string_view();
  switch (form) {
    case RoutingDslForm::kTemplate:
      around_.is_unknown = true;
      break;
    case RoutingDslForm::kShallow:
      around_.is_unkeyed = true;
      break;
    case RoutingDslForm::kNamespace: {
      Descend();
      if (name.empty()) around_.is_unknown = true;
      RouteDirective options = send;
      options.arguments.erase(options.arguments.begin(),
                              options.arguments.begin() + (names.empty() ? 0 : 1));
      if (!OptionOf(send, "path").has_value()) around_.path = JoinedRoute(around_.path, name);
      if (!OptionOf(send, "module").has_value()) around_.module = InModule(around_.module, name);
      EnterScope(options);
      around_.controller.clear();
      break;
    }
    case RoutingDslForm::kScope:
      EnterScope(send);
      break;
    case RoutingDslForm::kController:
      around_.controller = name;
      break;
    case RoutingDslForm::kMany:
    case RoutingDslForm::kOne:
      if (!EnterResources(form, send, name)) around_.is_unknown = true;
      break;
    case RoutingDslForm::kMember:
      around_.path = around_.one;
      if (around_.one.empty()) around_.is_unknown = true;
      around_.resources.reset();
      break;
    case RoutingDslForm::kCollection:
      around_.path = around_.own;
      around_.resources.reset();
      break;
    case RoutingDslForm::kNew:
      around_.path = JoinedRoute(around_.own, "new");
      around_.resources.reset();
      break;
    default:
      break;
  }
}

void RouteExpansion::Add(std::string verbs, std::string path, std::string_view target,
                         std::string_view controller, std::string_view action) {
  DeclaredRoute route{std::move(verbs), std::move(path), {}, std::string(action)};
  if (const std::size_t mark = target.find('#'); mark != std::string_view::npos) {
    controller = target.substr(0, mark);
    route.action = target.substr(mark + 1);
  }
  if (!controller.empty()) {
    route.controller = TypeNamed(InModule(around_.module, controller), words_.controller_suffix);
  }
  const bool is_action = !route.action.empty() && WordEnd(route.action) == route.action.size();
  if (!is_action) route.controller.clear();
  routes_.push_back(std::move(route));
}

// `on: :member` stands for a block.
void RouteExpansion::Place(const RouteDirective& send) {
  const auto place = NameInOption(send, "on");
  if (!place.has_value()) return Descend();
  for (const RoutingDslWord& word : words_.words) {
    if (word.word == *place) Enter(word.form, {});
  }
}

void RouteExpansion::DeclarePath(const RouteDirective& send, const std::string& verbs) {
  Place(send);
  if (around_.is_unknown) return;
  const auto written = OptionOf(send, "to");
  const std::string_view to = written.has_value() ? SymbolOrText(*written).value_or("") : "";
  const auto option = NameInOption(send, "controller");
  const std::string_view controller = option.value_or(around_.controller);
  for (const std::string_view argument : send.arguments) {
    const auto pair = PairIn(argument);
    if (!pair.has_value() || !pair->is_text) continue;
    Add(verbs, JoinedRoute(around_.path, pair->key), SymbolOrText(pair->value).value_or(""),
        controller, "");
  }
  for (const std::string_view name : PlainArguments(send)) {
    if (name.empty()) continue;
    const std::string path = JoinedRoute(around_.path, NameInOption(send, "path").value_or(name));
    if (written.has_value()) {
      Add(verbs, path, to, controller, to.find('#') == std::string_view::npos ? to : "");
    } else if (const auto action = NameInOption(send, "action")) {
      Add(verbs, path, "", controller, *action);
    } else if (controller.empty() && name.find('/', 1) != std::string_view::npos) {
      const std::size_t last = name.rfind('/');
      const std::size_t first = name[0] == '/' ? 1 : 0;
      Add(verbs, path, "", name.substr(first, last - first), name.substr(last + 1));
    } else {
      Add(verbs, path, "", controller, name);
    }
  }
}

void RouteExpansion::DeclareRoot(const RouteDirective& send) {
  Place(send);
  if (around_.is_unknown) return;
  const std::vector<std::string_view> names = PlainArguments(send);
  const std::string_view target = names.empty() ? NameInOption(send, "to").value_or("") : names[0];
  Add("GET", around_.path, target, "", "");
}

void RouteExpansion::DeclareResources(RoutingDslForm form, const RouteDirective& send) {
  const auto only = OptionOf(send, "only");
  const auto except = OptionOf(send, "except");
  std::vector<std::string_view> listed;
  if (only.has_value() || except.has_value()) {
    auto words = SymbolsIn(only.has_value() ? *only : *except);
    if (!words.has_value()) return;
    listed = *std::move(words);
  }
  for (const std::string_view name : PlainArguments(send)) {
    const Around before = around_;
    if (EnterResources(form, send, name)) {
      for (const StandardAction& action : words_.actions) {
        const bool is_listed = std::find(listed.begin(), listed.end(), action.name) != listed.end();
        if ((only.has_value() && !is_listed) || (except.has_value() && is_listed)) continue;
        if (form == RoutingDslForm::kOne && action.is_of_all) continue;
        const std::string& path = action.has_key ? around_.one : around_.own;
        if (path.empty()) continue;
        Add(std::string(action.verbs), JoinedRoute(path, action.suffix), "", around_.controller,
            action.name);
      }
    }
    around_ = before;
  }
}

void RouteExpansion::Declare(const RoutingDslWord& word, const RouteDirective& send) {
  if (around_.is_unknown) return;
  switch (word.form) {
    case RoutingDslForm::kVerb:
      return DeclarePath(send, std::string(word.verb));
    case RoutingDslForm::kMatch: {
      std::string verbs;
      const auto via = OptionOf(send, "via");
      const auto named = via.has_value() ? SymbolsIn(*via) : std::nullopt;
      if (via.has_value() && !named.has_value()) return;
      for (const std::string_view verb : named.value_or(std::vector<std::string_view>())) {
        if (verb == "all") continue;
        if (!verbs.empty()) verbs += '|';
        for (const char c : verb) verbs += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
      }
      return DeclarePath(send, verbs);
    }
    case RoutingDslForm::kRoot:
      return DeclareRoot(send);
    case RoutingDslForm::kMany:
    case RoutingDslForm::kOne:
      return DeclareResources(word.form, send);
    default:
      return;
  }
}

}  // namespace

const RoutingDslWord* FindRoutingDslWord(const RoutingDsl& words, std::string_view word) {
  for (const RoutingDslWord& row : words.words) {
    if (row.word == word) return &row;
  }
  return nullptr;
}

std::vector<DeclaredRoute> DeclaredRoutes(const RoutingDsl& words,
                                          std::span<const RouteDirective> around,
                                          const RouteDirective& send) {
  const RoutingDslWord* const word = FindRoutingDslWord(words, send.word);
  if (word == nullptr) return {};
  RouteExpansion expansion(words);
  for (const RouteDirective& block : around) {
    const RoutingDslWord* const row = FindRoutingDslWord(words, block.word);
    if (row != nullptr) expansion.Enter(row->form, block);
  }
  expansion.Declare(*word, send);
  return expansion.Take();
}

}  // namespace waymark::indexer
