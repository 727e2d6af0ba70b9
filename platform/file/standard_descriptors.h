// The descriptors of standard input, output and error.
#pragma once

namespace answerbox::platform {

// Takes each of descriptors 0 to 2 that is closed, as a start script's `2>&-`
// leaves it. Otherwise a file that the program opens would get its number, and
// what is meant for standard error with it. Reading and writing the taken ones
// still fails with EBADF. Returns whether all three are taken. Call it before
// anything is opened.
[[nodiscard]] bool OccupyStandardDescriptors() noexcept;

}  // namespace answerbox::platform
