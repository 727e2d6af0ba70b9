#include "daemon/audit/format/evidence.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

#include "daemon/audit/format/digest.h"
#include "daemon/audit/format/log_folder.h"
#include "platform/file/atomic_file.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "evidence-";
constexpr std::string_view kUnfinished = ".part";
// The file in each folder of evidence that says what was wrong, as members of a
// record.
constexpr const char* kFoundFile = "found.json";
constexpr const char* kHashesFile = "SHA256SUMS";

Result<void> Store(const fs::path& path, std::string_view text) {
  auto file = platform::AtomicFile::Create(path);
  if (!file) return AuditStorageError(file.error());
  auto stored = file->Append(std::as_bytes(std::span(text)));
  if (stored) stored = file->Commit();
  if (!stored) return AuditStorageError(stored.error());
  return {};
}

// The number in the name of a folder of evidence; nothing for other names.
std::optional<unsigned> NumberOf(std::string_view name) {
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  unsigned number = 0;
  const auto read =
      std::from_chars(name.data(), name.data() + name.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  const std::string_view rest(read.ptr, name.data() + name.size());
  if (!rest.empty() && rest != kUnfinished) return std::nullopt;
  return number;
}

bool IsOfLog(std::string_view name) {
  return name.size() > 12 && name.front() >= '0' && name.front() <= '9' &&
         (name.find(".jsonl") != std::string_view::npos ||
          name.find(".torn-") != std::string_view::npos);
}

bool IsThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// Moves `from` into the folder. Never overwrites a file.
Result<void> MoveInto(const fs::path& folder, const fs::path& from) {
  fs::path to = folder / from.filename();
  while (IsThere(to)) to += ".again";
  const auto moved = platform::Rename(from, to);
  if (!moved) return AuditStorageError(moved.error());
  return {};
}

Result<void> Sync(const fs::path& folder) {
  const auto synced =
      platform::SyncDirectory(folder.empty() ? fs::path(".") : folder);
  if (!synced) return AuditStorageError(synced.error());
  return {};
}

Result<std::string> HashLines(const fs::path& folder) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  std::string lines;
  for (const std::string& name : *names) {
    if (name == kHashesFile || name.ends_with(platform::AtomicFile::kSuffix)) {
      continue;
    }
    const auto file = platform::MappedFile::Open(folder / name);
    if (!file) return AuditStorageError(file.error());
    lines += ToHex(engine::ComputeSha256(file->text())) + "  " + name + "\n";
    file->Release();
  }
  return lines;
}

// Moves the files that are still outside, and gives the folder its final name.
Result<void> Complete(const fs::path& folder, const fs::path& head_file,
                      const fs::path& part) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  for (const std::string& name : *names) {
    if (!IsOfLog(name)) continue;
    if (auto moved = MoveInto(part, folder / name); !moved) return moved;
  }
  if (IsThere(head_file)) {
    if (auto moved = MoveInto(part, head_file); !moved) return moved;
  }
  for (const fs::path& changed : {part, folder, head_file.parent_path()}) {
    if (auto synced = Sync(changed); !synced) return synced;
  }
  const auto lines = HashLines(part);
  if (!lines) return lines.error();
  if (auto stored = Store(part / kHashesFile, *lines); !stored) return stored;
  const auto named = platform::Rename(part, fs::path(part).replace_extension());
  if (!named) return AuditStorageError(named.error());
  return Sync(folder);
}

std::string FoundText(const Disagreement& found) {
  return json::serialize(json::object{{"found", found.message},
                                      {"file", found.file},
                                      {"offset", found.offset},
                                      {"head", found.head}});
}

Evidence ReadEvidence(const fs::path& folder, const std::string& name) {
  Evidence evidence{name, {}, {}};
  const auto hashes = platform::MappedFile::Open(folder / name / kHashesFile);
  const auto text = platform::MappedFile::Open(folder / name / kFoundFile);
  boost::system::error_code error;
  json::value value;
  if (text) {
    const std::string_view found = text->text();
    value = json::parse({found.data(), found.size()}, error);
  }
  json::object members{{"folder", name}};
  members["sha256"] =
      hashes ? ToHex(engine::ComputeSha256(hashes->text())) : std::string();
  if (const json::object* found = error ? nullptr : value.if_object()) {
    for (const char* member : {"found", "file", "offset", "head"}) {
      if (found->contains(member)) members[member] = found->at(member);
    }
  }
  const json::value* message = members.if_contains("found");
  if (message != nullptr && message->is_string()) {
    evidence.message = std::string(message->get_string());
    const json::value* file = members.if_contains("file");
    const json::value* offset = members.if_contains("offset");
    if (file != nullptr && file->is_string() && offset != nullptr) {
      evidence.message += " (" + std::string(file->get_string()) + ", byte " +
                          json::serialize(*offset) + ")";
    }
  }
  evidence.members = json::serialize(members);
  return evidence;
}

}  // namespace

Result<std::string> HashOfEvidence(const fs::path& evidence_folder) {
  const auto lines = HashLines(evidence_folder);
  if (!lines) return lines.error();
  return ToHex(engine::ComputeSha256(*lines));
}

Result<void> SetLogAside(const fs::path& folder, const fs::path& head_file,
                         const Disagreement& found,
                         const std::vector<fs::path>& also) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  unsigned number = 1;
  for (const std::string& name : *names) {
    if (const auto taken = NumberOf(name))
      number = std::max(number, *taken + 1);
  }
  fs::path part = folder / (std::string(kPrefix) + std::to_string(number));
  part += kUnfinished;
  const auto made = platform::MakeDirectory(part);
  if (!made) return AuditStorageError(made.error());
  // From here on FinishSettingAside completes the work.
  if (auto stored = Store(part / kFoundFile, FoundText(found)); !stored) {
    return stored;
  }
  for (const fs::path& path : also) {
    if (!IsThere(path)) continue;
    if (auto moved = MoveInto(part, path); !moved) return moved;
  }
  return Complete(folder, head_file, part);
}

Result<void> FinishSettingAside(const fs::path& folder,
                                const fs::path& head_file) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  for (const std::string& name : *names) {
    if (!NumberOf(name) || !name.ends_with(kUnfinished)) continue;
    if (IsThere(folder / name / kFoundFile)) {
      return Complete(folder, head_file, folder / name);
    }
    // No file was moved yet: the next start checks the log again.
    std::error_code ignored;
    fs::path begun = folder / name / kFoundFile;
    begun += platform::AtomicFile::kSuffix;
    fs::remove(begun, ignored);
    fs::remove(folder / name, ignored);
  }
  return {};
}

Result<std::vector<Evidence>> ListEvidence(const fs::path& folder) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  std::vector<std::pair<unsigned, std::string>> folders;
  for (const std::string& name : *names) {
    const auto number = NumberOf(name);
    if (number && !name.ends_with(kUnfinished)) {
      folders.emplace_back(*number, name);
    }
  }
  std::ranges::sort(folders);
  std::vector<Evidence> all;
  for (const auto& [number, name] : folders) {
    all.push_back(ReadEvidence(folder, name));
  }
  return all;
}

std::string EvidenceBody(const Evidence& evidence, const RecordTime& time) {
  return "\"kind\":\"evidence\"," + TimeMembers(time) + ',' +
         evidence.members.substr(1);
}

}  // namespace answerbox::daemon
