#include "graph/crash_journal.h"

#include <algorithm>
#include <array>
#include <new>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace waymark::graph {
namespace {

constexpr char kFileName[] = "under-way";
constexpr std::uint64_t kMagic = 0x31'6b'6f'6f'62'6d'77ULL;
// The byte that is locked while deaths are written; the bytes before it belong to the slots. The
// locks belong to the open file description, so they disappear with the process, however it ended
// and whatever its number was.
constexpr ::off_t kDeathsLock = kMaxWorkUnderWay;

bool Lock(int descriptor, int command, ::off_t byte, decltype(flock::l_type) type) {
  struct flock lock {};

  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return ::fcntl(descriptor, command, &lock) == 0;
}

bool TryLock(int descriptor, std::size_t slot) {
  return Lock(descriptor, F_OFD_SETLK, static_cast<::off_t>(slot), F_WRLCK);
}

void Unlock(int descriptor, ::off_t byte) { Lock(descriptor, F_OFD_SETLK, byte, F_UNLCK); }

// Excludes other processes as long as it lives.
class DeathsLock {
 public:
  explicit DeathsLock(int descriptor) : descriptor_(descriptor) {
    Lock(descriptor_, F_OFD_SETLKW, kDeathsLock, F_WRLCK);
  }

  ~DeathsLock() { Unlock(descriptor_, kDeathsLock); }

  DeathsLock(const DeathsLock&) = delete;
  DeathsLock& operator=(const DeathsLock&) = delete;

 private:
  const int descriptor_;
};

}  // namespace

// The layout of the mapped file. A new file is all zeros: no work is under way and there are no
// deaths.
struct CrashJournal::Page {
  struct Slot {
    WorkKey key;
    std::atomic<std::uint32_t> is_used;
  };

  struct Death {
    WorkKey key;
    std::uint32_t count;  // 0: none
  };

  std::atomic<std::uint64_t> magic;
  std::atomic<std::uint32_t> has_deaths;
  std::uint32_t next_death;
  std::array<Slot, kMaxWorkUnderWay> slots;
  std::array<Death, kMaxDeathsKept> deaths;

  Death* Find(const WorkKey& key) {
    const auto at = std::find_if(deaths.begin(), deaths.end(), [&key](const Death& death) {
      return death.count != 0 && death.key == key;
    });
    return at == deaths.end() ? nullptr : &*at;
  }

  void AddDeath(const WorkKey& key) {
    if (Death* const known = Find(key)) {
      ++known->count;
    } else {
      deaths[next_death++ % deaths.size()] = {key, 1};
    }
    has_deaths = 1;
  }

  void Condemn(const WorkKey& key, std::uint32_t count) {
    AddDeath(key);
    if (Death* const known = Find(key)) known->count = count;
  }

  void Forget(const WorkKey& key) {
    if (Death* const known = Find(key)) known->count = 0;
    has_deaths = std::any_of(deaths.begin(), deaths.end(),
                             [](const Death& death) { return death.count != 0; })
                     ? 1
                     : 0;
  }
};

CrashJournal::CrashJournal(const std::filesystem::path& directory) {
  Open(directory / kFileName);
  if (page_ == nullptr) return;
  const MutexLock lock(mutex_);
  RecordDeaths();
}

CrashJournal::~CrashJournal() {
  if (page_ != nullptr) ::munmap(page_, sizeof(Page));
  if (descriptor_ >= 0) ::close(descriptor_);
}

// Disk space is allocated beforehand: a full disk would kill the process that writes a page.
void CrashJournal::Open(const std::filesystem::path& file) {
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor_ < 0) return;

  struct stat stat {};

  const bool has_room =
      ::fstat(descriptor_, &stat) == 0 &&
      (stat.st_size == static_cast<::off_t>(sizeof(Page)) ||
       (stat.st_size == 0 && ::posix_fallocate(descriptor_, 0, sizeof(Page)) == 0));
  if (!has_room) return;
  void* const mapped =
      ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (mapped == MAP_FAILED) return;
  Page* const page = std::launder(static_cast<Page*>(mapped));
  std::uint64_t magic = 0;
  if (!page->magic.compare_exchange_strong(magic, kMagic) && magic != kMagic) {
    ::munmap(mapped, sizeof(Page));  // the file has another version
    return;
  }
  page_ = page;
}

// A used slot that nobody has locked belongs to a process that has ended.
void CrashJournal::RecordDeaths() {
  for (std::size_t i = 0; i < page_->slots.size(); ++i) {
    Page::Slot& slot = page_->slots[i];
    if (slot.is_used == 0 || !TryLock(descriptor_, i)) continue;
    if (slot.is_used != 0) {  // no other process was faster
      const DeathsLock lock(descriptor_);
      page_->AddDeath(slot.key);
      slot.is_used = 0;
    }
    Unlock(descriptor_, static_cast<::off_t>(i));
  }
}

unsigned CrashJournal::DeathsOf(const WorkKey& key) {
  if (page_ == nullptr || page_->has_deaths == 0) return 0;
  const DeathsLock lock(descriptor_);
  const Page::Death* const known = page_->Find(key);
  return known == nullptr ? 0 : known->count;
}

// Returns kMaxWorkUnderWay if all slots are in use. A slot that was taken stays with this journal.
std::size_t CrashJournal::TakeSlot() {
  if (page_ == nullptr) return kMaxWorkUnderWay;
  if (!free_slots_.empty()) {
    const std::size_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }
  // Locks of one journal do not exclude each other. Its own slots are skipped because all of them
  // are in use.
  for (std::size_t i = 0; i < page_->slots.size(); ++i) {
    if (page_->slots[i].is_used == 0 && TryLock(descriptor_, i)) return i;
  }
  return kMaxWorkUnderWay;
}

void CrashJournal::Forget(const WorkKey& key) {
  const MutexLock lock(mutex_);
  if (page_ == nullptr || page_->has_deaths == 0) return;
  const DeathsLock deaths(descriptor_);
  page_->Forget(key);
}

CrashJournal::Work::Work(CrashJournal& book, const WorkKey& key, unsigned max_deaths)
    : book_(book), key_(key), max_deaths_(max_deaths) {
  MutexLock lock(book_.mutex_);
  deaths_ = book_.DeathsOf(key_);
  may_begin_ = deaths_ < max_deaths;
  if (!may_begin_) return;
  if (deaths_ == 0) {
    while (book_.is_alone_ || book_.waiting_alone_ > 0) book_.changed_.Wait(lock);
  } else {
    ++book_.waiting_alone_;
    while (book_.is_alone_ || book_.running_ > 0) book_.changed_.Wait(lock);
    --book_.waiting_alone_;
    book_.is_alone_ = true;
  }
  ++book_.running_;
  slot_ = book_.TakeSlot();
  if (slot_ == kMaxWorkUnderWay) return;
  Page::Slot& slot = book_.page_->slots[slot_];
  slot.key = key_;
  slot.is_used = 1;
}

void CrashJournal::Work::Condemn() {
  const MutexLock lock(book_.mutex_);
  if (book_.page_ == nullptr) return;
  const DeathsLock deaths(book_.descriptor_);
  book_.page_->Condemn(key_, max_deaths_);
}

CrashJournal::Work::~Work() {
  if (!may_begin_) return;
  {
    const MutexLock lock(book_.mutex_);
    if (slot_ != kMaxWorkUnderWay) {
      book_.page_->slots[slot_].is_used = 0;
      book_.free_slots_.push_back(slot_);
    }
    --book_.running_;
    if (deaths_ > 0) book_.is_alone_ = false;
  }
  if (deaths_ > 0) book_.Forget(key_);
  book_.changed_.NotifyAll();
}

}  // namespace waymark::graph
