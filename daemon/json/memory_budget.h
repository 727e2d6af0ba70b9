// Bounds for the memory that all connections together may make us hold: lines
// being received, requests being read, replies waiting to be taken.
#pragma once

#include <atomic>
#include <boost/container/pmr/memory_resource.hpp>
#include <cassert>
#include <cstddef>
#include <memory_resource>
#include <new>

namespace answerbox::daemon {

// Safe from any thread.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t limit_bytes) noexcept
      : limit_bytes_(limit_bytes) {}
  // A share: what is taken from it counts in `whole` too, which outlives it.
  MemoryBudget(std::size_t limit_bytes, MemoryBudget& whole) noexcept
      : limit_bytes_(limit_bytes), whole_(&whole) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  // False, and nothing taken, when `bytes` more would pass a limit.
  [[nodiscard]] bool TryTake(std::size_t bytes) noexcept {
    const std::size_t limit = limit_bytes();
    std::size_t used = used_bytes_.load(std::memory_order_relaxed);
    do {
      if (used > limit || bytes > limit - used) return false;
    } while (!used_bytes_.compare_exchange_weak(used, used + bytes,
                                                std::memory_order_relaxed));
    if (whole_ == nullptr || whole_->TryTake(bytes)) return true;
    used_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
  }

  // Precondition: `bytes` were taken and not given back.
  void GiveBack(std::size_t bytes) noexcept {
    used_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
    if (whole_ != nullptr) whole_->GiveBack(bytes);
  }

  // What was taken stays taken, even if it is more.
  void SetLimit(std::size_t limit_bytes) noexcept {
    limit_bytes_.store(limit_bytes, std::memory_order_relaxed);
  }

  [[nodiscard]] std::size_t used_bytes() const noexcept {
    return used_bytes_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::size_t limit_bytes() const noexcept {
    return limit_bytes_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<std::size_t> limit_bytes_;
  MemoryBudget* const whole_ = nullptr;
  std::atomic<std::size_t> used_bytes_{0};
};

// The heap within a budget. Throws std::bad_alloc past it, and where the heap
// itself has no more. Everything is
// aligned to std::max_align_t: Boost.JSON 1.81 names another alignment when it
// gives a key back than when it asked for it.
class BudgetedHeap final : public std::pmr::memory_resource {
 public:
  // `budget` outlives this and all that is allocated from it.
  explicit BudgetedHeap(MemoryBudget& budget) noexcept : budget_(budget) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    assert(alignment <= alignof(std::max_align_t));
    static_cast<void>(alignment);
    if (!budget_.TryTake(bytes)) throw std::bad_alloc();
    void* const memory = ::operator new(bytes, std::nothrow);
    if (memory == nullptr) {
      budget_.GiveBack(bytes);
      throw std::bad_alloc();
    }
    return memory;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t) override {
    ::operator delete(memory);
    budget_.GiveBack(bytes);
  }
  [[nodiscard]] bool do_is_equal(
      const memory_resource& other) const noexcept override {
    return this == &other;
  }

  MemoryBudget& budget_;
};

// A standard memory resource for Boost.JSON, which takes Boost's own. (Boost's
// monotonic_resource would do without, but 1.81 gives its blocks back with a
// size that is not the one it asked for.)
class JsonMemory final : public boost::container::pmr::memory_resource {
 public:
  // `memory` outlives this and all that is allocated from it.
  explicit JsonMemory(std::pmr::memory_resource& memory) noexcept
      : memory_(memory) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    return memory_.allocate(bytes, alignment);
  }
  void do_deallocate(void* memory, std::size_t bytes,
                     std::size_t alignment) override {
    memory_.deallocate(memory, bytes, alignment);
  }
  [[nodiscard]] bool do_is_equal(
      const memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource& memory_;
};

}  // namespace answerbox::daemon
