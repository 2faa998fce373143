#include "answers/answer_store.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <deque>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/random.h>

#include "graph/hash.h"
#include "graph/mutex.h"
#include "graph/status.h"
#include "services/limits.h"
#include "services/pack_rest.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"
#include "wire/pack_delta.h"

namespace waymark::services {
namespace {

constexpr char kStored[] = "json";  // has a field for all that a root covers
constexpr std::string_view kSessionDomain = "waymark.session.v2";
constexpr std::size_t kHandleBytes = 16;
constexpr std::string_view kPlain = "gcf";
constexpr std::string_view kProfiled = "gcf3";

std::int64_t UnixSeconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

RootHash KeyOfSession(std::string_view handle) {
  return FieldHasher(kSessionDomain).Add(handle).Finish<RootHash>();
}

// Uses the system's random generator, so that nobody can guess the handle of another client.
absl::StatusOr<std::string> MakeHandle() {
  std::array<std::uint8_t, kHandleBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return absl::UnavailableError("start a session: the system provides no random numbers");
  }
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

bool IsHandle(std::string_view text) {
  return text.size() == 2 * kHandleBytes &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// The text of a session's row: the time of its end, then its lines.
std::string SavedSession(const wire::GcfSession& session) {
  const std::int64_t end = UnixSeconds() + std::int64_t{kSessionLifetime.count()} * 3600;
  return fmt::format("{}\n{}", end, session.Save());
}

// The row of a session that was ended; it stays until the bound of the session table deletes it.
constexpr char kEndedSession[] = "0\n";

absl::StatusOr<wire::GcfSession> ReadSession(const std::optional<std::string>& saved) {
  const absl::Status unknown = absl::NotFoundError(
      "the session is unknown or has expired; start another one with the session 'new'");
  if (!saved) return unknown;
  const std::string_view text = *saved;
  const std::size_t line_end = std::min(text.find('\n'), text.size());
  std::int64_t end = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + line_end, end);
  if (error != std::errc() || at != text.data() + line_end || line_end == text.size()) {
    return absl::DataLossError(
        "restore a session: its row is damaged; start another session with 'new'");
  }
  if (end < UnixSeconds()) return unknown;
  return wire::GcfSession::Restore(text.substr(line_end + 1));
}

absl::StatusOr<RootHash> ReadRoot(std::string_view text) {
  constexpr std::string_view kAlgorithm = "sha256:";
  const bool has_algorithm = text.starts_with(kAlgorithm);
  const auto root = RootHash::FromHex(has_algorithm ? text.substr(kAlgorithm.size()) : text);
  if (root.has_value()) return *root;
  return absl::InvalidArgumentError(
      fmt::format("'{}' is not a pack root; copy the 64 hexadecimal digits from an answer", text));
}

// The key of a pack: the first digits of its root, because a call for the rest gives only these.
RootHash KeyOfPack(RootHash root) {
  std::fill(root.bytes.begin() + kPackDigits / 2, root.bytes.end(), std::uint8_t{0});
  return root;
}

constexpr std::size_t kRootDigits = 64;

// A client's name for a pack: its root, or the first digits of it with zeros for the others.
struct PackName {
  RootHash root;
  std::size_t digits = kRootDigits;

  bool Fits(const RootHash& other) const {
    return other.ToHex().compare(0, digits, root.ToHex(), 0, digits) == 0;
  }
};

// The published root of gcf3 leaves out texts and places: packs with different contents can have
// it. Its row lists the content roots of these packs, a line each.
constexpr std::string_view kPublishedHead = "published root of\n";
constexpr std::string_view kUnlistedPack = "?";

// The row `stored` with one more pack. Two are enough to tell that the root is ambiguous.
std::string WithListedPack(const std::optional<std::string>& stored, const std::string& content) {
  std::string row(kPublishedHead);
  if (stored.has_value() && !stored->starts_with(kPublishedHead)) {
    row += fmt::format("{}\n", kUnlistedPack);
  } else if (stored.has_value()) {
    row = *stored;
  }
  const auto lines = std::count(row.begin(), row.end(), '\n') - 1;
  if (lines < 2 && row.find(content) == std::string::npos) row += content + "\n";
  return row;
}

// The content root in a row that lists one pack.
std::optional<RootHash> OnlyListedPack(std::string_view row) {
  row.remove_prefix(kPublishedHead.size());
  return row.size() == kRootDigits + 1 ? RootHash::FromHex(row.substr(0, kRootDigits))
                                       : std::nullopt;
}

// Reads the name of an excluded pack.
absl::StatusOr<PackName> ReadExcluded(std::string_view text) {
  PackName name;
  if (text.size() >= kRootDigits) {
    WM_ASSIGN_OR_RETURN(name.root, ReadRoot(text));
    return name;
  }
  const bool are_digits = text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
  if (!are_digits || text.size() < kPackDigits) {
    return absl::InvalidArgumentError(fmt::format(
        "'{}' is not a pack root; copy {} to {} of its hexadecimal digits from an answer", text,
        kPackDigits, kRootDigits));
  }
  name.digits = text.size();
  WM_ASSIGN_OR_RETURN(name.root,
                      ReadRoot(std::string(text) + std::string(kRootDigits - text.size(), '0')));
  return name;
}

}  // namespace

// Packs, including those that wait to be written. A commit takes longer than many an answer, so a
// separate thread writes them.
class AnswerStore::Shelf {
 public:
  Shelf(graph::Store& store, const wire::CodecRegistry& codecs) : store_(store), codecs_(codecs) {}

  ~Shelf() {
    {
      const MutexLock lock(mutex_);
      stopping_ = true;
      changed_.NotifyAll();
    }
    if (thread_.joinable()) thread_.join();
  }

  void Put(const RootHash& root, std::string text) {
    Add({.key = KeyOfPack(root), .text = std::move(text), .is_listed = false});
  }

  // Lists the pack `content` under its published root.
  void List(const RootHash& published, const RootHash& content) {
    Add({.key = KeyOfPack(published), .text = content.ToHex(), .is_listed = true});
  }

  std::size_t CountWaiting() {
    const MutexLock lock(mutex_);
    return waiting_.size();
  }

  // Why the last pack is not remembered; empty if it is.
  std::string Settle() {
    MutexLock lock(mutex_);
    while (!waiting_.empty()) changed_.Wait(lock);
    return trouble_;
  }

  // Nothing if the pack is not remembered, or if its published root is that of several packs. A
  // pack with another root comes from another build or is damaged.
  absl::StatusOr<std::optional<wire::Payload>> Find(const PackName& name) {
    WM_ASSIGN_OR_RETURN(std::optional<std::string> text, RowOf(KeyOfPack(name.root)));
    if (text && text->starts_with(kPublishedHead)) {
      const std::optional<RootHash> content = OnlyListedPack(*text);
      if (!content) return std::optional<wire::Payload>();
      WM_ASSIGN_OR_RETURN(text, RowOf(KeyOfPack(*content)));
    }
    if (!text) return std::optional<wire::Payload>();
    WM_ASSIGN_OR_RETURN(wire::Payload pack, codecs_.Decode(kStored, *text));
    if (!name.Fits(wire::ContentRoot(pack)) && !name.Fits(wire::GraphPackRoot(pack))) {
      return absl::DataLossError(
          fmt::format("read pack {}: the stored answer has another root", name.root.ToHex()));
    }
    return std::optional<wire::Payload>(std::move(pack));
  }

 private:
  struct Waiting {
    RootHash key;
    std::string text;  // of the pack, or its content root if it is listed
    bool is_listed;

    std::string RowAfter(const std::optional<std::string>& stored) const {
      return is_listed ? WithListedPack(stored, text) : text;
    }
  };

  void Add(Waiting pack) {
    MutexLock lock(mutex_);
    // Happens only if the disk is far behind; the pack that waited longest is worth least.
    if (waiting_.size() == kMaxPacksWaiting) waiting_.pop_front();
    waiting_.push_back(std::move(pack));
    if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
    changed_.NotifyAll();
  }

  std::vector<Waiting> WaitingFor(const RootHash& key) {
    const MutexLock lock(mutex_);
    std::vector<Waiting> found;
    std::copy_if(waiting_.begin(), waiting_.end(), std::back_inserter(found),
                 [&](const Waiting& pack) { return pack.key == key; });
    return found;
  }

  // The row as it will be when nothing waits. Those that wait are read first, since they leave the
  // queue once they are stored.
  absl::StatusOr<std::optional<std::string>> RowOf(const RootHash& key) {
    const std::vector<Waiting> waiting = WaitingFor(key);
    std::optional<std::string> row;
    if (waiting.empty() || waiting.front().is_listed) {
      WM_ASSIGN_OR_RETURN(row, store_.Recall(graph::SessionRowKind::kPack, key));
    }
    for (const Waiting& pack : waiting) row = pack.RowAfter(row);
    return row;
  }

  void Run() {
    while (const std::optional<Waiting> pack = Next()) {
      Finish(*pack,
             store_.Remember(
                 graph::SessionRowKind::kPack, pack->key,
                 [&](const std::optional<std::string>& stored) -> absl::StatusOr<std::string> {
                   return pack->RowAfter(stored);
                 }));
    }
  }

  // Waits for the next pack; nothing at the end. A pack can be found until it is written.
  std::optional<Waiting> Next() {
    MutexLock lock(mutex_);
    while (waiting_.empty() && !stopping_) changed_.Wait(lock);
    return waiting_.empty() ? std::nullopt : std::optional<Waiting>(waiting_.front());
  }

  void Finish(const Waiting& pack, const absl::Status& status) {
    const MutexLock lock(mutex_);
    trouble_ = status.ok() ? "" : std::string(status.message());
    std::erase_if(waiting_, [&](const Waiting& other) {
      return other.key == pack.key && other.text == pack.text;
    });
    changed_.NotifyAll();
  }

  graph::Store& store_;
  const wire::CodecRegistry& codecs_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<Waiting> waiting_ WM_GUARDED_BY(mutex_);
  std::string trouble_ WM_GUARDED_BY(mutex_);
  bool stopping_ WM_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

AnswerStore::AnswerStore(graph::Store& store, const wire::CodecRegistry& codecs)
    : store_(store), codecs_(codecs), shelf_(std::make_unique<Shelf>(store, codecs)) {}

AnswerStore::~AnswerStore() = default;

std::size_t AnswerStore::Waiting() const { return shelf_->CountWaiting(); }

absl::StatusOr<std::set<SymbolIdentity>> AnswerStore::Excluded(
    const ContextRequest& request) const {
  std::set<SymbolIdentity> excluded;
  for (const std::string& text : request.held.exclude) {
    WM_ASSIGN_OR_RETURN(const PackName name, ReadExcluded(text));
    WM_ASSIGN_OR_RETURN(const std::optional<wire::Payload> pack, shelf_->Find(name));
    if (!pack.has_value()) {
      return absl::NotFoundError(
          fmt::format("pack {} is not stored any more, so its symbols cannot be left out; the "
                      "store keeps the last {} answers",
                      text, graph::kPackBound.rows));
    }
    for (const wire::Symbol& symbol : pack->symbols) {
      if (symbol.id.has_value()) excluded.insert(*symbol.id);
    }
  }
  return excluded;
}

absl::StatusOr<std::optional<wire::GcfSession>> AnswerStore::Session(
    const ContextRequest& request) const {
  const std::string& handle = request.held.session;
  if (handle.empty()) return std::nullopt;
  if (handle == kNewSession) return wire::GcfSession();
  const absl::StatusOr<std::optional<std::string>> saved =
      store_.Recall(graph::SessionRowKind::kSession, KeyOfSession(handle));
  if (!saved.ok()) return std::nullopt;
  absl::StatusOr<wire::GcfSession> session = ReadSession(*saved);
  if (absl::IsNotFound(session.status())) return session.status();
  if (!session.ok() || session->Room() < request.max_symbols) return std::nullopt;
  return *std::move(session);
}

absl::Status AnswerStore::Send(const ContextRequest& request, ContextAnswer& answer) {
  const HeldAnswers& held = request.held;
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs_.Find(request.encoding.format));
  const bool has_differences = codec->name == kPlain || codec->name == kProfiled;
  // The base is found before the answer is remembered, which may have the same published root.
  if (!held.pack_root.empty() && has_differences) WM_RETURN_IF_ERROR(SendDelta(request, answer));
  if (!answer.payload.symbols.empty()) {
    WM_ASSIGN_OR_RETURN(std::string text,
                        codecs_.Encode(kStored, answer.payload, wire::kFullAnswer));
    // A client with gcf3 also has the published root and may send that one back.
    const RootHash content = *answer.payload.pack_root;
    if (codec->name == kProfiled) shelf_->List(wire::GraphPackRoot(answer.payload), content);
    shelf_->Put(content, std::move(text));
  }
  if (!held.pack_root.empty()) answer.session_note = shelf_->Settle();
  if (!held.session.empty() && !answer.sent.has_value()) {
    WM_RETURN_IF_ERROR(SendInSession(request, answer));
  }
  return absl::OkStatus();
}

absl::Status AnswerStore::SendDelta(const ContextRequest& request, ContextAnswer& answer) const {
  WM_ASSIGN_OR_RETURN(const RootHash root, ReadRoot(request.held.pack_root));
  absl::StatusOr<std::optional<wire::Payload>> base = shelf_->Find({.root = root});
  // Without a certain base no difference is sent: the whole pack is always right.
  if (!base.ok() || !base->has_value()) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs_.Find(request.encoding.format));
  wire::Payload current = answer.payload;
  WM_ASSIGN_OR_RETURN(wire::PackAnswer chosen,
                      wire::AnswerWithDelta(codecs_, codec->name, **std::move(base), current,
                                            wire::kFullAnswer, request.encoding.tokenizer));
  if (chosen.outcome == wire::PackOutcome::kFull) return absl::OkStatus();
  answer.sent = SentText{chosen.outcome, std::move(chosen.text), chosen.tokens};
  return absl::OkStatus();
}

absl::Status AnswerStore::SendInSession(const ContextRequest& request, ContextAnswer& answer) {
  const bool begins = request.held.session == kNewSession;
  std::string handle = request.held.session;
  if (begins) {
    WM_ASSIGN_OR_RETURN(handle, MakeHandle());
  }
  const std::string note =
      begins ? fmt::format("session={} hours={}", handle, kSessionLifetime.count()) : "";
  wire::GcfSession::Message message;
  absl::Status status = store_.Remember(
      graph::SessionRowKind::kSession, KeyOfSession(handle),
      [&](const std::optional<std::string>& saved) -> absl::StatusOr<std::string> {
        wire::GcfSession session;
        if (!begins) {
          WM_ASSIGN_OR_RETURN(session, ReadSession(saved));
        }
        WM_ASSIGN_OR_RETURN(message, session.EncodeCounted(answer.payload, wire::kFullAnswer,
                                                           request.encoding.tokenizer, note));
        // In a long session, numbers can have more digits than were counted.
        if (answer.payload.tokens_used > request.budget_tokens) {
          return absl::ResourceExhaustedError(
              fmt::format("in this session the answer takes {} tokens, and the budget is {}; give "
                          "a larger budget, or start another session",
                          answer.payload.tokens_used, request.budget_tokens));
        }
        session.Confirm(message);
        return SavedSession(session);
      });
  if (absl::IsNotFound(status)) return status;
  if (status.ok()) {
    answer.sent =
        SentText{wire::PackOutcome::kFull, std::move(message.text), answer.payload.tokens_used};
    answer.session = std::move(handle);
    return absl::OkStatus();
  }
  answer.session_note = std::string(status.message());
  // The count may belong to a message that is not sent.
  return codecs_
      .EncodeCounted(kPlain, answer.payload, wire::kFullAnswer, request.encoding.tokenizer)
      .status();
}

absl::Status AnswerStore::EndSession(const std::string& handle) {
  if (!IsHandle(handle)) {
    return absl::InvalidArgumentError(
        "the session is not a handle; copy the 32 hexadecimal digits from an answer");
  }
  return store_.Remember(
      graph::SessionRowKind::kSession, KeyOfSession(handle),
      [](const std::optional<std::string>& saved) -> absl::StatusOr<std::string> {
        WM_RETURN_IF_ERROR(ReadSession(saved).status());
        return kEndedSession;
      });
}

absl::Status CheckHeld(const wire::CodecRegistry& codecs, const ContextRequest& request) {
  const HeldAnswers& held = request.held;
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs.Find(request.encoding.format));
  if (!held.pack_root.empty()) WM_RETURN_IF_ERROR(ReadRoot(held.pack_root).status());
  if (held.exclude.size() > kMaxExcludedPacks) {
    return absl::InvalidArgumentError(
        fmt::format("{} excluded packs; the limit is {}", held.exclude.size(), kMaxExcludedPacks));
  }
  for (const std::string& root : held.exclude) WM_RETURN_IF_ERROR(ReadExcluded(root).status());
  if (held.session.empty()) return absl::OkStatus();
  if (codec->name != kPlain) {
    return absl::InvalidArgumentError(
        fmt::format("format '{}' has no sessions; in a session, ask for gcf", codec->name));
  }
  if (held.session == kNewSession || IsHandle(held.session)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "the session is neither 'new' nor a handle; copy the 32 hexadecimal digits from an answer");
}

}  // namespace waymark::services
