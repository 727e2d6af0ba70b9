#include "client/backup/acting_as.h"

#include <grp.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace answerbox::client {

// Nobody may go on with the rights of root where those of another were meant.
ActingAs::ActingAs(uid_t user, gid_t group) noexcept {
  if (::geteuid() != 0 || user == 0) return;
  is_changed_ = true;
  const int count = ::getgroups(0, nullptr);
  groups_.resize(static_cast<std::size_t>(std::max(count, 0)));
  if (::getgroups(count, groups_.data()) != count ||
      ::setgroups(0, nullptr) != 0 || ::setegid(group) != 0 ||
      ::seteuid(user) != 0) {
    std::abort();
  }
}

ActingAs::~ActingAs() {
  if (!is_changed_) return;
  if (::seteuid(0) != 0 || ::setegid(0) != 0 ||
      ::setgroups(groups_.size(), groups_.data()) != 0) {
    std::abort();
  }
}

}  // namespace answerbox::client
