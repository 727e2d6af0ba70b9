// The memory of one question: a fixed budget that is handed out from the front
// and taken back all at once. As a std::pmr resource it serves the standard
// containers; it ends in std::pmr::null_memory_resource(), so a question past
// its budget throws std::bad_alloc, which the pipeline turns into
// kArenaExhausted at its one boundary. Nothing here ever reaches the heap.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>

namespace answerbox::engine {

class Arena final : public std::pmr::memory_resource {
 public:
  // Hands out `storage`, which outlives the arena.
  explicit Arena(std::span<std::byte> storage) noexcept : storage_(storage) {}

  // Takes everything back. Precondition: nothing that was allocated is used any
  // more.
  void Reset() noexcept { used_ = 0; }

  [[nodiscard]] std::size_t capacity() const noexcept {
    return storage_.size();
  }
  [[nodiscard]] std::size_t used() const noexcept { return used_; }
  // The most that was ever in use, across resets.
  [[nodiscard]] std::size_t high_water_mark() const noexcept {
    return high_water_mark_;
  }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::span<std::byte> storage_;
  std::size_t used_ = 0;
  std::size_t high_water_mark_ = 0;
};

}  // namespace answerbox::engine
