#include "client/convert/markup/parser_heap.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

namespace answerbox::client {
namespace {

// Reading the clock costs as much as some allocations.
constexpr unsigned kTakesPerClockCheck = 64;

// std::clock is not used: with 32 bits it wraps after half an hour.
std::chrono::nanoseconds ProcessorTime() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) +
         std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

ParserBudget::ParserBudget(std::size_t bytes, std::chrono::nanoseconds time)
    : bytes_(bytes), end_(ProcessorTime() + time) {}

// Checks the time when memory is taken, as parsers call nothing else of ours.
// All known ways to make these two parsers slow allocate on the way.
bool ParserBudget::Take(std::size_t bytes) {
  if (bytes > bytes_) return false;
  if (takes_++ % kTakesPerClockCheck == 0 && ProcessorTime() >= end_) {
    return false;
  }
  bytes_ -= bytes;
  return true;
}

Rejection ParserBudget::Spent() {
  return {RejectionReason::kTooComplex,
          "the file nests too deep or is too large to parse: split it or save "
          "it as plain text"};
}

ParserHeap::~ParserHeap() {
  for (Header* header = first_; header != nullptr;) {
    Header* next = header->next;
    budget_.Return(sizeof(Header) + header->size);
    std::free(header);
    header = next;
  }
}

// Each allocation has a header in a list of all allocations, so that they can
// be freed without the parser.
void* ParserHeap::Allocate(std::size_t size) {
  if (!budget_.Take(sizeof(Header) + size)) std::longjmp(escape_, 1);
  void* memory = std::malloc(sizeof(Header) + size);
  if (memory == nullptr) {
    budget_.Return(sizeof(Header) + size);
    std::longjmp(escape_, 1);
  }
  auto* header = new (memory) Header{nullptr, first_, size};
  if (first_ != nullptr) first_->previous = header;
  first_ = header;
  return header + 1;
}

// Always moves: two other headers link to this one, and std::realloc would not
// say beforehand whether it moves.
void* ParserHeap::Reallocate(void* memory, std::size_t size) {
  void* moved = Allocate(size);
  if (memory == nullptr) return moved;
  const Header* header = static_cast<Header*>(memory) - 1;
  std::memcpy(moved, memory, std::min(size, header->size));
  Release(memory);
  return moved;
}

void ParserHeap::Release(void* memory) {
  if (memory == nullptr) return;
  Header* header = static_cast<Header*>(memory) - 1;
  Header*& link = header->previous == nullptr ? first_ : header->previous->next;
  link = header->next;
  if (header->next != nullptr) header->next->previous = header->previous;
  budget_.Return(sizeof(Header) + header->size);
  std::free(header);
}

}  // namespace answerbox::client
