#include "engine/index/terms/term_order.h"

#include <algorithm>
#include <array>
#include <utility>

namespace answerbox::engine {
namespace {

// Up to this many terms are sorted by buckets: by their second byte, then by
// their first, and the rest by an insertion sort. This takes a third of the
// time of std::sort, whose comparisons the processor cannot predict. With more
// terms, a bucket could have too many for an insertion sort.
constexpr std::size_t kMostDealt = 256;

// Buckets are in the order of bytes; a bucket may hold several bytes.
constexpr std::size_t kBuckets = 48;
constexpr auto kBucketOf = [] {
  std::array<std::uint8_t, 256> buckets{};
  std::uint8_t bucket = 0;
  for (std::size_t byte = 0; byte < buckets.size(); ++byte) {
    const bool is_digit = byte >= '0' && byte <= '9';
    const bool is_letter = byte >= 'a' && byte <= 'z';
    // A bucket for each digit and letter, one for each range of bytes between
    // them, and one for each 16 bytes of other alphabets.
    if (is_digit || is_letter || byte == '9' + 1 || byte == 'z' + 1 ||
        (byte >= 0x80 && byte % 16 == 0)) {
      ++bucket;
    }
    buckets[byte] = bucket;
  }
  return buckets;
}();
static_assert(kBucketOf.back() < kBuckets);

std::uint8_t BucketOf(const TermSortKey& key, int shift) {
  return kBucketOf[key.prefix >> shift & 0xFFu];
}

// Sorts the terms by their first two bytes. `dealt` has room for as many.
void Deal(std::span<TermSortKey> keys, TermSortKey* dealt) {
  constexpr int kFirst = 56;
  constexpr int kSecond = 48;
  // First the number of terms of each bucket, then the place of its next term.
  std::array<std::uint16_t, kBuckets> firsts{};
  std::array<std::uint16_t, kBuckets> seconds{};
  for (const TermSortKey& key : keys) {
    ++firsts[BucketOf(key, kFirst)];
    ++seconds[BucketOf(key, kSecond)];
  }
  std::uint16_t first_end = 0;
  std::uint16_t second_end = 0;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    first_end += std::exchange(firsts[i], first_end);
    second_end += std::exchange(seconds[i], second_end);
  }
  for (const TermSortKey& key : keys) {
    // Radix sort, the second byte first. Dealing keeps the order within a
    // bucket, so after the first byte both are in order.
    dealt[seconds[BucketOf(key, kSecond)]++] = key;
  }
  for (const TermSortKey& key : std::span(dealt, keys.size())) {
    keys[firsts[BucketOf(key, kFirst)]++] = key;
  }
}

template <typename Less>
void InsertionSort(std::span<TermSortKey> keys, const Less& less) {
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (!less(keys[i], keys[i - 1])) continue;
    const TermSortKey key = keys[i];
    std::size_t place = i;
    do {
      keys[place] = keys[place - 1];
      --place;
    } while (place > 0 && less(key, keys[place - 1]));
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
  Deal(keys, dealt.data());
  InsertionSort(keys, less);
}

void TermOrder::Sort(const Vocabulary& vocabulary) {
  const std::uint32_t terms = vocabulary.size();
  keys_.resize(terms);
  for (std::uint32_t i = 0; i < terms; ++i) {
    keys_[i] = {PrefixOfFirst(vocabulary.FirstEight(i)), i};
  }
  SortTerms(vocabulary, keys_);
  numbers_.resize(terms);
  for (std::uint32_t i = 0; i < terms; ++i) {
    numbers_[keys_[i].vocabulary_number] = i;
  }
}

}  // namespace answerbox::engine
