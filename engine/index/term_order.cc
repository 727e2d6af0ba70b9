#include "engine/index/term_order.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "engine/index/term_prefix.h"

namespace answerbox::engine {
namespace {

// The terms of a paragraph are dealt into buckets by their second byte, then by
// their first, which leaves little to compare. The comparisons of a sort are as
// good as random to the processor, and take it three times as long. More terms
// could have too many in one bucket for an insertion sort.
constexpr std::size_t kMostDealt = 256;

// Buckets keep the order of bytes; they may hold several.
constexpr std::size_t kBuckets = 64;
constexpr auto kBucketOf = [] {
  std::array<std::uint8_t, 256> buckets{};
  std::uint8_t bucket = 0;
  for (std::size_t byte = 0; byte < buckets.size(); ++byte) {
    const bool is_digit = byte >= '0' && byte <= '9';
    const bool is_letter = byte >= 'a' && byte <= 'z';
    // One for each digit and letter, one for each 16 bytes among the others.
    if (is_digit || is_letter || byte % 16 == 0 || byte == 'z' + 1) ++bucket;
    buckets[byte] = bucket;
  }
  return buckets;
}();
static_assert(kBucketOf.back() < kBuckets);

// Stable. `shift` leaves the byte to deal by.
void Deal(std::span<const TermSortKey> from, int shift, TermSortKey* to) {
  const auto bucket_of = [shift](const TermSortKey& key) {
    return kBucketOf[key.prefix >> shift & 0xFFu];
  };
  std::array<std::uint32_t, kBuckets> ends{};
  for (const TermSortKey& key : from) ++ends[bucket_of(key)];
  std::exclusive_scan(ends.begin(), ends.end(), ends.begin(), 0u);
  for (const TermSortKey& key : from) to[ends[bucket_of(key)]++] = key;
}

template <typename Less>
void InsertionSort(std::span<TermSortKey> keys, const Less& less) {
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const TermSortKey key = keys[i];
    std::size_t place = i;
    for (; place > 0 && less(key, keys[place - 1]); --place) {
      keys[place] = keys[place - 1];
    }
    keys[place] = key;
  }
}

}  // namespace

void SortTerms(const Vocabulary& vocabulary, std::span<TermSortKey> keys) {
  const auto less = [&vocabulary](const TermSortKey& a, const TermSortKey& b) {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    return vocabulary[a.vocabulary_number] < vocabulary[b.vocabulary_number];
  };
  if (keys.size() > kMostDealt) {
    std::sort(keys.begin(), keys.end(), less);
    return;
  }
  std::array<TermSortKey, kMostDealt> dealt;
  Deal(keys, 48, dealt.data());
  Deal(std::span(dealt).first(keys.size()), 56, keys.data());
  InsertionSort(keys, less);
}

void TermOrder::Sort(const Vocabulary& vocabulary) {
  keys_.resize(vocabulary.size());
  for (std::uint32_t i = 0; i < keys_.size(); ++i) {
    keys_[i] = {PrefixOf(vocabulary[i]), i};
  }
  SortTerms(vocabulary, keys_);
  numbers_.resize(keys_.size());
  for (std::uint32_t i = 0; i < keys_.size(); ++i) {
    numbers_[keys_[i].vocabulary_number] = i;
  }
}

}  // namespace answerbox::engine
