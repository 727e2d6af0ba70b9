// The identity of a caller. It comes from the kernel, a certificate or a
// checked password, never from the request.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace answerbox::daemon {

// How an identity was established.
enum class IdentitySource : std::uint8_t {
  kUnixPeer,     // The kernel names the user at the other end of a Unix socket.
  kUser,         // A name with a password that was checked.
  kCertificate,  // The common name of a client's certificate that was checked.
  kAnonymous,    // A caller without proof, whom the listener lets in.
  kKiosk,        // The same, but it may only ask what the options say.
};

// The name of an identity, taken apart. Points into the name.
struct IdentityName {
  IdentitySource source;
  std::string_view text;   // All of it: "user:alice".
  std::string_view local;  // As Identity::local_name().
};

// Returns nothing when no identity can have that name. Allocates nothing.
[[nodiscard]] std::optional<IdentityName> ReadIdentityName(
    std::string_view text) noexcept;

class Identity {
 public:
  // A name is 1 to kMaxNameBytes printable ASCII characters without blanks,
  // commas and quotes, so it can be written into lines and tables as it is.
  static constexpr std::size_t kMaxNameBytes = 128;
  static constexpr std::string_view kUserPrefix = "user:";

  // Returns "unix:1000".
  [[nodiscard]] static Identity OfUnixPeer(std::uint32_t uid);
  // Returns "user:alice"; nothing when the name is not valid.
  [[nodiscard]] static std::optional<Identity> OfUser(std::string_view user);
  // Returns "cert:kiosk-1"; nothing when the common name is not valid.
  [[nodiscard]] static std::optional<Identity> OfCertificate(
      std::string_view common_name);
  // Returns "anonymous".
  [[nodiscard]] static Identity Anonymous();
  // Returns "kiosk". No text is read as this name, so no entry of users has it.
  [[nodiscard]] static Identity Kiosk();
  // Returns the identity of that name; nothing when none can have it.
  [[nodiscard]] static std::optional<Identity> Named(std::string_view name);

  // Returns the user id in the name of a Unix peer; nothing for other names.
  [[nodiscard]] static std::optional<std::uint32_t> UidIn(
      std::string_view name) noexcept;

  [[nodiscard]] IdentitySource source() const noexcept { return source_; }
  // A caller always has the same name; two callers never share one.
  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  // The name without its source, such as "alice"; empty for anonymous callers.
  // A user and a certificate may share it.
  [[nodiscard]] std::string_view local_name() const noexcept {
    return std::string_view(name_).substr(local_begin_);
  }
  [[nodiscard]] IdentityName parts() const noexcept {
    return {source_, name_, local_name()};
  }
  // Principal::number of the entry whose password was checked; 0: none was.
  [[nodiscard]] std::uint64_t entry() const noexcept { return entry_; }
  void SetEntry(std::uint64_t number) noexcept { entry_ = number; }
  // Precondition: source() is kUnixPeer.
  [[nodiscard]] std::uint32_t uid() const noexcept {
    assert(source_ == IdentitySource::kUnixPeer);
    return uid_;
  }

 private:
  Identity(IdentitySource source, std::string name, std::size_t local_begin,
           std::uint32_t uid = 0)
      : source_(source),
        name_(std::move(name)),
        local_begin_(local_begin),
        uid_(uid) {}

  // Returns nothing when `local` is not valid.
  [[nodiscard]] static std::optional<Identity> Prefixed(std::string_view prefix,
                                                        std::string_view local);

  IdentitySource source_;
  std::string name_;
  std::size_t local_begin_;
  std::uint32_t uid_;
  std::uint64_t entry_ = 0;
};

}  // namespace answerbox::daemon
