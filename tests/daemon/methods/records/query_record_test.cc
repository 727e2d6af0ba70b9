#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/audit/audit_log.h"
#include "daemon/methods/records/audit_trail.h"
#include "protocol/audit/log_folder.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr QuestionKey kQueryKey{std::byte{7}};

// The record of a query or a change from a log that has no other, without the
// members that chain it to the line before.
class QueryRecordTest : public testing::Test {
 protected:
  std::string Record(const AnsweredQuery& answered,
                     QuestionForm form = QuestionForm::kPlain) {
    return RecordOf("query", form, [&](const AuditTrail& trail, auto then) {
      trail.RecordQuery(answered, std::move(then));
    });
  }
  std::string Record(const MadeChange& change) {
    return RecordOf("change", QuestionForm::kPlain,
                    [&](const AuditTrail& trail, auto then) {
                      trail.RecordChange(change, std::move(then));
                    });
  }

  std::string run_;  // As the reply tells it.

 private:
  template <typename Make>
  std::string RecordOf(const std::string& kind, QuestionForm form,
                       const Make& make) {
    const tests::TemporaryFolder folder;
    AuditOptions options;
    options.log.folder = folder.path() / "audit";
    auto log = AuditLog::Start(options);
    if (!log) return {};
    make(AuditTrail(**log, form, kQueryKey).For(Identity::OfUnixPeer(1000)),
         [this](const Result<Recorded>& recorded) {
           if (recorded && recorded->run) run_ = View(*recorded->run);
         });
    log->reset();  // It writes what it has accepted.
    std::string text;
    for (const auto& file : ListLogFiles(options.log.folder).value()) {
      text += tests::ReadFile(file);
    }
    const std::size_t begin = text.find(R"("kind":")" + kind + '"');
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find('\n', begin) - begin);
  }
};

using ChangeRecordTest = QueryRecordTest;

TEST_F(ChangeRecordTest, TellsWhatBecameOfTheWordsOfADocument) {
  using protocol::WordFate;
  MadeChange change{"add", "handbook", "a.pdf", {}};
  EXPECT_THAT(Record(change),
              EndsWith(R"("action":"add","document":"a.pdf"})"));
  change.words.emplace();
  change.words->words[static_cast<std::size_t>(WordFate::kUsable)] = 90;
  change.words->words[static_cast<std::size_t>(WordFate::kLicence)] = 5;
  change.words->words[static_cast<std::size_t>(WordFate::kUnreadable)] = 2;
  change.words->words[static_cast<std::size_t>(WordFate::kLost)] = 3;
  EXPECT_THAT(Record(change),
              EndsWith(R"("document":"a.pdf","words":{"shown":100,"usable":90,)"
                       R"("set_aside":5,"unreadable":2,"lost":3}})"));
}

TEST_F(QueryRecordTest, NamesWhatWasSearchedForAndWhere) {
  const Snapshot snapshot(7, CollectionSettings(), {});
  const std::array<std::string_view, 2> documents = {"a.md", "b*"};
  const std::string record = Record({.number = 3,
                                     .method = "search",
                                     .collection = "handbook",
                                     .snapshot = &snapshot,
                                     .documents = documents,
                                     .text = "fridge \"cold\"",
                                     .found = 4});
  EXPECT_THAT(record, StartsWith(R"("kind":"query","time":")"));
  EXPECT_EQ(run_.size(), 16U);
  EXPECT_THAT(record, HasSubstr(R"("run":")" + run_ + '"'));
  EXPECT_THAT(record,
              EndsWith(R"("caller":"unix:1000","method":"search",)"
                       R"("collection":"handbook","snapshot":7,"segments":[],)"
                       R"("profile":"default","within":["a.md","b*"],)"
                       R"("text":"fridge \"cold\"","found":4})"));
}

TEST_F(QueryRecordTest, OfTextsOfTheRequestNamesNoCollection) {
  EXPECT_THAT(Record({.method = "select", .text = "fridge", .found = 0}),
              EndsWith(R"("caller":"unix:1000","method":"select",)"
                       R"("text":"fridge","found":0})"));
}

TEST_F(QueryRecordTest, OfAGroundedAnswerHasTheVerdictInPlaceOfACount) {
  EXPECT_THAT(
      Record({.method = "ground", .text = "8 °C", .verdict = "grounded"}),
      EndsWith(R"("method":"ground","text":"8 °C","verdict":"grounded"})"));
}

TEST_F(QueryRecordTest, HasTheTextInTheFormOfQuestions) {
  const AnsweredQuery answered{.method = "search", .text = "my illness"};
  const std::string hashed = Record(answered, QuestionForm::kHashed);
  EXPECT_THAT(hashed, Not(HasSubstr("illness")));
  EXPECT_THAT(hashed, EndsWith(R"("method":"search","text_hmac":")" +
                               ToHex(KeyedHash(kQueryKey).Of("my illness")) +
                               R"(","found":0})"));
  EXPECT_THAT(Record(answered, QuestionForm::kLeftOut),
              EndsWith(R"("method":"search","found":0})"));
}

// Such as a summary that is about nothing in particular.
TEST_F(QueryRecordTest, WithoutATextHasNoMemberForIt) {
  EXPECT_THAT(Record({.method = "summarize", .found = 2}),
              EndsWith(R"("method":"summarize","found":2})"));
}

}  // namespace
}  // namespace answerbox::daemon
