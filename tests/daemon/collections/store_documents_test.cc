// Adding, replacing, removing and reading documents.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/text/content_id.h"
#include "engine/text/utf8.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tests::TemporaryFolder;

class StoreDocumentsTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  StoreDriver store_{folder_};
};

TEST_F(StoreDocumentsTest, AnAddedDocumentIsSummarizedListedAndRead) {
  auto added = store_.Add("a.txt");
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->name, "a.txt");
  EXPECT_EQ(added->collection, "c");
  EXPECT_FALSE(added->replaced);
  EXPECT_EQ(added->bytes, TextOf("a.txt").size());
  EXPECT_EQ(added->sha256, engine::ComputeSha256(TextOf("a.txt")));
  EXPECT_EQ(added->chunks, 1u);
  EXPECT_EQ(added->sentences, 2u);
  EXPECT_THAT(store_.Names(), ElementsAre("a.txt"));
  EXPECT_EQ(store_.Text("a.txt"), TextOf("a.txt"));
}

TEST_F(StoreDocumentsTest, ADocumentArrivesInPartsThatSplitCharacters) {
  const std::string text =
      "Kept at 2 \xc2\xb0"
      "C. Kept dry.";
  auto upload = store_->Begin("c", "a");
  ASSERT_TRUE(upload);
  for (const char& byte : text) {
    ASSERT_TRUE(upload->Append({&byte, 1}, {}, {}));
  }
  EXPECT_EQ(upload->bytes(), text.size());
  Waiter<DocumentSummary> waiter;
  store_->Commit(std::move(*upload), std::nullopt, waiter.completion());
  ASSERT_TRUE(waiter.Wait());
  EXPECT_EQ(store_.Text("a"), text);
}

TEST_F(StoreDocumentsTest, MarksAreKept) {
  auto upload = store_->Begin("c", "a");
  ASSERT_TRUE(upload);
  const engine::PageMark pages[] = {{0, 7}, {9, 8}};
  const engine::HeadingMark headings[] = {{{0, 8}, 2}};
  ASSERT_TRUE(upload->Append("Vaccines\nKept cold.\n", {pages, 1}, headings));
  ASSERT_TRUE(upload->Append("Always.", {pages + 1, 1}, {}));
  Waiter<DocumentSummary> waiter;
  store_->Commit(std::move(*upload), std::nullopt, waiter.completion());
  auto added = waiter.Wait();
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->pages, 2u);
  const auto snapshot = store_.Pin();
  const auto& reader = snapshot->segments()[0].stored->reader;
  EXPECT_EQ(*reader.Page(0, 1), pages[1]);
  EXPECT_EQ(*reader.Heading(0, 0), headings[0]);
}

TEST_F(StoreDocumentsTest, BlocksAreKeptAndTellTheHeadings) {
  using Kind = engine::TextBlockKind;
  auto upload = store_->Begin("c", "a");
  ASSERT_TRUE(upload);
  const NumberedBlock title{{.range = {0, 8}, .kind = Kind::kTitle, .level = 1},
                            {}};
  const NumberedBlock list{{.range = {9, 26}, .kind = Kind::kList, .level = 1},
                           {}};
  const NumberedBlock item{{.range = {11, 20}, .kind = Kind::kItem, .level = 1},
                           1u};
  const NumberedBlock blocks[] = {title, list, item};
  const engine::PageMark page{0, 4};
  ASSERT_TRUE(upload->Append("Vaccines\n- ", {&page, 1}, {}, {blocks, 1}));
  ASSERT_TRUE(upload->Append("Kept cold\n- Dry.", {}, {}, {blocks + 1, 2}));
  Waiter<DocumentSummary> waiter;
  store_->Commit(std::move(*upload), std::nullopt, waiter.completion());
  auto added = waiter.Wait();
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->blocks, 3u);
  const auto stored = store_->Blocks("c", "a", 1, 5);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->document_blocks, 3u);
  ASSERT_EQ(stored->blocks.size(), 2u);
  EXPECT_EQ(stored->blocks[1].block.range, item.block.range);
  EXPECT_EQ(stored->blocks[1].block.parent_distance, 1u);
  EXPECT_EQ(stored->blocks[1].page, 4u);
  const auto snapshot = store_.Pin();
  EXPECT_EQ(snapshot->segments()[0].stored->reader.Heading(0, 0)->range,
            title.block.range);
}

TEST_F(StoreDocumentsTest, ADocumentOfTheSameNameReplacesTheOneBefore) {
  ASSERT_TRUE(store_.Add("a", "The first one."));
  ASSERT_TRUE(store_.Add("b"));
  auto replaced = store_.Add("a", "The second one.");
  ASSERT_TRUE(replaced);
  EXPECT_TRUE(replaced->replaced);
  EXPECT_THAT(store_.Names(), ElementsAre("a", "b"));
  EXPECT_EQ(store_.Text("a"), "The second one.");
}

TEST_F(StoreDocumentsTest, ARemovedDocumentIsGone) {
  ASSERT_TRUE(store_.Add("a"));
  ASSERT_TRUE(store_.Add("b"));
  ASSERT_TRUE(store_.Remove("a"));
  EXPECT_THAT(store_.Names(), ElementsAre("b"));
  EXPECT_EQ(store_->Text("c", "a", 0, 1).error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_.Remove("a").error().kind, ErrorKind::kNotFound);
}

TEST_F(StoreDocumentsTest, TheLastDocumentCanBeRemoved) {
  ASSERT_TRUE(store_.Add("a"));
  ASSERT_TRUE(store_.Remove("a"));
  EXPECT_THAT(store_.Names(), IsEmpty());
  EXPECT_THAT(store_.Pin()->segments(), IsEmpty());
  store_.Restart();
  EXPECT_THAT(store_.Names(), IsEmpty());
  EXPECT_TRUE(store_.Add("a"));
}

TEST_F(StoreDocumentsTest, EveryChangeIsThereAfterARestart) {
  ASSERT_TRUE(store_.Add("a"));
  store_.Restart();
  ASSERT_TRUE(store_.Add("b"));
  ASSERT_TRUE(store_.Add("a", "Replaced."));
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("a", "b"));
  EXPECT_EQ(store_.Text("a"), "Replaced.");
  ASSERT_TRUE(store_.Remove("b"));
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("a"));
  EXPECT_EQ(store_.Pin()->number(), 4u);
}

TEST_F(StoreDocumentsTest, CollectionsDoNotMix) {
  ASSERT_TRUE(store_.Add("a", "In one.", "one"));
  ASSERT_TRUE(store_.Add("a", "In two.", "two"));
  ASSERT_TRUE(store_.Remove("a", "one"));
  EXPECT_THAT(store_.Names("one"), IsEmpty());
  EXPECT_EQ(store_.Text("a", "two"), "In two.");
}

TEST_F(StoreDocumentsTest, ListsPagesInOrderOfNames) {
  for (const char* name : {"d", "b", "e", "a", "c"}) {
    ASSERT_TRUE(store_.Add(name));
  }
  ASSERT_TRUE(store_.Remove("c"));
  const auto page = [&](const char* after, std::size_t limit) {
    std::string names;
    const auto listed = store_->List("c", after, limit);
    for (const auto& document : listed->documents) {
      names += document.name;
    }
    return names;
  };
  EXPECT_EQ(page("", 2), "ab");
  EXPECT_EQ(page("b", 2), "de");
  EXPECT_EQ(page("c", 9), "de");
  EXPECT_EQ(page("e", 2), "");
  EXPECT_EQ(page("", 0), "");
}

TEST_F(StoreDocumentsTest, TextPartsAreCutToWholeCharacters) {
  const std::string text = "a \xc3\xa4 \xe2\x82\xac z";  // 1, 2, 3 byte ones.
  ASSERT_TRUE(store_.Add("a", text));
  for (std::uint64_t begin = 0; begin <= text.size() + 1; ++begin) {
    for (std::uint64_t end = 0; end <= text.size() + 1; ++end) {
      auto part = store_->Text("c", "a", begin, end);
      ASSERT_TRUE(part);
      EXPECT_EQ(part->text, text.substr(static_cast<std::size_t>(part->begin),
                                        part->text.size()));
      EXPECT_TRUE(engine::ValidateUtf8(part->text)) << begin << ' ' << end;
      EXPECT_EQ(part->document_bytes, text.size());
    }
  }
  EXPECT_EQ(store_->Text("c", "a", 3, 6)->text, "\xc3\xa4 ");
}

TEST_F(StoreDocumentsTest, TextPartsAreBounded) {
  ASSERT_TRUE(store_.Add("a", std::string(400'000, 'x') + "."));
  EXPECT_EQ(store_->Text("c", "a", 0, ~0ull)->text.size(), kMaxTextPartBytes);
  EXPECT_EQ(store_->Text("c", "a", 400'000, ~0ull)->text, ".");
  EXPECT_EQ(store_->Text("c", "a", ~0ull, ~0ull)->text, "");
}

TEST_F(StoreDocumentsTest, AnUnknownCollectionIsNotFound) {
  EXPECT_EQ(store_->Pin("none").error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_->List("none", "", 1).error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_->Text("none", "a", 0, 1).error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_.Remove("a", "none").error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_.Drop("none").error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_.SetTheta("none", 0.5).error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_.Compact("none").error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_.Verify("none").error().kind, ErrorKind::kNotFound);
}

TEST_F(StoreDocumentsTest, AnAbandonedUploadLeavesNothing) {
  {
    auto upload = store_->Begin("c", "a");
    ASSERT_TRUE(upload);
    ASSERT_TRUE(upload->Append(std::string(1 << 20, 'x'), {}, {}));
    EXPECT_FALSE(std::filesystem::is_empty(folder_.path() / "state/incoming"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() / "state/incoming"));
  EXPECT_EQ(store_->Pin("c").error().kind, ErrorKind::kNotFound);
}

TEST_F(StoreDocumentsTest, ASpoolIsGoneWhenItsDocumentIsIn) {
  ASSERT_TRUE(store_.Add("a", std::string(300'000, 'x')));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() / "state/incoming"));
}

TEST_F(StoreDocumentsTest, AChangedSnapshotLeavesAPinnedOneAsItWas) {
  ASSERT_TRUE(store_.Add("a"));
  const auto pinned = store_.Pin();
  ASSERT_TRUE(store_.Add("b"));
  ASSERT_TRUE(store_.Remove("a"));
  ASSERT_TRUE(store_.Compact());
  ASSERT_TRUE(store_.Drop("c"));
  ASSERT_EQ(pinned->segments().size(), 1u);
  const auto& reader = pinned->segments()[0].stored->reader;
  const auto record = reader.Document(0);
  ASSERT_TRUE(record);
  EXPECT_EQ(reader.Text(*record).value(), TextOf("a"));
}

TEST_F(StoreDocumentsTest, CountsLeaveRemovedDocumentsOut) {
  ASSERT_TRUE(store_.Add("a", "One. Two. Three."));
  ASSERT_TRUE(store_.Add("b", "One."));
  ASSERT_TRUE(store_.Add("a", "One. Two."));
  auto collections = store_->Collections();
  ASSERT_EQ(collections.size(), 1u);
  EXPECT_EQ(collections[0].documents, 2u);
  EXPECT_EQ(collections[0].sentences, 3u);
  EXPECT_EQ(collections[0].chunks, 2u);
  EXPECT_EQ(collections[0].text_bytes, 13u);
  EXPECT_EQ(collections[0].snapshot, 3u);
  EXPECT_EQ(store_->activity().bytes_added, 16u + 4u + 9u);
}

}  // namespace
}  // namespace answerbox::daemon
