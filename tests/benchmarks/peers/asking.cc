#include "tests/benchmarks/peers/asking.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cctype>
#include <chrono>
#include <ctime>
#include <fstream>

#include "engine/text/stop_words.h"
#include "tests/benchmarks/peers/process_memory.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kWarmUp{3};

std::int64_t NanosecondsSince(Clock::time_point start) {
  return std::chrono::nanoseconds(Clock::now() - start).count();
}

// The processor time of this thread. Other programs lengthen it only by what
// they leave in the caches.
std::int64_t ProcessorNanoseconds() {
  timespec time{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) Fail("no clock");
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::string WithoutStopWords(const std::string& question) {
  std::string kept;
  std::string word;
  for (const char c : question + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '\'' ||
        static_cast<unsigned char>(c) >= 0x80) {
      word += c;
      continue;
    }
    std::string lower = word;
    std::ranges::transform(lower, lower.begin(), [](char letter) {
      return static_cast<char>(
          std::tolower(static_cast<unsigned char>(letter)));
    });
    if (!engine::IsStopWord(lower)) kept += word;
    kept += c;
    word.clear();
  }
  return kept;
}

boost::json::value RankOf(const AskedQuestion& question,
                          const TopDocuments& top) {
  const auto end =
      top.documents.begin() + static_cast<std::ptrdiff_t>(top.size);
  const auto found = std::find(top.documents.begin(), end, question.document);
  if (found == end) return nullptr;
  return found - top.documents.begin();
}

[[gnu::noinline]] void AskEverything(
    Searcher& searcher, const std::vector<AskedQuestion>& questions) {
  for (const AskedQuestion& question : questions) {
    [[maybe_unused]] volatile auto found = searcher.Search(question.text).size;
  }
}

}  // namespace

std::vector<AskedQuestion> ReadQuestions(const std::filesystem::path& path,
                                         bool keep_stop_words) {
  std::ifstream file(path);
  if (!file) Fail("cannot read " + path.string());
  std::vector<AskedQuestion> questions;
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) Fail("a line of questions without a tab");
    const std::string text = line.substr(tab + 1);
    questions.push_back(
        {static_cast<std::uint32_t>(std::stoul(line.substr(0, tab))),
         keep_stop_words ? text : WithoutStopWords(text)});
  }
  if (questions.empty()) Fail("no questions in " + path.string());
  return questions;
}

boost::json::object AskWarm(const SearchSystem& system,
                            const std::filesystem::path& folder,
                            const std::vector<AskedQuestion>& questions) {
  const auto opening = Clock::now();
  const auto searcher = system.open(folder);
  const std::int64_t open_ns = NanosecondsSince(opening);
  const auto warm_up = Clock::now();
  for (const AskedQuestion& question : questions) {
    static_cast<void>(searcher->Search(question.text));
    if (Clock::now() - warm_up > kWarmUp) break;
  }
  boost::json::array ask_ns;
  boost::json::array processor_ns;
  boost::json::array ranks;
  ask_ns.reserve(questions.size());
  processor_ns.reserve(questions.size());
  ranks.reserve(questions.size());
  std::uint64_t allocations = 0;
  for (const AskedQuestion& question : questions) {
    // Not of the store's other threads, which may still be at work.
    const std::uint64_t allocated = ThreadHeapAllocations();
    const std::int64_t processor_start = ProcessorNanoseconds();
    const auto start = Clock::now();
    const TopDocuments top = searcher->Search(question.text);
    ask_ns.push_back(NanosecondsSince(start));
    processor_ns.push_back(ProcessorNanoseconds() - processor_start);
    allocations += ThreadHeapAllocations() - allocated;
    ranks.push_back(RankOf(question, top));
  }
  const ProcessMemory memory = MemoryNow();
  return {{"open_ns", open_ns},
          {"ask_ns", std::move(ask_ns)},
          {"processor_ns", std::move(processor_ns)},
          {"rank", std::move(ranks)},
          {"heap_allocations", allocations},
          {"pss_bytes", memory.pss_bytes},
          {"anonymous_bytes", memory.anonymous_bytes}};
}

void AskForCounting(const SearchSystem& system,
                    const std::filesystem::path& folder,
                    const std::vector<AskedQuestion>& questions) {
  const auto searcher = system.open(folder);
  AskEverything(*searcher, questions);
}

}  // namespace answerbox::benchmarks
