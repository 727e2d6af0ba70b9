// The newest state of users and collections that the log tells, so that a start
// notices what is older on the disk. docs/audit-format.md, "State".
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::protocol {

// Of more collections the log tells nothing: a record of this many still fits
// in half a line. As many as `max_collections` may be.
inline constexpr std::size_t kMaxKnownCollections = 4096;

// A state of the users' file.
struct UsersMark {
  std::uint64_t revision = 0;  // Grows with each attempt to write the file.
  std::string sha256;          // Its member `sha256`, hexadecimal.

  friend bool operator==(const UsersMark&, const UsersMark&) = default;
};

struct KnownState {
  using Snapshots = std::map<std::string, std::uint64_t, std::less<>>;

  std::optional<UsersMark> users = {};  // Nothing: there was never a file.
  Snapshots collections = {};           // Name and newest snapshot.
  std::uint64_t dropped = 0;  // Highest snapshot of a removed collection.

  friend bool operator==(const KnownState&, const KnownState&) = default;

  // Whether records of this kind tell something.
  [[nodiscard]] static bool IsToldBy(std::string_view kind) noexcept {
    return kind == "state" || kind == "change";
  }
  // Takes in a record. Numbers only grow, except that a `state` record replaces
  // everything.
  //   record  as docs/audit-format.md describes it; anything else tells nothing
  void Take(std::string_view kind, std::string_view record);
};

// The body of a `state` record.
[[nodiscard]] std::string StateBody(const KnownState& state,
                                    std::string_view times);

}  // namespace answerbox::protocol
