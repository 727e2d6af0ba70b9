#include "tests/benchmarks/peers/paragraphs.h"

#include <boost/json/array.hpp>
#include <chrono>
#include <string>

#include "engine/ask/ask.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/index/writing/segment_builder.h"
#include "lab/evaluate/corpus/squad_file.h"
#include "tests/benchmarks/peers/search_system.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

class ParagraphTimer {
 public:
  explicit ParagraphTimer(engine::Profile profile)
      : builder_(profile, {}, sink_) {}

  void Time(const lab::CorpusParagraph& paragraph) {
    for (const lab::CorpusQuestion& question : paragraph.questions) {
      const auto start = Clock::now();
      const engine::SegmentReader reader = Index(paragraph.text);
      const auto indexed = Clock::now();
      const std::uint64_t allocated = HeapAllocations();
      const std::string_view answer = Ask(reader, question.text);
      heap_allocations_ += HeapAllocations() - allocated;
      const auto asked = Clock::now();
      index_ns_.push_back(std::chrono::nanoseconds(indexed - start).count());
      ask_ns_.push_back(std::chrono::nanoseconds(asked - indexed).count());
      answers_.push_back(boost::json::string(answer));
    }
  }

  boost::json::object TakeFigures() {
    return {{"index_ns", std::move(index_ns_)},
            {"ask_ns", std::move(ask_ns_)},
            {"answers", std::move(answers_)},
            {"heap_allocations", heap_allocations_}};
  }

  void Forget() {
    index_ns_.clear();
    ask_ns_.clear();
    answers_.clear();
    heap_allocations_ = 0;
  }

 private:
  engine::SegmentReader Index(const std::string& text) {
    sink_.Clear();
    builder_.Reset();
    // Without a document's SHA-256, as in the published method and in
    // evaluation. Only chunks have digests.
    const auto added = builder_.Add("paragraph", {}, {text, {}, {}});
    if (!added || !builder_.Finish()) Fail("indexing a paragraph failed");
    auto reader = engine::SegmentReader::Open(sink_.bytes());
    if (!reader) Fail("opening a paragraph's segment failed");
    return *reader;
  }

  // Points into the segment.
  std::string_view Ask(const engine::SegmentReader& reader,
                       const std::string& question) {
    const engine::LiveSegment segment{&reader, &none_removed_};
    const auto answer = engine::Ask(
        {&segment, 1},
        {.text = question, .runners_up = 0, .with_context = false}, workspace_);
    if (!answer) Fail("asking a paragraph failed");
    if (answer->citations.empty()) return {};
    return answer->citations.front().sentence;
  }

  engine::MemorySink sink_;
  engine::SegmentBuilder builder_;
  engine::Workspace workspace_;
  const engine::DocumentSet none_removed_{1};
  boost::json::array index_ns_;
  boost::json::array ask_ns_;
  boost::json::array answers_;
  std::uint64_t heap_allocations_ = 0;
};

}  // namespace

boost::json::object TimeParagraphs(const std::filesystem::path& squad_file,
                                   engine::Profile profile) {
  const auto articles = lab::ReadSquadFile(squad_file);
  if (!articles) Fail(articles.error().message);
  ParagraphTimer timer(profile);
  const auto run = [&] {
    for (const lab::CorpusArticle& article : *articles) {
      for (const lab::CorpusParagraph& paragraph : article.paragraphs) {
        timer.Time(paragraph);
      }
    }
  };
  run();
  timer.Forget();
  run();
  return timer.TakeFigures();
}

}  // namespace answerbox::benchmarks
