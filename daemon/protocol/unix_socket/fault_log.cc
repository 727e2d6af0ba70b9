#include "daemon/protocol/unix_socket/fault_log.h"

#include <string>

#include "platform/service/journal.h"

namespace answerbox::daemon {

void LogFault(std::string_view method, const Error& error) {
  if (error.kind != ErrorKind::kInternal && error.kind != ErrorKind::kStorage &&
      error.kind != ErrorKind::kCorrupt) {
    return;
  }
  std::string message(method);
  message += ": " + error.message;
  if (error.kind == ErrorKind::kCorrupt) {
    message += " (" + error.subject + ", " + error.field + ")";
  }
  platform::Log(platform::Priority::kError, message);
}

}  // namespace answerbox::daemon
