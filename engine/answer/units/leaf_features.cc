#include "engine/answer/units/leaf_features.h"

#include <algorithm>

#include "engine/answer/units/leaf_signs.h"
#include "engine/answer/units/section_evidence.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/bit_count.h"

namespace answerbox::engine {
namespace {

// BM25 with fields (Robertson and Zaragoza 2009, section 3.6.1): a term's
// frequency in a field counts so many times. In 1/256.
constexpr std::int32_t kOnce = 256;
constexpr std::int32_t kHeadingInBlock = kOnce * 7 / 10;
constexpr std::int32_t kLeadInInBlock = kOnce / 2;
constexpr std::int32_t kTitleInSection = 10 * kOnce;
constexpr std::int32_t kHeadingInSection = 20 * kOnce;

// The usual number of terms of a block and of a section. Fixed, so that scores
// do not depend on which others are candidates.
constexpr std::int32_t kBlockTerms = 20;
constexpr std::int32_t kSectionTerms = 70;

// k1 = 1.2; b in 1/256. Returns frequency * (k1 + 1) / (frequency + norm) in
// 1/256, where frequency is in 1/256.
std::int32_t Saturated(std::int32_t frequency, std::int32_t terms,
                       std::int32_t usual, std::int32_t b) {
  constexpr std::int32_t kK1 = 307;  // 1.2 in 1/256.
  const std::int32_t norm = kK1 * (kOnce - b + b * terms / usual) / kOnce;
  return static_cast<std::int32_t>(std::int64_t{frequency} * (kK1 + kOnce) /
                                   (frequency + norm));
}

// A word near a leaf counts so much less for each candidate that it is away.
constexpr Similarity kFade = kSame * 6 / 100;

// Scores of sections and blocks come first, since a leaf's features compare its
// own with the best. They are BM25 over the candidates' digests, so no postings
// are read.
class LeafFeatures {
 public:
  LeafFeatures(const LeafInputs& inputs, Arena& arena)
      : in_(inputs),
        arena_(arena),
        terms_(inputs.evidence.term_count()),
        frequencies_(MakeSpan<std::int32_t>(arena, terms_)),
        telling_weights_(QuestionWeights::Among(inputs.evidence,
                                                inputs.words.lexicon, arena)),
        signs_(inputs, arena),
        rows_(MakeSpan<LeafRow>(arena, inputs.leaves.leaves.size())),
        ranked_(MakeBuffer<ShareQ10>(arena, rows_.size())),
        closest_(MakeSpan<Similarity>(arena, kClosestKept * terms_)) {
    ScoreSections();
    ScoreBlocks();
    Cover();
    ScoreTellingNear();
    ShareRanks();
  }

  std::span<const LeafRow> Rows() {
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      if (in_.leaves.leaves[i].can_answer) Fill(i, rows_[i]);
    }
    return rows_;
  }

 private:
  static void Set(LeafRow& row, LeafFeature feature, std::int64_t value) {
    row[static_cast<std::size_t>(feature)] = static_cast<std::int16_t>(
        std::clamp<std::int64_t>(value, INT16_MIN, INT16_MAX));
  }

  std::int32_t Sum(std::int32_t terms, std::int32_t usual,
                   std::int32_t b) const {
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < terms_; ++t) {
      if (frequencies_[t] == 0) continue;
      sum += std::int64_t{in_.weights.idf(t)} *
             Saturated(frequencies_[t], terms, usual, b) / kOnce;
    }
    return static_cast<std::int32_t>(sum);
  }

  void CountIn(std::span<const Similarity> found, std::int32_t times) {
    for (std::size_t t = 0; t < terms_; ++t) {
      if (found[t] == kSame) frequencies_[t] += times;
    }
  }

  // For each term, the similarity of the leaf's closest word, or of a related
  // one. Valid until a leaf three places away is asked for.
  std::span<const Similarity> ClosestIn(std::uint32_t i) {
    const std::size_t place = i % kClosestKept;
    const auto closest = closest_.subspan(place * terms_, terms_);
    if (closest_of_[place] == i) return closest;
    closest_of_[place] = i;
    const auto alike = in_.evidence.similarities(i);
    const auto related = in_.evidence.all_related_similarities(i);
    for (std::size_t t = 0; t < terms_; ++t) {
      closest[t] = std::max(alike[t], related[t]);
    }
    return closest;
  }

  // A heading names what a whole section is about, so its terms count as if the
  // text repeated them.
  void ScoreSections() {
    const auto& stretches = in_.leaves.stretches;
    section_scores_ = MakeSpan<std::int32_t>(arena_, stretches.size());
    document_scores_ = MakeSpan<std::int32_t>(arena_, stretches.size());
    const auto document_of = [&](const Stretch& stretch) {
      return in_.evidence.sentences()[stretch.begin].document_place;
    };
    for (std::size_t s = 0; s < stretches.size(); ++s) {
      std::ranges::fill(frequencies_, 0);
      std::int32_t terms = 1;
      for (std::uint32_t i = stretches[s].begin; i < stretches[s].end; ++i) {
        CountIn(in_.evidence.similarities(i), kOnce);
        terms += in_.evidence.sentences()[i].digest.terms;
      }
      CountIn(stretches[s].section.title, kTitleInSection);
      CountIn(stretches[s].section.path, kHeadingInSection);
      section_scores_[s] =
          std::max(0, Sum(terms, kSectionTerms, kOnce * 3 / 10) +
                          SectionBonusQ8(stretches[s].section));
      best_section_ = std::max(best_section_, section_scores_[s]);
    }
    // Stretches of one document stand together.
    for (std::size_t s = 0; s < stretches.size();) {
      std::size_t end = s;
      std::int32_t best = 0;
      while (end < stretches.size() &&
             document_of(stretches[end]) == document_of(stretches[s])) {
        best = std::max(best, section_scores_[end++]);
      }
      while (s < end) document_scores_[s++] = best;
    }
  }

  // A block is what readers take in at once. Three terms more, or blocks of a
  // word or two would win.
  void ScoreBlocks() {
    const std::size_t count = in_.leaves.blocks;
    block_scores_ = MakeSpan<std::int32_t>(arena_, count);
    block_ranks_ = MakeSpan<std::uint32_t>(arena_, count);
    const auto& leaves = in_.leaves.leaves;
    for (std::uint32_t i = 0; i < leaves.size();) {
      if (leaves[i].is_heading) {
        ++i;
        continue;
      }
      const std::uint32_t begin = i;
      std::ranges::fill(frequencies_, 0);
      std::int32_t terms = 3;
      for (; i < leaves.size() && !leaves[i].is_heading &&
             leaves[i].block == leaves[begin].block;
           ++i) {
        CountIn(in_.evidence.similarities(i), kOnce);
        terms += in_.evidence.sentences()[i].digest.terms;
      }
      const SectionEvidence& section =
          in_.leaves.stretches[leaves[begin].stretch].section;
      CountIn(section.title, kHeadingInBlock);
      CountIn(section.path, kHeadingInBlock);
      if (leaves[begin].lead_in != kNoLeaf) {
        CountIn(in_.evidence.similarities(leaves[begin].lead_in),
                kLeadInInBlock);
      }
      std::int32_t& score = block_scores_[leaves[begin].block];
      score = Sum(terms, kBlockTerms, kOnce / 2);
      best_block_ = std::max(best_block_, score);
    }
    RankBlocks();
  }

  // A block's rank is how many have a higher score.
  void RankBlocks() {
    const auto sorted = MakeSpan<std::int32_t>(arena_, block_scores_.size());
    std::ranges::copy(block_scores_, sorted.begin());
    std::ranges::sort(sorted, std::ranges::greater());
    for (std::size_t b = 0; b < sorted.size(); ++b) {
      const auto first = std::ranges::lower_bound(sorted, block_scores_[b],
                                                  std::ranges::greater());
      block_ranks_[b] = static_cast<std::uint32_t>(first - sorted.begin());
    }
  }

  // What of the question each leaf covers: by itself, with its headings and its
  // lead-in, and with the leaves beside it. Related words of headings and of
  // the lead-in do not count. Rows of neighbours are wanted by turns:
  // ClosestIn() keeps the last three, so each is computed once.
  void Cover() {
    const auto& leaves = in_.leaves.leaves;
    related_scores_ = MakeSpan<std::int64_t>(arena_, leaves.size());
    telling_ = MakeSpan<ShareQ10>(arena_, leaves.size());
    telling_all_ = MakeSpan<ShareQ10>(arena_, leaves.size());
    for (std::uint32_t i = 0; i < leaves.size(); ++i) {
      if (!leaves[i].can_answer) continue;
      CoverOne(i);
      Set(rows_[i], LeafFeature::kAround, Around(i));
      best_related_ = std::max(best_related_, related_scores_[i]);
      best_telling_ = std::max(best_telling_, telling_[i]);
      best_telling_all_ = std::max(best_telling_all_, telling_all_[i]);
    }
  }

  // All sums over the terms in one loop. Words that are related stand in for
  // those that are missing, but a text with the words themselves is better.
  void CoverOne(std::uint32_t i) {
    const Leaf& leaf = in_.leaves.leaves[i];
    const SectionEvidence& section = in_.leaves.stretches[leaf.stretch].section;
    const auto alike = in_.evidence.similarities(i);
    const auto related = in_.evidence.all_related_similarities(i);
    const auto heading = in_.evidence.heading_related_similarities(i);
    const auto closest = ClosestIn(i);
    const bool is_introduced = leaf.lead_in != kNoLeaf;
    const auto lead_in = is_introduced ? in_.evidence.similarities(leaf.lead_in)
                                       : std::span<const Similarity>();
    std::int64_t same = 0;
    std::int64_t introduced = 0;
    std::int64_t soft = 0;
    std::int64_t same_all = 0;
    std::int64_t soft_all = 0;
    std::int64_t related_score = 0;
    std::int64_t telling = 0;
    std::int64_t telling_all = 0;
    std::int64_t subject = 0;
    std::int64_t subject_all = 0;
    for (std::size_t t = 0; t < terms_; ++t) {
      const std::int64_t weight = in_.weights.idf(t);
      const std::int64_t telling_weight = telling_weights_.idf(t);
      const std::int64_t subject_weight = in_.subject.idf(t);
      Similarity all =
          std::max({closest[t], section.title[t], section.path[t]});
      if (is_introduced) {
        all = std::max(all, lead_in[t]);
        if (lead_in[t] == kSame) introduced += weight;
      }
      if (alike[t] == kSame) {
        same += weight;
        subject += subject_weight;
        related_score += weight * kSame;
      } else {
        related_score += weight * related[t];
      }
      if (all == kSame) same_all += weight;
      soft += weight * closest[t];
      soft_all += weight * all;
      telling += telling_weight * closest[t];
      telling_all += telling_weight * all;
      subject_all += subject_weight * std::max(all, heading[t]);
    }
    LeafRow& row = rows_[i];
    Set(row, LeafFeature::kCoverage, in_.weights.ShareOfHeld(same));
    if (is_introduced) {
      Set(row, LeafFeature::kLeadIn, in_.weights.ShareOfHeld(introduced));
    }
    Set(row, LeafFeature::kSoftCoverage, in_.weights.ShareOf(soft));
    Set(row, LeafFeature::kAllCoverage, in_.weights.ShareOfHeld(same_all));
    Set(row, LeafFeature::kAllSoft, in_.weights.ShareOf(soft_all));
    Set(row, LeafFeature::kSubject, in_.subject.ShareOfHeld(subject));
    Set(row, LeafFeature::kSubjectAll, in_.subject.ShareOf(subject_all));
    related_scores_[i] = related_score;
    telling_[i] = telling_weights_.ShareOf(telling);
    telling_all_[i] = telling_weights_.ShareOf(telling_all);
  }

  // Term by term, so that it takes a row of candidates and no table.
  void ScoreTellingNear() {
    const auto& leaves = in_.leaves.leaves;
    if (leaves.empty()) return;
    telling_near_ = MakeSpan<ShareQ10>(arena_, leaves.size());
    const auto sums = MakeSpan<std::int64_t>(arena_, leaves.size());
    const auto row = MakeSpan<Similarity>(arena_, leaves.size());
    const Similarity* const alike = in_.evidence.similarities(0).data();
    const Similarity* const related =
        in_.evidence.all_related_similarities(0).data();
    for (std::size_t t = 0; t < terms_; ++t) {
      if (telling_weights_.idf(t) == 0) continue;
      // Rows of candidates follow each other.
      std::size_t at = t;
      for (Similarity& either : row) {
        either = std::max(alike[at], related[at]);
        at += terms_;
      }
      for (const SentenceRun& run : in_.evidence.runs()) {
        Spread(row.subspan(run.begin, run.end - run.begin));
      }
      for (std::uint32_t i = 0; i < row.size(); ++i) {
        sums[i] += std::int64_t{telling_weights_.idf(t)} * row[i];
      }
    }
    for (std::uint32_t i = 0; i < leaves.size(); ++i) {
      if (!leaves[i].can_answer) continue;
      telling_near_[i] = telling_weights_.ShareOf(sums[i]);
      best_telling_near_ = std::max(best_telling_near_, telling_near_[i]);
    }
  }

  // Raises similarities to those beside them, less kFade for each step. Twice
  // over the run, forward and backward, so that each word reaches both ways in
  // linear time.
  static void Spread(std::span<Similarity> run) {
    const auto raise = [](Similarity& to, Similarity from) {
      if (from > to + kFade) to = from - kFade;
    };
    for (std::size_t i = 1; i < run.size(); ++i) raise(run[i], run[i - 1]);
    for (std::size_t i = run.size(); i > 1; --i) raise(run[i - 2], run[i - 1]);
  }

  // Relative to the best leaf where it can be: absolute scores mean something
  // else in each collection.
  void Fill(std::uint32_t i, LeafRow& row) {
    const Leaf& leaf = in_.leaves.leaves[i];
    const CandidateSentence& candidate = in_.evidence.sentences()[i];
    FillByStructure(leaf, row);
    FillByWords(candidate.digest, row);
    Set(row, LeafFeature::kLogWords, LnRatioQ16(leaf.words + 1, 1) / 256);
    Set(row, LeafFeature::kRanked, ranked_[i]);
    SetShare(row, LeafFeature::kRelated, related_scores_[i], best_related_);
    SetShare(row, LeafFeature::kTelling, telling_[i], best_telling_);
    SetShare(row, LeafFeature::kTellingNear, telling_near_[i],
             best_telling_near_);
    SetShare(row, LeafFeature::kTellingAll, telling_all_[i], best_telling_all_);
    signs_.Fill(i, row);
  }

  // Without a best there is nothing to compare with: the feature stays 0.
  static void SetShare(LeafRow& row, LeafFeature feature, std::int64_t score,
                       std::int64_t best) {
    if (best > 0) Set(row, feature, score * kWhole / best);
  }

  // What its lead-in, block, section and document say.
  void FillByStructure(const Leaf& leaf, LeafRow& row) {
    const SectionEvidence& section = in_.leaves.stretches[leaf.stretch].section;
    if (covered_stretch_ != leaf.stretch) {
      covered_stretch_ = leaf.stretch;
      path_ = in_.weights.Exact(section.path);
      title_ = in_.weights.Exact(section.title);
    }
    Set(row, LeafFeature::kPath, path_);
    SetShare(row, LeafFeature::kBlock, block_scores_[leaf.block], best_block_);
    Set(row, LeafFeature::kBlockRank, kWhole / (1 + block_ranks_[leaf.block]));
    SetShare(row, LeafFeature::kSection, section_scores_[leaf.stretch],
             best_section_);
    SetShare(row, LeafFeature::kDocument, document_scores_[leaf.stretch],
             best_section_);
    Set(row, LeafFeature::kKind, section.kind);
    Set(row, LeafFeature::kLastHeading, section.last_heading);
    Set(row, LeafFeature::kTitle, title_);
    Set(row, LeafFeature::kName, in_.leaves.stretches[leaf.stretch].name);
  }

  // What the sentence holds of what is asked for.
  void FillByWords(const SentenceDigest& digest, LeafRow& row) const {
    const auto set_if_asked = [&row](bool is_asked, LeafFeature feature,
                                     bool is_there) {
      if (is_asked) Set(row, feature, is_there ? kWhole : -kWhole);
    };
    if (in_.words.words > 1) {
      Set(row, LeafFeature::kPairs,
          std::int64_t{CountBits(digest.pairs)} * kWhole /
              static_cast<std::int64_t>(in_.words.words - 1));
    }
    set_if_asked(in_.cues.asks_number, LeafFeature::kNumber,
                 digest.new_numbers > 0);
    set_if_asked(in_.cues.asks_time, LeafFeature::kTime,
                 digest.new_years > 0 || digest.months > 0 || digest.units > 0);
    set_if_asked(in_.words.type == QuestionType::kWhy, LeafFeature::kCause,
                 digest.causes > 0);
    const ShareQ10 opens = in_.weights.Held(digest.opening);
    Set(row, LeafFeature::kOpens, opens);
    if (in_.cues.asks_definition) Set(row, LeafFeature::kDefines, opens);
  }

  // Soft coverage by the leaf, the one before it and the one after it in its
  // section.
  ShareQ10 Around(std::uint32_t i) {
    const Stretch& stretch = in_.leaves.stretches[in_.leaves.leaves[i].stretch];
    const auto own = ClosestIn(i);
    const auto before = ClosestIn(std::max(stretch.begin, i == 0 ? 0 : i - 1));
    const auto after = ClosestIn(std::min(stretch.end - 1, i + 1));
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < terms_; ++t) {
      sum += std::int64_t{in_.weights.idf(t)} *
             std::max({own[t], before[t], after[t]});
    }
    return in_.weights.ShareOf(sum);
  }

  // Ranked last or not at all is the same here.
  void ShareRanks() {
    constexpr LogOdds kFarthest = 8 * kOneLogOdds;
    std::ranges::fill(ranked_, -kWhole);
    for (const RankedLeaf& ranked : in_.ranked) {
      const auto leaf = in_.evidence.Find(ranked.segment, ranked.sentence);
      if (!leaf) continue;
      const LogOdds behind = in_.ranked.front().odds - ranked.odds;
      ranked_[*leaf] = -std::min(behind, kFarthest) / (kFarthest / kWhole);
    }
  }

  const LeafInputs& in_;
  Arena& arena_;
  std::size_t terms_;
  std::span<std::int32_t> frequencies_;      // Working memory, by term.
  std::span<std::int32_t> section_scores_;   // [stretch]
  std::span<std::int32_t> document_scores_;  // [stretch]
  std::span<std::int32_t> block_scores_;     // [block]
  std::span<std::uint32_t> block_ranks_;     // [block]
  std::span<std::int64_t> related_scores_;   // [leaf], in 1/256 of kSame.
  QuestionWeights telling_weights_;
  LeafSigns signs_;
  std::span<LeafRow> rows_;     // [leaf]
  std::span<ShareQ10> ranked_;  // [leaf]
  // What ClosestIn() found last. The similarities of leaf i are in row
  // i % kClosestKept.
  static constexpr std::size_t kClosestKept = 3;
  std::span<Similarity> closest_;
  std::array<std::uint32_t, kClosestKept> closest_of_{kNoLeaf, kNoLeaf,
                                                      kNoLeaf};
  // Of the stretch of the leaf that was filled last.
  std::uint32_t covered_stretch_ = ~std::uint32_t{0};
  ShareQ10 path_ = 0;
  ShareQ10 title_ = 0;
  std::span<ShareQ10> telling_;       // [leaf]
  std::span<ShareQ10> telling_near_;  // [leaf]
  std::span<ShareQ10> telling_all_;   // [leaf]
  ShareQ10 best_telling_ = 0;
  ShareQ10 best_telling_near_ = 0;
  ShareQ10 best_telling_all_ = 0;
  std::int32_t best_section_ = 0;
  std::int32_t best_block_ = 0;
  std::int64_t best_related_ = 0;
};

}  // namespace

std::span<const LeafRow> LeafRows(const LeafInputs& inputs, Arena& arena) {
  return LeafFeatures(inputs, arena).Rows();
}

}  // namespace answerbox::engine
