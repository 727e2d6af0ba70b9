// Reads and writes with the rights of another user, so that root never follows
// what that user may have put into his folders.
#pragma once

#include <sys/types.h>

#include <vector>

namespace answerbox::client {

// While it lives, the process has the effective user and group of the owner of
// a folder and no other groups, if it is root; else it changes nothing. Only
// for programs of one thread, and to open files: the process can be root again.
class ActingAs {
 public:
  ActingAs(uid_t user, gid_t group) noexcept;
  ~ActingAs();
  ActingAs(const ActingAs&) = delete;
  ActingAs& operator=(const ActingAs&) = delete;

 private:
  bool is_changed_ = false;
  std::vector<gid_t> groups_;  // Those before.
};

}  // namespace answerbox::client
