#include "daemon/collections/snapshots/proposals.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "daemon/collections/files/names.h"
#include "protocol/exam/guard_text.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

// The example of docs/state-directory.md.
constexpr const char* kGoldenFile =
    "answerbox-feedback 1\n"
    R"({"id":"d6f8b76c0dc1b700","judgement":"right",)"
    R"("question":"How often is the fridge checked?",)"
    R"("document":"vaccines.pdf","page":3,)"
    R"("text":"The fridge is checked twice a day.",)"
    R"("by":"user:alice","given":1795219200})"
    "\n"
    R"({"id":"cbe88dbf1ee0900e","judgement":"unanswerable",)"
    R"("question":"Who repairs the X-ray?","by":"kiosk","given":1795219260})"
    "\n"
    "crc32c 8eea6a52\n";

Proposals GoldenProposals() {
  return {{.question = "How often is the fridge checked?",
           .document = "vaccines.pdf",
           .page = 3,
           .text = "The fridge is checked twice a day.",
           .by = "user:alice",
           .given = 1795219200},
          {.question = "Who repairs the X-ray?",
           .judgement = Judgement::kUnanswerable,
           .by = "kiosk",
           .given = 1795219260}};
}

Proposal Asking(std::string question) {
  return {.question = std::move(question), .by = "user:bob"};
}

TEST(Proposals, AreWrittenAsTheDocumentSays) {
  EXPECT_EQ(EncodeProposals(GoldenProposals()), kGoldenFile);
  EXPECT_EQ(DecodeProposals(kGoldenFile), GoldenProposals());
  EXPECT_EQ(DecodeProposals(EncodeProposals({})), Proposals());
}

TEST(Proposals, DamageOfAnyByteIsSeen) {
  const std::string text = kGoldenFile;
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(DecodeProposals(text.substr(0, i))) << i;
    for (const char other : {'0', '9', ' ', '\n', '"', '\0', '\xff'}) {
      std::string damaged = text;
      damaged[i] = other;
      EXPECT_EQ(DecodeProposals(damaged).has_value(), other == text[i]) << i;
    }
  }
  EXPECT_FALSE(DecodeProposals(text + "\n"));
}

TEST(Proposals, OutOfBoundsAreRefusedWhateverTheirChecksum) {
  Proposals many(kMaxProposals, Asking("Why?"));
  EXPECT_TRUE(DecodeProposals(EncodeProposals(many)));
  many.push_back(Asking("Why not?"));
  EXPECT_FALSE(DecodeProposals(EncodeProposals(many)));
  EXPECT_FALSE(DecodeProposals(EncodeProposals(
      std::vector{Asking(std::string(kMaxProposalsBytes, 'x'))})));
}

TEST(Proposals, WhoSaysSomethingAgainChangesWhatWasSaid) {
  const tests::TemporaryFolder folder;
  Proposal said = GoldenProposals().front();
  ASSERT_TRUE(AddProposal(folder.path(), said));
  Proposal again = said;
  again.given += 60;
  ASSERT_TRUE(AddProposal(folder.path(), again));
  EXPECT_EQ(*LoadProposals(folder.path()), Proposals{said});
  again.judgement = Judgement::kWrong;
  ASSERT_TRUE(AddProposal(folder.path(), again));
  EXPECT_EQ(*LoadProposals(folder.path()), Proposals{again});
  // Another one speaks for himself.
  said.by = "user:bob";
  ASSERT_TRUE(AddProposal(folder.path(), said));
  EXPECT_EQ(*LoadProposals(folder.path()), (Proposals{again, said}));
  ASSERT_TRUE(RemoveProposal(folder.path(), again.id()));
  EXPECT_EQ(RemoveProposal(folder.path(), again.id()).error().kind,
            ErrorKind::kNotFound);
  EXPECT_EQ(*LoadProposals(folder.path()), Proposals{said});
}

TEST(Proposals, NobodyTakesBackWhatAnotherSaidUnderTheSameName) {
  const tests::TemporaryFolder folder;
  for (const char* name : {"kiosk", "anonymous"}) {
    Proposal said = Asking("Why?");
    said.by = name;
    ASSERT_TRUE(AddProposal(folder.path(), said));
    said.judgement = Judgement::kWrong;
    ASSERT_TRUE(AddProposal(folder.path(), said));
    ASSERT_TRUE(AddProposal(folder.path(), said));
  }
  EXPECT_EQ(LoadProposals(folder.path())->size(), 4U);
}

TEST(Proposals, PastABoundTheNewOneIsRefused) {
  const tests::TemporaryFolder folder;
  const std::string long_question(4000, 'x');
  std::size_t kept = 0;
  // Nobody has more than a quarter: the others may go on.
  for (const char* by : {"user:otto", "user:ann", "user:bob", "user:eve"}) {
    const std::size_t before = kept;
    Proposal one = Asking(long_question);
    one.by = by;
    while (AddProposal(folder.path(), one)) {
      one.question = long_question + std::to_string(++kept);
    }
    EXPECT_EQ(kept - before, 32U) << by;  // Of some 4,090 bytes each.
  }
  const auto refused =
      AddProposal(folder.path(), Asking(long_question + "again"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kLimit);
  EXPECT_EQ(LoadProposals(folder.path())->size(), kept);
  const tests::TemporaryFolder other;
  Proposals many;
  while (many.size() < kMaxProposals / 4) {
    many.push_back(Asking(std::to_string(many.size())));
  }
  std::ofstream(other.path() / kFeedbackFileName) << EncodeProposals(many);
  EXPECT_EQ(AddProposal(other.path(), Asking("One more?")).error().kind,
            ErrorKind::kLimit);
  // What is there may still be changed.
  Proposal changed = Asking("7");
  changed.judgement = Judgement::kWrong;
  EXPECT_TRUE(AddProposal(other.path(), changed));
}

// In an hour, from five tablets; all are one caller.
TEST(Proposals, OfABusyKioskAreKept) {
  const tests::TemporaryFolder folder;
  Proposal said = GoldenProposals().front();
  said.by = "kiosk";
  said.text = std::string(200, 'x');
  for (int i = 0; i < 200; ++i) {
    said.question = "How often is fridge number " + std::to_string(i) + "?";
    ASSERT_TRUE(AddProposal(folder.path(), said)) << i;
  }
  // Others may still say as much.
  said.by = "user:ann";
  ASSERT_TRUE(AddProposal(folder.path(), said));
  ASSERT_TRUE(RemoveProposal(folder.path(), "all"));
  EXPECT_TRUE(LoadProposals(folder.path())->empty());
}

TEST(Proposals, CiteWhatTheDocumentSays) {
  const tests::TemporaryFolder folder;
  StoreDriver store(folder);
  ASSERT_TRUE(store.Add("a.md", "One is\nkept. Two is not."));
  Proposal said = Asking("Why?");
  said.document = "a.md";
  for (const auto& [text, is_said] : {std::pair("One is kept.", true),
                                      {"", true},
                                      {"Two is not.", true},
                                      {"Three.", false},
                                      {"One  is kept.", false}}) {
    said.text = text;
    const auto kept = WithoutUncited(**store->Pin("c"), said);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->document, "a.md");
    EXPECT_EQ(kept->text, is_said ? text : "");
  }
  said.document = "b.md";
  const auto gone = WithoutUncited(**store->Pin("c"), said);
  ASSERT_TRUE(gone);
  EXPECT_EQ(gone->question, said.question);
  EXPECT_EQ(gone->document + gone->text, "");
  // What takes a naive search the product of both lengths.
  ASSERT_TRUE(store.Add("long.md", std::string(1'000'000, 'a')));
  said.document = "long.md";
  said.text = std::string(1'000, 'a') + "b";
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(WithoutUncited(**store->Pin("c"), said)->text, "");
  }
  said.text.pop_back();
  EXPECT_EQ(WithoutUncited(**store->Pin("c"), said)->text, said.text);
}

// Whether a segment is rewritten, or goes as a whole.
TEST(Proposals, LoseWhatIsErased) {
  const tests::TemporaryFolder folder;
  StoreDriver store(folder);
  const auto place = folder.path() / "state" / "collections" / "c";
  ASSERT_TRUE(store.Add("a.md", "One is kept."));
  ASSERT_TRUE(store.Add("b.md", "Two is kept."));
  ASSERT_TRUE(store.Compact("c"));
  const Proposal of_a{.question = "Who?",
                      .document = "a.md",
                      .text = "One is kept.",
                      .by = "x"};
  const Proposal of_b{.question = "Who?",
                      .document = "b.md",
                      .text = "Two is kept.",
                      .by = "x"};
  const Proposal of_none = Asking("Why?");
  for (const Proposal& one : {of_a, of_b, of_none}) {
    ASSERT_TRUE(AddProposal(place, one));
  }
  ASSERT_TRUE(store.Remove("a.md"));
  ASSERT_TRUE(store.Erase("c"));
  // What was said of an answer stays a question.
  const Proposal of_nothing{.question = "Who?", .by = "x"};
  EXPECT_EQ(*LoadProposals(place), (Proposals{of_nothing, of_b, of_none}));
  // Its segment is gone at once.
  ASSERT_TRUE(store.Add("b.md", "Two is not kept."));
  Proposal without_text = of_b;
  without_text.text.clear();
  EXPECT_EQ(*LoadProposals(place),
            (Proposals{of_nothing, without_text, of_none}));
  ASSERT_TRUE(store.Remove("b.md"));
  EXPECT_EQ(*LoadProposals(place), (Proposals{of_nothing, of_none}));
  // What can't be read may hold it.
  std::ofstream(place / kFeedbackFileName) << "x";
  EXPECT_EQ(store.Erase("c").error().kind, ErrorKind::kCorrupt);
}

TEST(Proposals, OfADamagedFileStayAndAreNamed) {
  const tests::TemporaryFolder folder;
  const auto path = folder.path() / kFeedbackFileName;
  std::ofstream(path) << "answerbox-feed";
  const auto damaged = AddProposal(folder.path(), Asking("Why?"));
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().kind, ErrorKind::kCorrupt);
  EXPECT_NE(damaged.error().message.find(path), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(path), 14U);
}

TEST(Proposals, GoWithTheirCollectionAndIntoABackup) {
  const tests::TemporaryFolder folder;
  StoreDriver store(folder);
  const auto write = [&](const std::string& collection) {
    Waiter<void> waiter;
    store->Write(collection, {.write =
                                  [](const std::filesystem::path& place) {
                                    return AddProposal(place, Asking("Why?"));
                                  },
                              .completion = waiter.completion()});
    return waiter.Wait();
  };
  EXPECT_EQ(write("c").error().kind, ErrorKind::kNotFound);
  ASSERT_TRUE(store.Create("c"));
  ASSERT_TRUE(write("c"));
  const auto place = folder.path() / "state" / "collections" / "c";
  store.Restart();
  EXPECT_EQ(LoadProposals(place)->size(), 1U);
  Waiter<std::filesystem::path> linked;
  store->Link({.link_others = [](const auto&) { return Result<void>(); },
               .completion = linked.completion()});
  const auto backup = linked.Wait();
  ASSERT_TRUE(backup);
  EXPECT_EQ(LoadProposals(*backup / "collections" / "c")->size(), 1U);
  ASSERT_TRUE(store.Drop("c"));
  ASSERT_TRUE(store.Create("c"));
  EXPECT_TRUE(LoadProposals(place)->empty());
}

TEST(GuardWithAQuestion, TellsWhatToDoIfTheBankIsFull) {
  std::string bank;
  for (std::size_t i = 0; i < protocol::kMaxGuardQuestions; ++i) {
    bank += protocol::WriteBankLine({std::to_string(i), "t", "Why?"});
  }
  const auto full = GuardWith({.id = "b", .topic = "t", .question = "Who?"},
                              *MakeGuardText(bank, {}));
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().kind, ErrorKind::kLimit);
  EXPECT_NE(full.error().message.find("`answerbox exam bank`"),
            std::string::npos);
}

TEST(DroppedQuestions, AreThoseThatWereAccepted) {
  const auto guard = [](const std::vector<std::string>& ids) {
    std::string bank;
    for (const std::string& id : ids) {
      bank += protocol::WriteBankLine({id, "t", "Why?"});
    }
    return *MakeGuardText(bank, {});
  };
  const std::string present = guard({"a", "feedback-1", "feedback-2"});
  EXPECT_EQ(CountDropped(present, guard({"feedback-2", "feedback-1"})), 0U);
  EXPECT_EQ(CountDropped(present, guard({"a", "feedback-2"})), 1U);
  EXPECT_EQ(CountDropped(present, std::nullopt), 2U);
}

TEST(GuardWithAQuestion, KeepsWhatWasGiven) {
  const BankQuestion question{.id = "feedback-1",
                              .topic = "feedback",
                              .question = "Why?",
                              .keys = {"Because."}};
  const auto first = GuardWith(question, {});
  ASSERT_TRUE(first);
  EXPECT_EQ(ReadGuardText(*first)->bank, Bank{question});
  // Without a line end, and with a member that only people read.
  const std::string bank =
      R"({"id":"a","topic":"t","question":"How?","source":{"page":3}})";
  const auto guard = MakeGuardText(bank, {90, true});
  const auto second = GuardWith(question, *guard);
  ASSERT_TRUE(second);
  EXPECT_NE(second->find(bank), std::string::npos);
  const auto read = ReadGuardText(*second);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->rule.must_pass.Text(), "90%");
  EXPECT_EQ(read->bank.size(), 2U);
  EXPECT_EQ(read->bank.back(), question);
  EXPECT_EQ(*GuardWith(question, *second), *second);
  // A correction takes the place of what it corrects.
  BankQuestion corrected = question;
  corrected.keys = {"Therefore."};
  const auto last =
      GuardWith({.id = "b", .topic = "t", .question = "Who?"}, *second);
  const auto third = GuardWith(corrected, *last);
  ASSERT_TRUE(third);
  EXPECT_NE(third->find(bank), std::string::npos);
  const Bank bank_after = ReadGuardText(*third)->bank;
  ASSERT_EQ(bank_after.size(), 3U);
  EXPECT_EQ(bank_after[1], corrected);
  EXPECT_EQ(bank_after[2].id, "b");
}

}  // namespace
}  // namespace answerbox::daemon
