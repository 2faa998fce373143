#include "retrieval/contracts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "graph/languages.h"
#include "graph/status.h"
#include "traits/cancel_poll.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

struct Scheme {
  std::string_view prefix;
  ContractType type;
};

constexpr std::string_view kAnyMethod = "*";
// Flask, Quart, Bottle, Sanic: the method of an `@app.route` that names none.
constexpr std::string_view kDecoratorsMethod = "GET";

constexpr std::string_view kEndpointScheme = "endpoint://";

constexpr Scheme kSchemes[] = {
    {"env://", ContractType::kEnv},         {"process://", ContractType::kProcess},
    {"topic://", ContractType::kTopic},     {"flag://", ContractType::kFlag},
    {kEndpointScheme, ContractType::kHttp}, {"rpc://", ContractType::kRpc},
};

using Key = std::tuple<ContractType, std::string, std::string>;  // type, path, method

void SortUnique(std::vector<SymbolId>& symbols) {
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
}

// Splits "GET /users" into the method, which may be missing, and the rest.
std::pair<std::string_view, std::string_view> SplitMethod(std::string_view name) {
  const std::size_t blank = name.find(' ');
  if (blank == std::string_view::npos) return {"", name};
  return {name.substr(0, blank), name.substr(blank + 1)};
}

std::string_view NextComponent(std::string_view& path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view component = path.substr(0, end);
  path.remove_prefix(end);
  return component;
}

bool IsParameter(std::string_view component) {
  return component.starts_with(':') || component.starts_with('{') || component.starts_with('<');
}

// For example "GET /users/{id}" answers "GET http://shop/users/7".
bool Answers(std::string_view route, std::string_view request) {
  const auto [verb, path] = SplitMethod(route);
  const auto [method, address] = SplitMethod(request);
  return ShareMethod(method, verb) && IsAnsweredAt(address, path);
}

bool IsContainment(const Neighbor& edge) { return edge.type == EdgeType::kContains; }

class Collector {
 public:
  explicit Collector(const graph::ReadView& view) : view_(view) {}

  absl::Status Collect(CancelPoll& poll) {
    std::vector<SymbolId> symbols;
    for (const FileId file : view_.Files()) {
      const bool is_product = IsProductFile(view_.FileFlags(file));
      view_.SymbolsOf(file, symbols);
      for (const SymbolId symbol : symbols) {
        WM_RETURN_IF_ERROR(poll.Check());
        const SymbolRow row = view_.Symbol(symbol);
        if (!is_product) {
          elsewhere_ += IsContract(row) ? 1U : 0U;
        } else if (row.kind == SymbolKind::kRouteHandler) {
          AddRoute(symbol, row.name);
        } else {
          AddNamed(symbol, row);
        }
      }
    }
    return absl::OkStatus();
  }

  std::uint64_t elsewhere() const { return elsewhere_; }

  std::vector<Contract> Take() {
    std::vector<Contract> all;
    for (auto& [key, contract] : contracts_) {
      SortUnique(contract.providers);
      SortUnique(contract.consumers);
      if (contract.type == ContractType::kHttp && contract.method.empty()) {
        contract.method = kAnyMethod;
      }
      all.push_back(std::move(contract));
    }
    return all;
  }

  // Adds requests to the contracts of the routes that answer them; an unanswered request is a
  // contract of its own.
  void Join() {
    for (auto& [key, request] : requests_) {
      bool is_answered = false;
      for (auto& [at, contract] : contracts_) {
        if (std::get<0>(at) != ContractType::kHttp) break;
        if (!ShareMethod(request.method, contract.method)) continue;
        if (!IsAnsweredAt(request.path, contract.path)) continue;
        contract.consumers.insert(contract.consumers.end(), request.consumers.begin(),
                                  request.consumers.end());
        is_answered = true;
      }
      if (!is_answered) unanswered_.push_back(key);
    }
    for (const Key& key : unanswered_) contracts_.emplace(key, std::move(requests_.at(key)));
  }

 private:
  static Contract& Of(std::map<Key, Contract>& contracts, ContractType type,
                      std::string_view method, std::string_view path) {
    const auto [at, is_new] =
        contracts.try_emplace(Key(type, std::string(path), std::string(method)));
    if (is_new) {
      at->second.type = type;
      at->second.method = method;
      at->second.path = path;
    }
    return at->second;
  }

  static bool IsContract(const SymbolRow& row) {
    return row.kind == SymbolKind::kRouteHandler ||
           std::any_of(std::begin(kSchemes), std::end(kSchemes), [&row](const Scheme& scheme) {
             return row.name.starts_with(scheme.prefix);
           });
  }

  // The range of a Python function includes its decorators.
  bool IsMadeByDecorator(SymbolId route, SymbolId handler) const {
    const SymbolRow at = view_.Symbol(route);
    const SymbolRow of = view_.Symbol(handler);
    return at.file == of.file &&
           TraitsOf(view_.File(of.file).language).decorators_begin_definitions &&
           of.range.begin <= at.range.begin && at.range.end <= of.range.end;
  }

  void AddRoute(SymbolId route, std::string_view name) {
    auto [method, path] = SplitMethod(name);
    view_.Out(route, edges_);
    const bool is_decorated = std::any_of(edges_.begin(), edges_.end(), [&](const Neighbor& edge) {
      return edge.type == EdgeType::kHandlesRoute && IsMadeByDecorator(route, edge.symbol);
    });
    if (method.empty() && is_decorated) method = kDecoratorsMethod;
    Contract& contract = Of(contracts_, ContractType::kHttp, method, path);
    const std::size_t before = contract.providers.size();
    for (const Neighbor& edge : edges_) {
      if (edge.type == EdgeType::kHandlesRoute) contract.providers.push_back(edge.symbol);
    }
    if (contract.providers.size() == before) contract.providers.push_back(route);
  }

  void AddNamed(SymbolId symbol, const SymbolRow& row) {
    for (const Scheme& scheme : kSchemes) {
      if (!row.name.starts_with(scheme.prefix)) continue;
      const bool asks = scheme.type == ContractType::kHttp;
      view_.In(symbol, edges_);
      // Only looks like an address: the function that receives it makes no request.
      if (asks && std::all_of(edges_.begin(), edges_.end(), IsContainment)) return;
      std::string_view name = row.name.substr(scheme.prefix.size());
      std::string_view method;
      if (asks) std::tie(method, name) = SplitMethod(name);
      Contract& contract = Of(asks ? requests_ : contracts_, scheme.type, method, name);
      for (const Neighbor& edge : edges_) {
        if (IsContainment(edge)) continue;
        const bool provides =
            edge.type == EdgeType::kPublishes || edge.type == EdgeType::kImplementsRpc;
        (provides ? contract.providers : contract.consumers).push_back(edge.symbol);
      }
      return;
    }
  }

  const graph::ReadView& view_;
  std::map<Key, Contract> contracts_;
  std::map<Key, Contract> requests_;
  std::vector<Key> unanswered_;
  std::uint64_t elsewhere_ = 0;
  std::vector<Neighbor> edges_;
};

// Whether a request means a route that answers its address. A route of its own file, as in tests,
// takes precedence over all others, and routes of test files are not meant by other files.
bool IsMeant(const graph::ReadView& view, SymbolId route, SymbolId request, std::string_view asked,
             std::vector<SymbolId>& scratch) {
  const FileId file = view.FileOf(route);
  if (file == view.FileOf(request)) return true;
  if ((view.FileFlags(file) & kFileTest) != 0) return false;
  view.SymbolsOf(view.FileOf(request), scratch);
  return std::none_of(scratch.begin(), scratch.end(), [&](SymbolId other) {
    return view.Kind(other) == SymbolKind::kRouteHandler && Answers(view.Symbol(other).name, asked);
  });
}

}  // namespace

std::string_view Name(ContractType type) {
  switch (type) {
    case ContractType::kHttp:
      return "http";
    case ContractType::kTopic:
      return "topic";
    case ContractType::kEnv:
      return "env";
    case ContractType::kFlag:
      return "flag";
    case ContractType::kProcess:
      return "process";
    case ContractType::kRpc:
      return "rpc";
  }
  return "";
}

bool Contract::is_orphan() const {
  const bool has_sides =
      type == ContractType::kHttp || type == ContractType::kTopic || type == ContractType::kRpc;
  return has_sides && (providers.empty() || consumers.empty());
}

bool ShareMethod(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty() || a == kAnyMethod || b == kAnyMethod) return true;
  while (!a.empty()) {
    const std::size_t end = std::min(a.find('|'), a.size());
    const std::string_view method = a.substr(0, end);
    a.remove_prefix(std::min(end + 1, a.size()));
    for (std::string_view rest = b; !rest.empty();) {
      const std::size_t stop = std::min(rest.find('|'), rest.size());
      if (rest.substr(0, stop) == method) return true;
      rest.remove_prefix(std::min(stop + 1, rest.size()));
    }
  }
  return false;
}

bool IsAnsweredAt(std::string_view address, std::string_view route) {
  if (const std::size_t host = address.find("://"); host != std::string_view::npos) {
    address.remove_prefix(std::min(address.find('/', host + 3), address.size()));
  }
  address = address.substr(0, address.find_first_of("?#"));
  for (;;) {
    const std::string_view asked = NextComponent(address);
    const std::string_view answered = NextComponent(route);
    if (answered.starts_with('*')) return true;
    if (asked.empty() || answered.empty()) return asked.empty() && answered.empty();
    if (asked != answered && !IsParameter(answered)) return false;
  }
}

void RequestsAnsweredBy(const graph::ReadView& view, SymbolId route, std::vector<SymbolId>& out) {
  const std::string_view name = view.Symbol(route).name;
  std::vector<SymbolId> requests;
  std::vector<SymbolId> scratch;
  view.VisitNames(kEndpointScheme, [&](std::string_view address) {
    if (!address.starts_with(kEndpointScheme)) return false;
    const std::string_view asked = address.substr(kEndpointScheme.size());
    if (!Answers(name, asked)) return true;
    view.WithName(address, requests);
    for (const SymbolId request : requests) {
      if (IsMeant(view, route, request, asked, scratch)) out.push_back(request);
    }
    return true;
  });
}

void RoutesOf(const graph::ReadView& view, std::vector<SymbolId>& out) {
  for (std::uint32_t i = 0; i < view.symbol_bound(); ++i) {
    const SymbolId symbol{i};
    if (!view.IsLive(symbol) || view.Kind(symbol) != SymbolKind::kRouteHandler) continue;
    out.push_back(symbol);
  }
  std::sort(out.begin(), out.end(),
            [&view](SymbolId a, SymbolId b) { return view.CompareCanonical(a, b) < 0; });
}

void RoutesThatAnswer(const graph::ReadView& view, const std::vector<SymbolId>& routes,
                      SymbolId request, std::vector<SymbolId>& out) {
  std::string_view asked = view.Symbol(request).name;
  if (!asked.starts_with(kEndpointScheme)) return;
  asked.remove_prefix(kEndpointScheme.size());
  std::vector<SymbolId> scratch;
  for (const SymbolId route : routes) {
    if (!Answers(view.Symbol(route).name, asked)) continue;
    if (IsMeant(view, route, request, asked, scratch)) out.push_back(route);
  }
}

absl::StatusOr<Contracts> FindContracts(const graph::ReadView& view,
                                        const ContractOptions& options) {
  CancelPoll poll(options.cancelled, "contracts");
  Collector collector(view);
  WM_RETURN_IF_ERROR(collector.Collect(poll));
  collector.Join();
  Contracts result;
  result.contracts = collector.Take();
  if (options.only_orphans) {
    std::erase_if(result.contracts, [](const Contract& contract) { return !contract.is_orphan(); });
  }
  result.total = result.contracts.size();
  result.elsewhere = collector.elsewhere();
  if (result.contracts.size() > options.limit) result.contracts.resize(options.limit);
  return result;
}

}  // namespace waymark::retrieval
