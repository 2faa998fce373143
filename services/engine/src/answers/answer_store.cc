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
#include "services/state_text.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"
#include "wire/pack_delta.h"

namespace waymark::services {
namespace {

constexpr char kStored[] = "json";  // has a field for all that a root covers
constexpr std::string_view kSessionDomain = "waymark.session.v2";
constexpr std::size_t kHandleBytes = 16;
// Names of fields in remedies.
constexpr std::string_view kPackRootField = "pack_root";
constexpr std::string_view kExcludeField = "exclude";

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

// "not stored: disk full"; empty without a reason.
std::string NotStored(std::string_view reason) {
  return reason.empty() ? "" : fmt::format("not stored: {}", reason);
}

// `note` may be empty.
void AddNote(std::string_view note, SentAnswer& answer) {
  const bool is_further = !note.empty() && !answer.session_note.empty();
  answer.session_note += fmt::format("{}{}", is_further ? "; " : "", note);
}

// The row of a session that was ended; it stays until the bound of the session table deletes it.
constexpr char kEndedSession[] = "0\n";

absl::StatusOr<wire::GcfSession> ReadSession(const std::optional<std::string>& saved) {
  const absl::Status unknown =
      WithRemedy(absl::NotFoundError("the session is unknown or has expired; start another one "
                                     "with the session 'new'"),
                 WithField("session", std::string(kNewSession)));
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
// it. Its row lists the content roots of these packs, a line each: a client may hold any of them.
constexpr std::string_view kPublishedHead = "published root of all\n";
// Stands for packs that the row does not list. Whoever names the root then gets whole packs.
constexpr std::string_view kUnlistedPack = "?";
constexpr std::ptrdiff_t kMostListedPacks = 16;

// The row `stored` with one more pack.
std::string WithListedPack(const std::optional<std::string>& stored, const std::string& content) {
  std::string row(kPublishedHead);
  if (stored.has_value() && !stored->starts_with(kPublishedHead)) {
    row += fmt::format("{}\n", kUnlistedPack);
  } else if (stored.has_value()) {
    row = *stored;
  }
  const auto lines = std::count(row.begin(), row.end(), '\n') - 1;
  if (row.find(content) != std::string::npos || lines > kMostListedPacks) return row;
  row += lines == kMostListedPacks ? kUnlistedPack : std::string_view(content);
  return row + "\n";
}

// The content roots in a row of a published root; empty if it does not list all.
std::vector<RootHash> ListedPacks(std::string_view row) {
  std::vector<RootHash> packs;
  for (row.remove_prefix(kPublishedHead.size()); !row.empty();) {
    const std::size_t end = std::min(row.find('\n'), row.size());
    const std::optional<RootHash> pack = RootHash::FromHex(row.substr(0, end));
    if (!pack) return {};
    packs.push_back(*pack);
    row.remove_prefix(std::min(end + 1, row.size()));
  }
  return packs;
}

// Packs with the same code in other lines have the same content root, and so the same row. The row
// is the last one of them. Before it stand the files in which they differ: clients may have any of
// their lines.
//
//   row = [ "unsure lines" { NUL path } NUL NUL ] pack
constexpr std::string_view kUnsureHead = "unsure lines";
constexpr std::string_view kUnsureEnd("\0\0", 2);

absl::StatusOr<wire::HeldPack> ReadPack(const wire::CodecRegistry& codecs, std::string_view row) {
  wire::HeldPack pack;
  if (row.starts_with(kUnsureHead)) {
    const std::size_t end = row.find(kUnsureEnd);
    if (end == std::string_view::npos)
      return absl::DataLossError("read a pack: its row is damaged");
    std::string_view paths = row.substr(kUnsureHead.size(), end - kUnsureHead.size());
    while (!paths.empty()) {
      const std::size_t next = std::min(paths.find('\0', 1), paths.size());
      pack.unsure_files.emplace(paths.substr(1, next - 1));
      paths.remove_prefix(next);
    }
    row.remove_prefix(end + kUnsureEnd.size());
  }
  WM_ASSIGN_OR_RETURN(pack.payload, codecs.Decode(kStored, row));
  return pack;
}

// The row of a pack whose key has the row `stored`.
std::string WithPack(const wire::CodecRegistry& codecs, const std::optional<std::string>& stored,
                     const std::string& added) {
  if (!stored.has_value() || *stored == added || stored->starts_with(kPublishedHead)) return added;
  const absl::StatusOr<wire::HeldPack> before = ReadPack(codecs, *stored);
  const absl::StatusOr<wire::Payload> after = codecs.Decode(kStored, added);
  const bool is_same_code =
      before.ok() && after.ok() && wire::ContentRoot(before->payload) == wire::ContentRoot(*after);
  if (!is_same_code) return added;
  std::set<std::string> unsure = wire::FilesWithOtherPlaces(before->payload, *after);
  unsure.insert(before->unsure_files.begin(), before->unsure_files.end());
  if (unsure.empty()) return added;
  std::string row(kUnsureHead);
  for (const std::string& path : unsure) row.append(1, '\0').append(path);
  return row.append(kUnsureEnd).append(added);
}

// `field` is the one that names the pack.
absl::StatusOr<PackName> ReadPackName(std::string_view text, std::string_view field) {
  constexpr std::string_view kAlgorithm = "sha256:";
  const std::string_view digits =
      text.starts_with(kAlgorithm) ? text.substr(kAlgorithm.size()) : text;
  const bool has_size = digits.size() >= kPackDigits && digits.size() <= kRootDigits;
  const std::optional<RootHash> root =
      has_size
          ? RootHash::FromHex(std::string(digits) + std::string(kRootDigits - digits.size(), '0'))
          : std::nullopt;
  if (root.has_value()) return PackName{.root = *root, .digits = digits.size()};
  return WithRemedy(
      absl::InvalidArgumentError(fmt::format(
          "'{}' is not a pack root; copy {} to {} of its hexadecimal digits from an answer", text,
          kPackDigits, kRootDigits)),
      WithoutField(field));
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

  // Nothing if the pack is not remembered, or not every one with its published root. A pack with
  // another root comes from another build or is damaged.
  absl::StatusOr<std::optional<wire::HeldPack>> Find(const PackName& name) {
    WM_ASSIGN_OR_RETURN(const std::optional<std::string> text, RowOf(KeyOfPack(name.root)));
    if (!text) return std::optional<wire::HeldPack>();
    if (!text->starts_with(kPublishedHead)) return Read(name, *text);
    std::optional<wire::HeldPack> held;
    for (const RootHash& content : ListedPacks(*text)) {
      WM_ASSIGN_OR_RETURN(const std::optional<std::string> row, RowOf(KeyOfPack(content)));
      if (!row || row->starts_with(kPublishedHead)) return std::optional<wire::HeldPack>();
      WM_ASSIGN_OR_RETURN(std::optional<wire::HeldPack> pack, Read(name, *row));
      if (held && !wire::AddAlternative(*held, *pack)) return std::optional<wire::HeldPack>();
      held = std::move(pack);
    }
    return held;
  }

 private:
  struct Waiting {
    RootHash key;
    std::string text;  // of the pack, or its content root if it is listed
    bool is_listed;
  };

  absl::StatusOr<std::optional<wire::HeldPack>> Read(const PackName& name,
                                                     std::string_view row) const {
    WM_ASSIGN_OR_RETURN(wire::HeldPack pack, ReadPack(codecs_, row));
    if (!name.Fits(wire::ContentRoot(pack.payload)) &&
        !name.Fits(wire::GraphPackRoot(pack.payload))) {
      return absl::DataLossError(
          fmt::format("read pack {}: the stored answer has another root", name.root.ToHex()));
    }
    return std::optional<wire::HeldPack>(std::move(pack));
  }

  std::string RowAfter(const Waiting& pack, const std::optional<std::string>& stored) const {
    return pack.is_listed ? WithListedPack(stored, pack.text)
                          : WithPack(codecs_, stored, pack.text);
  }

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
    WM_ASSIGN_OR_RETURN(std::optional<std::string> row,
                        store_.Recall(graph::SessionRowKind::kPack, key));
    for (const Waiting& pack : waiting) row = RowAfter(pack, row);
    return row;
  }

  void Run() {
    while (const std::optional<Waiting> pack = Next()) {
      Finish(*pack,
             store_.Remember(
                 graph::SessionRowKind::kPack, pack->key,
                 [&](const std::optional<std::string>& stored) -> absl::StatusOr<std::string> {
                   return RowAfter(*pack, stored);
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
    WM_ASSIGN_OR_RETURN(const PackName name, ReadPackName(text, kExcludeField));
    WM_ASSIGN_OR_RETURN(const std::optional<wire::HeldPack> pack, shelf_->Find(name));
    if (!pack.has_value()) {
      return WithRemedy(
          absl::NotFoundError(
              fmt::format("pack {} is not stored any more, so its symbols cannot be left out; the "
                          "store keeps the last {} answers",
                          text, graph::kPackBound.rows)),
          WithoutField(kExcludeField));
    }
    for (const wire::Symbol& symbol : pack->payload.symbols) {
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

absl::Status AnswerStore::Send(const Delivery& delivery, SentAnswer& answer) {
  const HeldAnswers& held = delivery.held;
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs_.Find(delivery.encoding.format));
  const std::optional<wire::GcfDialect> dialect = wire::GcfDialectOf(codec->name);
  // The base is found before the answer is remembered, which may have the same published root.
  const bool has_base = !held.pack_root.empty() && held.pack_root != kNewPack;
  if (has_base && dialect) WM_RETURN_IF_ERROR(SendDelta(delivery, answer));
  if (!answer.payload.symbols.empty() && answer.payload.pack_root) {
    WM_ASSIGN_OR_RETURN(std::string text,
                        codecs_.Encode(kStored, answer.payload, wire::kFullAnswer));
    // A client with gcf3 also has the published root and may send that one back.
    const RootHash content = *answer.payload.pack_root;
    if (dialect == wire::GcfDialect::kGcf3)
      shelf_->List(wire::GraphPackRoot(answer.payload), content);
    shelf_->Put(content, std::move(text));
  }
  if (!held.pack_root.empty()) AddNote(NotStored(shelf_->Settle()), answer);
  if (!held.session.empty() && !answer.sent.has_value()) {
    WM_RETURN_IF_ERROR(SendInSession(delivery, answer));
  }
  return absl::OkStatus();
}

absl::Status AnswerStore::SendDelta(const Delivery& delivery, SentAnswer& answer) const {
  WM_ASSIGN_OR_RETURN(const PackName name, ReadPackName(delivery.held.pack_root, kPackRootField));
  absl::StatusOr<std::optional<wire::HeldPack>> base = shelf_->Find(name);
  // Without a certain base no difference is sent: the whole pack is always right.
  if (!base.ok() || !base->has_value()) {
    AddNote(fmt::format("pack root {} is not known here: this is the whole answer",
                        name.root.ToHex().substr(0, kPackDigits)),
            answer);
    return absl::OkStatus();
  }
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs_.Find(delivery.encoding.format));
  wire::Payload current = answer.payload;
  WM_ASSIGN_OR_RETURN(wire::PackAnswer chosen,
                      wire::AnswerWithDelta(codecs_, codec->name, **std::move(base), current,
                                            wire::kFullAnswer, delivery.encoding.tokenizer));
  if (chosen.outcome == wire::PackOutcome::kFull) return absl::OkStatus();
  answer.sent = SentText{chosen.outcome, std::move(chosen.text), chosen.tokens};
  return absl::OkStatus();
}

absl::Status AnswerStore::SendInSession(const Delivery& delivery, SentAnswer& answer) {
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs_.Find(delivery.encoding.format));
  const wire::GcfDialect dialect = *wire::GcfDialectOf(codec->name);  // CheckHeld saw to it
  const bool begins = delivery.held.session == kNewSession;
  std::string handle = delivery.held.session;
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
        WM_ASSIGN_OR_RETURN(message,
                            session.EncodeCounted(answer.payload, wire::kFullAnswer,
                                                  delivery.encoding.tokenizer, note, dialect));
        // In a long session, numbers can have more digits than were counted.
        if (answer.payload.tokens_used > delivery.budget_tokens) {
          return absl::ResourceExhaustedError(
              fmt::format("in this session the answer takes {} tokens, and the budget is {}; give "
                          "a larger budget, or start another session",
                          answer.payload.tokens_used, delivery.budget_tokens));
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
  AddNote(NotStored(std::string(status.message())), answer);
  // The count may belong to a message that is not sent.
  return codecs_
      .EncodeCounted(codec->name, answer.payload, wire::kFullAnswer, delivery.encoding.tokenizer)
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

absl::Status CheckHeld(const wire::CodecRegistry& codecs, const Encoding& encoding,
                       const HeldAnswers& held) {
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs.Find(encoding.format));
  if (!held.pack_root.empty() && held.pack_root != kNewPack)
    WM_RETURN_IF_ERROR(ReadPackName(held.pack_root, kPackRootField).status());
  if (held.exclude.size() > kMaxExcludedPacks) {
    return absl::InvalidArgumentError(
        fmt::format("{} excluded packs; the limit is {}", held.exclude.size(), kMaxExcludedPacks));
  }
  for (const std::string& root : held.exclude) {
    WM_RETURN_IF_ERROR(ReadPackName(root, kExcludeField).status());
  }
  if (held.session.empty()) return absl::OkStatus();
  if (!wire::GcfDialectOf(codec->name)) {
    return WithRemedy(
        absl::InvalidArgumentError(fmt::format(
            "format '{}' has no sessions; in a session, ask for gcf or gcf3", codec->name)),
        WithoutField("session"));
  }
  if (held.session == kNewSession || IsHandle(held.session)) return absl::OkStatus();
  return WithRemedy(
      absl::InvalidArgumentError("the session is neither 'new' nor a handle; copy the 32 "
                                 "hexadecimal digits from an answer"),
      WithField("session", std::string(kNewSession)));
}

}  // namespace waymark::services
