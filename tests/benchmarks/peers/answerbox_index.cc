// Answerbox as a user has it: a collection of profile default in a state
// directory. The store that the daemon runs fills it with its default options,
// and then compacts it.
#include <algorithm>
#include <condition_variable>
#include <future>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "daemon/collections/store.h"
#include "engine/ask/ask.h"
#include "engine/index/format/segment_footer.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "tests/benchmarks/peers/corpus_file.h"
#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {
namespace {

namespace fs = std::filesystem;
using engine::Section;

constexpr const char* kCollection = "chunks";
// The same as in engine/ask.
constexpr std::size_t kRerankedChunks = 20;

template <typename R>
auto Expect(R result, const char* what) {
  if (!result) Fail(std::string(what) + ": " + result.error().message);
  return std::move(*result);
}

std::unique_ptr<daemon::CollectionStore> OpenStore(const fs::path& folder) {
  return Expect(daemon::CollectionStore::Open({.state_dir = folder}), "store");
}

// Limits the documents that wait in the store's queue, and remembers a failure.
class Inflight {
 public:
  explicit Inflight(std::size_t limit) : limit_(limit) {}

  void Begin() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ < limit_; });
    ++waiting_;
  }
  void End(const daemon::Result<daemon::DocumentSummary>& result) {
    const std::scoped_lock lock(mutex_);
    if (!result && failure_.empty()) failure_ = result.error().message;
    --waiting_;
    changed_.notify_all();
  }
  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ == 0; });
    if (!failure_.empty()) Fail("adding a document: " + failure_);
  }

 private:
  const std::size_t limit_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t waiting_ = 0;
  std::string failure_;
};

void Build(const fs::path& corpus, const fs::path& folder) {
  const auto store = OpenStore(folder);
  // The store never refuses so many as busy, and commits many of them at once.
  Inflight inflight(store->options().max_queued_changes / 2);
  CorpusReader reader(corpus);
  std::string text;
  for (std::uint32_t document = 0; reader.Next(text); ++document) {
    auto upload =
        Expect(store->Begin(kCollection, std::to_string(document)), "begin");
    if (const auto appended = upload.Append(text, {}, {}); !appended) {
      Fail("append: " + appended.error().message);
    }
    inflight.Begin();
    store->Commit(std::move(upload), std::nullopt,
                  [&](const auto& result) { inflight.End(result); });
  }
  inflight.Wait();
  std::promise<daemon::Result<daemon::CollectionSummary>> compacted;
  store->Compact(kCollection, {},
                 [&](auto result) { compacted.set_value(std::move(result)); });
  Expect(compacted.get_future().get(), "compact");
}

// The open collection, and the number of each segment's first document.
class OpenCollection {
 public:
  explicit OpenCollection(const fs::path& folder)
      : store_(OpenStore(folder)),
        snapshot_(Expect(store_->Pin(kCollection), "pin")) {
    std::uint32_t first = 0;
    for (const auto& segment : snapshot_->segments()) {
      first_documents_.push_back(first);
      first += segment.stored->reader.counts().documents;
    }
  }

  [[nodiscard]] const daemon::Snapshot& snapshot() const { return *snapshot_; }
  [[nodiscard]] std::span<const engine::LiveSegment> live() const {
    return snapshot_->live();
  }
  [[nodiscard]] std::uint32_t Number(std::size_t segment,
                                     std::uint32_t document) const {
    return first_documents_[segment] + document;
  }

 private:
  std::unique_ptr<daemon::CollectionStore> store_;
  std::shared_ptr<const daemon::Snapshot> snapshot_;
  std::vector<std::uint32_t> first_documents_;
};

class WholeAnswers final : public Searcher {
 public:
  explicit WholeAnswers(const fs::path& folder) : collection_(folder) {}

  TopDocuments Search(const std::string& question) override {
    const auto answer =
        engine::Ask(collection_.live(), {.text = question}, workspace_);
    if (!answer) Fail(std::string("asking failed at ") + answer.error().field);
    TopDocuments top;
    for (const auto& chunk : answer->retrieved) {
      top.Add(collection_.Number(chunk.segment, chunk.document));
    }
    return top;
  }

 private:
  OpenCollection collection_;
  engine::Workspace workspace_;
};

class ChunksAlone final : public Searcher {
 public:
  explicit ChunksAlone(const fs::path& folder) : collection_(folder) {}

  TopDocuments Search(const std::string& question) override {
    using A = engine::FixedArithmetic;
    engine::Arena& arena = workspace_.arena();
    arena.Reset();
    const auto segments = collection_.live();
    const auto terms = engine::AnalyzeQuestion(
        question, workspace_.normalizer(engine::Profile::kDefault), arena);
    const auto lookup = engine::TermLookup::Find(segments, terms, arena);
    if (!lookup) Fail("looking up terms failed");
    const auto chunks =
        engine::RetrieveBm25<A>(segments, *lookup, kRerankedChunks, arena);
    if (!chunks ||
        !engine::RerankByBigrams<A>(segments, terms, *lookup, *chunks, arena)) {
      Fail("retrieval failed");
    }
    TopDocuments top;
    for (const auto& chunk :
         chunks->first(std::min(chunks->size(), 2 * kTopDocuments))) {
      const auto record = segments[chunk.segment].reader->Chunk(chunk.chunk);
      if (!record) Fail("a chunk is damaged");
      top.Add(collection_.Number(chunk.segment, record->document));
    }
    return top;
  }

 private:
  OpenCollection collection_;
  engine::Workspace workspace_;
};

void AddSegment(const daemon::StoredSegment& segment, IndexFigures& figures) {
  const auto footer = engine::DecodeFooter(segment.file.bytes());
  if (!footer) Fail("a segment's footer is damaged");
  const auto bytes = [&](Section section) { return (*footer)[section].bytes; };
  figures.chunks += footer->counts.chunks;
  figures.posting_bytes += bytes(Section::kPostings) +
                           bytes(Section::kDictionary) +
                           bytes(Section::kTermBlocks);
  figures.index_bytes += segment.file.bytes().size() - bytes(Section::kText);
  figures.text_bytes += bytes(Section::kText);
  engine::TermCursor term = segment.reader.terms().Begin();
  for (auto more = term.Next(); more && *more; more = term.Next()) {
    figures.postings += term.entry().chunk_frequency;
  }
}

IndexFigures MeasureIndex(const fs::path& folder) {
  const OpenCollection collection(folder);
  IndexFigures figures;
  for (const auto& segment : collection.snapshot().segments()) {
    AddSegment(*segment.stored, figures);
  }
  return figures;
}

const char* Version() { return ANSWERBOX_VERSION; }

template <typename S>
std::unique_ptr<Searcher> Open(const fs::path& folder) {
  return std::make_unique<S>(folder);
}

}  // namespace

const SearchSystem& AnswerboxSystem() {
  static constexpr SearchSystem kSystem{"answerbox", Version, Build,
                                        Open<WholeAnswers>, MeasureIndex};
  return kSystem;
}

const SearchSystem& AnswerboxRetrievalSystem() {
  static constexpr SearchSystem kSystem{"answerbox-retrieval", Version, Build,
                                        Open<ChunksAlone>, MeasureIndex};
  return kSystem;
}

}  // namespace answerbox::benchmarks
