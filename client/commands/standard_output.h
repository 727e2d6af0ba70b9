// Standard output while a command runs: what can't be written does not pass for
// written.
#pragma once

#include <streambuf>
#include <vector>

namespace answerbox::client {

// Closed descriptors among the standard three are opened, so that writing to
// them fails: no socket or file takes their place and gets our output.
void OccupyStandardDescriptors();

// One at a time. While it lives, std::cout writes through it.
class StandardOutput final : public std::streambuf {
 public:
  StandardOutput();
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;
  ~StandardOutput() override;

  // Writes what is left, and gives the first error there was; 0: none.
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
