// Bounds the memory and processor time per file of parsers written in C: a
// hostile file can make a parser spend far more than its size suggests.
#pragma once

#include <chrono>
#include <csetjmp>
#include <cstddef>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

inline constexpr std::size_t kMaxParserBytes = 256u << 20;
inline constexpr std::chrono::seconds kMaxParserTime{10};  // Processor time.

// The memory and time that parsing one file may still spend.
class ParserBudget {
 public:
  explicit ParserBudget(std::size_t bytes = kMaxParserBytes,
                        std::chrono::nanoseconds time = kMaxParserTime);

  // Spends `bytes`. False if they, or the time so far, exceed the budget.
  [[nodiscard]] bool Take(std::size_t bytes);
  void Return(std::size_t bytes) { bytes_ += bytes; }

  // Returns the rejection of a file past its budget: kTooComplex.
  [[nodiscard]] static Rejection Spent();

 private:
  std::size_t bytes_;
  std::chrono::nanoseconds end_;
  unsigned takes_ = 0;
};

// Holds every allocation of one parse. They are freed together by walking a
// list, as the parsers' own destructors may recurse as deep as a file nests.
class ParserHeap {
 public:
  explicit ParserHeap(ParserBudget& budget) : budget_(budget) {}
  ParserHeap(const ParserHeap&) = delete;
  ParserHeap& operator=(const ParserHeap&) = delete;
  ~ParserHeap();

  // Calls `parse`, the only code that may allocate here. Returns false if the
  // budget ended it. The parsers do not check for failed allocations, so the
  // heap leaves them by longjmp: nothing in `parse` or below may need a
  // destructor.
  template <typename Parse>
  [[nodiscard]] bool Run(Parse parse) {
    if (setjmp(escape_) != 0) return false;
    parse();
    return true;
  }

  [[nodiscard]] void* Allocate(std::size_t size);
  // Null stands for no memory, as in realloc and free.
  [[nodiscard]] void* Reallocate(void* memory, std::size_t size);
  void Release(void* memory);

 private:
  struct alignas(std::max_align_t) Header {
    Header* previous;
    Header* next;
    std::size_t size;
  };

  ParserBudget& budget_;
  std::jmp_buf escape_;
  Header* first_ = nullptr;
};

}  // namespace answerbox::client
