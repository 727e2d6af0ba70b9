// The work whose cost is recorded. check_costs.py runs it under callgrind. Each
// scenario makes one dump of callgrind with its name, and prints one line here:
// name, unit of work, units, heap allocations.
#include <valgrind/callgrind.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/exam/examine.h"
#include "engine/gathering/gathering.h"
#include "engine/index/format/block_checks.h"
#include "engine/index/writing/segment_builder.h"
#include "tests/costs/generated_texts.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox {
namespace {

using engine::Arithmetic;
using engine::Profile;

constexpr std::string_view kParagraph =
    "Vaccines are stored in the medical fridge in the medicines room at a "
    "temperature between 2 and 8 degrees. The nurse on duty reads the "
    "thermometer twice a day, at 8:00 and at 17:00, and writes both values on "
    "the sheet beside the fridge. When the power fails, the door stays closed "
    "and the lead nurse is told at once. After four hours without power the "
    "vaccines are moved to the reserve fridge of the pharmacy, three minutes' "
    "walk away. A vaccine that has been frozen is never used.";
constexpr std::string_view kParagraphQuestion =
    "Where are the vaccines moved after four hours without power?";

const std::vector<std::string> kHandbookQuestions = {
    "When does the clinic close on Wednesday?",
    "Who is the infection control lead?",
    "What is the main phone number of the clinic?",
    "How often is the temperature of the vaccine fridge written down?",
    "What happens when the power fails?",
    "Where is the key of the medicines cabinet kept?",
    "Who may sign for a delivery of controlled drugs?",
    "Is there parking for wheelchair users?",
};

constexpr int kGeneratedTexts = 2000;
constexpr int kGeneratedQuestions = 16;
constexpr std::uint64_t kSeed = 20261120;

const char* NameOf(Profile profile) {
  return profile == Profile::kPaper ? "paper" : "default";
}

[[noreturn]] void Fail(const char* what) {
  std::fprintf(stderr, "cost_scenarios: %s\n", what);
  std::exit(1);
}

std::vector<std::string> ReadHandbook(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".md") paths.push_back(entry.path());
  }
  if (paths.empty()) Fail("no pages in the folder of the handbook");
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file),
                       std::istreambuf_iterator<char>());
  }
  return texts;
}

std::size_t TotalBytes(const std::vector<std::string>& texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  return bytes;
}

struct Units {
  const char* name;
  std::size_t count;
};

// Runs `work` once, for one-time work such as opening. Then runs it again and
// counts.
template <typename Work>
void Count(const std::string& name, Units units, const Work& work) {
  work();
  const std::uint64_t allocations_before = HeapAllocations();
  CALLGRIND_ZERO_STATS;
  CALLGRIND_TOGGLE_COLLECT;
  work();
  CALLGRIND_TOGGLE_COLLECT;
  const auto allocations =
      static_cast<unsigned long>(HeapAllocations() - allocations_before);
  CALLGRIND_DUMP_STATS_AT(name.c_str());
  std::printf("%s\t%s\t%zu\t%lu\n", name.c_str(), units.name, units.count,
              allocations);
}

void Build(engine::SegmentBuilder& builder,
           const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (!builder.Add("document", {}, {text, {}, {}})) {
      Fail("a document was refused");
    }
  }
  if (!builder.Finish()) Fail("the segment was not written");
}

void Ask(const engine::SegmentReader& reader, const engine::Question& question,
         engine::Workspace& workspace) {
  const engine::DocumentSet removed;
  const engine::LiveSegment segment{&reader, &removed};
  const auto answer = engine::Ask({&segment, 1}, question, workspace);
  if (!answer || answer->citations.empty()) Fail("a question has no answer");
}

void CountIndexing(const std::string& of, Profile profile,
                   const std::vector<std::string>& texts) {
  Count("index " + of + ", " + NameOf(profile), {"byte", TotalBytes(texts)},
        [&] {
          engine::MemorySink sink;
          engine::SegmentBuilder builder(profile, {}, sink);
          Build(builder, texts);
        });
}

// As in evaluation: the same builder indexes one paragraph after the other, and
// each is asked.
void CountParagraph(Profile profile) {
  const std::vector<std::string> texts = {std::string(kParagraph)};
  engine::MemorySink sink;
  engine::SegmentBuilder builder(profile, {}, sink);
  engine::Workspace workspace;
  const auto index = [&] {
    sink.Clear();
    builder.Reset();
    Build(builder, texts);
  };
  const auto count_asking = [&](const std::string& how,
                                const engine::Question& question) {
    Count("open and ask a paragraph, " + how, {"question", 1}, [&] {
      const auto reader = engine::SegmentReader::Open(sink.bytes());
      if (!reader) Fail("the segment was not opened");
      Ask(*reader, question, workspace);
    });
  };
  index();
  Count(std::string("index a paragraph, ") + NameOf(profile), {"paragraph", 1},
        index);
  const engine::Question question{.text = kParagraphQuestion,
                                  .with_context = false};
  count_asking(NameOf(profile), question);
  if (profile == Profile::kPaper) return;
  engine::Question other = question;
  other.with_short = true;
  count_asking("default, with the short answer", other);
  other = question;
  other.form = {};
  other.with_thesaurus = false;
  count_asking("default, any form, without the thesaurus", other);
  other.with_thesaurus = true;
  count_asking("default, any form", other);
}

void CountAsking(const std::string& of, Profile profile,
                 const std::vector<std::string>& texts,
                 const std::vector<std::string>& questions) {
  engine::MemorySink sink;
  engine::SegmentBuilder builder(profile, {}, sink);
  Build(builder, texts);
  engine::Workspace workspace;
  const auto count = [&](const std::string& how, const engine::Question& like,
                         engine::BlockChecks* checks) {
    const auto reader = engine::SegmentReader::Open(sink.bytes(), checks);
    if (!reader) Fail("the segment was not opened");
    Count("ask " + of + ", " + NameOf(profile) + ", " + how,
          {"question", questions.size()}, [&] {
            for (const std::string& question : questions) {
              engine::Question asked = like;
              asked.text = question;
              Ask(*reader, asked, workspace);
            }
          });
  };
  count("fixed", {}, nullptr);
  count("float", {.text = {}, .arithmetic = Arithmetic::kFloat}, nullptr);
  // As in the daemon, when a segment's blocks have been checked.
  engine::BlockChecks checks(sink.bytes());
  count("fixed, checked", {}, &checks);
  if (profile == Profile::kPaper) return;
  count("fixed, any form", {.text = {}, .form = {}}, nullptr);
}

void CountGathering(const std::string& of,
                    const std::vector<std::string>& texts,
                    const std::vector<std::string>& questions) {
  engine::MemorySink sink;
  engine::SegmentBuilder builder(Profile::kDefault, {}, sink);
  Build(builder, texts);
  const auto reader = engine::SegmentReader::Open(sink.bytes());
  if (!reader) Fail("the segment was not opened");
  const engine::DocumentSet removed;
  const engine::LiveSegment segment{&*reader, &removed};
  engine::Workspace workspace(engine::kGatheringArenaBytes);
  const auto gather = [&](const engine::GatheringQuery& query) {
    const auto gathering = engine::Gather({&segment, 1}, query, workspace);
    if (!gathering || gathering->units.empty()) Fail("nothing was gathered");
  };
  Count("context of 2,000 tokens from " + of, {"question", questions.size()},
        [&] {
          for (const std::string& question : questions) {
            gather({.text = question, .tokens = 2000});
          }
        });
  Count("long answer of 120 words from " + of, {"question", questions.size()},
        [&] {
          for (const std::string& question : questions) {
            gather({.purpose = engine::GatheringPurpose::kLongAnswer,
                    .text = question,
                    .words = 120});
          }
        });
  Count("summary of 200 words of " + of, {"byte", TotalBytes(texts)}, [&] {
    gather({.purpose = engine::GatheringPurpose::kSummary, .words = 200});
  });
}

void CountExam(const std::string& of, const std::vector<std::string>& texts,
               const std::vector<std::string>& questions) {
  engine::MemorySink sink;
  engine::SegmentBuilder builder(Profile::kDefault, {}, sink);
  Build(builder, texts);
  const auto reader = engine::SegmentReader::Open(sink.bytes());
  if (!reader) Fail("the segment was not opened");
  const engine::DocumentSet removed;
  const engine::LiveSegment segment{&*reader, &removed};
  engine::Workspace workspace;
  const std::string_view keys[] = {"in the fridge"};
  const auto count = [&](const std::string& how,
                         std::span<const std::string_view> of_question) {
    Count("exam of " + of + how, {"question", questions.size()}, [&] {
      for (const std::string& question : questions) {
        if (!engine::ExamineQuestion({&segment, 1},
                                     {.text = question, .keys = of_question},
                                     workspace)) {
          Fail("a question was not examined");
        }
      }
    });
  };
  count("", {});
  count(", with a key", keys);
}

void Run(const std::filesystem::path& handbook_folder) {
  const auto handbook = ReadHandbook(handbook_folder);
  TextGenerator generator(kSeed);
  const auto generated = generator.Texts(kGeneratedTexts);
  const auto questions = generator.Questions(kGeneratedQuestions);
  for (const auto profile : {Profile::kPaper, Profile::kDefault}) {
    CountParagraph(profile);
    CountIndexing("the handbook", profile, handbook);
    CountAsking("the handbook", profile, handbook, kHandbookQuestions);
    CountAsking("2,000 generated texts", profile, generated, questions);
  }
  CountGathering("the handbook", handbook, kHandbookQuestions);
  CountGathering("2,000 generated texts", generated, questions);
  CountExam("the handbook", handbook, kHandbookQuestions);
  CountExam("2,000 generated texts", generated, questions);
}

}  // namespace
}  // namespace answerbox

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: cost_scenarios HANDBOOK-FOLDER\n");
    return 2;
  }
  answerbox::Run(argv[1]);
}
