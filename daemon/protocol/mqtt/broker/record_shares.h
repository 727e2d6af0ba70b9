// What each caller has of the state that the recorder keeps, in sessions and in
// retained messages; and what of it gives way.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/broker/message.h"
#include "daemon/protocol/mqtt/broker/session.h"

namespace answerbox::daemon::mqtt {

// Points into the sessions and messages that it was made of.
class RecordShares {
 public:
  // One of the two.
  struct Leaving {
    Session* session = nullptr;
    MessagePointer message = nullptr;
  };

  // Throws std::bad_alloc.
  //   retained  the recorded ones, the oldest first
  //   spared    never gives way; or null
  RecordShares(std::pmr::list<Session>& sessions,
               const std::vector<MessagePointer>& retained,
               const Session* spared);

  // Returns what gives way so that `missing` bytes are freed: again and again
  // something of the caller who then has most. Nothing, if that is not enough.
  // Throws std::bad_alloc.
  [[nodiscard]] std::vector<Leaving> FindLeaving(std::size_t missing,
                                                 std::string_view caller,
                                                 std::string_view origin);

 private:
  struct Place {
    std::vector<Session*> idle;  // The oldest last.
    std::vector<Session*> connected;
    std::size_t bytes = 0;
  };
  struct Holding {
    std::map<std::string_view, Place> places;
    std::vector<MessagePointer> retained;  // The oldest last.
    std::size_t session_bytes = 0;
    std::size_t retained_bytes = 0;

    [[nodiscard]] std::size_t bytes() const noexcept {
      return session_bytes + retained_bytes;
    }
  };
  struct Newcomer {
    std::string_view origin;
    const Holding& own;
  };

  // Both take one of the holding, and return its bytes; 0: none gives way.
  static std::size_t TakeSession(Holding& most, const Newcomer& newcomer,
                                 std::vector<Leaving>& leaving);
  static std::size_t TakeRetained(Holding& most, const Newcomer& newcomer,
                                  std::vector<Leaving>& leaving);

  std::map<std::string_view, Holding> by_caller_;
  std::size_t bytes_ = 0;
};

}  // namespace answerbox::daemon::mqtt
