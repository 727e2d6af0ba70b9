#include "tests/heap_counter/heap_counter.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

// glibc's internal names of its own entry points. The counter replaces the
// public ones and calls these, so it counts without recursion.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
}

namespace {

std::atomic<std::uint64_t> allocations{0};
thread_local std::uint64_t thread_allocations = 0;
std::atomic<std::uint64_t> held_bytes{0};
std::atomic<std::uint64_t> highest_bytes{0};

void* Count(void* memory) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  ++thread_allocations;
  const std::uint64_t held =
      held_bytes.fetch_add(::malloc_usable_size(memory)) +
      ::malloc_usable_size(memory);
  std::uint64_t highest = highest_bytes.load();
  while (highest < held &&
         !highest_bytes.compare_exchange_weak(highest, held)) {
  }
  return memory;
}

void Forget(void* memory) {
  held_bytes.fetch_sub(::malloc_usable_size(memory));
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) { return Count(__libc_malloc(size)); }

void* calloc(std::size_t count, std::size_t size) {
  return Count(__libc_calloc(count, size));
}

void* realloc(void* memory, std::size_t size) {
  Forget(memory);
  return Count(__libc_realloc(memory, size));
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return Count(__libc_memalign(alignment, size));
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  *memory = Count(__libc_memalign(alignment, size));
  return *memory == nullptr ? ENOMEM : 0;
}

void free(void* memory) {
  Forget(memory);
  __libc_free(memory);
}

}  // extern "C"

namespace answerbox {

std::uint64_t HeapAllocations() noexcept { return allocations.load(); }

std::uint64_t ThreadHeapAllocations() noexcept { return thread_allocations; }

std::uint64_t HeapBytes() noexcept { return held_bytes.load(); }

std::uint64_t HighestHeapBytes() noexcept { return highest_bytes.load(); }

void ForgetHighestHeapBytes() noexcept { highest_bytes = held_bytes.load(); }

}  // namespace answerbox
