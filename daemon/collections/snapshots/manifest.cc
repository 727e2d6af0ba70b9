#include "daemon/collections/snapshots/manifest.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <span>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "engine/index/format/checksum.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/digest.h"
#include "protocol/names/collection_name.h"
#include "protocol/pack/pack_header.h"

namespace answerbox::daemon {
namespace {

using engine::Error;
using engine::ErrorCode;

constexpr std::string_view kMagic = "answerbox-collection ";
constexpr std::string_view kFirstLine = "answerbox-collection 1\n";
// Of a manifest with page pictures: programs that know none name its version,
// and don't take it for damaged.
constexpr std::string_view kFirstLineWithPages = "answerbox-collection 2\n";
constexpr std::size_t kChecksumLineBytes =
    16;  // "crc32c ", 8 digits, line end.

std::string ChecksumLine(std::string_view text) {
  std::array<char, kChecksumLineBytes + 1> line{};
  std::snprintf(line.data(), line.size(), "crc32c %08x\n",
                engine::ComputeChecksum(std::as_bytes(std::span(text))));
  return line.data();
}

// Returns the shortest text that reads back as the same number. So each state
// has one spelling, on every machine.
std::string ShortestDecimal(double value) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

const char* ProfileName(engine::Profile profile) {
  return profile == engine::Profile::kPaper ? "paper" : "default";
}

std::string RemovedList(const std::vector<DocumentRange>& ranges) {
  if (ranges.empty()) return "-";
  std::string list;
  for (const DocumentRange& range : ranges) {
    if (!list.empty()) list += ',';
    list += std::to_string(range.first);
    if (range.last != range.first) list += '-' + std::to_string(range.last);
  }
  return list;
}

std::string SinceText(const ManifestSegment& segment) {
  if (!segment.removed_since) return "-";
  return std::to_string(segment.removed_since->time_since_epoch().count());
}

// Reads one field after the other. Remembers where the last one began, for
// errors.
class Fields {
 public:
  explicit Fields(std::string_view text) : text_(text) {}

  bool Skip(std::string_view literal) {
    start_ = position_;
    if (!text_.substr(position_).starts_with(literal)) return false;
    position_ += literal.size();
    return true;
  }

  template <typename Number>
  bool Read(Number& value) {
    start_ = position_;
    const char* begin = text_.data() + position_;
    // from_chars accepts no sign, blank or locale. It does accept other
    // spellings, such as leading zeros; the comparison with the text of
    // EncodeManifest finds those.
    const auto [end, error] =
        std::from_chars(begin, text_.data() + text_.size(), value);
    position_ += static_cast<std::size_t>(end - begin);
    return error == std::errc();
  }

  // Takes the text up to the next blank or line's end, and that, too.
  std::string_view ReadWord() {
    const std::string_view rest = text_.substr(position_);
    const std::size_t end = rest.find_first_of(" \n");
    if (end == rest.npos) return {};
    position_ += end + 1;
    return rest.substr(0, end);
  }

  [[nodiscard]] bool AtEnd() const { return position_ == text_.size(); }

  [[nodiscard]] Error Corrupt(const char* field) const {
    return {ErrorCode::kCorrupt, field, start_};
  }
  [[nodiscard]] Error OfOtherVersion(const char* field) const {
    return {ErrorCode::kUnsupportedVersion, field, start_};
  }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t start_ = 0;
};

engine::Result<void> ReadSettings(Fields& fields,
                                  CollectionSettings& settings) {
  if (fields.Skip("profile default\n")) {
    settings.profile = engine::Profile::kDefault;
  } else if (fields.Skip("profile paper\n")) {
    settings.profile = engine::Profile::kPaper;
  } else {
    return fields.Corrupt("profile");
  }
  if (!fields.Skip("window ") || !fields.Read(settings.chunking.window_words) ||
      !fields.Skip("\n")) {
    return fields.Corrupt("window");
  }
  if (!fields.Skip("overlap ") ||
      !fields.Read(settings.chunking.overlap_words) || !fields.Skip("\n") ||
      !engine::IsValid(settings.chunking)) {
    return fields.Corrupt("overlap");
  }
  if (!fields.Skip("theta ") || !fields.Read(settings.theta) ||
      !fields.Skip("\n") || !IsValidTheta(settings.theta)) {
    return fields.Corrupt("theta");
  }
  return {};
}

// A line that names the file of a text.
template <typename Entry>
engine::Result<void> ReadTextLine(Fields& fields, const char* name,
                                  std::optional<Entry>& read) {
  Entry entry;
  if (!fields.Skip(name)) return {};
  if (!fields.Skip(" ") || !fields.Read(entry.number) || !fields.Skip(" ") ||
      !fields.Read(entry.file_bytes) || !fields.Skip(" ") ||
      !fields.Read(entry.checksum) || !fields.Skip("\n")) {
    return fields.Corrupt(name);
  }
  read = entry;
  return {};
}

template <typename Entry>
std::string TextLine(const char* name, const std::optional<Entry>& entry) {
  if (!entry) return {};
  return std::string(name) + ' ' + std::to_string(entry->number) + ' ' +
         std::to_string(entry->file_bytes) + ' ' +
         std::to_string(entry->checksum) + '\n';
}

engine::Result<void> ReadPackLine(Fields& fields,
                                  CollectionSettings& settings) {
  if (!fields.Skip("pack ")) return {};
  PackMark pack;
  pack.name = fields.ReadWord();
  pack.version = fields.ReadWord();
  pack.key = fields.ReadWord();
  const auto sha256 = protocol::DigestFromHex(fields.ReadWord());
  if (!IsCollectionName(pack.name) || !IsPackWord(pack.version) ||
      !protocol::IsId(pack.key) || !sha256) {
    return fields.Corrupt("pack");
  }
  pack.sha256 = *sha256;
  settings.pack = std::make_shared<const PackMark>(std::move(pack));
  return {};
}

std::string PackLine(const CollectionSettings& settings) {
  if (!settings.pack) return {};
  const PackMark& pack = *settings.pack;
  return "pack " + pack.name + ' ' + pack.version + ' ' + pack.key + ' ' +
         protocol::ToHex(pack.sha256) + '\n';
}

// A line for each document that has page pictures.
engine::Result<void> ReadPagesLines(Fields& fields,
                                    CollectionSettings& settings) {
  PageFiles files;
  while (fields.Skip("pages ")) {
    PagesEntry entry;
    const auto document = protocol::DigestFromHex(fields.ReadWord());
    if (!document || !fields.Read(entry.number) || !fields.Skip(" ") ||
        !fields.Read(entry.file_bytes) || !fields.Skip(" ") ||
        !fields.Read(entry.checksum) || !fields.Skip(" ") ||
        !fields.Read(entry.pages) || !fields.Skip("\n")) {
      return fields.Corrupt("pages");
    }
    files.emplace(*document, entry);
  }
  if (!files.empty()) {
    settings.pages = std::make_shared<const PageFiles>(std::move(files));
  }
  return {};
}

std::string PagesLines(const CollectionSettings& settings) {
  std::string lines;
  if (!settings.pages) return lines;
  for (const auto& [document, entry] : *settings.pages) {
    lines += "pages " + protocol::ToHex(document) + ' ' +
             std::to_string(entry.number) + ' ' +
             std::to_string(entry.file_bytes) + ' ' +
             std::to_string(entry.checksum) + ' ' +
             std::to_string(entry.pages) + '\n';
  }
  return lines;
}

engine::Result<void> ReadRemoved(Fields& fields, ManifestSegment& segment) {
  if (fields.Skip("-")) return {};
  std::uint64_t removed = 0;
  std::uint64_t lowest = 0;  // Bound of the next range's `first`.
  do {
    DocumentRange range;
    if (!fields.Read(range.first)) return fields.Corrupt("removed");
    range.last = range.first;
    if (fields.Skip("-") && !fields.Read(range.last)) {
      return fields.Corrupt("removed");
    }
    if (range.first < lowest || range.last < range.first ||
        range.last >= segment.documents) {
      return fields.Corrupt("removed");
    }
    lowest = std::uint64_t{range.last} + 2;
    removed += std::uint64_t{range.last} - range.first + 1;
    segment.removed.push_back(range);
  } while (fields.Skip(","));
  // A segment without a live document has no line.
  if (removed >= segment.documents) return fields.Corrupt("removed");
  return {};
}

// Reads seconds since 1970. A time after the year 9999 is damage.
constexpr std::uint64_t kLastSecond = 253'402'300'799;  // Of the year 9999.

engine::Result<void> ReadRemovedSince(Fields& fields,
                                      ManifestSegment& segment) {
  if (!fields.Skip(" ")) return fields.Corrupt("removed since");
  if (segment.removed.empty()) {
    if (!fields.Skip("-\n")) return fields.Corrupt("removed since");
    return {};
  }
  std::uint64_t seconds = 0;
  if (!fields.Read(seconds) || seconds > kLastSecond || !fields.Skip("\n")) {
    return fields.Corrupt("removed since");
  }
  segment.removed_since =
      std::chrono::sys_seconds(std::chrono::seconds(seconds));
  return {};
}

engine::Result<ManifestSegment> ReadSegment(Fields& fields) {
  ManifestSegment segment;
  if (!fields.Read(segment.number) || !fields.Skip(" ")) {
    return fields.Corrupt("segment");
  }
  if (!fields.Read(segment.file_bytes) || !fields.Skip(" ")) {
    return fields.Corrupt("segment bytes");
  }
  if (!fields.Read(segment.documents) || !fields.Skip(" ") ||
      segment.documents == 0) {
    return fields.Corrupt("segment documents");
  }
  if (auto removed = ReadRemoved(fields, segment); !removed) {
    return removed.error();
  }
  // An unreleased form had no time of removal, and the same version number. The
  // checksum was right, so this is that form and not damage.
  if (fields.Skip("\n")) return fields.OfOtherVersion("removed since");
  if (auto since = ReadRemovedSince(fields, segment); !since) {
    return since.error();
  }
  return segment;
}

engine::Result<Manifest> ReadFields(std::string_view text) {
  Fields fields(text);
  Manifest manifest;
  // Which of them is right is told by the spelling.
  if (!fields.Skip(kFirstLine) && !fields.Skip(kFirstLineWithPages)) {
    return fields.Corrupt("version");
  }
  if (auto read = ReadSettings(fields, manifest.settings); !read) {
    return read.error();
  }
  for (const auto& read : {ReadTextLine(fields, "synonyms", manifest.synonyms),
                           ReadTextLine(fields, "guard", manifest.guard),
                           ReadPackLine(fields, manifest.settings),
                           ReadTextLine(fields, "before", manifest.before),
                           ReadPagesLines(fields, manifest.settings)}) {
    if (!read) return read.error();
  }
  if (!fields.Skip("snapshot ") || !fields.Read(manifest.snapshot) ||
      !fields.Skip("\n")) {
    return fields.Corrupt("snapshot");
  }
  while (fields.Skip("segment ")) {
    auto segment = ReadSegment(fields);
    if (!segment) return segment.error();
    manifest.segments.push_back(std::move(*segment));
  }
  // An unknown line may change the meaning of the others.
  if (!fields.AtEnd()) return fields.Corrupt("line");
  return manifest;
}

std::vector<DocumentRange> RemovedRanges(const engine::DocumentSet& removed,
                                         std::uint32_t documents) {
  std::vector<DocumentRange> ranges;
  if (removed.size() == 0) return ranges;
  for (std::uint32_t document = 0; document < documents; ++document) {
    if (!removed.Contains(document)) continue;
    if (!ranges.empty() && ranges.back().last + 1 == document) {
      ranges.back().last = document;
    } else {
      ranges.push_back({document, document});
    }
  }
  return ranges;
}

}  // namespace

Manifest Describe(const Snapshot& snapshot) {
  Manifest manifest{snapshot.settings(), snapshot.number(), {}};
  if (const auto& synonyms = snapshot.settings().synonyms) {
    manifest.synonyms = synonyms->entry;
  }
  if (const auto& guard = snapshot.settings().guard) {
    manifest.guard = guard->entry;
  }
  if (const auto& before = snapshot.settings().before) {
    manifest.before = before->entry;
  }
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    const std::uint32_t documents = segment.stored->reader.counts().documents;
    std::optional<std::chrono::sys_seconds> since;
    if (segment.removed.size() > 0) since = segment.removed_since;
    manifest.segments.push_back(
        {segment.stored->number, segment.stored->file.bytes().size(), documents,
         RemovedRanges(segment.removed, documents), since});
  }
  return manifest;
}

std::string EncodeManifest(const Manifest& manifest) {
  const CollectionSettings& settings = manifest.settings;
  std::string text(settings.pages ? kFirstLineWithPages : kFirstLine);
  text += std::string("profile ") + ProfileName(settings.profile) + '\n';
  text += "window " + std::to_string(settings.chunking.window_words) + '\n';
  text += "overlap " + std::to_string(settings.chunking.overlap_words) + '\n';
  text += "theta " + ShortestDecimal(settings.theta) + '\n';
  text += TextLine("synonyms", manifest.synonyms);
  text += TextLine("guard", manifest.guard);
  text += PackLine(settings);
  text += TextLine("before", manifest.before);
  text += PagesLines(settings);
  text += "snapshot " + std::to_string(manifest.snapshot) + '\n';
  for (const ManifestSegment& segment : manifest.segments) {
    text += "segment " + std::to_string(segment.number) + ' ' +
            std::to_string(segment.file_bytes) + ' ' +
            std::to_string(segment.documents) + ' ' +
            RemovedList(segment.removed) + ' ' + SinceText(segment) + '\n';
  }
  return text + ChecksumLine(text);
}

engine::Result<Manifest> ParseManifest(std::string_view text) {
  if (text.size() < kFirstLine.size() + kChecksumLineBytes) {
    return engine::Error{ErrorCode::kTruncated, "manifest", text.size()};
  }
  const std::string_view body =
      text.substr(0, text.size() - kChecksumLineBytes);
  // The checksum comes before the version: a version in damaged bytes says
  // nothing.
  if (text.substr(body.size()) != ChecksumLine(body)) {
    return engine::Error{ErrorCode::kCorrupt, "crc32c", body.size()};
  }
  if (body.starts_with(kMagic) && !body.starts_with(kFirstLine) &&
      !body.starts_with(kFirstLineWithPages)) {
    return engine::Error{ErrorCode::kUnsupportedVersion, "version",
                         kMagic.size()};
  }
  auto manifest = ReadFields(body);
  if (!manifest) return manifest;
  // Another spelling of the same state, such as "007", is damage too: each
  // state has exactly one manifest.
  if (EncodeManifest(*manifest) != text) {
    return engine::Error{ErrorCode::kCorrupt, "spelling", 0};
  }
  return manifest;
}

Result<Manifest> ReadManifest(const std::filesystem::path& path) {
  auto file = platform::MappedFile::Open(path);
  if (!file) {
    if (file.error().code.value() != ENOENT) return StorageError(file.error());
    return CorruptError(path, {engine::ErrorCode::kTruncated, "manifest", 0});
  }
  auto manifest = ParseManifest(file->text());
  if (!manifest) return CorruptError(path, manifest.error());
  return *manifest;
}

std::string EncodeBefore(const Snapshot& snapshot) {
  Manifest manifest = Describe(snapshot);
  manifest.before.reset();
  return EncodeManifest(manifest);
}

Result<std::shared_ptr<const StoredBefore>> OpenStoredBefore(
    const std::filesystem::path& folder, const BeforeEntry& entry) {
  const auto text = ReadBefore(folder, entry);
  if (!text) return text.error();
  auto before = DescribeBefore(entry, *text);
  if (!before) {
    return CorruptError(folder / entry.file_name(), before.error());
  }
  return *std::move(before);
}

engine::Result<std::shared_ptr<const StoredBefore>> DescribeBefore(
    const BeforeEntry& entry, std::string_view text) {
  const auto manifest = ParseManifest(text);
  if (!manifest) return manifest.error();
  StoredBefore before{entry, {}, entry.file_bytes, {}};
  for (const ManifestSegment& segment : manifest->segments) {
    before.files.push_back(
        {SegmentFileName(segment.number), segment.documents});
    before.bytes += segment.file_bytes;
  }
  const auto add_text = [&before](const auto& file) {
    if (!file) return;
    before.files.push_back({file->file_name()});
    before.bytes += file->file_bytes;
  };
  add_text(manifest->synonyms);
  add_text(manifest->guard);
  if (manifest->settings.pages) {
    for (const auto& [document, pages] : *manifest->settings.pages) {
      before.files.push_back({pages.file_name(), 1});
      before.bytes += pages.file_bytes;
    }
  }
  return std::make_shared<const StoredBefore>(std::move(before));
}

}  // namespace answerbox::daemon
