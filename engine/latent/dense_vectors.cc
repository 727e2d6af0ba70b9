#include "engine/latent/dense_vectors.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "engine/latent/range_finder.h"
#include "engine/numeric/arithmetic.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/numeric/number_table.h"
#include "engine/retrieval/bm25.h"

namespace answerbox::engine {
namespace {

constexpr std::uint32_t kDenseTermLimit = std::uint32_t{1} << 20;
constexpr std::uint32_t kDenseChunkLimit = std::uint32_t{1} << 24;
constexpr std::uint64_t kDensePostingLimit = 0xFFFFFFFF;

// How many entries of a random vector are not 0. Few, as in random indexing, so
// that two random vectors hardly overlap.
constexpr int kRandomEntries = 8;

// A row of the basis is stored in 16 bits; 2^15 stands for 1.
constexpr double kRowUnit = 32768.0;

using WideRow = std::array<double, kDenseDimensions>;

// Returns a random number that depends only on the seed (Steele, Lea and Flood
// 2014).
std::uint64_t SplitMix(std::uint64_t& state) noexcept {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Writes the random vector of a term into its column of the basis.
void AddRandomColumn(std::string_view term, std::size_t column,
                     const Directions& basis) noexcept {
  // The vector depends on the text alone: a term has the same one in every
  // collection and on every machine, and none need be stored.
  std::uint64_t state = TextKey(term);
  for (int i = 0; i < kRandomEntries; ++i) {
    const std::uint64_t random = SplitMix(state);
    // The sign comes from another bit than the index.
    basis[random % kDenseDimensions][column] +=
        (random >> 63) != 0 ? 1.0 : -1.0;
  }
}

// Rounds to the nearest whole number, halves away from 0.
template <typename Integer>
Integer Rounded(double value) noexcept {
  return static_cast<Integer>(value < 0.0 ? value - 0.5 : value + 0.5);
}

// Returns the vector in bytes; its largest entry becomes 127 or -127.
DenseVector InBytes(const WideRow& row) noexcept {
  double largest = 0.0;
  for (const double value : row) largest = std::max(largest, std::abs(value));
  DenseVector vector;
  if (largest == 0.0) return vector;
  for (std::size_t i = 0; i < row.size(); ++i) {
    // A cosine does not depend on a vector's length, so each vector uses the
    // full range of a byte.
    vector.values[i] = Rounded<std::int8_t>(row[i] * 127.0 / largest);
    vector.squared_length +=
        static_cast<std::uint32_t>(vector.values[i] * vector.values[i]);
  }
  return vector;
}

// Gives each column the length 1: random indexing alone.
void NormalizeColumns(const Directions& basis) noexcept {
  for (std::size_t column = 0; column < basis.columns(); ++column) {
    double squares = 0.0;
    for (std::size_t d = 0; d < basis.size(); ++d) {
      squares += basis[d][column] * basis[d][column];
    }
    if (squares == 0.0) continue;
    const double length = std::sqrt(squares);
    for (std::size_t d = 0; d < basis.size(); ++d) basis[d][column] /= length;
  }
}

// Stops the passes when asked to, and reports their progress.
class PassesGate final : public DirectionGate {
 public:
  PassesGate(const std::stop_token& stop, std::uint32_t passes,
             DenseMakingObserver* observer)
      : stop_(stop),
        total_(kDenseDimensions * (passes == 0 ? 1 : 2 * passes)),
        observer_(observer) {}

  bool MayBegin() noexcept override {
    if (stop_.stop_requested()) return false;
    if (observer_ != nullptr) observer_->OnStep(done_, total_);
    ++done_;
    return true;
  }

 private:
  const std::stop_token& stop_;
  const std::uint64_t total_;
  DenseMakingObserver* const observer_;
  std::uint64_t done_ = 0;
};

}  // namespace

class DenseVectorsBuilder {
 public:
  DenseVectorsBuilder(std::span<const LiveSegment> segments,
                      std::stop_token stop, DenseMakingObserver* observer)
      : segments_(segments), stop_(std::move(stop)), observer_(observer) {}

  Result<DenseVectors> Make(std::uint32_t passes) {
    auto terms = NumberTerms();
    if (!terms) return terms.error();
    if (stop_.stop_requested()) return Stopped();
    if (auto weighed = WeighChunks(); !weighed) return weighed.error();
    const SparseMatrix matrix{begins_, entries_};
    std::vector<double> values(kDenseDimensions * terms->size());
    const Directions basis(values, kDenseDimensions);
    for (std::size_t column = 0; column < terms->size(); ++column) {
      AddRandomColumn((*terms)[column], column, basis);
    }
    // The texts are no longer needed, and the passes take the most memory.
    terms->clear();
    std::vector<double> scratch(matrix.rows());
    PassesGate gate(stop_, passes, observer_);
    // X^T X R: each term's row becomes the sum of the random vectors of the
    // terms that share its chunks.
    MultiplyTwice(matrix, basis, scratch, &gate);
    if (passes == 0) {
      NormalizeColumns(basis);
    } else {
      FindRange(matrix, basis, passes - 1, scratch, &gate);
    }
    if (stop_.stop_requested()) return Stopped();
    Complete(matrix, basis);
    return std::move(vectors_);
  }

 private:
  static Error Stopped() { return {ErrorCode::kStopped, "dense vectors"}; }

  struct Frequency {
    std::uint32_t column = 0;
    std::uint32_t count = 0;
  };

  // Numbers the columns of X: one for each term that a live document contains,
  // whatever segments it is in. Sets holding_ and the rows of the basis.
  // Returns the terms by their columns.
  Result<std::vector<std::string>> NumberTerms() {
    if (auto read = ReadHidden(); !read) return read.error();
    std::vector<std::string> terms;
    CollectionTerms walk(segments_);
    for (;;) {
      const auto moved = walk.Next();
      if (!moved) return moved.error();
      if (!*moved) return terms;
      const auto holding = CountHolding(walk.holders());
      if (!holding) return holding.error();
      // Only removed documents have this term. It gets no column, so that
      // vectors do not depend on removed documents.
      if (*holding == 0) continue;
      if (terms.size() == kDenseTermLimit) {
        return Error{ErrorCode::kLimitExceeded, "terms", kDenseTermLimit};
      }
      for (const auto& [segment, entry] : walk.holders()) {
        vectors_.rows_[segment][entry.number] =
            static_cast<std::uint32_t>(terms.size());
      }
      terms.emplace_back(walk.term());
      holding_.push_back(*holding);
    }
  }

  // Sets is_hidden_, and makes room for the rows of terms.
  Result<void> ReadHidden() {
    std::uint64_t chunks = 0;
    for (const LiveSegment& segment : segments_) {
      const SegmentCounts& counts = segment.reader->counts();
      chunks += counts.chunks;
      // Limits are checked before much memory is taken.
      if (chunks >= kDenseChunkLimit) {
        return Error{ErrorCode::kLimitExceeded, "chunks", chunks};
      }
      vectors_.rows_.emplace_back(counts.terms, DenseVectors::kNoRow);
      std::vector<bool>& is_hidden = is_hidden_.emplace_back(counts.chunks);
      for (ChunkNumber c = 0; c < counts.chunks; ++c) {
        const auto hidden = segment.HidesChunk(c);
        if (!hidden) return hidden.error();
        is_hidden[c] = *hidden;
      }
    }
    return {};
  }

  // Calls `visit(chunk, frequency)` for each chunk of live documents that
  // contains the term.
  template <typename Visit>
  Result<void> VisitPostings(std::uint32_t s, const PostingList& list,
                             Visit visit) {
    PostingCursor cursor;
    cursor.Reset(list);
    for (;;) {
      const auto moved = cursor.Next();
      if (!moved) return moved.error();
      if (!*moved) return {};
      if (!is_hidden_[s][cursor.chunk()]) {
        visit(cursor.chunk(), cursor.frequency());
      }
    }
  }

  // Returns how many chunks of live documents contain a term.
  Result<std::uint64_t> CountHolding(
      std::span<const CollectionTerms::Holder> holders) {
    std::uint64_t holding = 0;
    for (const auto& [segment, entry] : holders) {
      const auto list = segments_[segment].reader->Postings(entry);
      if (!list) return list.error();
      const auto count = [&](ChunkNumber, std::uint32_t) { ++holding; };
      if (auto visited = VisitPostings(segment, *list, count); !visited) {
        return visited.error();
      }
    }
    postings_ += holding;
    if (postings_ > kDensePostingLimit) {
      return Error{ErrorCode::kLimitExceeded, "postings", postings_};
    }
    return holding;
  }

  // Builds X: begins_ and entries_. The rows of hidden chunks are empty.
  Result<void> WeighChunks() {
    std::uint64_t chunk_count = 0;
    std::uint64_t chunk_terms = 0;
    for (const LiveSegment& segment : segments_) {
      chunk_count += segment.live_chunks();
      chunk_terms += segment.live_chunk_terms();
    }
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      if (auto read = ReadPostings(s); !read) return read;
    }
    const Bm25Saturation saturation(chunk_count, chunk_terms);
    entries_.reserve(static_cast<std::size_t>(postings_));
    begins_.push_back(0);
    std::size_t next = 0;
    for (const LiveSegment& segment : segments_) {
      const auto lengths = segment.reader->AllChunkLengths();
      if (!lengths) return lengths.error();
      for (ChunkNumber c = 0; c < segment.reader->counts().chunks; ++c) {
        Weigh(frequencies_[next++], (*lengths)[c], chunk_count, saturation);
        begins_.push_back(static_cast<std::uint32_t>(entries_.size()));
      }
    }
    return {};
  }

  // Appends the frequencies of one segment to frequencies_.
  Result<void> ReadPostings(std::uint32_t s) {
    const SegmentReader& reader = *segments_[s].reader;
    const std::size_t first = frequencies_.size();
    frequencies_.resize(first + reader.counts().chunks);
    for (TermNumber t = 0; t < reader.counts().terms; ++t) {
      const std::uint32_t column = vectors_.rows_[s][t];
      if (column == DenseVectors::kNoRow) continue;
      const auto list = reader.Postings(t);
      if (!list) return list.error();
      const auto append = [&](ChunkNumber chunk, std::uint32_t frequency) {
        // Postings are sorted by term, but rows of X by chunk, so they are
        // transposed here, segment by segment.
        frequencies_[first + chunk].push_back({column, frequency});
      };
      if (auto visited = VisitPostings(s, *list, append); !visited) {
        return visited;
      }
    }
    return {};
  }

  // Appends a chunk's weights to entries_ as a vector of length 1. Frees the
  // chunk's frequencies.
  void Weigh(std::vector<Frequency>& chunk, std::uint32_t length,
             std::uint64_t chunk_count, const Bm25Saturation& saturation) {
    using A = FixedArithmetic;
    std::uint64_t sum = 0;
    weights_.clear();
    for (const Frequency& each : chunk) {
      const auto idf = Bm25Idf<A>(
          chunk_count,
          std::min<std::uint64_t>(chunk_count, holding_[each.column]));
      const auto weight = static_cast<std::uint64_t>(
          (idf * saturation.Weight<A>(each.count, length)).raw());
      weights_.push_back(weight);
      sum += weight * weight;
    }
    const std::uint64_t norm =
        std::max<std::uint64_t>(1, IntegerSquareRoot(sum));
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      entries_.push_back(
          {chunk[i].column,
           static_cast<Component>(std::min<std::uint64_t>(
               kWholeComponent, weights_[i] * kWholeComponent / norm))});
    }
    // Its memory is freed at once, because entries_ grows by about as much.
    chunk = {};
  }

  void Complete(const SparseMatrix& matrix, const Directions& basis) {
    std::size_t next = 0;
    for (const LiveSegment& segment : segments_) {
      auto& chunks = vectors_.chunks_.emplace_back();
      chunks.reserve(segment.reader->counts().chunks);
      for (ChunkNumber c = 0; c < segment.reader->counts().chunks; ++c) {
        chunks.push_back(InBytes(Project(matrix.row(next++), basis)));
      }
    }
    vectors_.basis_.resize(basis.columns());
    for (std::size_t column = 0; column < basis.columns(); ++column) {
      for (std::size_t d = 0; d < basis.size(); ++d) {
        // An entry may be 1, which would need one more than a signed 16-bit
        // number can hold.
        vectors_.basis_[column][d] = Rounded<std::int16_t>(
            std::clamp(basis[d][column] * kRowUnit, -32767.0, 32767.0));
      }
    }
  }

  // Returns a chunk's row of X times the basis.
  static WideRow Project(std::span<const VectorTerm> chunk,
                         const Directions& basis) {
    WideRow row{};
    for (std::size_t d = 0; d < row.size(); ++d) {
      for (const VectorTerm& entry : chunk) {
        row[d] += entry.component * basis[d][entry.term];
      }
    }
    return row;
  }

  std::span<const LiveSegment> segments_;
  std::stop_token stop_;
  DenseMakingObserver* const observer_;
  DenseVectors vectors_;
  // By segment and chunk: whether the document is hidden.
  std::vector<std::vector<bool>> is_hidden_;
  std::vector<std::uint64_t> holding_;  // By column: live chunks; above 0.
  std::vector<std::vector<Frequency>> frequencies_;  // By segment and chunk.
  std::vector<std::uint64_t> weights_;               // Of one chunk.
  std::uint64_t postings_ = 0;
  std::vector<std::uint32_t> begins_;  // [chunks + 1] in entries_.
  std::vector<VectorTerm> entries_;
};

Result<DenseVectors> DenseVectors::Make(std::span<const LiveSegment> segments,
                                        std::uint32_t passes,
                                        std::stop_token stop,
                                        DenseMakingObserver* observer) {
  return DenseVectorsBuilder(segments, std::move(stop), observer).Make(passes);
}

Result<std::uint64_t> DenseVectors::BytesToMake(
    std::span<const LiveSegment> segments, std::uint64_t most,
    const std::stop_token& stop) {
  // The basis in doubles takes 1,024 bytes for each term; the rest is its row
  // in 16 bits, its text and the numbers.
  constexpr std::uint64_t kPerTerm = 1536;
  // A growing array is up to twice as large as its content.
  constexpr std::uint64_t kPerPosting =
      sizeof(VectorTerm) + 2 * sizeof(std::uint64_t);
  constexpr std::uint64_t kPerChunk = 256;
  constexpr std::uint64_t kPerSegment = 512;
  std::uint64_t bytes = 0;
  std::uint64_t terms = 0;  // A lower bound of the number of terms.
  for (const LiveSegment& segment : segments) {
    terms = std::max<std::uint64_t>(terms, segment.reader->counts().terms);
    bytes += kPerSegment;
    bytes += sizeof(std::uint32_t) * segment.reader->counts().terms;
    bytes += kPerChunk * segment.reader->counts().chunks;
  }
  if (bytes + kPerTerm * terms > most) return bytes + kPerTerm * terms;
  CollectionTerms walk(segments);
  for (;;) {
    if (stop.stop_requested()) {
      return Error{ErrorCode::kStopped, "dense vectors"};
    }
    const auto moved = walk.Next();
    if (!moved) return moved.error();
    if (!*moved || bytes > most) return bytes;
    bytes += kPerTerm;
    for (const auto& holder : walk.holders()) {
      bytes += kPerPosting * holder.entry.chunk_frequency;
    }
  }
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
      // A term has one row, whichever segment names it; the first one found is
      // enough.
      if (!entry || rows_[s][entry->number] == kNoRow) continue;
      const BasisRow& row = basis_[rows_[s][entry->number]];
      for (std::size_t i = 0; i < kDenseDimensions; ++i) {
        // Exact: whole numbers below 2^53, also summed over all terms.
        sum[i] += static_cast<double>(idf * row[i]);
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
      // Chunks with a negative cosine are no matches.
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
