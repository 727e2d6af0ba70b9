#include "engine/retrieval/dense_vectors.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "engine/numeric/arithmetic.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/retrieval/bm25.h"

namespace answerbox::engine {
namespace {

constexpr std::uint32_t kDenseTermLimit = std::uint32_t{1} << 20;
constexpr std::uint32_t kDenseChunkLimit = std::uint32_t{1} << 24;

// Entries of a random vector that are not 0.
constexpr int kRandomEntries = 8;

// A column of the basis has the length 2^20. Its products with numbers below
// 2^30 fit in 64 bits, also when they are summed over all terms.
constexpr int kColumnBits = 20;
// A chunk's weights have the length 2^12.
constexpr int kWeightBits = 12;
// A row of the basis is kept in 16 bits.
constexpr int kRowShift = 5;

using WideRow = std::array<std::int64_t, kDenseDimensions>;

// A random number that depends only on the seed (Steele, Lea and Flood 2014).
std::uint64_t SplitMix(std::uint64_t& state) noexcept {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// FNV-1a.
std::uint64_t SeedOf(std::string_view term) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : term) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  return hash;
}

WideRow RandomRow(std::string_view term) noexcept {
  WideRow row{};
  std::uint64_t state = SeedOf(term);
  for (int i = 0; i < kRandomEntries; ++i) {
    const std::uint64_t random = SplitMix(state);
    row[random % kDenseDimensions] +=
        (random >> 63) != 0 ? std::int64_t{1} << 12 : -(std::int64_t{1} << 12);
  }
  return row;
}

std::int64_t Shifted(std::int64_t value, int bits) noexcept {
  return (value + (std::int64_t{1} << (bits - 1))) >> bits;
}

// The vector in bytes: its largest entry becomes 127 or -127.
DenseVector InBytes(const WideRow& row) noexcept {
  std::int64_t largest = 0;
  for (const std::int64_t value : row) {
    largest = std::max(largest, std::abs(value));
  }
  DenseVector vector;
  if (largest == 0) return vector;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::int64_t scaled = row[i] * 127;
    const std::int64_t half = scaled < 0 ? -largest / 2 : largest / 2;
    vector.values[i] = static_cast<std::int8_t>((scaled + half) / largest);
    vector.squared_length +=
        static_cast<std::uint32_t>(vector.values[i] * vector.values[i]);
  }
  return vector;
}

}  // namespace

class DenseVectorsBuilder {
 public:
  explicit DenseVectorsBuilder(std::span<const LiveSegment> segments)
      : segments_(segments) {}

  Result<DenseVectors> Make(std::uint32_t passes) {
    if (auto numbered = NumberTerms(); !numbered) return numbered.error();
    if (auto weighed = WeighChunks(); !weighed) return weighed.error();
    Multiply();
    for (std::uint32_t pass = 0; pass < passes; ++pass) {
      Orthonormalize();
      if (pass + 1 < passes) Multiply();
    }
    if (passes == 0) NormalizeRows();
    Complete();
    return std::move(vectors_);
  }

 private:
  struct ChunkWeight {
    std::uint32_t row = 0;
    std::int32_t weight = 0;  // At first the frequency.
  };

  // Gives the same term of different segments the same row, and each row its
  // random vector.
  Result<void> NumberTerms() {
    struct Named {
      std::string term;
      std::uint32_t segment;
      TermNumber number;
    };
    std::vector<Named> named;
    std::uint64_t chunks = 0;
    vectors_.rows_.resize(segments_.size());
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      const SegmentReader& reader = *segments_[s].reader;
      chunks += reader.counts().chunks;
      vectors_.rows_[s].resize(reader.counts().terms);
      TermCursor cursor = reader.terms().Begin();
      for (;;) {
        const auto moved = cursor.Next();
        if (!moved) return moved.error();
        if (!*moved) break;
        named.push_back({std::string(cursor.term()), s, cursor.entry().number});
      }
    }
    if (chunks >= kDenseChunkLimit) {
      return Error{ErrorCode::kLimitExceeded, "chunks", chunks};
    }
    std::ranges::sort(named, {}, &Named::term);
    for (std::size_t i = 0; i < named.size(); ++i) {
      if (i == 0 || named[i - 1].term != named[i].term) {
        if (basis_.size() == kDenseTermLimit) {
          return Error{ErrorCode::kLimitExceeded, "terms", named.size()};
        }
        basis_.push_back(RandomRow(named[i].term));
      }
      vectors_.rows_[named[i].segment][named[i].number] =
          static_cast<std::uint32_t>(basis_.size() - 1);
    }
    return {};
  }

  // Sets weights_ to the rows of X, by segment and chunk; those of hidden
  // chunks are empty.
  Result<void> WeighChunks() {
    std::uint64_t chunk_count = 0;
    std::uint64_t chunk_terms = 0;
    for (const LiveSegment& segment : segments_) {
      chunk_count += segment.live_chunks();
      chunk_terms += segment.live_chunk_terms();
    }
    holding_.resize(basis_.size());
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      if (auto read = ReadPostings(s); !read) return read;
    }
    const Bm25Saturation saturation(chunk_count, chunk_terms);
    std::size_t next = 0;
    for (const LiveSegment& segment : segments_) {
      const auto lengths = segment.reader->AllChunkLengths();
      if (!lengths) return lengths.error();
      for (ChunkNumber c = 0; c < segment.reader->counts().chunks; ++c) {
        Weigh(weights_[next++], (*lengths)[c], chunk_count, saturation);
      }
    }
    return {};
  }

  // Appends the frequencies in a segment to weights_.
  Result<void> ReadPostings(std::uint32_t s) {
    const LiveSegment& segment = segments_[s];
    const std::size_t first = weights_.size();
    weights_.resize(first + segment.reader->counts().chunks);
    std::vector<bool> is_hidden(segment.reader->counts().chunks);
    for (ChunkNumber c = 0; c < is_hidden.size(); ++c) {
      const auto hidden = segment.HidesChunk(c);
      if (!hidden) return hidden.error();
      is_hidden[c] = *hidden;
    }
    PostingCursor cursor;
    for (TermNumber t = 0; t < segment.reader->counts().terms; ++t) {
      const auto list = segment.reader->Postings(t);
      if (!list) return list.error();
      cursor.Reset(*list);
      const std::uint32_t row = vectors_.rows_[s][t];
      for (;;) {
        const auto moved = cursor.Next();
        if (!moved) return moved.error();
        if (!*moved) break;
        if (is_hidden[cursor.chunk()]) continue;
        ++holding_[row];
        weights_[first + cursor.chunk()].push_back(
            {row, static_cast<std::int32_t>(cursor.frequency())});
      }
    }
    return {};
  }

  // Turns the frequencies of a chunk into weights.
  void Weigh(std::vector<ChunkWeight>& chunk, std::uint32_t length,
             std::uint64_t chunk_count, const Bm25Saturation& saturation) {
    using A = FixedArithmetic;
    std::uint64_t sum = 0;
    for (ChunkWeight& each : chunk) {
      const auto idf =
          Bm25Idf<A>(chunk_count,
                     std::min<std::uint64_t>(chunk_count, holding_[each.row]));
      each.weight = (idf * saturation.Weight<A>(
                               static_cast<std::uint32_t>(each.weight), length))
                        .raw();
      sum +=
          static_cast<std::uint64_t>(std::int64_t{each.weight} * each.weight);
    }
    const std::int64_t norm = std::max<std::int64_t>(1, IntegerSquareRoot(sum));
    for (ChunkWeight& each : chunk) {
      each.weight = static_cast<std::int32_t>(
          (std::int64_t{each.weight} << kWeightBits) / norm);
    }
  }

  // A chunk's row of X times the basis.
  WideRow Project(const std::vector<ChunkWeight>& chunk) const {
    WideRow sum{};
    for (const ChunkWeight& each : chunk) {
      for (std::size_t i = 0; i < kDenseDimensions; ++i) {
        sum[i] += each.weight * basis_[each.row][i];
      }
    }
    for (std::int64_t& value : sum) value = Shifted(value, kWeightBits);
    return sum;
  }

  // Multiplies the basis by X^T X.
  void Multiply() {
    std::vector<WideRow> product(basis_.size());
    for (const std::vector<ChunkWeight>& chunk : weights_) {
      const WideRow projected = Project(chunk);
      for (const ChunkWeight& each : chunk) {
        for (std::size_t i = 0; i < kDenseDimensions; ++i) {
          product[each.row][i] +=
              Shifted(each.weight * projected[i], kWeightBits);
        }
      }
    }
    basis_ = std::move(product);
  }

  // Makes the columns orthonormal (Gram-Schmidt, each column twice). A column
  // that depends on those before it becomes 0.
  void Orthonormalize() {
    // What rounding may leave of a column: half a unit a row, with a margin.
    const std::uint64_t noise = 64 + 4 * IntegerSquareRoot(basis_.size());
    for (std::size_t column = 0; column < kDenseDimensions; ++column) {
      NormalizeColumn(column, 0);
      for (int time = 0; time < 2; ++time) {
        SubtractEarlierColumns(column);
        NormalizeColumn(column, noise);
      }
    }
  }

  // Subtracts the column's projections on the columns before it.
  void SubtractEarlierColumns(std::size_t column) {
    std::array<std::int64_t, kDenseDimensions> dots{};
    for (const WideRow& row : basis_) {
      for (std::size_t i = 0; i < column; ++i) dots[i] += row[i] * row[column];
    }
    for (std::int64_t& dot : dots) dot = Shifted(dot, kColumnBits);
    for (WideRow& row : basis_) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < column; ++i) sum += dots[i] * row[i];
      row[column] -= Shifted(sum, kColumnBits);
    }
  }

  // Gives a column the length 2^kColumnBits; or 0, if it is not longer than
  // `noise`.
  void NormalizeColumn(std::size_t column, std::uint64_t noise) {
    std::int64_t largest = 0;
    for (const WideRow& row : basis_) {
      largest = std::max(largest, std::abs(row[column]));
    }
    const int excess = ExcessBits(largest);
    std::uint64_t sum = 0;
    for (WideRow& row : basis_) {
      row[column] >>= excess;
      sum += static_cast<std::uint64_t>(row[column] * row[column]);
    }
    const std::uint64_t length = IntegerSquareRoot(sum);
    const bool is_noise = length <= noise;
    for (WideRow& row : basis_) {
      row[column] = is_noise ? 0
                             : row[column] * (std::int64_t{1} << kColumnBits) /
                                   static_cast<std::int64_t>(length);
    }
  }

  // What to drop, so that the squares of 2^20 such numbers add up to less than
  // 2^62.
  static int ExcessBits(std::int64_t largest) noexcept {
    const auto bits = std::bit_width(static_cast<std::uint64_t>(largest));
    return std::max(0, static_cast<int>(bits) - kColumnBits);
  }

  // Gives each row the same length: random indexing alone.
  void NormalizeRows() {
    for (WideRow& row : basis_) {
      std::int64_t largest = 0;
      for (const std::int64_t value : row) {
        largest = std::max(largest, std::abs(value));
      }
      const int excess = ExcessBits(largest);
      std::uint64_t sum = 0;
      for (std::int64_t& value : row) {
        value >>= excess;
        sum += static_cast<std::uint64_t>(value * value);
      }
      const std::int64_t length =
          std::max<std::int64_t>(1, IntegerSquareRoot(sum));
      for (std::int64_t& value : row) {
        value = value * (std::int64_t{1} << kColumnBits) / length;
      }
    }
  }

  void Complete() {
    std::size_t next = 0;
    for (const LiveSegment& segment : segments_) {
      auto& chunks = vectors_.chunks_.emplace_back();
      for (ChunkNumber c = 0; c < segment.reader->counts().chunks; ++c) {
        chunks.push_back(InBytes(Project(weights_[next++])));
      }
    }
    vectors_.basis_.resize(basis_.size());
    for (std::size_t r = 0; r < basis_.size(); ++r) {
      for (std::size_t i = 0; i < kDenseDimensions; ++i) {
        vectors_.basis_[r][i] =
            static_cast<std::int16_t>(std::clamp<std::int64_t>(
                Shifted(basis_[r][i], kRowShift), -32767, 32767));
      }
    }
  }

  std::span<const LiveSegment> segments_;
  DenseVectors vectors_;
  std::vector<WideRow> basis_;          // By row.
  std::vector<std::uint64_t> holding_;  // By row: chunks that have the term.
  std::vector<std::vector<ChunkWeight>> weights_;
};

Result<DenseVectors> DenseVectors::Make(std::span<const LiveSegment> segments,
                                        std::uint32_t passes) {
  return DenseVectorsBuilder(segments).Make(passes);
}

DenseVector DenseVectors::Of(const QuestionTerms& terms,
                             const TermLookup& lookup) const noexcept {
  WideRow sum{};
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    const std::int64_t idf =
        Bm25Idf<FixedArithmetic>(lookup.chunks(), lookup.chunk_frequency(t))
            .raw();
    for (std::size_t s = 0; s < rows_.size(); ++s) {
      const auto& entry = lookup.entry(s, t);
      if (!entry) continue;
      const BasisRow& row = basis_[rows_[s][entry->number]];
      for (std::size_t i = 0; i < kDenseDimensions; ++i) {
        sum[i] += idf * row[i];
      }
      break;
    }
  }
  return InBytes(sum);
}

template <typename A>
Result<std::span<ScoredChunk<A>>> DenseVectors::Retrieve(
    std::span<const LiveSegment> segments, const DenseVector& question,
    std::size_t count, Arena& arena) const {
  DocumentOrder order(segments);
  TopChunks<A> top(count, order, arena);
  for (std::uint32_t s = 0; s < segments.size(); ++s) {
    for (ChunkNumber c = 0; c < chunks_[s].size(); ++c) {
      const DenseVector& chunk = chunks_[s][c];
      std::int32_t dot = 0;
      for (std::size_t i = 0; i < kDenseDimensions; ++i) {
        dot += chunk.values[i] * question.values[i];
      }
      if (dot <= 0) continue;
      const auto is_hidden = segments[s].HidesChunk(c);
      if (!is_hidden) return is_hidden.error();
      if (*is_hidden) continue;
      top.Offer({{s, c},
                 A::Cosine(static_cast<std::uint32_t>(dot),
                           chunk.squared_length, question.squared_length)});
    }
  }
  return top.Sorted();
}

template Result<std::span<ScoredChunk<FixedArithmetic>>> DenseVectors::Retrieve(
    std::span<const LiveSegment>, const DenseVector&, std::size_t,
    Arena&) const;
template Result<std::span<ScoredChunk<FloatArithmetic>>> DenseVectors::Retrieve(
    std::span<const LiveSegment>, const DenseVector&, std::size_t,
    Arena&) const;

}  // namespace answerbox::engine
