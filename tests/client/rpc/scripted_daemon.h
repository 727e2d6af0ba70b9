// A daemon that follows a script. It accepts connections on a real socket, one
// after the other; a function then plays the daemon's part.
#pragma once

#include <boost/json/object.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include "platform/file_descriptor.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {

class ScriptedDaemon {
 public:
  class Peer {
   public:
    explicit Peer(int socket) : socket_(socket) {}

    // The next request; an empty object at the end of the connection. Answers
    // requests for a sign of life by itself, because a slow script may get
    // them.
    boost::json::object Read();
    boost::json::object ReadAny();
    // Waits for bytes and leaves them unread.
    void Peek();
    void Write(std::string_view bytes);

    // Answers `request`. `result` and `error` are JSON.
    void Reply(const boost::json::object& request, std::string_view result);
    void Fail(const boost::json::object& request, std::string_view error);

   private:
    int socket_;
    std::string received_;
  };
  using Script = std::function<void(Peer&)>;

  explicit ScriptedDaemon(Script script, int connections = 1);
  // Closes the connection and waits until the script ends.
  ~ScriptedDaemon();

  [[nodiscard]] std::string socket() const { return folder_.path() / "s"; }

 private:
  ScratchFolder folder_;
  platform::FileDescriptor listener_;
  std::thread thread_;
};

}  // namespace answerbox::client
