#include "platform/file/folder_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "platform/file/open_file.h"

namespace answerbox::platform {

Result<FolderWatch> FolderWatch::Open() {
  FileDescriptor events(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!events.is_open()) return LastError("watch", "inotify");
  return FolderWatch(std::move(events));
}

// Cutting a file is a write, too.
Result<int> FolderWatch::Add(const std::filesystem::path& folder) {
  const int number = ::inotify_add_watch(events_.get(), folder.c_str(),
                                         IN_MODIFY | IN_ONLYDIR);
  if (number < 0) return LastError("watch", folder);
  return number;
}

void FolderWatch::Drain(const Written& written) {
  alignas(inotify_event) std::array<char, 4096> buffer;
  ssize_t bytes = 0;
  while ((bytes = ::read(events_.get(), buffer.data(), buffer.size())) > 0) {
    for (std::size_t at = 0; at < static_cast<std::size_t>(bytes);) {
      inotify_event event;
      std::memcpy(&event, buffer.data() + at, sizeof event);
      // The kernel pads the name with zeros.
      const std::string_view file(
          buffer.data() + at + sizeof event,
          ::strnlen(buffer.data() + at + sizeof event, event.len));
      if ((event.mask & IN_Q_OVERFLOW) != 0) {
        written(kLost, {});
      } else if ((event.mask & IN_MODIFY) != 0) {
        written(event.wd, file);
      }
      at += sizeof event + event.len;
    }
  }
}

}  // namespace answerbox::platform
