// Memory and processor time for parsers written in C. Files come from anywhere
// and can be made to cost a parser far more than their size: both end at a
// bound that is stated per file, whatever the file holds.
#pragma once

#include <chrono>
#include <csetjmp>
#include <cstddef>

#include "client/convert/converted_document.h"

namespace answerbox::client {

inline constexpr std::size_t kMaxParserBytes = 256u << 20;
inline constexpr std::chrono::seconds kMaxParserTime{10};  // Of the processor.

// What parsing one file may still take.
class ParserBudget {
 public:
  explicit ParserBudget(std::size_t bytes = kMaxParserBytes,
                        std::chrono::nanoseconds time = kMaxParserTime);

  // False when `bytes` or the time is more than is left.
  [[nodiscard]] bool Take(std::size_t bytes);
  void Return(std::size_t bytes) { bytes_ += bytes; }

  // Why a file past its budget can't become a document: kTooComplex.
  [[nodiscard]] static Rejection Spent();

 private:
  std::size_t bytes_;
  std::chrono::nanoseconds end_;
  unsigned takes_ = 0;
};

// Every allocation of one parse. They are freed together, by walking a list:
// the parsers' own destructors may recurse as deep as a file nests.
class ParserHeap {
 public:
  explicit ParserHeap(ParserBudget& budget) : budget_(budget) {}
  ParserHeap(const ParserHeap&) = delete;
  ParserHeap& operator=(const ParserHeap&) = delete;
  ~ParserHeap();

  // Calls `parse`, the only place that may allocate here. False when the budget
  // ended it: the parsers do not check for failed allocations, so it is left by
  // longjmp, and nothing in `parse` or below may need a destructor.
  template <typename Parse>
  [[nodiscard]] bool Run(Parse parse) {
    if (setjmp(escape_) != 0) return false;
    parse();
    return true;
  }

  [[nodiscard]] void* Allocate(std::size_t size);
  // Null stands for no memory, as with realloc and free.
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
