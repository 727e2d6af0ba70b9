// Logs why the process ends when an exception is not caught.
#pragma once

namespace answerbox::platform {

// From now on an exception that is not caught, in any thread, logs its reason
// and ends the process with exit code 1; the service manager then restarts it.
// Call once, before other threads are started.
void LogWhatEndsTheProcess() noexcept;

}  // namespace answerbox::platform
