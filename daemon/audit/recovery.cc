#include "daemon/audit/recovery.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <span>
#include <utility>

#include "daemon/audit/log_folder.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;

// 64 peaks, a key, and some.
constexpr std::size_t kMaxOpenRecordBytes = 8192;
constexpr std::size_t kKeyIdBytes = 8;

std::string_view FirstLine(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view()
                                       : text.substr(0, end);
}

std::string IdOf(std::string_view der) {
  const Digest digest = engine::ComputeSha256(der);
  return ToHex(std::span(digest).first(kKeyIdBytes));
}

std::string Records(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " record" : " records");
}

// JSON has none of these; a block that a power cut kept from the disk reads as
// zeros.
bool HoldsControl(std::string_view line) {
  return std::ranges::any_of(
      line, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

// A line feed within it would show that more was written after the first
// record, which is on the disk before.
bool MayBeUnbegun(std::string_view text) {
  return text.size() <= kMaxOpenRecordBytes &&
         text.find('\n') >= text.size() - std::min<std::size_t>(1, text.size());
}

// Follows the records of one file after the other.
class LogReader {
 public:
  explicit LogReader(const std::optional<KeptHead>& kept) : kept_(kept) {
    if (!kept_) return;
    newest_ = kept_->head;
    signed_end_ = newest_->size;
  }

  // Reads up to the first line that does not follow; gives where that begins.
  Result<std::size_t> Read(const fs::path& path, std::string_view text) {
    file_ = path.filename();
    std::size_t at = 0;
    for (std::size_t end; (end = text.find('\n', at)) != text.npos;
         at = end + 1) {
      const std::string_view line = text.substr(at, end - at);
      if (at == 0 && !Open(line)) break;
      if (!found_ && at == 0) Compare(0);
      const auto prefix = ReadPrefix(line);
      if (!prefix || prefix->seq != chain_.tree.size() ||
          !RepeatsHash(*prefix, chain_.previous) ||
          (!IsCovered() && HoldsControl(line))) {
        break;
      }
      Note(*prefix, line, at);
      chain_.Append(HashLine(line));
      Compare(at);
    }
    return at;
  }

  // A disagreement, if one was met.
  [[nodiscard]] const std::optional<Disagreement>& found() const {
    return found_;
  }
  [[nodiscard]] Disagreement Found(std::string message,
                                   std::uint64_t offset) const {
    return {std::move(message), file_, offset,
            newest_ ? newest_->Text() : std::string()};
  }

  // Whether the last head of the log, after the kept one, is good. To be asked
  // at the end: only that one is looked at, as it covers what is before.
  void CheckNewestHead() {
    if (found_ || !last_line_) return;
    const auto key = PublicKey::Parse(last_key_);
    const auto head = ParseHeadRecord(*last_line_);
    if (key && head && head->log == chain_.log && head->size == last_size_ &&
        head->root == last_root_ && head->key == key->id() &&
        key->Verifies(head->Statement(), head->signature)) {
      newest_ = *head;
      signed_end_ = head->size + 1;
      return;
    }
    found_ = {"Record " + std::to_string(last_size_) +
                  " is a head that was never signed.",
              last_file_, last_offset_,
              newest_ ? newest_->Text() : std::string()};
  }

  [[nodiscard]] const Chain& chain() const { return chain_; }
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] std::uint64_t format() const { return format_; }
  [[nodiscard]] const std::optional<SignedHead>& newest() const {
    return newest_;
  }
  [[nodiscard]] std::uint64_t signed_end() const { return signed_end_; }
  // Whether nothing was read but what a log begins with.
  [[nodiscard]] bool IsUnused() const { return is_unused_; }

 private:
  bool IsCovered() const {
    return kept_ && chain_.tree.size() < kept_->head.size;
  }

  // The first line of a file.
  bool Open(std::string_view line) {
    const auto record = ParseOpenRecord(line);
    auto resumed = ResumeChain(line);
    if (!record || !resumed) return false;
    if (chain_.log.empty()) {
      chain_ = std::move(*resumed);
      key_der_ = record->public_key;
      key_ = IdOf(key_der_);
    } else if (record->log != chain_.log ||
               !std::ranges::equal(record->peaks, chain_.tree.peaks())) {
      return false;
    }
    format_ = record->format;
    return true;
  }

  void Note(const LinePrefix& prefix, std::string_view line, std::size_t at) {
    if (prefix.kind != "open" && prefix.kind != "evidence") is_unused_ = false;
    if (prefix.kind == "head") {
      if (IsCovered()) return;
      last_line_ = std::string(line);
      last_file_ = file_;
      last_offset_ = at;
      last_size_ = prefix.seq;
      last_root_ = chain_.tree.Root();
      last_key_ = key_der_;
    } else if (prefix.kind == "key") {
      const auto record = ParseKeyRecord(line);
      if (!record) return;
      key_der_ = record->public_key;
      key_ = IdOf(key_der_);
    }
  }

  // With the kept head, where that ends.
  void Compare(std::size_t at) {
    if (!kept_ || found_ || chain_.tree.size() != kept_->head.size) return;
    const SignedHead& head = kept_->head;
    if (head.log != chain_.log) {
      found_ = Found("The log is " + chain_.log + ", but the kept head is of " +
                         head.log + ".",
                     0);
    } else if (head.root != chain_.tree.Root()) {
      found_ = Found("The first " + Records(head.size) +
                         " are not those that were signed.",
                     at);
    } else if (head.key != key_) {
      found_ = Found("The kept head is signed by key " + head.key +
                         ", but the log's key is " + key_ + ".",
                     at);
    }
  }

  const std::optional<KeptHead>& kept_;
  Chain chain_;
  std::string file_;
  std::string key_;
  std::string key_der_;
  std::uint64_t format_ = 0;
  bool is_unused_ = true;
  std::optional<SignedHead> newest_;
  std::uint64_t signed_end_ = 0;
  std::optional<Disagreement> found_;
  // Of the log's last head after the kept one.
  std::optional<std::string> last_line_;
  std::string last_file_;
  std::size_t last_offset_ = 0;
  std::uint64_t last_size_ = 0;
  Digest last_root_{};
  std::string last_key_;
};

// Whether a line that has no line feed is the next head, of which a power cut
// took no other byte. It speaks of nothing but what is there.
bool IsCutHead(const LinePrefix& prefix, const SignedHead& head,
               const Chain& chain) {
  return prefix.seq == chain.tree.size() && head.size == prefix.seq &&
         RepeatsHash(prefix, chain.previous) && head.root == chain.tree.Root();
}

// Where a whole head of this log begins in what follows the whole part. A head
// is written when all before it is on the disk, so no power cut leaves one
// behind something torn.
std::optional<std::size_t> FindHead(std::string_view torn, const Chain& chain) {
  for (std::size_t at = 0; at < torn.size();) {
    const std::size_t end = std::min(torn.find('\n', at), torn.size());
    const std::string_view line = torn.substr(at, end - at);
    const auto prefix = ReadPrefix(line);
    if (prefix && prefix->kind == "head") {
      const auto head = ParseHeadRecord(line);
      const bool is_cut = at == 0 && end == torn.size();
      if (head && head->log == chain.log &&
          !(is_cut && IsCutHead(*prefix, *head, chain))) {
        return at;
      }
    }
    at = end + 1;
  }
  return std::nullopt;
}

struct OpenFile {
  fs::path path;
  platform::MappedFile file;
};

// Number of the first record; past all others when that can't be read.
std::uint64_t FirstRecord(std::string_view text) {
  const auto prefix = ReadPrefix(FirstLine(text));
  return prefix ? prefix->seq : std::numeric_limits<std::uint64_t>::max();
}

// Files from the one on that holds the newest head, in order.
Result<std::vector<OpenFile>> OpenNewest(std::vector<fs::path> files,
                                         const std::optional<KeptHead>& kept) {
  std::vector<OpenFile> opened;
  while (!files.empty()) {
    auto file = platform::MappedFile::Open(files.back());
    if (!file) return AuditStorageError(file.error());
    const std::uint64_t first = FirstRecord(file->text());
    opened.insert(opened.begin(), {files.back(), std::move(*file)});
    files.pop_back();
    // Without a kept head, the newest one in the log counts.
    const std::string_view text = opened.front().file.text();
    if (kept ? first <= kept->head.size
             : text.find("\"kind\":\"head\"") != text.npos) {
      break;
    }
  }
  return opened;
}

using Found = std::variant<NoLog, WholePart, Disagreement>;

// What is to be said when the log ends before the kept head does.
Disagreement Cut(const LogReader& reader, const SignedHead& head,
                 std::string_view rest, std::size_t bytes) {
  const std::uint64_t size = reader.chain().tree.size();
  return reader.Found(
      rest.empty()
          ? "The log ends after " + Records(size) + ", but " +
                std::to_string(head.size) + " were signed."
          : "Record " + std::to_string(size) +
                " is not what was signed: it has been changed, removed or "
                "put elsewhere, or the one before it has.",
      bytes);
}

Found CheckFiles(const std::vector<OpenFile>& files,
                 const FoundKeptHead& head_file, TornBound bound) {
  LogReader reader(head_file.kept);
  std::size_t bytes = 0;
  for (const OpenFile& file : files) {
    const std::string_view text = file.file.text();
    bytes = *reader.Read(file.path, text);
    if (reader.found()) return *reader.found();
    const bool is_last = &file == &files.back();
    if (bytes == 0 || (!is_last && bytes != text.size())) {
      return reader.Found("Record " +
                              std::to_string(reader.chain().tree.size()) +
                              " does not follow from those before it.",
                          bytes);
    }
  }
  const std::string_view rest = files.back().file.text().substr(bytes);
  const auto& kept = head_file.kept;
  if (kept && reader.chain().tree.size() < kept->head.size) {
    return Cut(reader, kept->head, rest, bytes);
  }
  reader.CheckNewestHead();
  if (reader.found()) return *reader.found();
  if (const auto at = FindHead(rest, reader.chain())) {
    return reader.Found("A head stands after records that it does not cover.",
                        bytes + *at);
  }
  if (bound.bytes && rest.size() > *bound.bytes) {
    return reader.Found("Record " + std::to_string(reader.chain().tree.size()) +
                            " is damaged, and more follows it than a power "
                            "cut can tear.",
                        bytes);
  }
  if (!kept && files.size() == 1 && reader.chain().begin == 0 &&
      reader.IsUnused() &&
      (rest.find('\n') == rest.npos || rest.find('\0') != rest.npos)) {
    return NoLog{};
  }
  if (!kept && reader.format() > 1) {
    return Disagreement{std::string(kKeptHeadFile) +
                            ", which says how long the log was, is missing.",
                        kKeptHeadFile, 0,
                        reader.newest() ? reader.newest()->Text() : ""};
  }
  if (!reader.newest()) {
    return reader.Found("No head covers the log.", 0);
  }
  return WholePart{files.back().path,
                   bytes,
                   reader.chain(),
                   std::max(reader.signed_end(), reader.chain().begin),
                   reader.key(),
                   reader.newest()->key,
                   reader.newest()->Text(),
                   reader.format(),
                   kept.has_value()};
}

}  // namespace

Result<LogCheck> CheckLog(const fs::path& folder, const fs::path& head_file,
                          TornBound bound) {
  const auto head = ReadKeptHead(head_file);
  if (!head) return head.error();
  if (head->state == KeptHeadState::kDamaged) {
    return LogCheck{
        Disagreement{
            std::string(kKeptHeadFile) + " is damaged.", kKeptHeadFile, 0, {}},
        std::nullopt};
  }
  auto files = ListLogFiles(folder);
  if (!files) return AuditStorageError(files.error());
  LogCheck check;
  if (!files->empty()) {
    const auto last = platform::MappedFile::Open(files->back());
    if (!last) return AuditStorageError(last.error());
    if (MayBeUnbegun(last->text()) &&
        !ParseOpenRecord(FirstLine(last->text()))) {
      check.unbegun = files->back();
      files->pop_back();
    }
  }
  if (files->empty()) {
    if (head->kept) {
      check.found = Disagreement{
          "The log is gone: it had " + Records(head->kept->head.size) +
              " when key " + head->kept->head.key + " signed it.",
          kKeptHeadFile, 0, head->kept->head.Text()};
    }
    return check;
  }
  const auto opened = OpenNewest(*files, head->kept);
  if (!opened) return opened.error();
  check.found = CheckFiles(*opened, *head, bound);
  if (std::holds_alternative<NoLog>(check.found)) {
    if (!check.unbegun) {
      check.unbegun = files->back();
    } else {
      check.found = Disagreement{
          "Two files begin the log.", files->back().filename(), 0, {}};
    }
  }
  return check;
}

std::optional<Disagreement> CheckOlderFiles(
    const std::vector<fs::path>& files,
    const std::function<bool()>& is_stopped) {
  const auto next_line = [](const fs::path& path) -> std::string {
    const auto file = platform::MappedFile::Open(path);
    return file ? std::string(FirstLine(file->text())) : std::string();
  };
  for (std::size_t i = files.size(); i-- > 1;) {
    if (is_stopped()) return std::nullopt;
    const std::string next = next_line(files[i]);
    const auto file = platform::MappedFile::Open(files[i - 1]);
    const auto opened = ResumeChain(next);
    if (!file || next.empty()) return std::nullopt;  // Moved away meanwhile.
    static const std::optional<KeptHead> kNone;
    LogReader reader(kNone);
    const auto bytes = reader.Read(files[i - 1], file->text());
    const auto prefix = ReadPrefix(next);
    const Chain& chain = reader.chain();
    const bool is_whole = *bytes == file->text().size();
    file->Release();
    if (!is_whole || !opened || !prefix || opened->log != chain.log ||
        prefix->seq != chain.tree.size() ||
        !RepeatsHash(*prefix, chain.previous) ||
        !std::ranges::equal(opened->tree.peaks(), chain.tree.peaks())) {
      return reader.Found(
          is_whole ? "The file is not the one that " +
                         files[i].filename().native() + " goes on from."
                   : "Record " + std::to_string(chain.tree.size()) +
                         " is damaged, or the one before it is.",
          is_whole ? 0 : *bytes);
    }
  }
  return std::nullopt;
}

}  // namespace answerbox::daemon
