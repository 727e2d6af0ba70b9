#include "daemon/identity/users_file.h"

#include <nettle/sha2.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <system_error>
#include <utility>

#include "daemon/error.h"
#include "daemon/identity/principal.h"
#include "platform/file/file_writer.h"
#include "platform/file/mapped_file.h"
#include "protocol/json/json_tree.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kMaxNesting = 8;

// The parsed tree takes more memory than the text: up to 64 bytes for a value
// of two bytes.
constexpr std::size_t kMaxTreeBytes = 64 * kMaxUsersFileBytes;

// The last member holds the hash of all bytes before it, so that a changed file
// is noticed even where it still makes sense.
constexpr std::string_view kCheckBegin = ",\"sha256\":\"";
constexpr std::string_view kCheckEnd = "\"}\n";
constexpr std::size_t kCheckBytes =
    kCheckBegin.size() + 2 * SHA256_DIGEST_SIZE + kCheckEnd.size();

// The hash uses no secret: whoever may write the file may compute it. It finds
// damage, and edits by hand that the next change would lose.
std::string CheckOf(std::string_view text) {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_ctx context;
  ::sha256_init(&context);
  ::sha256_update(&context, text.size(),
                  reinterpret_cast<const std::uint8_t*>(text.data()));
  ::sha256_digest(&context, digest.size(), digest.data());
  JsonWriter writer;
  writer.Hexadecimal(std::as_bytes(std::span(digest)));
  return std::string(kCheckBegin.substr(0, kCheckBegin.size() - 1)) +
         writer.Take() + std::string(kCheckEnd.substr(1));
}

// Returns the mark of a whole file, without its revision.
UsersMark MarkOf(std::string_view text) {
  return {0, std::string(text.substr(
                 text.size() - kCheckEnd.size() - 2 * SHA256_DIGEST_SIZE,
                 2 * SHA256_DIGEST_SIZE))};
}

Error Damaged(const std::string& what) {
  return {ErrorKind::kCorrupt, what, kUsersFileName};
}

template <std::size_t N>
bool ReadHexadecimal(const json::value* value,
                     std::array<std::uint8_t, N>& bytes) {
  const json::string* digits = value == nullptr ? nullptr : value->if_string();
  if (digits == nullptr || digits->size() != 2 * N) return false;
  for (std::size_t i = 0; i < N; ++i) {
    const char* const pair = digits->data() + 2 * i;
    const auto [end, error] = std::from_chars(pair, pair + 2, bytes[i], 16);
    if (error != std::errc() || end != pair + 2) return false;
  }
  return true;
}

void WritePassword(JsonWriter& writer, const PasswordHash& password) {
  writer.Key("password").BeginObject();
  writer.Key("iterations").Integer(password.iterations);
  writer.Key("salt").Hexadecimal(std::as_bytes(std::span(password.salt)));
  writer.Key("hash").Hexadecimal(std::as_bytes(std::span(password.hash)));
  writer.EndObject();
}

bool ReadPassword(const json::value& value, PasswordHash& password) {
  const json::object* object = value.if_object();
  if (object == nullptr || object->size() != 3) return false;
  const json::value* iterations = object->if_contains("iterations");
  boost::system::error_code not_exact;
  if (iterations == nullptr) return false;
  password.iterations = iterations->to_number<std::uint32_t>(not_exact);
  return !not_exact && password.iterations >= 1 &&
         password.iterations <= kMaxPasswordIterations &&
         ReadHexadecimal(object->if_contains("salt"), password.salt) &&
         ReadHexadecimal(object->if_contains("hash"), password.hash);
}

// Returns false when the member is unknown or not valid. An unknown member is
// damage: it may be a right or a bound of a later version, and ignoring it
// could allow what it forbids.
bool ReadMember(const json::key_value_pair& member, Principal& principal) {
  const std::string_view key = member.key();
  const json::value& value = member.value();
  if (key == "name") {
    if (!value.is_string()) return false;
    principal.name = std::string_view(value.get_string());
    return true;
  }
  if (key == "password") {
    return ReadPassword(value, principal.password.emplace());
  }
  if (key == "theta") {
    if (!value.is_number()) return false;
    principal.theta = value.to_number<double>();
    return true;
  }
  if (key == "grants") {
    auto grants = ReadGrants(value);
    if (grants) principal.grants = std::move(*grants);
    return grants.has_value();
  }
  if (key != "topics") return false;
  auto topics = ReadTopics(value);
  if (topics) principal.topics = std::move(*topics);
  return topics.has_value();
}

Result<Principal> ReadPrincipal(const json::value& value) {
  Principal principal;
  const json::object* object = value.if_object();
  if (object == nullptr) return Damaged("holds a principal that is no object");
  for (const json::key_value_pair& member : *object) {
    if (ReadMember(member, principal)) continue;
    return Damaged("holds a principal whose member " +
                   JsonWriter().String(std::string_view(member.key())).Take() +
                   " can't be read");
  }
  if (auto checked = CheckPrincipal(principal); !checked) {
    return Damaged("holds a principal that can't be: " +
                   checked.error().message);
  }
  return principal;
}

Result<std::vector<Principal>> ReadPrincipals(const json::object& file) {
  const json::value* members = file.if_contains("principals");
  const json::array* array = members == nullptr ? nullptr : members->if_array();
  if (array == nullptr) return Damaged("has no list of principals");
  if (array->size() > kMaxPrincipals) return Damaged("holds too many of them");
  std::vector<Principal> principals;
  principals.reserve(array->size());
  for (const json::value& value : *array) {
    Result<Principal> principal = ReadPrincipal(value);
    if (!principal) return principal.error();
    // FindPrincipal needs this order for its binary search. With two entries of
    // one name, chance would decide which one counts.
    if (!principals.empty() && principals.back().name >= principal->name) {
      return Damaged("names a principal twice, or not in order");
    }
    principals.push_back(std::move(*principal));
  }
  return principals;
}

Error Unusable(const std::filesystem::path& path, const std::string& why) {
  return {ErrorKind::kCorrupt,
          path.native() + " " + why +
              ", so nobody's rights are known. Put back a copy of the newest "
              "file and reload the daemon; or move the file away, run `sudo "
              "answerbox user accept`, after which every user of this machine "
              "may command the daemon, and add the users anew.",
          path.native()};
}

Error NotStored(const platform::Error& error) {
  return {ErrorKind::kStorage, "can't " + error.Describe(), kUsersFileName};
}

}  // namespace

Result<std::string> UsersText(const std::vector<Principal>& principals,
                              std::uint64_t revision) {
  JsonWriter writer;
  writer.BeginObject().Key("version").Integer(kVersion);
  writer.Key("revision").Integer(revision);
  writer.Key("principals").BeginArray();
  for (const Principal& principal : principals) {
    writer.BeginObject().Key("name").String(principal.name);
    if (principal.password) WritePassword(writer, *principal.password);
    WriteRights(writer, principal);
    writer.EndObject();
  }
  writer.EndArray().EndObject();
  std::string text = writer.Take();
  text.pop_back();  // The bracket, which the check adds again.
  text += CheckOf(text);
  if (text.size() > kMaxUsersFileBytes) {
    return Error{ErrorKind::kLimit,
                 "Users and their rights would take more than " +
                     std::to_string(kMaxUsersFileBytes) +
                     " bytes; remove some, or shorten their grants."};
  }
  return text;
}

Result<StoredUsers> ParseUsers(std::string_view text) {
  if (text.size() > kMaxUsersFileBytes) return Damaged("is too long");
  MemoryBudget budget(kMaxTreeBytes);
  BudgetedHeap heap(budget);
  // The arena frees the whole tree at once. The budget bounds it, as a short
  // text can make a large tree.
  std::pmr::monotonic_buffer_resource memory(&heap);
  JsonMemory tree_memory(memory);
  JsonMemory reader_memory(heap);
  const auto tree = ReadJson(text, kMaxNesting, tree_memory, reader_memory);
  if (!tree || !tree->is_object()) return Damaged("is not whole");
  const json::object& file = tree->get_object();
  const json::value* version = file.if_contains("version");
  if (version == nullptr || *version != kVersion) {
    return Damaged("is of a version that this daemon does not know");
  }
  // The version is checked first: the file of a later daemon is not damaged,
  // and the error should say so.
  const std::size_t checked_bytes =
      text.size() - std::min(text.size(), kCheckBytes);
  const json::value* revision = file.if_contains("revision");
  if (file.size() != (revision == nullptr ? 3 : 4) ||
      text.substr(checked_bytes) != CheckOf(text.substr(0, checked_bytes))) {
    return Damaged("was changed since the daemon wrote it");
  }
  StoredUsers users{{}, MarkOf(text)};
  if (revision != nullptr) {
    if (!revision->is_int64() || revision->get_int64() < 0) {
      return Damaged("has a revision that can't be");
    }
    users.mark->revision = static_cast<std::uint64_t>(revision->get_int64());
  }
  auto principals = ReadPrincipals(file);
  if (!principals) return principals.error();
  users.principals = std::move(*principals);
  return users;
}

Result<StoredUsers> LoadUsers(const std::filesystem::path& path) {
  const auto file = platform::MappedFile::Open(path);
  // A link that leads nowhere does not mean that there were never any users.
  std::error_code ignored;
  if (!file && file.error().code.value() == ENOENT &&
      !std::filesystem::is_symlink(path, ignored)) {
    return StoredUsers();
  }
  if (!file) return NotStored(file.error());
  auto users = ParseUsers(file->text());
  // A damaged file never gives an empty list: the defaults might grant more
  // than the lost entries did.
  if (!users) return Unusable(path, users.error().message);
  return users;
}

Result<UsersMark> SaveUsers(const std::filesystem::path& path,
                            const std::vector<Principal>& principals,
                            std::uint64_t revision, bool& is_replaced) {
  is_replaced = false;
  const auto text = UsersText(principals, revision);
  if (!text) return text.error();
  // The new file is written beside the old one, and renamed when it is on the
  // disk: a power cut leaves either the old rights or the new ones.
  auto file = platform::AtomicFile::Create(path);
  if (!file) return NotStored(file.error());
  auto stored = file->Append(std::as_bytes(std::span(*text)));
  if (stored) stored = file->Commit();
  is_replaced = file->replaced();
  if (!stored) return NotStored(stored.error());
  UsersMark mark = MarkOf(*text);
  mark.revision = revision;
  return mark;
}

}  // namespace answerbox::daemon
