#include "daemon/collections/files/errors.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/names.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {
namespace {

// The field of StorageError if the disk can't give the file, or has none.
constexpr const char* kLost = "lost";
// The field of OlderThanLog.
constexpr const char* kOlder = "age";
// The field of RemovedInLog.
constexpr const char* kRemoved = "removal";

const char* Advice(const platform::Error& error) {
  switch (error.code.value()) {
    case ENOSPC:
      if (platform::IsOutOfInodes(error)) {
        return "The disk has room, but for no more files (inodes, df -i): "
               "remove small files and try again.";
      }
      [[fallthrough]];
    case EDQUOT:
      return "The disk is full: make room and try again.";
    case EROFS:
      return "The file system is read-only: mount it writable, or choose "
             "another state directory.";
    // This is a limit of the process (ulimit -f), not of the disk.
    case EFBIG:
      return "The file would be larger than this process may write: raise its "
             "file size limit.";
    case EIO:
      return "The disk reports an error: see the kernel's log, and copy the "
             "state directory to another disk.";
    case EACCES:
    case EPERM:
      return "The daemon's user needs read and write access to it.";
    case ELOOP:
      return "A symbolic link is in its place, which is not followed: remove "
             "the link.";
    case EMFILE:
    case ENFILE:
      return "Too many files are open: raise the limit on open files.";
    default:
      return "Nothing was changed.";
  }
}

}  // namespace

Error InvalidParameter(std::string name, std::string message) {
  return {.kind = ErrorKind::kInvalidParams,
          .message = std::move(message),
          .subject = std::move(name)};
}

Error StorageError(const platform::Error& error) {
  const int code = error.code.value();
  return {.kind = ErrorKind::kStorage,
          .message = "Cannot " + error.Describe() + ". " + Advice(error),
          .subject = error.path,
          .field = code == EIO || code == ENOENT ? kLost : ""};
}

bool IsLoss(const Error& error) {
  return error.kind == ErrorKind::kCorrupt || error.field == kLost;
}

Error NoRoomToMerge(const std::filesystem::path& folder,
                    std::uint64_t needed_bytes, std::uint64_t available_bytes) {
  const auto kib = [](std::uint64_t bytes) {
    return std::to_string(bytes >> 10) + " KiB";
  };
  return {.kind = ErrorKind::kStorage,
          .message = "Merging segments in " + folder.string() + " needs " +
                     kib(needed_bytes) + " of room on the disk for a while, " +
                     kib(available_bytes) +
                     " are left: make room and try again.",
          .subject = folder.string()};
}

namespace {

// The engine's codes are about segments.
const char* DescribeDamage(const std::filesystem::path& file,
                           engine::ErrorCode code) {
  if (file.extension() == kSynonymsExtension) return "synonyms are damaged";
  if (file.extension() == kGuardExtension) return "exam is damaged";
  if (file.extension() == kPagesExtension) return "page pictures are damaged";
  if (file.extension() == kBeforeExtension) {
    return "what was before the pack is damaged";
  }
  if (file.filename() != kManifestFileName) return engine::Describe(code);
  switch (code) {
    case engine::ErrorCode::kTruncated:
      return "manifest is missing or cut short";
    case engine::ErrorCode::kUnsupportedVersion:
      return "manifest has an unsupported format version";
    default:
      return "manifest is damaged";
  }
}

// A backup would have the same version, so restoring one is no advice here.
const char* AdviseOnDamage(const std::filesystem::path& file,
                           engine::ErrorCode code) {
  if (code == engine::ErrorCode::kUnsupportedVersion) {
    return kAdviceOnOtherVersions;
  }
  if (file.extension() == kSynonymsExtension) {
    return "If the daemon is running, set the synonyms again before it is "
           "restarted. Otherwise restore the file from a backup.";
  }
  if (file.extension() == kPagesExtension) {
    return "Answers need no pictures. Add the document again with --pages, or "
           "restore the file from a backup.";
  }
  return "Restore the file from a backup.";
}

}  // namespace

Error CorruptError(const std::filesystem::path& file,
                   const engine::Error& error) {
  return {.kind = ErrorKind::kCorrupt,
          .message = file.string() + ", byte " + std::to_string(error.offset) +
                     ": " + DescribeDamage(file, error.code) + " (" +
                     error.field + "). " + AdviseOnDamage(file, error.code),
          .subject = file.string(),
          .offset = error.offset,
          .field = error.field};
}

bool IsOfOtherVersion(const Error& error) {
  return error.message.ends_with(kAdviceOnOtherVersions);
}

Error DamagedOnDisk(const std::filesystem::path& file, const char* what,
                    std::uint64_t offset, const Result<void>& written) {
  std::string message = file.string() + ", byte " + std::to_string(offset) +
                        ": " + what +
                        " was damaged on the disk, and is sound in memory. ";
  // Nothing is lost as long as the daemon runs, so the two cases need opposite
  // advice.
  message += written ? "The daemon has written the file anew, and nothing is "
                       "lost. Verify again: if damage comes back, the disk is "
                       "failing. See the kernel's log, and copy the state "
                       "directory to another disk."
                     : "The daemon could not write the file anew, and will not "
                       "serve the collection with it after a restart: " +
                           written.error().message +
                           " Verify again before you restart the daemon.";
  return {.kind = ErrorKind::kCorrupt,
          .message = std::move(message),
          .subject = file.string(),
          .offset = offset,
          .field = what};
}

bool IsReadOnly(const platform::Error& error) noexcept {
  return error.code.value() == EROFS;
}

Error HoldsRemoved(const std::filesystem::path& file) {
  return {.kind = ErrorKind::kCorrupt,
          .message = file.string() +
                     " was set aside by a repair, and may hold documents that "
                     "were removed: remove it when you need it no more.",
          .subject = file.string()};
}

Error OtherFile(const std::filesystem::path& file, const Error& difference) {
  Error error = difference;
  error.message = file.string() + " is sound, but not the one that the " +
                  "collection's manifest names (" + difference.field +
                  "). Restore the collection's folder from one backup.";
  return error;
}

Error OlderThanLog(const std::filesystem::path& manifest,
                   std::uint64_t snapshot, std::uint64_t newest) {
  return {.kind = ErrorKind::kCorrupt,
          .message =
              manifest.string() + " is of change " + std::to_string(snapshot) +
              ", but the audit log tells of change " + std::to_string(newest) +
              ": removed documents may be back, and others missing.",
          .subject = manifest.string(),
          .field = kOlder};
}

bool IsOlderThanLog(const Error& error) { return error.field == kOlder; }

Error RemovedInLog(const std::filesystem::path& folder, std::uint64_t removed) {
  return {.kind = ErrorKind::kCorrupt,
          .message = folder.string() +
                     ": the audit log does not list the collection, and it is "
                     "not newer than what was removed (change " +
                     std::to_string(removed) +
                     "). It was removed, or its folder came from elsewhere: "
                     "removed documents may be back.",
          .subject = folder.string(),
          .field = kRemoved};
}

std::string MissingCollection(std::string_view name) {
  return "Collection " + Quoted(name) +
         " is gone, but the audit log tells of it: put its folder back and "
         "restart the daemon. If it was removed when the power went: "
         "`answerbox collections remove " +
         std::string(name) + "`.";
}

Error OutOfService(std::string_view collection, Error why) {
  const std::string name(collection);
  const bool is_manifest =
      why.kind == ErrorKind::kCorrupt && why.field != kOlder &&
      std::filesystem::path(why.subject).filename() == kManifestFileName;
  const char* advice =
      " When that is put right, or to go on without what is damaged or "
      "missing:";
  // Without a manifest nobody knows what the collection is made of.
  if (is_manifest) {
    advice =
        " A manifest can't be repaired: restore the collection's folder, and "
        "then run";
  } else if (why.field == kRemoved) {
    advice = " To serve it all the same:";
  }
  why.message = "Collection " + Quoted(collection) +
                " is out of service: " + why.message + advice +
                " `answerbox collections repair " + name +
                "`. To give the collection up: `answerbox collections remove " +
                name + "`.";
  return why;
}

Error InFolder(const std::filesystem::path& folder, Error error) {
  // Other errors name no file of the collection.
  if (error.kind == ErrorKind::kCorrupt) {
    // The message begins with the file.
    error.message.insert(0, folder.string() + "/");
    error.subject = (folder / error.subject).string();
  }
  return error;
}

Error ChangedWhileRead(std::string_view collection) {
  return {.kind = ErrorKind::kCorrupt,
          .message = "A stored file of collection " + Quoted(collection) +
                     " was changed by another program, or could not be read, "
                     "meanwhile: try again. `answerbox collections verify` "
                     "tells whether it is damaged."};
}

Error Rejected(std::string reason, std::string message,
               std::optional<std::uint64_t> offset) {
  return {.kind = ErrorKind::kRejected,
          .message = std::move(message),
          .subject = std::move(reason),
          .offset = offset};
}

Error HoldsPack(std::string_view collection,
                const CollectionSettings& settings) {
  const PackMark* const pack = settings.pack.get();
  return Rejected(
      "of_pack",
      "Collection " + Quoted(collection) +
          (pack == nullptr
               ? std::string(" keeps what a pack replaced")
               : " is the signed pack " + pack->name + ' ' + pack->version) +
          " and takes no other change: install a newer pack, or free it with "
          "`answerbox pack detach " +
          std::string(collection) + "`.");
}

Error LimitError(std::string message) {
  return {.kind = ErrorKind::kLimit, .message = std::move(message)};
}

Error TooMuchToMap(std::string subject) {
  Error error = LimitError(
      "The segments of all collections take as much of the address space as a "
      "process of this system may give them: remove documents and compact, or "
      "move the state directory to a 64-bit system.");
  error.subject = std::move(subject);
  return error;
}

Error TooManyCollections(std::size_t limit) {
  return LimitError("There are " + std::to_string(limit) +
                    " collections already (max_collections): remove one, or "
                    "raise the limit.");
}

Error NoSuchCollection(std::string_view name) {
  return {.kind = ErrorKind::kNotFound,
          .message = "There is no collection " + Quoted(name) +
                     "; `answerbox collections` lists them."};
}

Error RemovedMeanwhile(std::string_view collection) {
  return {.kind = ErrorKind::kNotFound,
          .message = "Collection " + Quoted(collection) +
                     " was removed after this change was begun: nothing of it "
                     "is made. Begin it again."};
}

Error NoSuchDocument(std::string_view collection, std::string_view name) {
  return {.kind = ErrorKind::kNotFound,
          .message = "Collection " + Quoted(collection) + " has no document " +
                     Quoted(name) + "; `answerbox list` shows what it has."};
}

Error Busy(std::string message) {
  return {.kind = ErrorKind::kBusy, .message = std::move(message)};
}

Error ShuttingDown() {
  return {.kind = ErrorKind::kShuttingDown,
          .message = "The daemon is shutting down; try again when it is back."};
}

std::string Quoted(std::string_view name) {
  constexpr std::size_t kShown = 100;
  std::string quoted = "\"";
  for (const char byte : name.substr(0, kShown)) {
    const auto value = static_cast<unsigned char>(byte);
    // Clients choose names, and errors go to terminals and into the journal.
    if (value >= 0x20 && value < 0x7f) {
      quoted += byte;
    } else {
      std::array<char, 5> escaped{};
      std::snprintf(escaped.data(), escaped.size(), "\\x%02x", value);
      quoted += escaped.data();
    }
  }
  return quoted + (name.size() > kShown ? "...\"" : "\"");
}

}  // namespace answerbox::daemon
