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
#include "client/rpc/message.h"
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

void TellInternet(const std::string& where, Findings& found) {
  found.Warning(kListener, where + " is an address that the internet may reach",
                "name an address of a private network");
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
                            " takes clients by TLS from every network of this "
                            "machine that the unit allows",
                        "name the one address that clients use");
    case Reach::kInternet:
      break;
  }
  TellInternet(where, found);
}

// No password goes over it from another machine.
void TellPlainHttp(const std::string& where, Reach reach, Findings& found) {
  if (reach == Reach::kInternet) return TellInternet(where, found);
  if (reach == Reach::kMachine) return TellPlain(where, reach, found);
  found.Note(kListener,
             where +
                 " takes HTTP without TLS from other machines: nobody logs in "
                 "there, and questions cross the network readable",
             "use https where others shall not read along");
}

// By the names of options and of systemd's sockets.
struct ListenerKind {
  std::string_view name;
  const std::string& (*addresses)(const daemon::Options& options);
  void (*tell)(const std::string& where, Reach reach, Findings& found);
};
constexpr ListenerKind kKinds[] = {
    {"mqtt",
     [](const daemon::Options& options) -> const std::string& {
       return options.mqtt.plain_addresses;
     },
     TellPlain},
    {"mqtt_tls",
     [](const daemon::Options& options) -> const std::string& {
       return options.mqtt.tls_addresses;
     },
     TellTls},
    {"http",
     [](const daemon::Options& options) -> const std::string& {
       return options.http.plain_addresses;
     },
     TellPlainHttp},
    {"https",
     [](const daemon::Options& options) -> const std::string& {
       return options.http.tls_addresses;
     },
     TellTls}};

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
  const auto* const kind = std::ranges::find(kKinds, name, &ListenerKind::name);
  if (kind != std::end(kKinds)) return kind->tell(where, reach, found);
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

// Whom HTTP serves, and with what, where it is reached as far as `reach`.
void CheckBrowsers(Box& box, bool is_of_machine, Findings& found) {
  const daemon::http::HttpSettings& http = box.options.http;
  if (http.metrics == daemon::http::MetricsReaders::kAll && !is_of_machine) {
    found.Note(kListener,
               "whoever reaches HTTP gets /metrics, which names all "
               "collections",
               "set http_metrics to \"managers\" if that is not meant");
  }
  if (!http.kiosk.empty() && !is_of_machine) {
    found.Note(
        kListener,
        "whoever reaches HTTP may ask in " + http.kiosk + " without a name",
        "empty http_kiosk if that is not meant");
  }
  if (!box.daemon) return;
  if (http.kiosk.empty()) {
    const auto users = box.daemon->CallPatiently("users.list", {});
    if (!users || !ArrayAt(AsObject(*users), "users").empty()) return;
    return found.Warning(
        kListener,
        "HTTP serves nobody: there is no user, and http_kiosk is empty",
        "\"answerbox user add NAME\", or name collections in http_kiosk");
  }
  const auto list = box.daemon->CallPatiently("collections.list", {});
  if (!list) return;
  std::set<std::string> there;
  for (const auto& one : ArrayAt(AsObject(*list), "collections")) {
    there.insert(TextAt(AsObject(one), "name"));
  }
  std::istringstream names(http.kiosk);
  for (std::string name; std::getline(names, name, ',');) {
    if (there.contains(name)) continue;
    found.Warning(
        kListener, "http_kiosk names \"" + name + "\", and it is no collection",
        "\"answerbox collections create " + name + "\", or correct the option");
  }
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

bool AreOfMachine(std::string_view list) {
  return std::ranges::all_of(SplitAddresses(list), [](const auto& one) {
    return ReachOf(one.host) == Reach::kMachine;
  });
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
  std::vector<ListenAddress> named;
  bool has_http = false;
  bool is_http_of_machine = true;
  const auto note_http = [&](std::string_view kind, const std::string& host) {
    if (!kind.starts_with("http")) return;
    has_http = true;
    is_http_of_machine &= ReachOf(host) == Reach::kMachine;
  };
  for (const ListenerKind& kind : kKinds) {
    for (const ListenAddress& address :
         SplitAddresses(kind.addresses(box.options))) {
      kind.tell(Shown(address), ReachOf(address.host), found);
      note_http(kind.name, address.host);
      named.push_back(address);
    }
  }
  for (const ListenAddress& address : named) CheckIsOpen(address, open, found);
  auto names = NamesBySystemd(process);
  for (const ListenAddress& address :
       open.value_or(std::vector<ListenAddress>())) {
    const bool is_named = std::ranges::any_of(
        named, [&](const auto& one) { return IsAt(one, address); });
    if (is_named) continue;
    TellOpened(address, names[address.socket], found);
    note_http(names[address.socket], address.host);
  }
  if (has_http) CheckBrowsers(box, is_http_of_machine, found);
  if (named.empty() && !box.status.empty()) {
    found.Ok(kListener, "no option opens a network");
  }
}

}  // namespace answerbox::client
