#include "daemon/protocol/unix_socket/reply_writer.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <new>
#include <utility>

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

void LogDropped(std::string_view message) {
  platform::Log(platform::Priority::kNotice, message);
}

// The first block is for short replies that are read at once, and is kept when
// it is empty. Further blocks gather lines for a client that reads slowly.
constexpr std::size_t kFirstBlockBytes = 4096;
constexpr std::size_t kBlockBytes = std::size_t{16} << 10;

}  // namespace

ReplyQueue::Outcome ReplyQueue::Append(
    std::span<const std::string_view> pieces) noexcept {
  std::size_t size = 0;
  for (const std::string_view piece : pieces) size += piece.size();
  if (size == 0) return Outcome::kAdded;
  if (size > max_bytes_ - bytes_) return Outcome::kQueueFull;
  Block* filled = last_;
  const std::size_t spare =
      last_ == nullptr ? 0 : std::min(size, last_->capacity - last_->end);
  if (const std::size_t rest = size - spare; rest != 0) {
    const std::size_t usual =
        first_ == nullptr ? kFirstBlockBytes : kBlockBytes;
    // A block of the usual size leaves room for further lines. When the budget
    // is nearly used up, a block that just fits may still be possible.
    if (!AddBlock(std::max(usual, rest)) && !AddBlock(rest)) {
      return Outcome::kBudgetFull;
    }
    if (filled == nullptr) filled = last_;
  }
  // Nothing can fail from here on. The pieces fill up the previous last block,
  // and continue in the new one.
  for (std::string_view piece : pieces) {
    piece = filled->Take(piece);
    if (piece.empty()) continue;
    filled = last_;
    filled->Take(piece);
  }
  bytes_ += size;
  return Outcome::kAdded;
}

std::string_view ReplyQueue::Block::Take(std::string_view text) noexcept {
  const std::size_t copied =
      text.copy(bytes.get() + end, std::min(text.size(), capacity - end));
  end += copied;
  return text.substr(copied);
}

// The budget is checked before the heap: a block beyond the budget of all
// connections is not allocated even for a moment.
bool ReplyQueue::AddBlock(std::size_t capacity) noexcept {
  const std::size_t more = Shared(held_ + capacity) - Shared(held_);
  if (!budget_.TryTake(more)) return false;
  std::unique_ptr<Block> block(new (std::nothrow) Block);
  if (block != nullptr) block->bytes.reset(new (std::nothrow) char[capacity]);
  if (block == nullptr || block->bytes == nullptr) {
    budget_.GiveBack(more);
    return false;
  }
  block->capacity = capacity;
  held_ += capacity;
  Block* const added = block.get();
  (first_ == nullptr ? first_ : last_->next) = std::move(block);
  last_ = added;
  return true;
}

std::string_view ReplyQueue::Front() const noexcept {
  if (first_ == nullptr) return {};
  return {first_->bytes.get() + written_, first_->end - written_};
}

// A connection that asks and reads in turns keeps one small block and never
// allocates again. The block is within the connection's own bytes, so keeping
// it takes nothing from others.
void ReplyQueue::Consume(std::size_t size) noexcept {
  written_ += size;
  bytes_ -= size;
  if (written_ < first_->end) return;
  const bool is_kept = bytes_ == 0 && first_->capacity <= kFirstBlockBytes &&
                       first_->capacity <= own_bytes_;
  if (!is_kept) return FreeFirst();
  first_->end = 0;
  written_ = 0;
}

// Gives back the difference of the shares before and after: a block may be in
// the connection's own bytes, in the budget, or partly in each.
void ReplyQueue::FreeFirst() noexcept {
  const std::size_t before = Shared(held_);
  held_ -= first_->capacity;
  budget_.GiveBack(before - Shared(held_));
  first_ = std::move(first_->next);
  if (first_ == nullptr) last_ = nullptr;
  written_ = 0;
}

void ReplyQueue::Free() noexcept {
  while (first_ != nullptr) FreeFirst();
  bytes_ = 0;
}

ReplyWriter::ReplyWriter(Socket& socket, SessionContext& context,
                         std::function<void()> on_written,
                         std::function<void()> on_full)
    : socket_(socket),
      timeout_(context.bounds.reply_timeout),
      on_written_(std::move(on_written)),
      on_full_(std::move(on_full)),
      queue_(context.bounds.reply_bytes, context.bounds.own_reply_bytes(),
             context.memory),
      deadline_(socket.get_executor()),
      wakeup_(socket.get_executor()) {}

void ReplyWriter::Queue(std::span<const std::string_view> pieces) {
  if (is_stopped_) return;
  switch (queue_.Append(pieces)) {
    case ReplyQueue::Outcome::kAdded:
      wakeup_.cancel();
      return;
    case ReplyQueue::Outcome::kQueueFull:
      LogDropped("dropped a client that does not read its replies");
      break;
    case ReplyQueue::Outcome::kBudgetFull:
      LogDropped(
          "dropped a client: its reply found no room in "
          "max_connection_memory_bytes");
      break;
  }
  on_full_();
}

void ReplyWriter::Finish() {
  is_finishing_ = true;
  wakeup_.cancel();
}

void ReplyWriter::Stop() {
  is_stopped_ = true;
  wakeup_.cancel();
}

// Lines may be queued while a write is under way: Front() stays where it is,
// and the next turn writes them.
asio::awaitable<void> ReplyWriter::Run() {
  while (!is_stopped_) {
    if (!queue_.empty()) {
      // Has a name because GCC 12 compiles `if (!co_await ...)` wrongly under
      // the sanitizers.
      const bool is_written = co_await WriteSome(queue_.Front());
      if (!is_written) break;
      on_written_();
    } else if (is_finishing_) {
      break;
    } else {
      // Waits until Queue, Finish or Stop.
      wakeup_.expires_at(Clock::time_point::max());
      co_await wakeup_.async_wait(kAwait);
    }
  }
  is_stopped_ = true;
  queue_.Free();
}

// Returns false when the client has gone or does not read. The deadline applies
// to each piece that the kernel accepts, not to a reply. So a slow client that
// reads steadily is kept, and one that reads nothing is dropped.
asio::awaitable<bool> ReplyWriter::WriteSome(std::string_view bytes) {
  deadline_.expires_after(timeout_);
  deadline_.async_wait([self = shared_from_this()](error_code error) {
    // The write may have ended before this handler runs.
    if (error || Clock::now() < self->deadline_.expiry()) return;
    self->is_timed_out_ = true;
    self->cancel_write_.emit(asio::cancellation_type::terminal);
  });
  auto [error, size] = co_await socket_.async_write_some(
      asio::buffer(bytes.data(), bytes.size()),
      asio::bind_cancellation_slot(cancel_write_.slot(), kAwait));
  deadline_.cancel();
  if (error) {
    if (is_timed_out_) {
      LogDropped("dropped a client that does not read its replies");
    }
    co_return false;
  }
  queue_.Consume(size);
  co_return true;
}

}  // namespace answerbox::daemon
