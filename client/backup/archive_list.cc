#include "client/backup/archive_list.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "engine/text/whole_number.h"
#include "protocol/audit/digest.h"

namespace answerbox::client {
namespace {

struct Field {
  std::size_t at;
  std::size_t bytes;
};

constexpr Field kName{0, 100};
constexpr Field kMode{100, 8};
constexpr Field kUser{108, 8};
constexpr Field kGroup{116, 8};
constexpr Field kSize{124, 12};
constexpr Field kTime{136, 12};
constexpr Field kSum{148, 8};
constexpr Field kMagic{257, 8};
constexpr Field kPrefix{345, 155};
constexpr std::size_t kTypeAt = 156;
constexpr char kRegularFile = '0';

void Put(TarHeader& header, Field field, std::string_view text) {
  std::ranges::copy(text, header.begin() + static_cast<long>(field.at));
}

// Octal digits that fill the field but for a zero byte at its end.
void PutNumber(TarHeader& header, Field field, std::uint64_t number) {
  for (std::size_t i = field.bytes - 1; i-- > 0; number /= 8) {
    header[field.at + i] = static_cast<char>('0' + number % 8);
  }
}

std::uint64_t NumberAt(const TarHeader& header, Field field) {
  std::uint64_t number = 0;
  const char* const begin = header.data() + field.at;
  std::from_chars(begin, begin + field.bytes, number, 8);
  return number;
}

// The number of bytes before the '/' between prefix and name; 0: no prefix.
std::size_t SplitAt(std::string_view path) {
  if (path.size() <= kName.bytes) return 0;
  return path.find('/', path.size() - kName.bytes - 1);
}

}  // namespace

bool FitsTarHeader(std::string_view path) noexcept {
  const std::size_t split = SplitAt(path);
  return !path.empty() && split != path.npos && split <= kPrefix.bytes;
}

TarHeader MakeTarHeader(const TarEntry& entry) noexcept {
  TarHeader header{};
  const std::size_t split = SplitAt(entry.path);
  Put(header, kName, entry.path.substr(split == 0 ? 0 : split + 1));
  Put(header, kPrefix, entry.path.substr(0, split));
  PutNumber(header, kMode, entry.mode);
  PutNumber(header, kUser, 0);
  PutNumber(header, kGroup, 0);
  PutNumber(header, kSize, entry.bytes);
  PutNumber(header, kTime, entry.time);
  header[kTypeAt] = kRegularFile;
  Put(header, kMagic, std::string_view("ustar\00000", kMagic.bytes));
  // The sum of all bytes, those of the sum counted as blanks: six digits, a
  // zero byte and a blank.
  Put(header, kSum, std::string(kSum.bytes, ' '));
  const auto sum =
      std::accumulate(header.begin(), header.end(), std::uint64_t{0},
                      [](std::uint64_t all, char byte) {
                        return all + static_cast<unsigned char>(byte);
                      });
  PutNumber(header, {kSum.at, kSum.bytes - 1}, sum);
  header[kSum.at + kSum.bytes - 2] = '\0';
  return header;
}

std::optional<TarEntry> ReadTarHeader(const TarHeader& header,
                                      std::string_view path,
                                      unsigned mode) noexcept {
  const TarEntry entry{path, NumberAt(header, kSize), mode,
                       NumberAt(header, kTime)};
  if (MakeTarHeader(entry) != header) return std::nullopt;
  return entry;
}

namespace {

constexpr std::string_view kTitle = "answerbox-backup 1";
constexpr std::array<std::pair<FileOwner, std::string_view>, 3> kOwners = {
    {{FileOwner::kDaemon, "daemon:daemon"},
     {FileOwner::kShared, "root:daemon"},
     {FileOwner::kRoot, "root:root"}}};

// Takes the text up to `end` from the front of `text`, and `end` itself.
std::string_view Take(std::string_view& text, char end) {
  const std::string_view taken = text.substr(0, text.find(end));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

// Nothing but one spelling of a number is taken.
std::optional<std::uint64_t> Number(std::string_view text, int base = 10) {
  const auto number = engine::WholeNumber<std::uint64_t>(text, base);
  if (base == 10 && number && std::to_string(*number) != text) return {};
  return number;
}

std::string SumLine(std::string_view text) {
  return "sha256 " + protocol::ToHex(engine::ComputeSha256(text)) + "\n";
}

// "0.10.2" as numbers; other words as none.
std::vector<std::uint64_t> VersionOf(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  while (!text.empty()) {
    const auto number = Number(Take(text, '.'));
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

// Takes "640 root:daemon " from the front of `line`.
template <typename Entry>
bool TakeRights(std::string_view& line, Entry& entry) {
  const std::string_view digits = Take(line, ' ');
  const auto mode = Number(digits, 8);
  const std::string_view owner = Take(line, ' ');
  const auto named = std::ranges::find(
      kOwners, owner, &std::pair<FileOwner, std::string_view>::second);
  if (digits.size() != 3 || !mode || named == kOwners.end()) return false;
  entry.mode = static_cast<unsigned>(*mode);
  entry.owner = named->first;
  return true;
}

template <typename Entry>
std::string RightsOf(const Entry& entry) {
  std::array<char, 8> mode{};
  std::snprintf(mode.data(), mode.size(), "%03o", entry.mode & 0777U);
  const auto owner = std::ranges::find(
      kOwners, entry.owner, &std::pair<FileOwner, std::string_view>::first);
  return std::string(mode.data()) + " " + std::string(owner->second) + " ";
}

bool HasFolder(const ArchiveList& list, std::string_view path) {
  return std::ranges::binary_search(list.folders, path, {},
                                    &ArchivedFolder::path);
}

// So no path comes twice, and each can be made in the order of the list.
template <typename Entry>
bool Append(const ArchiveList& list, std::vector<Entry>& entries, Entry entry) {
  const std::string_view path = entry.path;
  const bool is_tree = path.find('/') == path.npos;
  if ((!entries.empty() && entries.back().path >= path) ||
      (!is_tree && !HasFolder(list, path.substr(0, path.rfind('/'))))) {
    return false;
  }
  entries.push_back(std::move(entry));
  return true;
}

bool ReadFolder(std::string_view line, ArchiveList& list) {
  ArchivedFolder folder;
  if (!list.files.empty() || !TakeRights(line, folder)) return false;
  folder.path = line;
  const std::string as_tree = folder.path + "/";
  if (as_tree != kStateTree && as_tree != kOptionsTree && !IsArchivable(line)) {
    return false;
  }
  return Append(list, list.folders, std::move(folder));
}

bool ReadFile(std::string_view line, ArchiveList& list) {
  ArchivedFile file;
  if (!TakeRights(line, file)) return false;
  file.sha256 = Take(line, ' ');
  const auto bytes = Number(Take(line, ' '));
  file.path = line;
  if (!bytes || *bytes > kMaxArchivedBytes ||
      file.sha256.size() != protocol::kHexDigestBytes ||
      !IsArchivable(file.path) || HasFolder(list, file.path)) {
    return false;
  }
  file.bytes = *bytes;
  return Append(list, list.files, std::move(file));
}

bool ReadLine(std::string_view line, ArchiveList& list) {
  const std::string_view kind = Take(line, ' ');
  if (kind == "folder") return ReadFolder(line, list);
  return kind == "file" && ReadFile(line, list);
}

Failure Wrong(std::size_t line) {
  return Rejected("the list of the backup is damaged in line " +
                  std::to_string(line) + ": take another backup");
}

}  // namespace

bool IsArchivable(std::string_view path) {
  if (!path.starts_with(kStateTree) && !path.starts_with(kOptionsTree)) {
    return false;
  }
  if (path.find('\n') != path.npos || path.find('\0') != path.npos ||
      path.ends_with('/') || !FitsTarHeader(path)) {
    return false;
  }
  while (!path.empty()) {
    const std::string_view name = Take(path, '/');
    if (name.empty() || name == "." || name == "..") return false;
  }
  return true;
}

std::uint64_t ArchiveList::TotalBytes() const {
  return std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const ArchivedFile& file) {
                           return sum + file.bytes;
                         });
}

std::string ArchiveList::Text() const {
  std::string text = std::string(kTitle) + "\nprogram " + program + "\ntime " +
                     std::to_string(time) + "\n";
  for (const ArchivedFolder& folder : folders) {
    text += "folder " + RightsOf(folder) + folder.path + "\n";
  }
  for (const ArchivedFile& file : files) {
    text += "file " + RightsOf(file) + file.sha256 + " " +
            std::to_string(file.bytes) + " " + file.path + "\n";
  }
  return text + SumLine(text);
}

Outcome<ArchiveList> ParseArchiveList(std::string_view text) {
  const std::size_t sum_bytes = SumLine({}).size();
  if (text.size() < sum_bytes ||
      text.substr(text.size() - sum_bytes) !=
          SumLine(text.substr(0, text.size() - sum_bytes))) {
    return Rejected(
        "the list of the backup is damaged: its digest differs; take another "
        "backup");
  }
  text.remove_suffix(sum_bytes);
  if (!text.ends_with('\n')) {
    return Rejected("the list of the backup ends within a line");
  }
  if (Take(text, '\n') != kTitle) {
    return Rejected(
        "the backup is of a format that this program does not know: install "
        "the program that wrote it, or a later one");
  }
  ArchiveList list;
  std::string_view program = Take(text, '\n');
  if (Take(program, ' ') != "program") return Wrong(2);
  list.program = program;
  if (VersionOf(program) > VersionOf(ANSWERBOX_VERSION)) {
    return Rejected("the backup is of answerbox " + list.program +
                    ", and this is " ANSWERBOX_VERSION
                    ": install that version first");
  }
  std::string_view time = Take(text, '\n');
  const bool is_time = Take(time, ' ') == "time";
  const auto seconds = Number(time);
  if (!is_time || !seconds) return Wrong(3);
  list.time = *seconds;
  for (std::size_t line = 4; !text.empty(); ++line) {
    if (!ReadLine(Take(text, '\n'), list)) return Wrong(line);
  }
  if (!HasFolder(list, kStateTree.substr(0, kStateTree.size() - 1))) {
    return Rejected("the list of the backup has no state");
  }
  return list;
}

}  // namespace answerbox::client
