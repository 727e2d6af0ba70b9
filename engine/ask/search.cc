#include "engine/ask/search.h"

#include <algorithm>

#include "engine/ask/citation.h"
#include "engine/ask/passage.h"
#include "engine/ask/stages.h"
#include "engine/numeric/arena.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

template <typename A>
struct FoundPassage {
  PassagePlace place;
  typename A::Score score{};
};

// Passages in their order; those that show the same are left out.
template <typename A>
class PassageGathering {
 public:
  PassageGathering(const Inquiry& inquiry, std::size_t capacity)
      : finder_(inquiry),
        found_(MakeSpan<FoundPassage<A>>(inquiry.arena, capacity)) {}

  [[nodiscard]] std::span<const FoundPassage<A>> found() const {
    return found_.first(count_);
  }

  // False if the chunk holds no word of the query. Call at most `capacity`
  // times.
  Result<bool> Add(const ScoredChunk<A>& chunk) {
    const auto place = finder_.Find(chunk);
    if (!place) return place.error();
    if (!*place) return false;
    const SentencePlace& best = (*place)->best;
    // Chunks overlap, so two of them may hold the same best sentence.
    const bool is_shown =
        std::ranges::any_of(found(), [&](const FoundPassage<A>& other) {
          // By bytes: in profile paper each chunk has sentences of its own.
          return other.place.best.segment == best.segment &&
                 other.place.document == (*place)->document &&
                 other.place.range.begin <= (*place)->found.begin &&
                 (*place)->found.begin < other.place.range.end;
        });
    if (!is_shown) found_[count_++] = {**place, chunk.score};
    return true;
  }

 private:
  PassageFinder finder_;
  std::span<FoundPassage<A>> found_;
  std::size_t count_ = 0;
};

template <typename A>
Result<Passage> Show(const Inquiry& inquiry, const FoundPassage<A>& found) {
  Passage passage;
  const auto best = Cite(inquiry.segments, found.place.best, inquiry.arena);
  if (!best) return best.error();
  const SegmentReader& reader = *inquiry.segments[best->segment].reader;
  const auto document = reader.Document(best->document_number);
  if (!document) return document.error();
  const auto text = reader.Text(*document, found.place.range);
  if (!text) return text.error();
  if (!ValidateUtf8(*text)) {
    return Error{ErrorCode::kCorrupt, "document.text", found.place.range.begin};
  }
  passage.text = *text;
  passage.offsets = found.place.range;
  passage.matches =
      FindWords(*text, inquiry.terms, inquiry.normalizer, inquiry.arena);
  passage.best = *best;
  passage.score = A::ToDouble(found.score);
  return passage;
}

// More chunks than passages that are wanted, since some show the same. At least
// as many as word pairs sort, so that all pages have one order. If the pages
// re-ranked different numbers of chunks, a passage could stand on two of them
// or on none.
std::size_t ChunksFor(std::size_t passages) {
  return std::max(kRerankedChunks, 2 * passages);
}

template <typename A>
struct Gathered {
  std::span<const FoundPassage<A>> found;
  bool is_whole = false;  // There are no others.
};

// More than `end` passages, if there are so many.
template <typename A>
Result<Gathered<A>> Gather(const Inquiry& inquiry, std::size_t end) {
  // Nearly always once. Of overlapping chunks only a few show the same passage.
  for (std::size_t most = ChunksFor(end + 1);; most *= 2) {
    const auto chunks = Retrieve<A>(inquiry, most);
    if (!chunks) return chunks.error();
    PassageGathering<A> gathering(inquiry, chunks->size());
    bool is_whole = chunks->size() < most;
    for (const ScoredChunk<A>& chunk : *chunks) {
      if (!is_whole && gathering.found().size() > end) break;
      const auto holds = gathering.Add(chunk);
      if (!holds) return holds.error();
      if (!*holds && inquiry.profile == Profile::kPaper) {
        is_whole = true;  // From here on, no chunk holds a word of the query.
        break;
      }
    }
    if (is_whole || gathering.found().size() > end) {
      return Gathered<A>{gathering.found(), is_whole};
    }
  }
}

template <typename A>
Result<PassageList> List(const Inquiry& inquiry, const PassageQuery& query) {
  const std::size_t end = query.from - 1 + query.count;
  const auto gathered = Gather<A>(inquiry, end);
  if (!gathered) return gathered.error();
  const auto found = gathered->found;
  PassageList list;
  if (gathered->is_whole) list.total = found.size();
  if (found.empty()) list.refusal = RefusalReason::kNoEvidence;
  const std::size_t begin = std::min(query.from - 1, found.size());
  const auto shown = found.subspan(begin, std::min(end, found.size()) - begin);
  list.has_more = found.size() > end;
  const auto passages = MakeSpan<Passage>(inquiry.arena, shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto passage = Show<A>(inquiry, shown[i]);
    if (!passage) return passage.error();
    passages[i] = *passage;
  }
  list.passages = passages;
  return list;
}

}  // namespace

Result<PassageList> Search(std::span<const LiveSegment> segments,
                           const PassageQuery& query,
                           Workspace& workspace) noexcept {
  return WithinArena(workspace, [&]() -> Result<PassageList> {
    Question question;
    question.text = query.words;
    question.documents = query.documents;
    question.synonyms = query.synonyms;
    question.with_abbreviations = query.with_abbreviations;
    question.with_thesaurus = query.with_thesaurus;
    question.thesaurus = query.thesaurus;
    question.with_asked_part = false;
    question.arithmetic = query.arithmetic;
    const auto inquiry = Analyze(segments, question, workspace);
    if (!inquiry) return inquiry.error();
    if (inquiry->refusal) {
      PassageList list;
      list.refusal = inquiry->refusal;
      list.total = 0;
      return list;
    }
    return query.arithmetic == Arithmetic::kFixed
               ? List<FixedArithmetic>(*inquiry, query)
               : List<FloatArithmetic>(*inquiry, query);
  });
}

}  // namespace answerbox::engine
