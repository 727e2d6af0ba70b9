// The identity of a caller. It comes from the kernel or a certificate, never
// from the request.
#pragma once

#include <cassert>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace answerbox::daemon {

// How an identity was established.
enum class IdentitySource : std::uint8_t {
  kUnixPeer,  // The kernel names the user at the other end of a Unix socket.
};

class Identity {
 public:
  // A name is 1 to kMaxNameBytes printable ASCII characters without blanks,
  // commas and quotes, so it can be written into lines and tables as it is.
  static constexpr std::size_t kMaxNameBytes = 128;

  // "unix:1000".
  [[nodiscard]] static Identity OfUnixPeer(std::uint32_t uid) {
    return {IdentitySource::kUnixPeer,
            std::string(kUnixPrefix) + std::to_string(uid), uid};
  }

  // The user id in the name of a Unix peer; nothing for other names.
  [[nodiscard]] static std::optional<std::uint32_t> UidIn(
      std::string_view name) noexcept {
    if (!name.starts_with(kUnixPrefix)) return std::nullopt;
    const char* const end = name.data() + name.size();
    std::uint32_t uid = 0;
    const auto read =
        std::from_chars(name.data() + kUnixPrefix.size(), end, uid);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return uid;
  }

  [[nodiscard]] IdentitySource source() const noexcept { return source_; }
  // A caller always has the same name; two callers never share one.
  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  // Precondition: source() is kUnixPeer.
  [[nodiscard]] std::uint32_t uid() const noexcept {
    assert(source_ == IdentitySource::kUnixPeer);
    return uid_;
  }

 private:
  static constexpr std::string_view kUnixPrefix = "unix:";

  Identity(IdentitySource source, std::string name, std::uint32_t uid)
      : source_(source), name_(std::move(name)), uid_(uid) {
    assert(!name_.empty() && name_.size() <= kMaxNameBytes);
  }

  IdentitySource source_;
  std::string name_;
  std::uint32_t uid_;
};

}  // namespace answerbox::daemon
