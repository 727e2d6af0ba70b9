#include "client/convert/recognition/page_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "client/convert/recognition/page_cache.h"
#include "platform/file_descriptor.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client::recognition {
namespace {

using ::testing::HasSubstr;

constexpr const char* kHocr =
    "<div class='ocr_page' title='bbox 0 0 100 200'><span class='ocr_line' "
    "title=\"bbox 0 0 90 20; baseline 0 -4; x_size 16; x_descenders 4\"><span "
    "class='ocrx_word' title='bbox 1 2 30 16; x_wconf 96'>kept</span></span>";

class PageQueueTest : public ::testing::Test {
 protected:
  PageQueueTest() : file_(memfd_create("scan", MFD_CLOEXEC)) {
    EXPECT_EQ(write(file_.get(), "scan", 4), 4);
    recognition_.language = "eng";
    recognition_.cache_folder = folder_.path() / "ocr";
  }

  // Keeps `page` as a command before would have.
  void Keep(std::uint32_t page) {
    PageCache(recognition_.cache_folder, NameContent(file_.get()) + "-eng-300")
        .Store(page, kHocr);
  }

  Conversion<RecognizedPages> Recognize(std::span<const std::uint32_t> pages,
                                        const TakePicture& take_picture) {
    return RecognizePages(pages, file_.get(), "300", take_picture,
                          recognition_);
  }

  const ScratchFolder folder_;
  const platform::FileDescriptor file_;
  TextRecognition recognition_;
};

Conversion<Picture> NoPicture(std::uint32_t) {
  return Rejection{RejectionReason::kDamaged, "no picture"};
}

TEST_F(PageQueueTest, KeptPagesAreNotRecognisedAgain) {
  Keep(1);
  Keep(2);
  const std::array<std::uint32_t, 2> pages = {1, 2};
  const auto recognized = Recognize(pages, NoPicture);
  ASSERT_TRUE(recognized) << recognized.error().message;
  ASSERT_EQ(recognized->pages.size(), 2u);
  EXPECT_EQ(recognized->pages[1].lines[0].words[0].text, "kept");
  EXPECT_FALSE(recognized->kept_in.empty());
}

TEST_F(PageQueueTest, PagesOfAnotherLanguageAreNotTaken) {
  Keep(1);
  recognition_.language = "deu";
  const std::array<std::uint32_t, 1> pages = {1};
  EXPECT_FALSE(Recognize(pages, NoPicture));
}

TEST_F(PageQueueTest, AFaultNamesItsPageAndEndsTheWork) {
  const std::array<std::uint32_t, 5> pages = {1, 2, 3, 4, 5};
  std::atomic<int> taken{0};
  const auto recognized = Recognize(pages, [&](std::uint32_t) {
    ++taken;
    return NoPicture(0);
  });
  ASSERT_FALSE(recognized);
  EXPECT_EQ(recognized.error().reason, RejectionReason::kDamaged);
  EXPECT_THAT(recognized.error().message, HasSubstr("no picture"));
  EXPECT_THAT(recognized.error().message, ::testing::StartsWith("page "));
  EXPECT_LE(taken, 2);
}

TEST_F(PageQueueTest, AStopWaitsForPagesAtWorkAndBeginsNoOther) {
  const std::array<std::uint32_t, 5> pages = {1, 2, 3, 4, 5};
  std::atomic<bool> is_stopped{false};
  std::atomic<int> taken{0};
  recognition_.is_stop_requested = [&] { return is_stopped = true; };
  const auto recognized =
      Recognize(pages, [&](std::uint32_t) -> Conversion<Picture> {
        ++taken;
        // The page is at work until the stop was asked for, and a while longer.
        while (!is_stopped) usleep(1000);
        usleep(300'000);
        return NoPicture(0);
      });
  ASSERT_FALSE(recognized);
  EXPECT_EQ(recognized.error().reason, RejectionReason::kStopped);
  EXPECT_LE(taken, 2);
}

TEST_F(PageQueueTest, ProgressCountsOnlyPagesThatAreAtWork) {
  Keep(1);
  const std::array<std::uint32_t, 1> pages = {1};
  bool is_told = false;
  recognition_.on_page = [&](std::size_t, std::size_t) { is_told = true; };
  EXPECT_TRUE(Recognize(pages, NoPicture));
  EXPECT_FALSE(is_told);
}

}  // namespace
}  // namespace answerbox::client::recognition
