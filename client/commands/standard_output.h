// Standard output while a command runs. Reports output that could not be
// written.
#pragma once

#include <streambuf>
#include <vector>

namespace answerbox::client {

// Only one may live at a time. While it lives, std::cout writes through it.
class StandardOutput final : public std::streambuf {
 public:
  StandardOutput();
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;
  ~StandardOutput() override;

  // Writes the buffered rest. Returns the first error that occurred, or 0.
  [[nodiscard]] int Finish();

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  std::streambuf* before_;
  std::vector<char> buffer_;
  int error_ = 0;
};

}  // namespace answerbox::client
