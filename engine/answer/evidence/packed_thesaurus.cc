#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

constexpr std::uint16_t kPackedVersion = 4;

// Of the byte that says how much a term shares with the one before it.
constexpr unsigned kNotSearched = 0x80;
// Of an ending's last byte.
constexpr unsigned kLast = 0x80;
// Of a pair, above the gap.
constexpr int kGapBits = 17;
constexpr std::uint32_t kPairLevel = 1;
constexpr std::uint32_t kPairForward = 2;
constexpr std::uint32_t kPairBack = 4;

Error BadFile(ErrorCode code, std::size_t at) {
  return {code, "thesaurus", at};
}

void StoreLittle24(std::byte* to, std::size_t value) noexcept {
  StoreLittle16(to, static_cast<std::uint16_t>(value));
  to[2] = static_cast<std::byte>(value >> 16);
}

// Whether two terms begin as PrefixSimilarity asks it of one word's forms.
bool BeginAlike(std::string_view a, std::string_view b) noexcept {
  const auto common =
      static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  return common >= 4 && common * 10 >= std::max(a.size(), b.size()) * 6 &&
         a.find(' ') == std::string_view::npos &&
         b.find(' ') == std::string_view::npos;
}

class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> packed) : packed_(packed) {}

  Result<std::vector<std::byte>> Unpack() {
    for (const auto part :
         {&Unpacker::ReadHeader, &Unpacker::ReadTerms, &Unpacker::CountPairs}) {
      if (const auto read = (this->*part)(); !read) return read.error();
    }
    PlacePairs();
    return Write();
  }

 private:
  [[nodiscard]] unsigned At(std::size_t place) const noexcept {
    return std::to_integer<unsigned>(packed_[place]);
  }
  [[nodiscard]] std::string_view TermAt(std::size_t number) const noexcept {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return std::string_view(text_).substr(begin, ends_[number] - begin);
  }
  [[nodiscard]] bool IsSearched(std::size_t number) const noexcept {
    return (At(Thesaurus::kHeaderBytes + number) & kNotSearched) == 0;
  }

  Result<void> ReadHeader() {
    constexpr std::size_t kHeader = Thesaurus::kHeaderBytes;
    if (packed_.size() < kHeader) {
      return BadFile(ErrorCode::kTruncated, packed_.size());
    }
    if (std::memcmp(packed_.data(), "ABth", 4) != 0) {
      return BadFile(ErrorCode::kCorrupt, 0);
    }
    if (LoadLittle16(packed_.data() + 4) != kPackedVersion) {
      return BadFile(ErrorCode::kUnsupportedVersion, 4);
    }
    terms_ = LoadLittle32(packed_.data() + 8);
    if (terms_ > Thesaurus::kMaxTerms) return BadFile(ErrorCode::kCorrupt, 8);
    pairs_ = LoadLittle32(packed_.data() + 12);
    const std::uint64_t endings = LoadLittle32(packed_.data() + 16);
    const std::uint64_t wanted =
        kHeader + 2 * terms_ + endings + std::uint64_t{3} * pairs_;
    if (packed_.size() != wanted) {
      return packed_.size() < wanted
                 ? BadFile(ErrorCode::kTruncated, packed_.size())
                 : BadFile(ErrorCode::kCorrupt, 16);
    }
    endings_at_ = kHeader + terms_;
    counts_at_ = endings_at_ + static_cast<std::size_t>(endings);
    pairs_at_ = counts_at_ + terms_;
    return {};
  }

  Result<void> ReadTerms() {
    ends_.reserve(terms_);
    std::string term;
    std::size_t at = endings_at_;
    for (std::size_t number = 0; number < terms_; ++number) {
      const std::size_t place = Thesaurus::kHeaderBytes + number;
      const std::size_t shared = At(place) & ~kNotSearched;
      if (shared > term.size()) return BadFile(ErrorCode::kCorrupt, place);
      term.resize(shared);
      for (bool is_last = false; !is_last; ++at) {
        if (at == counts_at_) return BadFile(ErrorCode::kCorrupt, at);
        is_last = (At(at) & kLast) != 0;
        term += static_cast<char>(At(at) & ~kLast);
      }
      if (text_.size() + term.size() > kMaxThesaurusBytes) {
        return BadFile(ErrorCode::kCorrupt, at);
      }
      text_ += term;
      ends_.push_back(static_cast<std::uint32_t>(text_.size()));
    }
    if (at != counts_at_) return BadFile(ErrorCode::kCorrupt, at);
    return {};
  }

  // Calls take(first, second, flags) for each pair, and ends where it returns
  // an error. first < second, but of a damaged file second may be too large.
  template <typename Take>
  Result<void> ForEachPair(Take take) const {
    std::size_t pair = 0;
    for (std::size_t first = 0; first < terms_; ++first) {
      std::size_t second = first;
      for (unsigned left = At(counts_at_ + first); left > 0; --left, ++pair) {
        if (pair == pairs_) {
          return BadFile(ErrorCode::kCorrupt, counts_at_ + first);
        }
        const std::uint32_t all = At(pairs_at_ + pair) |
                                  At(pairs_at_ + pairs_ + pair) << 8 |
                                  At(pairs_at_ + 2 * pairs_ + pair) << 16;
        second += all & ((1u << kGapBits) - 1);
        const Result<void> taken = take(first, second, all >> kGapBits);
        if (!taken) return taken.error();
      }
    }
    if (pair != pairs_) return BadFile(ErrorCode::kCorrupt, pairs_at_);
    return {};
  }

  // Where each term's neighbours begin; behind them stands their number.
  Result<void> CountPairs() {
    begins_.resize(terms_ + 1);
    const auto counted = ForEachPair([&](std::size_t first, std::size_t second,
                                         std::uint32_t) -> Result<void> {
      if (second >= terms_ || second == first) {
        return BadFile(ErrorCode::kCorrupt, pairs_at_);
      }
      if (IsSearched(second)) ++begins_[first + 1];
      if (IsSearched(first)) ++begins_[second + 1];
      return {};
    });
    if (!counted) return counted.error();
    for (std::size_t i = 0; i < terms_; ++i) begins_[i + 1] += begins_[i];
    return {};
  }

  void PlacePairs() {
    neighbours_.resize(begins_[terms_]);
    std::vector<std::uint32_t> free(begins_.begin(), begins_.end() - 1);
    const auto add = [&](std::size_t term, std::size_t other,
                         std::uint32_t flags) {
      if (!IsSearched(other)) return;
      neighbours_[free[term]++] =
          static_cast<std::uint32_t>(other << Thesaurus::kFlagBits) | flags;
    };
    const auto placed = ForEachPair([&](std::size_t first, std::size_t second,
                                        std::uint32_t flags) -> Result<void> {
      const std::uint32_t shared =
          ((flags & kPairLevel) != 0 ? Thesaurus::kLevelBit : 0) |
          (BeginAlike(TermAt(first), TermAt(second)) ? Thesaurus::kAlikeBit
                                                     : 0);
      add(first, second,
          shared | ((flags & kPairForward) != 0 ? 0 : Thesaurus::kBackwardBit));
      add(second, first,
          shared | ((flags & kPairBack) != 0 ? 0 : Thesaurus::kBackwardBit));
      return {};
    });
    static_cast<void>(placed);  // CountPairs found no fault.
  }

  // The closest first, then those with fewer neighbours, then by their bytes.
  void Sort(std::span<std::uint32_t> neighbours) const {
    const auto rank = [&](std::uint32_t one) {
      const std::size_t number = one >> Thesaurus::kFlagBits;
      const std::uint64_t count = begins_[number + 1] - begins_[number];
      const std::uint64_t is_far = (one & Thesaurus::kLevelBit) == 0 ? 1 : 0;
      return is_far << 63 | count << 32 | number;
    };
    std::ranges::sort(neighbours, {}, rank);
  }

  // docs/lab/thesaurus-format.md, "Unpacked".
  Result<std::vector<std::byte>> Write() {
    std::size_t count = 0;
    for (std::size_t i = 0; i < terms_; ++i) {
      count += std::min<std::size_t>(begins_[i + 1] - begins_[i],
                                     Thesaurus::kMaxNeighbours);
    }
    const std::size_t body = terms_ * Thesaurus::kEntryBytes +
                             count * Thesaurus::kNeighbourBytes + text_.size();
    if (body > kMaxThesaurusBytes) {
      return BadFile(ErrorCode::kCorrupt, pairs_at_);
    }
    std::vector<std::byte> out(Thesaurus::kHeaderBytes + body);
    std::ranges::copy(packed_.first(Thesaurus::kHeaderBytes), out.begin());
    StoreLittle16(&out[4], Thesaurus::kVersion);
    StoreLittle32(&out[12], static_cast<std::uint32_t>(count));
    StoreLittle32(&out[16], static_cast<std::uint32_t>(text_.size()));
    std::byte* entry = out.data() + Thesaurus::kHeaderBytes;
    std::byte* const neighbours = entry + terms_ * Thesaurus::kEntryBytes;
    std::size_t written = 0;
    for (std::size_t i = 0; i < terms_; ++i) {
      auto own = std::span(neighbours_)
                     .subspan(begins_[i], begins_[i + 1] - begins_[i]);
      Sort(own);
      own = own.first(std::min(own.size(), Thesaurus::kMaxNeighbours));
      for (const std::uint32_t one : own) {
        StoreLittle24(neighbours + Thesaurus::kNeighbourBytes * written++, one);
      }
      StoreLittle24(entry, ends_[i]);
      StoreLittle24(entry + 3, written);
      entry += Thesaurus::kEntryBytes;
    }
    std::memcpy(neighbours + Thesaurus::kNeighbourBytes * count, text_.data(),
                text_.size());
    return out;
  }

  std::span<const std::byte> packed_;
  std::size_t terms_ = 0;
  std::size_t pairs_ = 0;
  std::size_t endings_at_ = 0;
  std::size_t counts_at_ = 0;
  std::size_t pairs_at_ = 0;
  std::string text_;
  std::vector<std::uint32_t> ends_;    // Of each term in the text.
  std::vector<std::uint32_t> begins_;  // Of each term's neighbours.
  std::vector<std::uint32_t> neighbours_;
};

}  // namespace

Result<std::vector<std::byte>> UnpackThesaurus(
    std::span<const std::byte> packed) {
  return Unpacker(packed).Unpack();
}

}  // namespace answerbox::engine
