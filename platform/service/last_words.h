// What a process that can't go on leaves in the journal.
#pragma once

namespace answerbox::platform {

// From now on an exception that nothing catches, in whatever thread, ends the
// process with a line in the journal that gives its reason, and exit code 1:
// the service manager then starts it anew. Call it once, before other threads
// are started.
void LogWhatEndsTheProcess() noexcept;

}  // namespace answerbox::platform
