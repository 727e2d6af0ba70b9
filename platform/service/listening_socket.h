// A listening Unix stream socket at a path of our own.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

class ListeningSocket {
 public:
  // Binds and listens at `path`. A socket file on which nobody listens, left by
  // a crash, is replaced; any other file is left alone.
  //   mode   permissions of the socket file, e.g. 0660; never wider, not even
  //          for a moment
  //   group  owner group by name; empty: the process's own
  // Errors: the path is longer than kMaxUnixPathBytes, its folder is missing,
  // another process listens there, it is not a socket, or there is no such
  // group. Changes the process's umask for a moment: call it before other
  // threads create files.
  [[nodiscard]] static Result<ListeningSocket> Open(
      const std::filesystem::path& path, mode_t mode, const std::string& group);

  // Takes over a socket that another program opened and will remove.
  explicit ListeningSocket(FileDescriptor socket) noexcept
      : socket_(std::move(socket)) {}

  ListeningSocket(ListeningSocket&&) noexcept;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  // Removes the socket file, unless it has been replaced by another one.
  ~ListeningSocket();

  [[nodiscard]] int number() const noexcept { return socket_.get(); }

 private:
  FileDescriptor socket_;
  std::filesystem::path path_;  // Empty: do not remove it.
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace answerbox::platform
