// Makes the errors of the collections, each with its sentence for people.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "engine/result.h"
#include "platform/error.h"

namespace answerbox::daemon {

// kInvalidParams: the parameter of this name is wrong.
[[nodiscard]] Error InvalidParameter(std::string name, std::string message);

// kStorage: says what the operating system refused, and what to do about it.
[[nodiscard]] Error StorageError(const platform::Error& error);

// Whether what was read is damaged or gone, and not only out of reach.
[[nodiscard]] bool IsLoss(const Error& error);

// kStorage: a merge was not begun because the disk has too little room.
[[nodiscard]] Error NoRoomToMerge(const std::filesystem::path& folder,
                                  std::uint64_t needed_bytes,
                                  std::uint64_t available_bytes);

// kCorrupt: a field of a segment or a manifest is damaged.
[[nodiscard]] Error CorruptError(const std::filesystem::path& file,
                                 const engine::Error& error);

// Whether CorruptError made it of a file in another format version. Such a
// file may be sound.
[[nodiscard]] bool IsOfOtherVersion(const Error& error);

// kCorrupt: a file differs from what is in memory, where it is sound.
//   what     the file's content, such as "manifest"
//   offset   the first byte that differs
//   written  the result of writing the file anew
[[nodiscard]] Error DamagedOnDisk(const std::filesystem::path& file,
                                  const char* what, std::uint64_t offset,
                                  const Result<void>& written);

// Whether the file system takes no changes: it was mounted so, or the kernel
// found it damaged.
[[nodiscard]] bool IsReadOnly(const platform::Error& error) noexcept;

// kCorrupt: a file that was set aside may hold removed documents.
[[nodiscard]] Error HoldsRemoved(const std::filesystem::path& file);

// kCorrupt: the file's checksums are right, but it is another one.
//   difference  from what the manifest names
[[nodiscard]] Error OtherFile(const std::filesystem::path& file,
                              const Error& difference);

// kCorrupt: the manifest is sound, but older than what the audit log tells.
[[nodiscard]] Error OlderThanLog(const std::filesystem::path& manifest,
                                 std::uint64_t snapshot, std::uint64_t newest);

[[nodiscard]] bool IsOlderThanLog(const Error& error);

// kCorrupt: the log does not list the collection in the folder.
//   removed  no collection that was removed had a later change
[[nodiscard]] Error RemovedInLog(const std::filesystem::path& folder,
                                 std::uint64_t removed);

// Says that the audit log tells of a collection that is not there.
[[nodiscard]] std::string MissingCollection(std::string_view name);

// The error of a collection that can't be served: why, and what to do. Other
// members are those of `why`.
[[nodiscard]] Error OutOfService(std::string_view collection, Error why);

// Adds the folder to the file name that an error begins with. Errors about
// segments name the file alone, as its folder may be renamed.
[[nodiscard]] Error InFolder(const std::filesystem::path& folder, Error error);

// kCorrupt: a segment was found changed while a reply was made of it.
[[nodiscard]] Error ChangedWhileRead(std::string_view collection);

// kRejected, for a reason listed in docs/socket-protocol.md.
[[nodiscard]] Error Rejected(
    std::string reason, std::string message,
    std::optional<std::uint64_t> offset = std::nullopt);

struct CollectionSettings;
// kRejected (of_pack): a collection that is of a pack takes no other change.
[[nodiscard]] Error HoldsPack(std::string_view collection,
                              const CollectionSettings& settings);

[[nodiscard]] Error LimitError(std::string message);
// kLimit: the segments would take more address space than there is.
[[nodiscard]] Error TooMuchToMap(std::string subject);
[[nodiscard]] Error TooManyCollections(std::size_t limit);
[[nodiscard]] Error NoSuchCollection(std::string_view name);
// kNotFound: a staged change was begun for a collection that is gone.
[[nodiscard]] Error RemovedMeanwhile(std::string_view collection);
[[nodiscard]] Error NoSuchDocument(std::string_view collection,
                                   std::string_view name);
[[nodiscard]] Error Busy(std::string message);
[[nodiscard]] Error ShuttingDown();

// Returns `name` in quotes, with control characters made visible, and cut when
// it is long. So any bytes may be shown in a message.
[[nodiscard]] std::string Quoted(std::string_view name);

}  // namespace answerbox::daemon
