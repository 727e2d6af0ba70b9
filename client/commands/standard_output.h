// Standard output while a command runs: output that could not be written is
// reported.
#pragma once

#include <streambuf>
#include <vector>

namespace answerbox::client {

// Opens those of the three standard descriptors that are closed, so that
// writing to them fails. Otherwise a socket or file could take their number and
// get our output.
void OccupyStandardDescriptors();

// Only one may live at a time. While it lives, std::cout writes through it.
class StandardOutput final : public std::streambuf {
 public:
  StandardOutput();
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;
  ~StandardOutput() override;

  // Writes what is left. Returns the first error there was, or 0.
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
