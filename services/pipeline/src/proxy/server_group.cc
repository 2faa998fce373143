#include "proxy/server_group.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sys/eventfd.h>
#include <unistd.h>

#include "graph/status.h"
#include "hints/json_depth.h"
#include "hints/json_parts.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

using OrderedTree = nlohmann::ordered_json;

constexpr std::string_view kGroupInitialize = "initialize";
constexpr std::size_t kQuotedLineBytes = 80;
// Stands between the name of a server and the id of its request.
constexpr char kIdSeparator = '#';

constexpr ServerGroup::ListRow kLists[] = {
    {"tools/list", "tools", true, ""},
    {"prompts/list", "prompts", true, ""},
    {"resources/list", "resources", false, "uri"},
    {"resources/templates/list", "resourceTemplates", false, "uriTemplate"},
};

// Requests that all servers answer, beside lists.
constexpr std::string_view kForAll[] = {kGroupInitialize, "logging/setLevel"};

// Requests about something that has a name, and about something that has a URI.
constexpr std::string_view kByName[] = {"tools/call", "prompts/get"};
constexpr std::string_view kByUri[] = {"resources/read", "resources/subscribe",
                                       "resources/unsubscribe"};

template <typename Names>
bool Contains(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

const ServerGroup::ListRow* ListOf(std::string_view method) {
  const auto* const row = std::find_if(std::begin(kLists), std::end(kLists),
                                       [&](const auto& list) { return list.method == method; });
  return row == std::end(kLists) ? nullptr : row;
}

// "http://a/{b}" -> "http://a/".
std::string TemplateBeginning(std::string_view uri_template) {
  return std::string(uri_template.substr(0, uri_template.find('{')));
}

// Whether a server has given a page.
bool HasAnyResult(const std::vector<std::vector<std::string>>& results) {
  return std::any_of(results.begin(), results.end(),
                     [](const auto& pages) { return !pages.empty(); });
}

OrderedTree TreeOf(std::string_view json) {
  return OrderedTree::parse(IsNestedLittle(json) ? json : "", nullptr, false);
}

}  // namespace

class ServerGroup::Member final : public MessageTaker {
 public:
  Member(ServerGroup& group, std::size_t index, std::string name)
      : group_(group), index_(index), name_(std::move(name)) {}

  absl::Status Connect(const Open& open) {
    WM_ASSIGN_OR_RETURN(link_, open(*this));
    return absl::OkStatus();
  }

  void TakeMessage(std::string_view message) override { group_.TakeFrom(index_, message); }

  void TakePiece(std::string_view bytes, bool is_last) override {
    long_.Add(bytes);
    if (is_last) group_.TakeLong(index_, std::exchange(long_, {}));
  }

  void TakeEnd() override { group_.TakeEndOf(index_); }

  const std::string& name() const { return name_; }

  ServerLink& link() { return *link_; }

  // The name by which the client knows a tool or a prompt.
  std::string NameOf(std::string_view own) const {
    return fmt::format("{}{}{}", name_, kServerSeparator, own);
  }

 private:
  ServerGroup& group_;
  const std::size_t index_;
  const std::string name_;
  LongMessage long_;  // what has come of it
  std::unique_ptr<ServerLink> link_;
};

ServerGroup::ServerGroup(MessageTaker& taker, ProxyNotes& notes)
    : taker_(taker), notes_(notes), ended_(::eventfd(0, EFD_CLOEXEC)) {}

ServerGroup::~ServerGroup() {
  members_.clear();
  ::close(ended_);
}

absl::Status ServerGroup::Add(const std::string& name, const Open& open) {
  members_.push_back(std::make_unique<Member>(*this, members_.size(), name));
  absl::Status connected = members_.back()->Connect(open);
  if (connected.ok()) return connected;
  members_.pop_back();
  return absl::Status(connected.code(),
                      fmt::format("server {}: {}", name, std::string(connected.message())));
}

void ServerGroup::Begin() {
  {
    MutexLock lock(mutex_);
    running_.assign(members_.size(), true);
    late_.assign(members_.size(), false);
  }
  for (const auto& member : members_) member->link().Begin();
}

void ServerGroup::Send(std::string_view message) {
  for (const std::string_view text : MessagesOf(message)) {
    const ProxyMessage read = ReadProxyMessage(text);
    if (read.kind == ProxyMessage::Kind::kRequest) {
      SendRequest(read, text);
    } else if (read.kind == ProxyMessage::Kind::kResponse) {
      SendAnswer(read, text);
    } else {
      for (const auto& member : members_) member->link().Send(text);
    }
  }
}

void ServerGroup::SendPiece(std::string_view /*bytes*/, bool /*is_last*/) {}

void ServerGroup::SendRequest(const ProxyMessage& request, std::string_view text) {
  if (request.method == "ping") {
    Pass(ResultMessage(request.id_raw, "{}"));
  } else if (ListOf(request.method) != nullptr || Contains(kForAll, request.method)) {
    Gather(request, text);
  } else if (std::optional<Outgoing> outgoing = Route(request, text)) {
    SendTo(*outgoing, request);
  } else {
    Pass(ErrorMessage(request.id_raw,
                      fmt::format("none of the servers behind the proxy is known to take this "
                                  "{}; take names and URIs from their lists",
                                  request.method)));
  }
}

void ServerGroup::SendTo(const Outgoing& outgoing, const ProxyMessage& request) {
  bool is_running = false;
  std::optional<Routed> oldest;
  {
    MutexLock lock(mutex_);
    is_running = running_[outgoing.member];
    if (is_running && routed_.size() == kMaxRoutedRequests) {
      oldest = std::move(routed_.front());
      routed_.pop_front();
    }
    if (is_running) {
      routed_.push_back({request.id, std::string(request.id_raw), outgoing.member});
    }
  }
  if (oldest.has_value()) {
    Pass(ErrorMessage(oldest->id_raw,
                      fmt::format("the server {} has not answered, and {} later requests wait",
                                  members_[oldest->member]->name(), kMaxRoutedRequests)));
  }
  if (is_running) {
    members_[outgoing.member]->link().Send(outgoing.message);
  } else {
    Pass(ErrorMessage(request.id_raw, ReasonOfEnd(outgoing.member)));
  }
}

std::string ServerGroup::ReasonOfEnd(std::size_t member) const {
  const std::string reason = members_[member]->link().EndReason();
  const std::string& name = members_[member]->name();
  return reason.empty() ? fmt::format("the server {} has ended", name)
                        : fmt::format("{}: {}", name, reason);
}

void ServerGroup::Gather(const ProxyMessage& request, std::string_view text) {
  std::vector<Outgoing> outgoing;
  {
    MutexLock lock(mutex_);
    const std::uint64_t number = ++last_number_;
    Gathering& gathering = gatherings_[number];
    gathering = {.id = std::string(request.id_raw),
                 .method = request.method,
                 .began = std::chrono::steady_clock::now(),
                 .waiting = 0,
                 .results = std::vector<std::vector<std::string>>(members_.size())};
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (request.method == kGroupInitialize) late_[i] = false;
      if (!running_[i] || late_[i]) continue;
      ++gathering.waiting;
      const std::string id = JsonStringOf(fmt::format("waymark{}{}.{}", kIdSeparator, number, i));
      parts_[id] = {.gathering = number, .member = i};
      outgoing.push_back({i, Edited(text, {{request.id_raw, id}})});
    }
    if (outgoing.empty()) gatherings_.erase(number);
  }
  if (outgoing.empty()) {
    Pass(ErrorMessage(request.id_raw, "no server runs that has answered the handshake"));
  }
  for (const Outgoing& message : outgoing) members_[message.member]->link().Send(message.message);
}

std::optional<std::size_t> ServerGroup::MemberNamed(std::string_view name) const {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const auto& member) { return member->name() == name; });
  if (found == members_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - members_.begin());
}

ToolPlace ServerGroup::PlaceOf(std::string_view tool) const {
  const std::size_t end = tool.find(kServerSeparator);
  if (end == std::string_view::npos) return {.server = "", .tool = std::string(tool)};
  return {.server = std::string(tool.substr(0, end)),
          .tool = std::string(tool.substr(end + kServerSeparator.size()))};
}

std::optional<ServerGroup::Outgoing> ServerGroup::RouteByName(const ProxyMessage& request,
                                                              std::string_view text) {
  const std::vector<JsonField> params = FieldsOf(request.params);
  const std::vector<JsonField> reference = FieldsOf(ValueOf(params, "ref"));
  const std::vector<JsonField>& named = reference.empty() ? params : reference;
  const ToolPlace place = PlaceOf(StringOf(named, "name"));
  const std::optional<std::size_t> member = MemberNamed(place.server);
  if (!member.has_value()) return std::nullopt;
  return Outgoing{*member, Edited(text, {{ValueOf(named, "name"), JsonStringOf(place.tool)}})};
}

std::optional<ServerGroup::Outgoing> ServerGroup::Route(const ProxyMessage& request,
                                                        std::string_view text) {
  const std::vector<JsonField> params = FieldsOf(request.params);
  const std::vector<JsonField> reference = FieldsOf(ValueOf(params, "ref"));
  const bool is_by_uri = Contains(kByUri, request.method) || !StringOf(reference, "uri").empty();
  if (!is_by_uri && !Contains(kByName, request.method) && reference.empty()) return std::nullopt;
  if (!is_by_uri) return RouteByName(request, text);
  const std::string uri = StringOf(reference.empty() ? params : reference, "uri");
  MutexLock lock(mutex_);
  if (const auto found = resources_.find(uri); found != resources_.end()) {
    return Outgoing{found->second, std::string(text)};
  }
  const std::pair<const std::string, std::size_t>* longest = nullptr;
  for (const auto& row : templates_) {
    const bool is_longer = longest == nullptr || row.first.size() > longest->first.size();
    if (uri.starts_with(row.first) && is_longer) longest = &row;
  }
  if (longest == nullptr) return std::nullopt;
  return Outgoing{longest->second, std::string(text)};
}

void ServerGroup::SendAnswer(const ProxyMessage& answer, std::string_view text) {
  const std::string id = DecodedString(answer.id).value_or("");
  const std::size_t end = id.find(kIdSeparator);
  if (end == std::string::npos) return;
  const std::optional<std::size_t> member = MemberNamed(id.substr(0, end));
  if (!member.has_value()) return;
  members_[*member]->link().Send(Edited(text, {{answer.id_raw, id.substr(end + 1)}}));
}

void ServerGroup::TakeFrom(std::size_t member, std::string_view text) {
  for (const std::string_view part : MessagesOf(text)) {
    const ProxyMessage read = ReadProxyMessage(part);
    if (read.kind == ProxyMessage::Kind::kRequest) {
      const std::string id =
          fmt::format("{}{}{}", members_[member]->name(), kIdSeparator, read.id_raw);
      Pass(Edited(part, {{read.id_raw, JsonStringOf(id)}}));
    } else if (read.kind == ProxyMessage::Kind::kResponse) {
      TakePart(member, read, part);
    } else if (read.kind == ProxyMessage::Kind::kNotification) {
      Pass(part);
    } else {
      // A reader of another kind may take it for the answer of another server.
      notes_.Tell("unreadable", fmt::format("the server {} wrote what is no message of MCP; it is "
                                            "left out: {}",
                                            members_[member]->name(),
                                            wire::VisibleLine(part.substr(0, kQuotedLineBytes))));
    }
  }
}

bool ServerGroup::TakeAsked(std::size_t member, const std::string& id) {
  if (const auto part = parts_.find(id); part != parts_.end()) {
    return part->second.member == member;
  }
  const auto own = std::find_if(routed_.begin(), routed_.end(), [&](const Routed& request) {
    return request.member == member && request.id == id;
  });
  if (own == routed_.end()) return false;
  routed_.erase(own);
  return true;
}

void ServerGroup::TakeLong(std::size_t member, const LongMessage& message) {
  const std::string reason =
      fmt::format("a message of the server {} is longer than {} bytes: it was left out",
                  members_[member]->name(), kMaxProxyMessageBytes);
  notes_.Tell("long", reason);
  const std::string id = message.id();
  if (id.empty()) return;
  const std::string error = ErrorMessage(id, reason);
  if (message.has_method()) {
    members_[member]->link().Send(error);
  } else {
    TakePart(member, ReadProxyMessage(error), error);
  }
}

void ServerGroup::TakePart(std::size_t member, const ProxyMessage& answer, std::string_view text) {
  std::string merged;
  std::string further;
  bool is_late = false;
  {
    MutexLock lock(mutex_);
    // A server must not answer for another one.
    if (!TakeAsked(member, answer.id)) {
      notes_.Tell("unasked",
                  fmt::format("the server {} answered id {}, which it was not asked; the "
                              "answer is left out",
                              members_[member]->name(), wire::VisibleLine(answer.id)));
      return;
    }
    const auto found = parts_.find(answer.id);
    if (found == parts_.end()) {
      merged = text;
    } else if (!gatherings_.contains(found->second.gathering)) {
      parts_.erase(found);
      is_late = late_[member];
      late_[member] = false;
    } else {
      Part part = found->second;
      parts_.erase(found);
      Gathering& gathering = gatherings_.find(part.gathering)->second;
      const std::string cursor = StringOf(FieldsOf(answer.result), "nextCursor");
      const bool is_list = ListOf(gathering.method) != nullptr;
      if (answer.result.empty()) {
        gathering.refusal = RefusalMessage(gathering.id, ValueOf(FieldsOf(text), "error"));
      } else {
        gathering.results[member].emplace_back(answer.result);
        LearnPlaces(gathering.method, member, answer.result);
      }
      if (is_list && !cursor.empty() && part.page < kMaxPages) {
        ++part.page;
        parts_[answer.id] = part;
        further =
            fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"{}","params":{{"cursor":{}}}}})",
                        answer.id, gathering.method, JsonStringOf(cursor));
      } else if (--gathering.waiting == 0) {
        merged = Merged(gathering);
        gatherings_.erase(part.gathering);
      }
    }
  }
  if (is_late) TellLateAnswer(member);
  if (!further.empty()) members_[member]->link().Send(further);
  if (!merged.empty()) Pass(merged);
}

void ServerGroup::TellLateAnswer(std::size_t member) {
  notes_.Tell("late", fmt::format("the server {} has answered the handshake: lists have its part "
                                  "from now on",
                                  members_[member]->name()));
  Pass(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
}

void ServerGroup::Look(std::chrono::steady_clock::time_point now) {
  std::string merged;
  std::vector<std::string_view> missing;
  {
    MutexLock lock(mutex_);
    const auto found = std::find_if(gatherings_.begin(), gatherings_.end(), [&](const auto& row) {
      const Gathering& gathering = row.second;
      return gathering.method == kGroupInitialize && now - gathering.began >= kHandshakeTime &&
             HasAnyResult(gathering.results);
    });
    if (found == gatherings_.end()) return;
    for (const auto& [id, part] : parts_) {
      if (part.gathering != found->first) continue;
      late_[part.member] = true;
      missing.emplace_back(members_[part.member]->name());
    }
    found->second.is_partial = true;
    merged = Merged(found->second);
    gatherings_.erase(found);
  }
  notes_.Tell("late", fmt::format("no answer to the handshake within {} s: goes on without {}",
                                  kHandshakeTime.count(), fmt::join(missing, ", ")));
  Pass(merged);
}

void ServerGroup::LearnPlaces(const std::string& method, std::size_t member,
                              std::string_view result) {
  const ListRow* const list = ListOf(method);
  if (list == nullptr || list->has_names) return;
  const auto entries = ArrayElements(ValueOf(FieldsOf(result), list->field));
  if (!entries.has_value()) return;
  for (const std::string_view entry : *entries) {
    const std::string uri = StringOf(FieldsOf(entry), list->place);
    if (list->field == "resources") {
      resources_.emplace(uri, member);
    } else {
      templates_.emplace(TemplateBeginning(uri), member);
    }
  }
}

std::string ServerGroup::Merged(const Gathering& gathering) const {
  if (!HasAnyResult(gathering.results)) return gathering.refusal;
  std::string result = "{}";
  if (const ListRow* const list = ListOf(gathering.method)) {
    result = fmt::format(R"({{"{}":[{}]}})", list->field,
                         fmt::join(MergedEntries(gathering, *list), ","));
  } else if (gathering.method == kGroupInitialize) {
    result = MergedHandshake(gathering);
  }
  return ResultMessage(gathering.id, result);
}

std::vector<std::string> ServerGroup::MergedEntries(const Gathering& gathering,
                                                    const ListRow& list) const {
  std::vector<std::string> entries;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    for (const std::string& page : gathering.results[i]) {
      const auto elements = ArrayElements(ValueOf(FieldsOf(page), list.field));
      for (const std::string_view entry : elements.value_or(std::vector<std::string_view>())) {
        const std::vector<JsonField> fields = FieldsOf(entry);
        const std::string name = members_[i]->NameOf(StringOf(fields, "name"));
        const bool is_renamed = list.has_names && FindField(fields, "name") != nullptr;
        entries.push_back(is_renamed
                              ? Edited(entry, {{ValueOf(fields, "name"), JsonStringOf(name)}})
                              : std::string(entry));
      }
    }
  }
  return entries;
}

std::string ServerGroup::MergedHandshake(const Gathering& gathering) const {
  std::string lowest;
  OrderedTree capabilities = OrderedTree::object();
  std::string instructions;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (gathering.results[i].empty()) continue;
    const std::vector<JsonField> fields = FieldsOf(gathering.results[i].front());
    // All servers speak the lowest revision; revisions are dates.
    const std::string revision = StringOf(fields, "protocolVersion");
    if (lowest.empty() || revision < lowest) lowest = revision;
    const OrderedTree own = TreeOf(ValueOf(fields, "capabilities"));
    if (own.is_object()) capabilities.merge_patch(own);
    const std::string text = StringOf(fields, "instructions");
    if (text.empty()) continue;
    instructions += fmt::format("{}About {}{}*: {}", instructions.empty() ? "" : "\n\n",
                                members_[i]->name(), kServerSeparator, text);
  }
  if (gathering.is_partial) capabilities.merge_patch({{"tools", {{"listChanged", true}}}});
  OrderedTree merged = {{"protocolVersion", lowest},
                        {"capabilities", std::move(capabilities)},
                        {"serverInfo", {{"name", "waymark proxy"}, {"version", "1"}}}};
  if (!instructions.empty()) merged["instructions"] = instructions;
  return merged.dump(-1, ' ', false, OrderedTree::error_handler_t::replace);
}

void ServerGroup::TakeEndOf(std::size_t member) {
  const std::string reason = ReasonOfEnd(member);
  std::vector<std::string> messages;
  bool is_last = false;
  {
    MutexLock lock(mutex_);
    std::erase_if(routed_, [&](const Routed& request) {
      if (request.member == member) messages.push_back(ErrorMessage(request.id_raw, reason));
      return request.member == member;
    });
    for (auto part = parts_.begin(); part != parts_.end();) {
      if (part->second.member != member) {
        ++part;
        continue;
      }
      // None for a handshake that went on without it.
      const auto gathering = gatherings_.find(part->second.gathering);
      if (gathering != gatherings_.end()) {
        gathering->second.refusal = ErrorMessage(gathering->second.id, reason);
        if (--gathering->second.waiting == 0) {
          messages.push_back(Merged(gathering->second));
          gatherings_.erase(gathering);
        }
      }
      part = parts_.erase(part);
    }
    running_[member] = false;
    is_last = std::find(running_.begin(), running_.end(), true) == running_.end();
    if (is_last) ::eventfd_write(ended_, 1);
  }
  if (!is_last && !is_stopping_) notes_.Tell("end", reason + "; the others go on");
  for (const std::string& message : messages) Pass(message);
}

void ServerGroup::Pass(std::string_view message) {
  MutexLock lock(take_mutex_);
  taker_.TakeMessage(message);
}

ServerEnd ServerGroup::Stop() {
  is_stopping_ = true;
  ServerEnd first;
  for (const auto& member : members_) {
    const ServerEnd end = member->link().Stop();
    if (end.reason.empty()) continue;
    const bool is_worse = first.reason.empty() || (first.exit_code == 0 && end.exit_code != 0);
    if (is_worse) first = {end.exit_code, fmt::format("{}: {}", member->name(), end.reason)};
  }
  return first;
}

}  // namespace waymark::services
