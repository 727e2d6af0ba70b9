#include "engine/index/merging/term_merge.h"

#include <limits>
#include <utility>

#include "engine/index/format/short_bytes.h"

namespace answerbox::engine {
namespace {

constexpr TermNumber kNoNumber = std::numeric_limits<TermNumber>::max();

}  // namespace

TermMerge::TermMerge(std::span<const TermMergeInput> inputs) : inputs_(inputs) {
  // So that no later term allocates.
  term_.reserve(kMaxTermBytes);
}

std::uint64_t TermMerge::most_terms() const noexcept {
  std::uint64_t terms = 0;
  for (const TermMergeInput& input : inputs_) {
    terms += input.segment->terms().size();
  }
  return terms;
}

Result<void> TermMerge::Prepare(Scratch& scratch) {
  const auto numbers = TakeArray<TermNumber>(scratch, most_terms());
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

// Sets the current term's number for the inputs that hold it.
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

bool TermMerge::Before(const Head& a, const Head& b) const {
  if (a.prefix != b.prefix) return a.prefix < b.prefix;
  // Prefixes decide nearly always; the texts are read only where they are
  // equal.
  const int order = terms_[a.input].term().compare(terms_[b.input].term());
  return order != 0 ? order < 0 : a.input < b.input;
}

// Restores the heap if the head at `place` may be greater than its children.
void TermMerge::SiftDown(std::size_t place) {
  for (;;) {
    // A heap of our own, because the smallest term is mostly replaced by the
    // next one of the same input: one pass down instead of a removal and an
    // insertion.
    std::size_t child = 2 * place + 1;
    if (child >= heap_.size()) return;
    if (child + 1 < heap_.size() && Before(heap_[child + 1], heap_[child])) {
      ++child;
    }
    if (!Before(heap_[child], heap_[place])) return;
    std::swap(heap_[child], heap_[place]);
    place = child;
  }
}

Result<bool> TermMerge::Advance(Head& head) {
  const auto moved = terms_[head.input].Next();
  if (moved && *moved) head.prefix = PrefixOf(terms_[head.input].term());
  return moved;
}

Result<void> TermMerge::Rewind() {
  next_number_ = 0;
  terms_.clear();
  heap_.clear();
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    terms_.push_back(inputs_[i].segment->terms().Begin());
    Head head{0, i};
    const auto moved = Advance(head);
    if (!moved) return moved.error();
    if (*moved) heap_.push_back(head);
  }
  for (std::size_t i = heap_.size() / 2; i-- > 0;) SiftDown(i);
  return {};
}

// Precondition: the heap is not empty.
Result<void> TermMerge::TakeSmallestTerm() {
  holders_.clear();
  const std::uint64_t prefix = heap_.front().prefix;
  term_ = terms_[heap_.front().input].term();
  // Takes the term from all inputs that have it. Equal terms come out of the
  // heap by input, so their postings stay ascending.
  while (!heap_.empty() && heap_.front().prefix == prefix &&
         terms_[heap_.front().input].term() == term_) {
    Head& head = heap_.front();
    holders_.push_back({head.input, terms_[head.input].entry()});
    const auto moved = Advance(head);
    if (!moved) return moved.error();
    if (!*moved) {
      head = heap_.back();
      heap_.pop_back();
    }
    SiftDown(0);
  }
  return {};
}

Result<bool> TermMerge::NextTerm() {
  while (!heap_.empty()) {
    if (auto taken = TakeSmallestTerm(); !taken) return taken.error();
    if (auto opened = OpenHolder(0); !opened) return opened.error();
    if (auto filled = FillBlock(); !filled) return filled.error();
    if (block_size_ == 0) {
      // Only removed documents had the term.
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
  postings_.Reset(*postings);
  chunks_ = RenumberingCursor(input.chunks);
  return {};
}

// Fills block_ from the remaining inputs. Only the last block may be short.
Result<void> TermMerge::FillBlock() {
  block_size_ = 0;
  while (block_size_ < block_.size()) {
    const auto moved = postings_.Next();
    if (!moved) return moved.error();
    if (!*moved) {
      if (holder_ + 1 == holders_.size()) break;
      // A block may hold postings of several inputs, since only the last block
      // of a list may be short.
      if (auto opened = OpenHolder(holder_ + 1); !opened) return opened;
      continue;
    }
    const auto chunk = chunks_.Map(postings_.chunk());
    if (!chunk) continue;
    block_[block_size_++] = {*chunk, postings_.frequency()};
  }
  return {};
}

Result<std::span<const Posting>> TermMerge::NextPostings() {
  if (block_given_) {
    if (auto filled = FillBlock(); !filled) return filled.error();
  }
  // NextTerm() filled the first block to see whether there are postings at all.
  block_given_ = true;
  return std::span<const Posting>(block_.data(), block_size_);
}

}  // namespace answerbox::engine
