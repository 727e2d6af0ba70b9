// Addresses of Unix sockets.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace answerbox::platform {

struct UnixAddress {
  sockaddr_un value{};
  socklen_t size = 0;

  [[nodiscard]] const sockaddr* get() const noexcept {
    return reinterpret_cast<const sockaddr*>(&value);
  }
};

// The longest path that the kernel accepts, without its terminator.
inline constexpr std::size_t kMaxUnixPathBytes =
    sizeof(sockaddr_un::sun_path) - 1;

// Returns the address of a path in the file system or, for `@name`, in the
// abstract namespace. Nothing if `name` is empty or longer than
// kMaxUnixPathBytes.
[[nodiscard]] inline std::optional<UnixAddress> MakeUnixAddress(
    std::string_view name) noexcept {
  if (name.empty() || name.size() > kMaxUnixPathBytes) return std::nullopt;
  UnixAddress address;
  address.value.sun_family = AF_UNIX;
  std::ranges::copy(name, address.value.sun_path);
  const bool is_abstract = name.front() == '@';
  if (is_abstract) address.value.sun_path[0] = '\0';
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) +
                                        name.size() + (is_abstract ? 0 : 1));
  return address;
}

}  // namespace answerbox::platform
