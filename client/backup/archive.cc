#include "client/backup/archive.h"

#include <fcntl.h>
#include <grp.h>
#include <nettle/sha2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "client/backup/archive_list.h"
#include "platform/file/directory.h"
#include "platform/file/open_file.h"
#include "protocol/audit/digest.h"

namespace answerbox::client {

// Nobody may go on with the rights of root where those of another were meant.
ActingAs::ActingAs(uid_t user, gid_t group) noexcept {
  if (::geteuid() != 0 || user == 0) return;
  is_changed_ = true;
  const int count = ::getgroups(0, nullptr);
  groups_.resize(static_cast<std::size_t>(std::max(count, 0)));
  if (::getgroups(count, groups_.data()) != count ||
      ::setgroups(0, nullptr) != 0 || ::setegid(group) != 0 ||
      ::seteuid(user) != 0) {
    std::abort();
  }
}

ActingAs::~ActingAs() {
  if (!is_changed_) return;
  if (::seteuid(0) != 0 || ::setegid(0) != 0 ||
      ::setgroups(groups_.size(), groups_.data()) != 0) {
    std::abort();
  }
}

namespace {

constexpr std::size_t kPartBytes = std::size_t{256} << 10;
// The end of a tar archive.
constexpr std::array<char, 2 * kTarBlockBytes> kEnd{};
constexpr unsigned kListMode = 0600;

class Hash {
 public:
  Hash() { ::sha256_init(&context_); }
  void Add(std::span<const char> bytes) {
    ::sha256_update(&context_, bytes.size(),
                    reinterpret_cast<const std::uint8_t*>(bytes.data()));
  }
  [[nodiscard]] std::string Hex() {
    engine::Sha256 digest{};
    ::sha256_digest(&context_, digest.size(),
                    reinterpret_cast<std::uint8_t*>(digest.data()));
    return protocol::ToHex(digest);
  }

 private:
  sha256_ctx context_{};
};

std::size_t PaddingOf(std::uint64_t bytes) {
  return static_cast<std::size_t>((kTarBlockBytes - bytes % kTarBlockBytes) %
                                  kTarBlockBytes);
}

Failure Unreadable(const platform::Error& error) {
  return {ExitCode::kDaemonFailed, "storage",
          "cannot " + error.Describe() +
              "; run this as root or as the daemon's user"};
}

Failure Stopped() {
  return {ExitCode::kInterrupted, "interrupted", "interrupted"};
}

// Reads at most as many bytes as the buffer holds; fewer only at the end.
platform::Result<std::size_t> ReadPart(int descriptor, std::span<char> buffer) {
  std::size_t done = 0;
  while (done < buffer.size()) {
    const ::ssize_t count =
        ::read(descriptor, buffer.data() + done, buffer.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return platform::LastError("read", {});
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

}  // namespace

Outcome<void> WriteAll(int descriptor, std::span<const char> bytes,
                       std::string_view name) {
  while (!bytes.empty()) {
    const ::ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      return Failure{
          ExitCode::kOutputFailed, "output",
          "cannot write " + std::string(name) + ": " + std::strerror(errno)};
    }
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

Outcome<void> ArchiveFiles::AddTree(const std::filesystem::path& folder,
                                    std::string_view tree, OwnerOf owner_of) {
  owner_of_ = std::move(owner_of);
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) {
    return Unreadable(platform::LastError("stat", folder));
  }
  auto added =
      AddFolder(folder, std::string(tree.substr(0, tree.size() - 1)), status);
  std::ranges::sort(list.folders, {}, &ArchivedFolder::path);
  std::ranges::sort(list.files, {}, &ArchivedFile::path);
  return added;
}

Outcome<FileOwner> ArchiveFiles::OwnerAt(const std::filesystem::path& source,
                                         const struct stat& status) const {
  if (const auto owner = owner_of_(status)) return *owner;
  return Rejected(source.native() + " belongs to user " +
                  std::to_string(status.st_uid) + " and group " +
                  std::to_string(status.st_gid) +
                  ", which a restore can't give it to: give it to root or to "
                  "the daemon's user and group");
}

Outcome<void> ArchiveFiles::AddFolder(const std::filesystem::path& folder,
                                      const std::string& path,
                                      const struct stat& status) {
  const auto owner = OwnerAt(folder, status);
  if (!owner) return owner.error();
  const auto names = platform::ListDirectory(folder);
  if (!names) return Unreadable(names.error());
  list.folders.push_back({path, status.st_mode & 0777U, *owner});
  for (const std::string& name : *names) {
    auto added = AddEntry(folder / name, path + "/" + name);
    if (!added) return added;
  }
  return {};
}

// What is no regular file is left out and not followed: a link could show any
// file of the machine.
Outcome<void> ArchiveFiles::AddEntry(const std::filesystem::path& source,
                                     const std::string& path) {
  struct stat status {};
  if (::lstat(source.c_str(), &status) != 0) {
    return Unreadable(platform::LastError("stat", source));
  }
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  const bool is_folder = S_ISDIR(status.st_mode);
  if (!IsArchivable(path) ||
      (!is_folder && (!S_ISREG(status.st_mode) || bytes > kMaxArchivedBytes))) {
    left_out_.push_back(source);
    return {};
  }
  if (is_folder) return AddFolder(source, path, status);
  const auto owner = OwnerAt(source, status);
  if (!owner) return owner.error();
  list.files.push_back({path, status.st_mode & 0777U, *owner, {}, bytes});
  sources_.emplace(path, Source{source, status.st_dev, status.st_ino});
  return {};
}

std::uint64_t ArchiveFiles::ArchiveBytes() const {
  std::uint64_t bytes = 2 * kTarBlockBytes + list.Text().size() + kEnd.size();
  for (const ArchivedFile& file : list.files) {
    bytes += kTarBlockBytes + file.bytes + PaddingOf(file.bytes);
  }
  return bytes;
}

// The daemon's user may have put links into its folders since the list was
// made.
platform::Result<platform::FileDescriptor> ArchiveFiles::Open(
    const ArchivedFile& file) const {
  const Source& source = sources_.at(file.path);
  std::optional<ActingAs> daemon;
  if (file.owner == FileOwner::kDaemon) daemon.emplace(user_, group_);
  auto open = platform::OpenRegularFile(source.path, O_RDONLY | O_NOFOLLOW);
  struct stat status {};
  if (open && (::fstat(open->get(), &status) != 0 ||
               status.st_dev != source.disk || status.st_ino != source.inode)) {
    errno = ESTALE;
    return platform::LastError("read", source.path);
  }
  return open;
}

// Reads exactly the bytes that the list tells of, and returns their digest.
Outcome<std::string> ArchiveFiles::Read(
    const ArchivedFile& file,
    const std::function<Outcome<void>(std::span<const char>)>& take) {
  const std::filesystem::path& source = sources_.at(file.path).path;
  const auto open = Open(file);
  if (!open) return Unreadable(open.error());
  Hash hash;
  std::vector<char> part(kPartBytes);
  for (std::uint64_t left = file.bytes; left > 0;) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(left, part.size()));
    auto count = ReadPart(open->get(), std::span(part).first(wanted));
    if (count && *count < wanted) {
      errno = EIO;
      count = platform::LastError("read", source);
    }
    if (!count) {
      return Unreadable({count.error().code, "read", source});
    }
    hash.Add(std::span(part).first(wanted));
    if (auto taken = take(std::span(part).first(wanted)); !taken) {
      return taken.error();
    }
    left -= wanted;
    done_ += wanted;
    // Each file is read twice: for its digest, and into the archive.
    if (!on_progress_(done_, 2 * list.TotalBytes())) return Stopped();
  }
  return hash.Hex();
}

Outcome<void> ArchiveFiles::Digest() {
  if (list.Text().size() + list.files.size() * protocol::kHexDigestBytes >
      kMaxListBytes) {
    return Rejected(
        "there are more files than a backup can list, some 100,000");
  }
  for (ArchivedFile& file : list.files) {
    auto digest =
        Read(file, [](std::span<const char>) -> Outcome<void> { return {}; });
    if (!digest) return digest.error();
    file.sha256 = std::move(*digest);
  }
  return {};
}

Outcome<void> ArchiveFiles::Write(int descriptor, std::string_view name) {
  const auto put = [&](std::span<const char> bytes) {
    return WriteAll(descriptor, bytes, name);
  };
  const auto pad = [&](std::uint64_t bytes) {
    return put(std::span(kEnd).first(PaddingOf(bytes)));
  };
  const std::string text = list.Text();
  auto done =
      put(MakeTarHeader({kListName, text.size(), kListMode, list.time}));
  if (done) done = put(text);
  if (done) done = pad(text.size());
  for (const ArchivedFile& file : list.files) {
    if (!done) return done;
    done = put(MakeTarHeader({file.path, file.bytes, file.mode, list.time}));
    if (!done) break;
    const auto digest = Read(file, put);
    if (!digest) return digest.error();
    if (*digest != file.sha256) {
      return Failure{ExitCode::kDaemonFailed, "storage",
                     sources_.at(file.path).path.native() +
                         " has other bytes than a moment before: the disk may "
                         "be failing, see `journalctl -k`"};
    }
    done = pad(file.bytes);
  }
  return done ? put(kEnd) : done;
}

Failure ArchiveReader::Damaged(std::uint64_t at, std::string_view what,
                               std::string_view how) const {
  return Rejected(name_ + " is damaged at byte " + std::to_string(at) +
                  ", in " + std::string(what) + ": " + std::string(how) +
                  "; take another backup");
}

Outcome<void> ArchiveReader::Read(std::span<char> bytes,
                                  std::string_view what) {
  const auto count = ReadPart(descriptor_, bytes);
  if (!count) {
    return Rejected("cannot read " + name_ + ": " +
                    count.error().code.message());
  }
  at_ += *count;
  if (*count == bytes.size()) return {};
  return Damaged(at_, what, "it is cut off there");
}

Outcome<void> ArchiveReader::Expect(std::span<const char> bytes,
                                    std::string_view what) {
  std::vector<char> found(bytes.size());
  const std::uint64_t begin = at_;
  if (auto read = Read(found, what); !read) return read;
  const auto differ = std::ranges::mismatch(bytes, found);
  if (differ.in1 == bytes.end()) return {};
  return Damaged(begin + static_cast<std::uint64_t>(differ.in2 - found.begin()),
                 what, "another byte stands there");
}

Outcome<void> ArchiveReader::ExpectPadding(std::uint64_t bytes,
                                           std::string_view what) {
  return Expect(std::span(kEnd).first(PaddingOf(bytes)), what);
}

Outcome<ArchiveReader> ArchiveReader::Open(int descriptor, std::string name,
                                           OnBackupProgress on_progress) {
  ArchiveReader reader(descriptor, std::move(name), std::move(on_progress));
  if (auto read = reader.ReadList(); !read) return read.error();
  return reader;
}

Outcome<void> ArchiveReader::ReadList() {
  TarHeader header{};
  if (auto read = Read(header, "its list"); !read) return read;
  if (std::string_view(header.data(), header.size())
          .starts_with("age-encryption.org/")) {
    return Rejected(name_ + " is encrypted: name the key file by --identity");
  }
  const auto entry = ReadTarHeader(header, kListName, kListMode);
  if (!entry || entry->bytes > kMaxListBytes) {
    return Rejected(name_ +
                    " is no backup of answerbox, or is damaged in its first "
                    "512 bytes");
  }
  std::string text(static_cast<std::size_t>(entry->bytes), '\0');
  if (auto read = Read(text, "its list"); !read) return read;
  auto list = ParseArchiveList(text);
  if (!list) return Rejected(name_ + ": " + list.error().message);
  list_ = std::move(*list);
  if (list_.time != entry->time) {
    return Damaged(0, "its list", "the times differ");
  }
  total_ = list_.TotalBytes();
  return ExpectPadding(text.size(), "its list");
}

Outcome<void> ArchiveReader::ReadFile(const Take& take) {
  const ArchivedFile& file = list_.files[next_file_++];
  auto done = Expect(
      MakeTarHeader({file.path, file.bytes, file.mode, list_.time}), file.path);
  if (!done) return done;
  const std::uint64_t begin = at_;
  Hash hash;
  std::vector<char> part(static_cast<std::size_t>(
      std::min<std::uint64_t>(file.bytes, kPartBytes)));
  for (std::uint64_t left = file.bytes; left > 0;) {
    const auto bytes = std::span(part).first(
        static_cast<std::size_t>(std::min<std::uint64_t>(left, part.size())));
    done = Read(bytes, file.path);
    if (done) done = take(bytes);
    if (!done) return done;
    hash.Add(bytes);
    left -= bytes.size();
    done_ += bytes.size();
    if (!on_progress_(done_, total_)) return Stopped();
  }
  if (hash.Hex() != file.sha256) {
    return Damaged(begin, file.path,
                   "the digest of the " + std::to_string(file.bytes) +
                       " bytes from there differs");
  }
  return ExpectPadding(file.bytes, file.path);
}

Outcome<void> ArchiveReader::Finish() {
  if (auto read = Expect(kEnd, "its end"); !read) return read;
  std::array<char, 1> more{};
  const auto count = ReadPart(descriptor_, more);
  if (count && *count == 0) return {};
  return Damaged(at_, "its end", "something follows");
}

}  // namespace answerbox::client
