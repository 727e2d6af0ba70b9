// Asks for answers of all forms in a segment with a wrong byte and right
// checksums. The result must be an answer or an error, never a crash.
#include <gtest/gtest.h>

#include <vector>

#include "engine/ask/ask.h"
#include "engine/ask/search.h"
#include "engine/text/utf8.h"
#include "tests/engine/blocked_text.h"
#include "tests/engine/index/segment_seal.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

std::vector<std::byte> SegmentOfAllForms() {
  const BlockedText text(
      "# Influenza\n"
      "## Symptoms\n"
      ": The symptoms of influenza are:\n"
      "- fever\n"
      "-- above 38 degrees\n"
      "- a cough\n"
      "\n"
      "## Treatment\n"
      "Rest helps. Drink water.\n"
      "|! Drug | Dose\n"
      "| Zinc | 5 mg\n"
      "| Serum | 10 ml\n");
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {24, 8}, sink);
  EXPECT_TRUE(builder.Add("page", ComputeSha256(text.text()), text.document()));
  EXPECT_TRUE(builder.Finish());
  return {sink.bytes().begin(), sink.bytes().end()};
}

// Searches, and asks with a bound of work. Checks what is found.
void SearchSome(std::span<const LiveSegment> segments, Workspace& workspace) {
  constexpr std::string_view kWords = "symptoms and treatment of influenza";
  const std::string_view documents[] = {"p*e"};
  const auto list =
      Search(segments, {.words = kWords, .documents = documents}, workspace);
  if (list) {
    for (const Passage& passage : list->passages) {
      EXPECT_TRUE(ValidateUtf8(passage.text));
    }
  }
  const auto answer =
      Ask(segments, {.text = kWords, .documents = documents, .max_work = 9},
          workspace);
  if (!answer) return;
  for (const Citation& citation : answer->citations) {
    EXPECT_TRUE(ValidateUtf8(citation.sentence));
  }
}

// Returns whether there is an answer, and checks it.
bool AskForAForm(const std::vector<std::byte>& bytes,
                 std::optional<AnswerForm> form, Workspace& workspace) {
  const auto reader = SegmentReader::Open(bytes);
  if (!reader) return false;
  const DocumentSet removed(reader->counts().documents);
  const LiveSegment segments[] = {{&*reader, &removed}};
  SearchSome(segments, workspace);
  const auto answer =
      Ask(segments,
          {.text = "What are the symtoms and the treatment of influenza?",
           .form = form,
           .answers = kMaxAnswers,
           .with_spelling = true},
          workspace);
  if (!answer) return false;
  for (const FormedAnswer& formed : answer->formed) {
    EXPECT_TRUE(ValidateUtf8(formed.text));
    if (formed.cut) {
      EXPECT_LT(formed.cut->begin, formed.cut->end);
    }
  }
  return !answer->formed.empty();
}

TEST(AskingADamagedSegment, AnswersOrFailsWhateverAByteHolds) {
  const std::vector<std::byte> good = SegmentOfAllForms();
  Workspace workspace;
  for (const AnswerForm form : kAnswerForms) {
    ASSERT_TRUE(AskForAForm(good, form, workspace)) << ToString(form);
  }
  int answered = 0;
  int failed = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    SCOPED_TRACE("byte " + std::to_string(at));
    std::vector<std::byte> damaged = good;
    damaged[at] ^= std::byte(at % 2 == 0 ? 1 : 0xFF);
    const std::optional<AnswerForm> form =
        at % 3 == 0 ? std::optional(kAnswerForms[at % kAnswerForms.size()])
                    : std::nullopt;
    ++(AskForAForm(Sealed(std::move(damaged)), form, workspace) ? answered
                                                                : failed);
  }
  EXPECT_GT(answered, 0);
  EXPECT_GT(failed, 0);
}

}  // namespace
}  // namespace answerbox::engine
