// A second transport, as small as possible: a thread reads requests from one
// pipe, and replies go into another. It uses no Asio and has no bounds of its
// own.
#pragma once

#include <unistd.h>

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/error.h"
#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/line_buffer.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon {

class PipeSession {
 public:
  // `dispatcher` is joined before the session is destroyed. The caller closes
  // the descriptors.
  PipeSession(int in, int out, MethodTable methods, Dispatcher& dispatcher)
      : in_(in),
        out_(out),
        methods_(std::make_shared<const MethodTable>(std::move(methods))),
        dispatcher_(dispatcher) {}

  // Returns when the pipe is closed and all requests are answered.
  void Serve() {
    while (ReadLines()) {
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return in_flight_ == 0; });
  }

 private:
  bool ReadLines() {
    const auto room = lines_.PrepareRead();
    if (!room) return false;
    const ssize_t size = ::read(in_, room->data(), room->size());
    if (size <= 0) return false;
    lines_.Commit(static_cast<std::size_t>(size));
    for (;;) {
      const auto line = lines_.NextLine();
      if (!line) Write(ErrorLine("null", line.error()));
      if (!line || !*line) return line.has_value();
      Execute(**line);
    }
  }

  void Execute(std::string_view line) {
    auto request = ReadRequest(line, 32, budget_);
    if (!request) {
      const RejectedLine& rejected = request.error();
      if (rejected.id) Write(ErrorLine(*rejected.id, rejected.error));
      return;
    }
    const Reply reply = MakeReply((*request)->id());
    has_returned_ = false;
    const Turn turn =
        dispatcher_.Dispatch(methods_, std::move(*request), reply, [this] {
          const std::lock_guard lock(mutex_);
          has_returned_ = true;
          changed_.notify_all();
        });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return turn == Turn::kNext || has_returned_; });
  }

  Reply MakeReply(std::optional<std::string> id) {
    const std::lock_guard lock(mutex_);
    ++in_flight_;
    return {[this, id](Result<std::string> result) {
              if (id) Write(ReplyLine(*id, std::move(result)).Join());
              const std::lock_guard answered(mutex_);
              --in_flight_;
              changed_.notify_all();
            },
            [this, id](const WorkDone& work) {
              if (id) Write(ProgressLine(*id, work));
            },
            [] { return true; }};
  }

  // The kernel writes lines shorter than PIPE_BUF in one piece.
  void Write(const std::string& line) const {
    static_cast<void>(::write(out_, line.data(), line.size()) == 0);
  }

  const int in_;
  const int out_;
  const std::shared_ptr<const MethodTable> methods_;
  Dispatcher& dispatcher_;
  const std::shared_ptr<MemoryBudget> budget_ =
      std::make_shared<MemoryBudget>(1 << 20);
  LineBuffer lines_{1 << 16, 4096, *budget_};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t in_flight_ = 0;
  bool has_returned_ = false;
};

}  // namespace answerbox::daemon
