// Where the daemon listens, and who could reach it there.
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <set>
#include <sstream>

#include "client/doctor/box.h"
#include "client/rpc/json_fields.h"
#include "platform/power/attribute.h"

namespace answerbox::client {
namespace {

constexpr const char* kListener = "network";
constexpr std::size_t kMaxTableBytes = std::size_t{4} << 20;
constexpr std::size_t kMaxEnvironmentBytes = std::size_t{64} << 10;

Reach ReachOfFour(std::uint32_t address) {
  const auto is_in = [address](std::uint32_t network, int bits) {
    return (address ^ network) >> (32 - bits) == 0;
  };
  if (address == 0) return Reach::kEvery;
  if (is_in(0x7f000000, 8)) return Reach::kMachine;
  const bool is_private = is_in(0x0a000000, 8) || is_in(0xac100000, 12) ||
                          is_in(0xc0a80000, 16) || is_in(0xa9fe0000, 16);
  return is_private ? Reach::kPrivate : Reach::kInternet;
}

Reach ReachOfSix(const in6_addr& address) {
  if (IN6_IS_ADDR_UNSPECIFIED(&address)) return Reach::kEvery;
  if (IN6_IS_ADDR_LOOPBACK(&address)) return Reach::kMachine;
  if (IN6_IS_ADDR_V4MAPPED(&address)) {
    std::uint32_t four = 0;
    std::memcpy(&four, address.s6_addr + 12, sizeof four);
    return ReachOfFour(ntohl(four));
  }
  const bool is_private =
      IN6_IS_ADDR_LINKLOCAL(&address) || (address.s6_addr[0] & 0xfe) == 0xfc;
  return is_private ? Reach::kPrivate : Reach::kInternet;
}

// Reads eight hexadecimal digits: four bytes as this machine keeps a number.
bool ReadWord(std::string_view digits, std::uint32_t& word) {
  const auto read =
      std::from_chars(digits.data(), digits.data() + digits.size(), word, 16);
  return read.ec == std::errc() && read.ptr == digits.data() + digits.size();
}

// Reads "0100007F:075B", or the same with 32 digits: proc(5), /proc/net/tcp.
std::optional<ListenAddress> ReadProcAddress(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != 8 && colon != 32) return std::nullopt;
  std::array<std::uint32_t, 4> words{};
  for (std::size_t i = 0; i < colon / 8; ++i) {
    if (!ReadWord(std::string_view(text).substr(i * 8, 8), words.at(i))) {
      return std::nullopt;
    }
  }
  std::uint32_t port = 0;
  if (!ReadWord(std::string_view(text).substr(colon + 1), port)) {
    return std::nullopt;
  }
  std::array<char, INET6_ADDRSTRLEN> host{};
  const int family = colon == 8 ? AF_INET : AF_INET6;
  if (::inet_ntop(family, words.data(), host.data(), host.size()) == nullptr) {
    return std::nullopt;
  }
  return ListenAddress{host.data(), std::to_string(port)};
}

// Returns the sockets of the process, as "socket:[12345]".
std::optional<std::set<std::string>> SocketsOf(
    const std::filesystem::path& folder) {
  std::error_code error;
  std::set<std::string> sockets;
  std::filesystem::directory_iterator files(folder, error);
  if (error) return std::nullopt;
  for (const auto& file : files) {
    std::error_code gone;
    const auto target = std::filesystem::read_symlink(file.path(), gone);
    if (target.native().starts_with("socket:")) sockets.insert(target);
  }
  return sockets;
}

void AddListening(const std::string& table,
                  const std::set<std::string>& sockets,
                  std::vector<ListenAddress>& out) {
  constexpr const char* kListening = "0A";
  std::istringstream lines(table);
  std::string line;
  std::getline(lines, line);  // Titles.
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    std::string number, local, remote, state, skipped, inode;
    fields >> number >> local >> remote >> state;
    for (int i = 0; i < 5; ++i) fields >> skipped;
    fields >> inode;
    if (state != kListening || !sockets.contains("socket:[" + inode + "]")) {
      continue;
    }
    if (auto address = ReadProcAddress(local)) {
      address->socket = "socket:[" + inode + "]";
      out.push_back(std::move(*address));
    }
  }
}

void TellPlain(const std::string& where, Reach reach, Findings& found) {
  if (reach == Reach::kMachine) {
    return found.Ok(kListener, where + " is for this machine alone");
  }
  found.Fault(kListener,
              where +
                  " takes MQTT without TLS from other machines: passwords "
                  "and questions cross the network readable",
              "use mqtt_tls for it, and 127.0.0.1 for the option mqtt");
}

void TellTls(const std::string& where, Reach reach, Findings& found) {
  switch (reach) {
    case Reach::kMachine:
      return found.Ok(kListener, where + " is for this machine alone");
    case Reach::kPrivate:
      return found.Ok(kListener, where + " is for its private network, by TLS");
    case Reach::kEvery:
    case Reach::kUnknown:
      return found.Note(kListener,
                        where +
                            " takes MQTT by TLS from every network of this "
                            "machine that the unit allows",
                        "name the one address that clients use");
    case Reach::kInternet:
      break;
  }
  found.Warning(kListener, where + " is an address that the internet may reach",
                "name an address of a private network");
}

std::string Shown(const ListenAddress& address) {
  const bool is_six = address.host.find(':') != std::string::npos;
  return (is_six ? "[" + address.host + "]" : address.host) + ":" +
         address.port;
}

// Returns what systemd called the sockets that it opened: sd_listen_fds(3). The
// first is file 3.
std::map<std::string, std::string> NamesBySystemd(
    const std::filesystem::path& process) {
  std::map<std::string, std::string> names;
  const auto variables =
      platform::ReadAttribute(process / "environ", kMaxEnvironmentBytes);
  if (!variables) return names;
  constexpr std::string_view kVariable = "LISTEN_FDNAMES=";
  std::istringstream all(*variables);
  for (std::string one; std::getline(all, one, '\0');) {
    if (!one.starts_with(kVariable)) continue;
    std::istringstream list(one.substr(kVariable.size()));
    int file = 3;
    for (std::string name; std::getline(list, name, ':'); ++file) {
      std::error_code gone;
      names[std::filesystem::read_symlink(process / "fd" / std::to_string(file),
                                          gone)] = name;
    }
  }
  return names;
}

// Sockets that systemd opened are in no option.
void TellOpened(const ListenAddress& address, const std::string& name,
                Findings& found) {
  const std::string where = Shown(address);
  const Reach reach = ReachOf(address.host);
  if (name == "mqtt") return TellPlain(where, reach, found);
  if (name == "mqtt_tls") return TellTls(where, reach, found);
  if (reach == Reach::kMachine) {
    return found.Ok(kListener, where + " is for this machine alone");
  }
  found.Note(kListener, where + " is open, and no option names it",
             "if systemd opened it, IPAddressAllow= of its socket unit says "
             "who may connect");
}

// A name may stand for any address.
bool IsAt(const ListenAddress& named, const ListenAddress& open) {
  const Reach reach = ReachOf(named.host);
  return named.port == open.port &&
         (reach == Reach::kUnknown || reach == ReachOf(open.host));
}

using Listening = std::optional<std::vector<ListenAddress>>;

void CheckIsOpen(const ListenAddress& named, const Listening& open,
                 Findings& found) {
  const auto is_it = [&](const ListenAddress& one) { return IsAt(named, one); };
  if (!open || std::ranges::any_of(*open, is_it)) return;
  found.Fault(kListener,
              "the daemon does not listen on " + Shown(named) +
                  ", which the options name",
              "restart it; \"journalctl -u answerboxd\" tells why if it stays "
              "so");
}

}  // namespace

std::vector<ListenAddress> SplitAddresses(std::string_view list) {
  std::vector<ListenAddress> addresses;
  while (!list.empty()) {
    std::string_view one = list.substr(0, list.find(','));
    list.remove_prefix(std::min(one.size() + 1, list.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    const std::size_t colon = one.rfind(':');
    if (colon == std::string_view::npos) continue;
    std::string_view host = one.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) {
      host = host.substr(1, host.size() - 2);
    }
    addresses.push_back(
        {std::string(host), std::string(one.substr(colon + 1))});
  }
  return addresses;
}

Reach ReachOf(const std::string& host) {
  in_addr four{};
  if (::inet_pton(AF_INET, host.c_str(), &four) == 1) {
    return ReachOfFour(ntohl(four.s_addr));
  }
  in6_addr six{};
  // An address of one link may name its interface: "fe80::1%eth0".
  const std::string bare = host.substr(0, host.find('%'));
  if (::inet_pton(AF_INET6, bare.c_str(), &six) == 1) return ReachOfSix(six);
  return host == "localhost" ? Reach::kMachine : Reach::kUnknown;
}

std::optional<std::vector<ListenAddress>> ListeningAddresses(
    const std::filesystem::path& root, std::uint64_t pid) {
  const auto process = root / "proc" / std::to_string(pid);
  const auto sockets = SocketsOf(process / "fd");
  if (!sockets) return std::nullopt;
  std::vector<ListenAddress> addresses;
  // Its own network, and that in which systemd opened sockets for it.
  std::set<std::string> tables;
  for (const auto& folder : {process / "net", root / "proc/net"}) {
    for (const char* name : {"tcp", "tcp6"}) {
      auto table = platform::ReadAttribute(folder / name, kMaxTableBytes);
      if (table) tables.insert(std::move(*table));
    }
  }
  for (const std::string& table : tables) {
    AddListening(table, *sockets, addresses);
  }
  // Both tables of one network, read at two moments, may differ.
  std::ranges::sort(addresses, {}, Shown);
  const auto are_one = [](const ListenAddress& a, const ListenAddress& b) {
    return Shown(a) == Shown(b);
  };
  addresses.erase(std::unique(addresses.begin(), addresses.end(), are_one),
                  addresses.end());
  return addresses;
}
void CheckListeners(Box& box, Findings& found) {
  const std::uint64_t pid = NumberAt(box.status, "pid");
  const auto process = box.At("/proc/" + std::to_string(pid));
  Listening open;
  if (pid != 0) {
    open = ListeningAddresses(box.root, pid);
    if (!open) found.Unread(process);
  }
  const daemon::mqtt::MqttSettings& mqtt = box.options.mqtt;
  std::vector<ListenAddress> named = SplitAddresses(mqtt.plain_addresses);
  for (const ListenAddress& address : named) {
    TellPlain(Shown(address), ReachOf(address.host), found);
  }
  for (const ListenAddress& address : SplitAddresses(mqtt.tls_addresses)) {
    TellTls(Shown(address), ReachOf(address.host), found);
    named.push_back(address);
  }
  for (const ListenAddress& address : named) CheckIsOpen(address, open, found);
  auto names = NamesBySystemd(process);
  for (const ListenAddress& address :
       open.value_or(std::vector<ListenAddress>())) {
    const bool is_named = std::ranges::any_of(
        named, [&](const auto& one) { return IsAt(one, address); });
    if (!is_named) TellOpened(address, names[address.socket], found);
  }
  if (named.empty() && !box.status.empty()) {
    found.Ok(kListener, "no option opens a network");
  }
}

}  // namespace answerbox::client
