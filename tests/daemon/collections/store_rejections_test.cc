// Requests that the store must reject.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "daemon/collections/changes/spooled_text.h"
#include "daemon/collections/files/stored_segment.h"
#include "engine/index/writing/segment_builder.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using engine::HeadingMark;
using engine::PageMark;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tests::TemporaryFolder;

class StoreRejectionsTest : public ::testing::Test {
 protected:
  // The error of adding `text`. It must be the same in memory and through a
  // file.
  Error Rejection(const std::string& text) {
    auto added = store_.Add("a", text);
    auto large = store_.Add("a", std::string(kMaxHeldTextBytes, ' ') + text);
    EXPECT_FALSE(large);
    EXPECT_FALSE(added);
    if (added || large) return {};
    EXPECT_EQ(added.error().subject, large.error().subject);
    if (added.error().offset && large.error().offset) {
      EXPECT_EQ(*added.error().offset + kMaxHeldTextBytes,
                *large.error().offset);
    }
    return added.error();
  }

  Error MarksRejection(std::string_view text, std::vector<PageMark> pages,
                       std::vector<HeadingMark> headings) {
    auto upload = store_->Begin("c", "a");
    auto appended = upload->Append(text, pages, headings);
    if (!appended) return appended.error();
    Waiter<DocumentSummary> waiter;
    store_->Commit(std::move(*upload), std::nullopt, waiter.completion());
    auto added = waiter.Wait();
    return added ? Error{} : added.error();
  }

  TemporaryFolder folder_;
  StoreDriver store_{folder_};
};

TEST_F(StoreRejectionsTest, InvalidUtf8IsNamedWithItsOffset) {
  const Error error = Rejection("abc \xff def");
  EXPECT_EQ(error.kind, ErrorKind::kRejected);
  EXPECT_EQ(error.subject, "invalid_utf8");
  EXPECT_EQ(error.offset, 4u);
  EXPECT_THAT(error.message, HasSubstr("byte 4"));
}

TEST_F(StoreRejectionsTest, ACharacterCutShortAtTheEndIsInvalid) {
  const Error error = Rejection("abc \xe2\x82");
  EXPECT_EQ(error.subject, "invalid_utf8");
  EXPECT_EQ(error.offset, 4u);
}

TEST_F(StoreRejectionsTest, ANullByteIsBinary) {
  const Error error = Rejection(std::string("ELF\0", 4));
  EXPECT_EQ(error.subject, "binary");
  EXPECT_EQ(error.offset, 3u);
}

TEST_F(StoreRejectionsTest, NothingButWhiteSpaceIsEmpty) {
  for (const char* text : {"", " ", "\n\t\r\n", "\xc2\xa0 \xe3\x80\x80"}) {
    EXPECT_EQ(Rejection(text).subject, "empty");
  }
}

TEST_F(StoreRejectionsTest, AnotherTextThanAnnouncedIsAMismatch) {
  auto sent = store_.Send("a", "One.", "c", engine::ComputeSha256("Two."));
  EXPECT_EQ(sent.Wait().error().subject, "sha256_mismatch");
  auto right = store_.Send("a", "One.", "c", engine::ComputeSha256("One."));
  EXPECT_TRUE(right.Wait());
}

TEST_F(StoreRejectionsTest, ADocumentMayHave16MiBAndNotAByteMore) {
  const std::string sentence = "Vaccines are kept cold and hands are clean. ";
  std::string text;
  while (text.size() < engine::kMaxDocumentBytes) text += sentence;
  text.resize(engine::kMaxDocumentBytes);
  auto added = store_.Add("a", text);
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->bytes, engine::kMaxDocumentBytes);
  EXPECT_EQ(store_.Add("b", text + "x").error().subject, "too_large");
}

TEST_F(StoreRejectionsTest, PagesMustAscendWithinTheText) {
  const std::string text = "A \xc3\xa4 b.";  // Byte 3 of 7 is in a character.
  EXPECT_EQ(MarksRejection(text, {{0, 1}, {0, 2}}, {}).subject, "bad_marks");
  EXPECT_EQ(MarksRejection(text, {{2, 1}, {1, 2}}, {}).subject, "bad_marks");
  EXPECT_EQ(MarksRejection(text, {{0, 0}}, {}).subject, "bad_marks");
  EXPECT_EQ(MarksRejection(text, {{3, 1}}, {}).offset, 3u);
  EXPECT_EQ(MarksRejection(text, {{8, 1}}, {}).subject, "bad_marks");
  EXPECT_EQ(MarksRejection(text, {{0, 3}, {2, 1}, {7, 2}}, {}).subject, "");
}

TEST_F(StoreRejectionsTest, HeadingsMustBeDisjointWithinTheText) {
  const std::string text = "A \xc3\xa4 b.";
  const auto reason = [&](std::vector<HeadingMark> headings) {
    return MarksRejection(text, {}, std::move(headings)).subject;
  };
  EXPECT_EQ(reason({{{0, 0}, 1}}), "bad_marks");
  EXPECT_EQ(reason({{{2, 1}, 1}}), "bad_marks");
  EXPECT_EQ(reason({{{0, 1}, 0}}), "bad_marks");
  EXPECT_EQ(reason({{{0, 1}, 7}}), "bad_marks");
  EXPECT_EQ(reason({{{0, 3}, 1}}), "bad_marks");
  EXPECT_EQ(reason({{{3, 5}, 1}}), "bad_marks");
  EXPECT_EQ(reason({{{0, 8}, 1}}), "bad_marks");
  EXPECT_EQ(reason({{{0, 2}, 1}, {{1, 4}, 1}}), "bad_marks");
  EXPECT_EQ(reason({{{0, 1025}, 1}}), "bad_marks");
  EXPECT_EQ(reason({{{0, 2}, 1}, {{2, 7}, 6}}), "");
}

TEST_F(StoreRejectionsTest, MarksMustAscendOverAllParts) {
  auto upload = store_->Begin("c", "a");
  const PageMark page{5, 1};
  const HeadingMark heading{{0, 4}, 1};
  ASSERT_TRUE(upload->Append("Words.", {&page, 1}, {&heading, 1}));
  EXPECT_EQ(upload->Append("", {&page, 1}, {}).error().subject, "bad_marks");
  EXPECT_EQ(upload->Append("", {}, {&heading, 1}).error().subject, "bad_marks");
}

TEST_F(StoreRejectionsTest, BlocksMustBeATreeOverTheText) {
  using Kind = engine::TextBlockKind;
  const auto reason = [&](std::vector<NumberedBlock> blocks) {
    auto upload = store_->Begin("c", "a");
    const auto appended = upload->Append("Some words.", {}, {}, blocks);
    if (!appended) return appended.error().subject;
    Waiter<DocumentSummary> waiter;
    store_->Commit(std::move(*upload), std::nullopt, waiter.completion());
    const auto added = waiter.Wait();
    return added ? "" : added.error().subject;
  };
  const NumberedBlock quote{{.range = {0, 11}, .kind = Kind::kQuote}, {}};
  NumberedBlock paragraph{{.range = {0, 4}, .kind = Kind::kParagraph}, 0u};
  EXPECT_EQ(reason({quote, paragraph}), "");
  EXPECT_EQ(reason({paragraph}), "bad_blocks");  // Its own parent.
  paragraph.block.range.end = 12;
  EXPECT_EQ(reason({quote, paragraph}), "bad_blocks");
  const NumberedBlock cell{{.range = {0, 4}, .kind = Kind::kCell}, {}};
  EXPECT_EQ(reason({cell}), "bad_blocks");
  const NumberedBlock heading{{.range = {0, 4}, .kind = Kind::kHeading}, {}};
  EXPECT_EQ(reason({heading}), "bad_marks");  // Without a level.
}

TEST_F(StoreRejectionsTest, ADocumentHasHeadingsOrBlocks) {
  const NumberedBlock block{{.range = {0, 4}}, {}};
  const HeadingMark heading{{0, 4}, 1};
  auto upload = store_->Begin("c", "a");
  ASSERT_TRUE(upload->Append("Some words.", {}, {}, {&block, 1}));
  EXPECT_EQ(upload->Append("", {}, {&heading, 1}).error().subject, "bad_marks");
  auto other = store_->Begin("c", "a");
  ASSERT_TRUE(other->Append("Some words.", {}, {&heading, 1}));
  EXPECT_EQ(other->Append("", {}, {}, {&block, 1}).error().subject,
            "bad_marks");
}

TEST_F(StoreRejectionsTest, PagesHaveNumbersThatASegmentCanHold) {
  auto upload = store_->Begin("c", "a");
  const PageMark pages[] = {{0, engine::kMaxPageNumber},
                            {1, engine::kMaxPageNumber + 1}};
  ASSERT_TRUE(upload->Append("Words.", {&pages[0], 1}, {}));
  EXPECT_EQ(upload->Append("More.", {&pages[1], 1}, {}).error().subject,
            "bad_marks");
}

TEST_F(StoreRejectionsTest, AnUploadWithABadPartCannotBeCommitted) {
  auto upload = store_->Begin("c", "a");
  const PageMark page{0, 0};
  ASSERT_FALSE(upload->Append("Words.", {&page, 1}, {}));
  EXPECT_FALSE(upload->Append("More words.", {}, {}));
  Waiter<DocumentSummary> waiter;
  store_->Commit(std::move(*upload), std::nullopt, waiter.completion());
  EXPECT_EQ(waiter.Wait().error().subject, "bad_marks");
  EXPECT_EQ(store_.Pin(), nullptr);
}

TEST_F(StoreRejectionsTest, MarksBeyondTheirLimitAreRefused) {
  auto upload = store_->Begin("c", "a");
  std::vector<PageMark> pages;
  for (std::uint32_t at = 0; at < engine::kMaxPageMarks; ++at) {
    pages.push_back({at, at + 1});
  }
  ASSERT_TRUE(upload->Append("Words.", pages, {}));
  const PageMark last{engine::kMaxPageMarks, 1};
  EXPECT_EQ(upload->Append("", {&last, 1}, {}).error().kind, ErrorKind::kLimit);
}

TEST_F(StoreRejectionsTest, DocumentNamesAreRelativePaths) {
  const std::string longest(1024, 'n');
  for (const std::string& name :
       {std::string("../x"), std::string("a/../b"), std::string("a/."),
        std::string("."), std::string("/a"), std::string("a/"),
        std::string("a//b"), std::string("a\nb"), std::string("a\x7f"),
        std::string("a\xc2\x85"), std::string("a\0b", 3), std::string(""),
        std::string("\xff"), std::string(" "), std::string("\xe2\x80\x8b"),
        std::string("\xe2\x80\xaegnp.exe"), longest + "n"}) {
    auto begun = store_->Begin("c", name);
    ASSERT_FALSE(begun) << name;
    EXPECT_EQ(begun.error().kind, ErrorKind::kRejected);
    EXPECT_EQ(begun.error().subject, "bad_name");
  }
  for (const std::string& name :
       {std::string("a b"), std::string("..."), std::string("a/b/c.md"),
        std::string("\xc3\xa4.txt"), longest}) {
    EXPECT_TRUE(store_.Add(name, "Text.")) << name;
    EXPECT_EQ(store_.Text(name), "Text.");
  }
}

// Older versions accepted such names. The test puts a segment with one in the
// place of a segment whose document has another name of the same length.
TEST_F(StoreRejectionsTest, DocumentsWithNamesOfOlderDaysAreReadAndRemoved) {
  const std::string name = "\xe2\x80\xaegnp.exe";
  const std::string text = TextOf("older");
  ASSERT_TRUE(store_.Add("abcgnp.exe", text));
  const std::uint64_t number = store_.Pin()->segments()[0].stored->number;
  store_.Close();
  const auto folder = folder_.path() / "state" / "collections" / "c";
  std::filesystem::remove(folder / SegmentFileName(number));
  auto file = SegmentFile::Create(folder, number);
  ASSERT_TRUE(file) << file.error().message;
  engine::SegmentBuilder builder(engine::Profile::kDefault, {}, **file);
  ASSERT_TRUE(builder.Add(name, engine::ComputeSha256(text), {text, {}, {}}));
  ASSERT_TRUE(builder.Finish());
  (*file)->Keep();
  ASSERT_TRUE((*file)->Finish());

  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre(name));
  EXPECT_EQ(store_.Text(name), text);
  EXPECT_EQ(store_->Begin("c", name).error().subject, "bad_name");
  EXPECT_TRUE(store_.Remove(name));
  EXPECT_THAT(store_.Names(), IsEmpty());
}

TEST_F(StoreRejectionsTest, CollectionNamesAreFolderNames) {
  for (const std::string& name :
       {std::string(""), std::string("-a"), std::string("_a"), std::string("A"),
        std::string("a b"), std::string(".."), std::string(".new-1"),
        std::string("a/b"), std::string(65, 'a')}) {
    EXPECT_EQ(store_->Begin(name, "a").error().subject, "bad_name") << name;
    EXPECT_EQ(store_.Create(name).error().subject, "bad_name") << name;
  }
  EXPECT_TRUE(store_.Create(std::string(64, 'a')));
  EXPECT_TRUE(store_.Create("0-_z"));
}

TEST_F(StoreRejectionsTest, SettingsOutOfRangeAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double theta : {-0.1, 1.1, nan}) {
    EXPECT_EQ(store_.Create("a", {.theta = theta}).error().subject, "theta");
    EXPECT_EQ(store_.SetTheta("a", theta).error().subject, "theta");
  }
  for (const engine::Chunking chunking :
       {engine::Chunking{7, 0}, engine::Chunking{1001, 0},
        engine::Chunking{10, 6}}) {
    auto created = store_.Create("a", {.chunking = chunking});
    EXPECT_EQ(created.error().kind, ErrorKind::kInvalidParams);
  }
  EXPECT_THAT(store_->Collections(), IsEmpty());
}

TEST_F(StoreRejectionsTest, TheLimitOnDocumentsCoversAllCollections) {
  const TemporaryFolder folder;
  StoreDriver store({.state_dir = folder.path() / "state", .max_documents = 2});
  ASSERT_TRUE(store.Add("a", "One.", "one"));
  ASSERT_TRUE(store.Add("b", "Two.", "two"));
  EXPECT_EQ(store.Add("c", "Three.", "two").error().kind, ErrorKind::kLimit);
  EXPECT_TRUE(store.Add("b", "Replaced.", "two"));
  ASSERT_TRUE(store.Remove("a", "one"));
  EXPECT_TRUE(store.Add("c", "Three.", "two"));
}

TEST_F(StoreRejectionsTest, TheLimitOnCollectionsHolds) {
  const TemporaryFolder folder;
  StoreDriver store(
      {.state_dir = folder.path() / "state", .max_collections = 1});
  ASSERT_TRUE(store.Create("one"));
  EXPECT_EQ(store.Create("two").error().kind, ErrorKind::kLimit);
  EXPECT_EQ(store->Begin("two", "a").error().kind, ErrorKind::kLimit);
  EXPECT_TRUE(store.Add("a", "Text.", "one"));
  ASSERT_TRUE(store.Drop("one"));
  EXPECT_TRUE(store.Create("two"));
}

TEST_F(StoreRejectionsTest, WithoutMemoryForUploadsTheyGoThroughFiles) {
  const TemporaryFolder folder;
  StoreDriver store(
      {.state_dir = folder.path() / "state", .held_upload_bytes = 0});
  auto upload = store->Begin("c", "a");
  ASSERT_TRUE(upload->Append("Text.", {}, {}));
  EXPECT_FALSE(std::filesystem::is_empty(folder.path() / "state/incoming"));
  Waiter<DocumentSummary> waiter;
  store->Commit(std::move(*upload), std::nullopt, waiter.completion());
  EXPECT_TRUE(waiter.Wait());
  EXPECT_EQ(store.Text("a"), "Text.");
  auto marked = store->Begin("c", "b");
  const PageMark page{0, 1};
  EXPECT_EQ(marked->Append("", {&page, 1}, {}).error().kind, ErrorKind::kLimit);
}

}  // namespace
}  // namespace answerbox::daemon
