// Bounds for the memory of all connections together: lines being received,
// requests being read, replies that clients have not read yet.
#pragma once

#include <string.h>

#include <atomic>
#include <boost/container/pmr/memory_resource.hpp>
#include <cassert>
#include <cstddef>
#include <memory_resource>
#include <new>

namespace answerbox::protocol {

// A bound for memory. Safe to use from any thread.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t limit_bytes) noexcept
      : limit_bytes_(limit_bytes) {}
  // A share of `whole`: bytes taken from it also count in `whole`, which
  // outlives it.
  MemoryBudget(std::size_t limit_bytes, MemoryBudget& whole) noexcept
      : limit_bytes_(limit_bytes), whole_(&whole) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  // Takes `bytes`. False, and nothing is taken, when that would pass a limit.
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

  // Precondition: `bytes` were taken and are not given back yet.
  void GiveBack(std::size_t bytes) noexcept {
    used_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
    if (whole_ != nullptr) whole_->GiveBack(bytes);
  }

  // Bytes that were taken stay taken, even above the new limit.
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

// Bytes of a budget for an object that does not allocate from it.
class TakenBytes {
 public:
  // `budget` outlives this.
  TakenBytes(MemoryBudget& budget, std::size_t bytes) noexcept
      : budget_(budget), bytes_(budget.TryTake(bytes) ? bytes : 0) {}
  TakenBytes(const TakenBytes&) = delete;
  TakenBytes& operator=(const TakenBytes&) = delete;
  ~TakenBytes() { budget_.GiveBack(bytes_); }

  // Returns whether the budget had room.
  [[nodiscard]] bool is_taken() const noexcept { return bytes_ > 0; }

 private:
  MemoryBudget& budget_;
  const std::size_t bytes_;
};

// The heap, bounded by a budget. Throws std::bad_alloc past the budget, and
// when the heap is used up. Aligns everything to std::max_align_t: Boost.JSON
// 1.81 frees a key with another alignment than it allocated it with.
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

// Overwrites what is freed: passwords may lie in it.
class WipedMemory final : public std::pmr::memory_resource {
 public:
  // `memory` outlives this and all that is allocated from it.
  explicit WipedMemory(std::pmr::memory_resource& memory) noexcept
      : memory_(memory) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    return memory_.allocate(bytes, alignment);
  }
  void do_deallocate(void* memory, std::size_t bytes,
                     std::size_t alignment) override {
    ::explicit_bzero(memory, bytes);
    memory_.deallocate(memory, bytes, alignment);
  }
  [[nodiscard]] bool do_is_equal(
      const memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource& memory_;
};

// Adapts a standard memory resource to Boost.JSON, which takes Boost's own
// kind. (Boost's monotonic_resource would need no adapter, but 1.81 frees its
// blocks with a wrong size.)
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

}  // namespace answerbox::protocol
