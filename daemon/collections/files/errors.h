// The errors of the collections, each with its sentence for people.
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

// kStorage: what the operating system refused, and what to do about it.
[[nodiscard]] Error StorageError(const platform::Error& error);

// kStorage: a merge that is not begun.
[[nodiscard]] Error NoRoomToMerge(const std::filesystem::path& folder,
                                  std::uint64_t needed_bytes,
                                  std::uint64_t available_bytes);

// kCorrupt: a field of a segment or a manifest.
[[nodiscard]] Error CorruptError(const std::filesystem::path& file,
                                 const engine::Error& error);

// The same error, with the folder that its file is in. Segments are known by
// file name alone, as their folder may be renamed.
[[nodiscard]] Error InFolder(const std::filesystem::path& folder, Error error);

// kRejected, for a reason listed in docs/socket-protocol.md.
[[nodiscard]] Error Rejected(
    std::string reason, std::string message,
    std::optional<std::uint64_t> offset = std::nullopt);

[[nodiscard]] Error LimitError(std::string message);
// kLimit: segments would take more address space than there is.
[[nodiscard]] Error TooMuchToMap(std::string subject);
[[nodiscard]] Error TooManyCollections(std::size_t limit);
[[nodiscard]] Error NoSuchCollection(std::string_view name);
[[nodiscard]] Error NoSuchDocument(std::string_view collection,
                                   std::string_view name);
[[nodiscard]] Error Busy(std::string message);
[[nodiscard]] Error ShuttingDown();

// `name` in quotes, control characters made visible, cut when long: fit for a
// message whatever bytes it holds.
[[nodiscard]] std::string Quoted(std::string_view name);

}  // namespace answerbox::daemon
