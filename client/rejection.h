// Why a file can't become a document, and the result of converting.
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace answerbox::client {

enum class RejectionReason : std::uint8_t {
  kInvalidUtf8,
  kUnsupportedCharset,
  kBinary,
  kEmpty,
  kTooLarge,
  kTooComplex,       // Nests too deep or needs too much memory or time.
  kEncrypted,        // A PDF that asks for a password.
  kNoText,           // A PDF that holds only pictures.
  kDamaged,          // Cut short, or broken inside.
  kNoConverter,      // The program that reads the format is missing or failed.
  kUnreadable,       // Missing, no permission, or a read error.
  kNotAFile,         // A FIFO, device, socket or folder.
  kLink,             // A symbolic link in a folder, or the way to it has one.
  kChanged,          // Vanished, grew or shrank while it was read.
  kUnknownFormat,    // An extension no converter knows.
  kBadName,          // A name the daemon would refuse.
  kDuplicateName,    // Two files of one run have the same name.
  kRefusedByDaemon,  // The daemon refused it; its message follows.
  kAllOrNothing,     // Others of its change were refused.
  kIncomplete,       // Words are missing, and whoever adds it wants all.
  kStopped,          // Whoever asked for it wanted no more of it.
};

struct Rejection {
  RejectionReason reason = RejectionReason::kUnreadable;
  std::string message;  // A phrase that follows the file's name and a colon.
  std::optional<std::uint64_t> offset = {};  // Bytes into the file, if known.
};

// The stable word for programs, such as "invalid_utf8"; static storage.
[[nodiscard]] const char* ToString(RejectionReason reason) noexcept;

template <typename T>
using Conversion = boost::system::result<T, Rejection>;

[[noreturn]] inline void throw_exception_from_error(
    const Rejection& rejection, const boost::source_location&) {
  throw std::logic_error(rejection.message);
}

}  // namespace answerbox::client
