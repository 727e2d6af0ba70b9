#include "platform/service/account_files.h"

#include <arpa/inet.h>
#include <grp.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace answerbox::platform {

namespace {

struct CloseAccounts {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using AccountFile = std::unique_ptr<std::FILE, CloseAccounts>;

template <typename Wanted>
std::optional<GroupEntry> FindEntry(const std::filesystem::path& path,
                                    const Wanted& is_wanted) {
  const AccountFile file(std::fopen(path.c_str(), "re"));
  if (file == nullptr) return std::nullopt;
  while (const struct group* entry = ::fgetgrent(file.get())) {
    if (!is_wanted(*entry)) continue;
    GroupEntry found{entry->gr_name, entry->gr_gid, {}};
    for (char** member = entry->gr_mem; *member != nullptr; ++member) {
      found.members.emplace_back(*member);
    }
    return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<GroupEntry> GroupNamed(const std::filesystem::path& file,
                                     const std::string& name) {
  return FindEntry(
      file, [&](const struct group& entry) { return name == entry.gr_name; });
}

std::optional<GroupEntry> GroupNumbered(const std::filesystem::path& file,
                                        gid_t number) {
  return FindEntry(
      file, [&](const struct group& entry) { return number == entry.gr_gid; });
}

std::optional<uid_t> UserNumber(const std::filesystem::path& path,
                                const std::string& name) {
  const AccountFile file(std::fopen(path.c_str(), "re"));
  if (file == nullptr) return std::nullopt;
  while (const struct passwd* entry = ::fgetpwent(file.get())) {
    if (name == entry->pw_name) return entry->pw_uid;
  }
  return std::nullopt;
}

namespace {

// Empty for what is no address of IP, or of one link.
std::string TextOfAddress(const sockaddr& address) {
  const void* bytes = nullptr;
  if (address.sa_family == AF_INET) {
    bytes = &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
  } else if (address.sa_family == AF_INET6) {
    const auto& six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
    if (!IN6_IS_ADDR_LINKLOCAL(&six)) bytes = &six;
  }
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (bytes == nullptr || ::inet_ntop(address.sa_family, bytes, text.data(),
                                      text.size()) == nullptr) {
    return {};
  }
  return text.data();
}

}  // namespace

std::string HostName() {
  std::array<char, 256> name{};
  // The last byte stays zero: gethostname need not end a name that it cuts.
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  return name.data();
}

std::vector<std::string> OwnAddresses() {
  std::vector<std::string> addresses;
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return addresses;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    const bool is_reached =
        (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0;
    if (one->ifa_addr == nullptr || !is_reached) continue;
    std::string text = TextOfAddress(*one->ifa_addr);
    const bool is_new =
        !text.empty() && std::ranges::find(addresses, text) == addresses.end();
    if (is_new) addresses.push_back(std::move(text));
  }
  ::freeifaddrs(all);
  return addresses;
}

}  // namespace answerbox::platform
