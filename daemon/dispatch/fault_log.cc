#include "daemon/dispatch/fault_log.h"

#include <exception>
#include <new>
#include <string>

#include "daemon/error.h"
#include "platform/service/journal.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// Mistakes of clients are not logged: a journal full of them would hide the
// disk that fails.
void LogFault(std::string_view method, const Error& error) {
  if (error.kind != ErrorKind::kInternal && error.kind != ErrorKind::kStorage &&
      error.kind != ErrorKind::kCorrupt) {
    return;
  }
  std::string message(method);
  message += ": " + error.message;
  // The offset helps to find the damage. The message itself says what to do.
  if (error.kind == ErrorKind::kCorrupt) {
    message += " (" + error.subject + ", " + error.field + ")";
  }
  platform::Log(platform::Priority::kError, message);
}

Error NotCarriedOut(std::string_view why) {
  return {ErrorKind::kInternal,
          "The daemon could not carry the request out (" + std::string(why) +
              "): a fault of the daemon's, which its journal names."};
}

std::string WhatOf(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return "no memory is left";
  } catch (const std::exception& exception) {
    return exception.what();
  }
}

// Quoted as JSON, so that neither a name nor an address from outside can begin
// a line of its own.
void LogFailedLogin(std::string_view name, std::string_view address) {
  platform::Log(platform::Priority::kWarning,
                "a login failed: name " + JsonWriter().String(name).Take() +
                    ", address " + JsonWriter().String(address).Take());
}

void LogInterrupted(std::string_view client) {
  platform::Log(platform::Priority::kError,
                "a request was under way twice when the daemon ended, and is "
                "answered by an error instead of begun again: client " +
                    JsonWriter().String(client).Take());
}

void LogThrown(std::string_view what, const std::exception_ptr& error) {
  platform::Log(platform::Priority::kError,
                std::string(what) + ": " + WhatOf(error));
}

}  // namespace answerbox::daemon
