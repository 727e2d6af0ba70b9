// The SHA-256 of a model's file: which model it was that answered.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace answerbox::daemon {

class ModelFile {
 public:
  enum class State : std::uint8_t {
    kUnnamed,  // No path was given.
    kReading,  // The hash is being computed.
    kKnown,
    kUnreadable,  // `text` says why.
  };
  struct Status {
    State state = State::kUnnamed;
    std::string text = {};  // kKnown: 64 hexadecimal digits.
  };

  // Reads the file once, on a thread of its own with the least priority: a file
  // of 1 GiB takes a second to a minute. If the file can't be read, logs the
  // reason. Later changes of the file are not noticed. Throws std::system_error
  // when the thread can't be made.
  //   path  empty: nothing is read
  explicit ModelFile(std::filesystem::path path);
  ~ModelFile();  // Interrupts.
  ModelFile(const ModelFile&) = delete;
  ModelFile& operator=(const ModelFile&) = delete;

  // Safe to call from any thread.
  [[nodiscard]] Status status() const;

  // Calls `then` once with what is known of the file after it was read: at once
  // if that is so, else when it is, on the thread that reads. With kReading
  // after Interrupt: then it stays unknown. Safe to call from any thread.
  using Then = std::function<void(const Status&)>;
  void WhenRead(Then then);

  // Gives up reading, soon. Returns at once; safe to call from any thread.
  void Interrupt();

 private:
  void Read(const std::stop_token& stop);

  const std::filesystem::path path_;
  mutable std::mutex mutex_;
  Status status_;
  bool is_over_ = true;  // Nothing is read, or will be.
  std::vector<Then> waiting_;
  std::jthread thread_;
};

}  // namespace answerbox::daemon
