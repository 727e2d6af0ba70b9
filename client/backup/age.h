// Encryption by the program age (https://age-encryption.org), which runs beside
// us at one end of a pipe.
#pragma once

#include <sys/types.h>

#include <string>

#include "client/failure.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {

class AgeProcess {
 public:
  // What is written to pipe() is encrypted, and written to `output`.
  //   recipient  a public key, "age1..." or one of SSH
  [[nodiscard]] static Outcome<AgeProcess> Encrypt(const std::string& recipient,
                                                   int output);
  // What `input` holds is decrypted, and can be read from pipe().
  //   identity  a file with the secret key
  [[nodiscard]] static Outcome<AgeProcess> Decrypt(const std::string& identity,
                                                   int input);

  // Whether the file may be one of age's, by its first bytes. True for what
  // can't be read again, such as a pipe.
  [[nodiscard]] static bool MayHaveWritten(int file) noexcept;

  AgeProcess(AgeProcess&& other) noexcept;
  AgeProcess& operator=(AgeProcess&&) = delete;
  ~AgeProcess();  // Ends the process if Finish was not called.

  [[nodiscard]] int pipe() const noexcept { return pipe_.get(); }
  // Closes the pipe and waits for the process. Errors: kRejected if it failed,
  // and has said why on standard error; kDaemonFailed if a signal ended it.
  [[nodiscard]] Outcome<void> Finish();

 private:
  AgeProcess(pid_t process, platform::FileDescriptor pipe)
      : process_(process), pipe_(std::move(pipe)) {}

  pid_t process_;
  platform::FileDescriptor pipe_;
};

}  // namespace answerbox::client
