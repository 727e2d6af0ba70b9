#include "client/backup/acting_as.h"

#include <grp.h>
#include <unistd.h>

#include <cstdlib>

namespace answerbox::client {

// Nobody may go on with the rights of root where those of another were meant.
ActingAs::ActingAs(uid_t user, gid_t group) noexcept {
  if (::geteuid() != 0 || user == 0) return;
  is_changed_ = true;
  if (::setegid(group) != 0 || ::seteuid(user) != 0) std::abort();
}

ActingAs::~ActingAs() {
  if (is_changed_ && (::seteuid(0) != 0 || ::setegid(0) != 0)) std::abort();
}

}  // namespace answerbox::client
