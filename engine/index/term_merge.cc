#include "engine/index/term_merge.h"

#include <algorithm>
#include <limits>

namespace answerbox::engine {
namespace {

constexpr TermNumber kNoNumber = std::numeric_limits<TermNumber>::max();

}  // namespace

TermMerge::TermMerge(std::span<const TermMergeInput> inputs) : inputs_(inputs) {
  term_.reserve(kMaxTermBytes);
}

Result<void> TermMerge::Prepare(Scratch& scratch) {
  std::uint64_t terms = 0;
  for (const TermMergeInput& input : inputs_) {
    terms += input.segment->terms().size();
  }
  const auto numbers = TakeNumbers<TermNumber>(scratch, terms);
  if (!numbers) return numbers.error();
  std::span<TermNumber> left = *numbers;
  new_numbers_.reserve(inputs_.size());
  for (const TermMergeInput& input : inputs_) {
    const std::size_t count = input.segment->terms().size();
    new_numbers_.push_back(left.first(count));
    left = left.subspan(count);
  }
  return {};
}

// Of the current term, in the inputs that have it.
void TermMerge::SetNewNumbers(TermNumber number) {
  for (const Holder& holder : holders_) {
    new_numbers_[holder.input][holder.entry.number] = number;
  }
}

std::optional<TermNumber> TermMerge::NewNumber(std::size_t input,
                                               TermNumber term) const {
  const TermNumber number = new_numbers_[input][term];
  if (number == kNoNumber) return std::nullopt;
  return number;
}

// Order of the heap, which keeps its greatest element in front.
bool TermMerge::Later(std::size_t a, std::size_t b) const {
  const int order = terms_[a].term().compare(terms_[b].term());
  return order != 0 ? order > 0 : a > b;
}

Result<void> TermMerge::Advance(std::size_t input) {
  const auto moved = terms_[input].Next();
  if (!moved) return moved.error();
  if (!*moved) return {};
  heap_.push_back(input);
  std::push_heap(heap_.begin(), heap_.end(),
                 [this](auto a, auto b) { return Later(a, b); });
  return {};
}

Result<void> TermMerge::Rewind() {
  next_number_ = 0;
  terms_.clear();
  heap_.clear();
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    terms_.push_back(inputs_[i].segment->terms().Begin());
    if (auto advanced = Advance(i); !advanced) return advanced;
  }
  return {};
}

// Precondition: the heap is not empty.
Result<void> TermMerge::TakeSmallestTerm() {
  holders_.clear();
  term_ = terms_[heap_.front()].term();
  while (!heap_.empty() && terms_[heap_.front()].term() == term_) {
    std::pop_heap(heap_.begin(), heap_.end(),
                  [this](auto a, auto b) { return Later(a, b); });
    const std::size_t input = heap_.back();
    heap_.pop_back();
    holders_.push_back({input, terms_[input].entry()});
    if (auto advanced = Advance(input); !advanced) return advanced;
  }
  return {};
}

Result<bool> TermMerge::NextTerm() {
  while (!heap_.empty()) {
    if (auto taken = TakeSmallestTerm(); !taken) return taken.error();
    if (auto opened = OpenHolder(0); !opened) return opened.error();
    if (auto filled = FillBlock(); !filled) return filled.error();
    if (block_size_ == 0) {
      SetNewNumbers(kNoNumber);
      continue;
    }
    SetNewNumbers(next_number_++);
    block_given_ = false;
    return true;
  }
  return false;
}

Result<void> TermMerge::OpenHolder(std::size_t holder) {
  holder_ = holder;
  const TermMergeInput& input = inputs_[holders_[holder].input];
  const auto postings = input.segment->Postings(holders_[holder].entry);
  if (!postings) return postings.error();
  postings_ = *postings;
  chunks_ = RenumberingCursor(input.chunks);
  return {};
}

// Fills block_ from the inputs that are left; it stays short at the end alone.
Result<void> TermMerge::FillBlock() {
  block_size_ = 0;
  while (block_size_ < block_.size()) {
    const auto moved = postings_.Next();
    if (!moved) return moved.error();
    if (!*moved) {
      if (holder_ + 1 == holders_.size()) break;
      if (auto opened = OpenHolder(holder_ + 1); !opened) return opened;
      continue;
    }
    const auto chunk = chunks_.Map(postings_.posting().chunk);
    if (!chunk) continue;
    block_[block_size_++] = {*chunk, postings_.posting().frequency};
  }
  return {};
}

Result<std::span<const Posting>> TermMerge::NextPostings() {
  if (block_given_) {
    if (auto filled = FillBlock(); !filled) return filled.error();
  }
  block_given_ = true;
  return std::span<const Posting>(block_.data(), block_size_);
}

}  // namespace answerbox::engine
