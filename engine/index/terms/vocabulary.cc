#include "engine/index/terms/vocabulary.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace answerbox::engine {

namespace {

// Room for 256 strings, which is more than a paragraph has.
constexpr std::size_t kFirstSlots = 512;

}  // namespace

StringTable::StringTable(std::uint64_t seed)
    : seed_(seed), slots_(kFirstSlots), mask_(kFirstSlots - 1) {}

std::uint32_t StringTable::Add(std::string_view text, std::uint64_t last,
                               std::uint32_t hash, std::size_t slot) {
  const std::uint32_t number = size();
  characters_.insert(characters_.end(), text.begin(), text.end());
  entries_.push_back(
      {last, static_cast<std::uint32_t>(characters_.size()), hash});
  slots_[slot] = number + 1;
  // Linear probing stays short while at most half of the slots are taken.
  if (entries_.size() > slots_.size() / 2) Grow();
  return number;
}

void StringTable::Grow() {
  std::vector<std::uint32_t> larger(slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    // The entries keep their hashes, so growing reads no string.
    std::size_t slot = entries_[number].hash & mask;
    while (larger[slot] != 0) slot = (slot + 1) & mask;
    larger[slot] = number + 1;
  }
  slots_ = std::move(larger);
  mask_ = mask;
}

void StringTable::Clear() noexcept {
  characters_.clear();
  entries_.clear();
  // The slots stay as many as they were: the next segment is often as large.
  std::fill(slots_.begin(), slots_.end(), 0u);
}

std::size_t StringTable::memory_bytes() const noexcept {
  return characters_.capacity() + entries_.capacity() * sizeof(Entry) +
         slots_.capacity() * sizeof(std::uint32_t);
}

namespace {

// Stand for a term's number: kNoTerm for a stop word, kNoWord for a token that
// is not a word.
constexpr std::uint32_t kNoTerm = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kNoWord = kNoTerm - 1;

// Longer words are rare, so remembering them is not worth the memory.
constexpr std::size_t kMaxKnownWordBytes = 64;

// Differs from run to run wherever addresses do.
// A fixed seed would let somebody write a text whose words all fall into one
// slot, and adding it would take quadratic time.
std::uint64_t SeedFrom(const void* address) noexcept {
  return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address)) *
         0x9E3779B97F4A7C15u;
}

}  // namespace

Vocabulary::Vocabulary(Profile profile)
    : remembers_words_(profile == Profile::kDefault),
      normalizer_(profile),
      words_(SeedFrom(this)),
      terms_(SeedFrom(&terms_)) {}

std::optional<std::uint32_t> Vocabulary::NumberOf(std::string_view token,
                                                  TokenKind kind) {
  const auto word = WordOf(token, kind);
  if (!word || !HasTerm(word->mark)) return std::nullopt;
  return word->number;
}

std::optional<Vocabulary::Word> Vocabulary::WordOf(std::string_view token,
                                                   TokenKind kind) {
  if (kind == TokenKind::kPunctuation) return std::nullopt;
  const KnownWord word = Know(token, kind);
  if (word.term == kNoWord) return std::nullopt;
  return Word{word.term == kNoTerm ? 0 : Use(word.term), word.mark};
}

Vocabulary::KnownWord Vocabulary::Know(std::string_view token, TokenKind kind) {
  if (!remembers_words_ || token.size() > kMaxKnownWordBytes) {
    return Normalize(token, kind);
  }
  // Everything is forgotten at once: the table has no order by which the rarest
  // words could go. The frequent ones soon come back.
  if (words_.size() >= kMaxKnownWords) {
    words_.Clear();
    word_terms_.clear();
    word_marks_.clear();
  }
  const StringTable::Place word = words_.Intern(token);
  if (word.added) {
    const KnownWord known = Normalize(token, kind);
    word_terms_.push_back(known.term);
    word_marks_.push_back(known.mark);
  }
  return {word_terms_[word.number], word_marks_[word.number]};
}

Vocabulary::KnownWord Vocabulary::Normalize(std::string_view token,
                                            TokenKind kind) {
  const NormalizedWord word = normalizer_.Read(token, kind);
  if (!word.mark) return {kNoWord, 0};
  if (!HasTerm(*word.mark)) return {kNoTerm, *word.mark};
  return {Intern(StringTable::Key(word.term)), *word.mark};
}

void Vocabulary::Truncate(std::uint32_t size) noexcept {
  // The terms stay interned, which only costs memory; generation 0 is never the
  // current one.
  for (; used_.size() > size; used_.pop_back()) uses_[used_.back()] = {};
}

void Vocabulary::Reset() {
  used_.clear();
  if (terms_.size() <= kMaxKeptTerms &&
      generation_ != std::numeric_limits<std::uint32_t>::max()) {
    // Makes all uses old at once. Clearing them would take time for each kept
    // term, and evaluation builds a segment for each paragraph.
    ++generation_;
    return;
  }
  generation_ = 1;
  words_.Clear();
  word_terms_.clear();
  word_marks_.clear();
  terms_.Clear();
  uses_.clear();
}

std::size_t Vocabulary::memory_bytes() const noexcept {
  return words_.memory_bytes() + terms_.memory_bytes() +
         (word_terms_.capacity() + used_.capacity()) * sizeof(std::uint32_t) +
         word_marks_.capacity() * sizeof(WordMark) +
         uses_.capacity() * sizeof(TermUse);
}

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
