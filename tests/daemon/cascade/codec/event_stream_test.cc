#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "daemon/cascade/codec/completions.h"

namespace answerbox::daemon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The events of a stream that comes in pieces of `step` bytes.
std::vector<std::string> EventsOf(std::string_view stream, std::size_t step) {
  EventStream events;
  std::vector<std::string> found;
  for (std::size_t at = 0; at < stream.size(); at += step) {
    const auto fed = events.Feed(stream.substr(at, step), [&](auto data) {
      found.emplace_back(data);
      return ModelResult<bool>(true);
    });
    EXPECT_TRUE(fed);
  }
  return found;
}

TEST(EventStreamTest, FindsTheSameEventsHoweverTheBytesCome) {
  constexpr std::string_view kStream =
      "\xef\xbb\xbf"
      "data: {\"a\":1}\n\n: comment\nevent: x\ndata:two\r\ndata: lines\r\n\r\n"
      "id: 3\rdata\r\rdata:  blank\n\n";
  for (std::size_t step = 1; step <= kStream.size(); ++step) {
    EXPECT_THAT(EventsOf(kStream, step),
                ElementsAre("{\"a\":1}", "two\nlines", "", " blank"))
        << step;
  }
}

TEST(EventStreamTest, AnEventEndsWithAnEmptyLine) {
  EXPECT_THAT(EventsOf("data: one\n", 100), IsEmpty());
  EXPECT_THAT(EventsOf("\n\n\n: only comments\n\n", 100), IsEmpty());
}

TEST(EventStreamTest, NothingIsReadAfterTheLastEvent) {
  EventStream events;
  int count = 0;
  const auto fed = events.Feed("data: 1\n\ndata: 2\n\n", [&](auto) {
    ++count;
    return ModelResult<bool>(false);
  });
  ASSERT_TRUE(fed);
  EXPECT_FALSE(*fed);
  EXPECT_EQ(count, 1);
}

ModelResult<bool> FeedAll(std::string_view bytes) {
  EventStream events;
  return events.Feed(bytes, [](auto) { return ModelResult<bool>(true); });
}

TEST(EventStreamTest, ALineHasABound) {
  EXPECT_TRUE(FeedAll(std::string(kMaxEventBytes, 'x')));
  const auto fed = FeedAll(std::string(kMaxEventBytes + 1, 'x'));
  ASSERT_FALSE(fed);
  EXPECT_EQ(fed.error().fault, ModelFault::kTooLong);
}

TEST(EventStreamTest, LinesOfOneEventHaveABoundTogether) {
  std::string stream;
  for (int i = 0; i < 70; ++i)
    stream += "data:" + std::string(1000, 'x') + '\n';
  const auto fed = FeedAll(stream);
  ASSERT_FALSE(fed);
  EXPECT_EQ(fed.error().fault, ModelFault::kTooLong);
  stream.clear();
  for (int i = 0; i < 70'000; ++i) stream += "data\n";
  EXPECT_FALSE(FeedAll(stream));
}

TEST(EventStreamTest, AnErrorOfTheReaderEndsIt) {
  EventStream events;
  const auto fed = events.Feed("data: 1\n\ndata: 2\n\n", [](auto) {
    return ModelResult<bool>(ModelFailure{ModelFault::kInvalid, "no"});
  });
  ASSERT_FALSE(fed);
  EXPECT_EQ(fed.error().message, "no");
}

}  // namespace
}  // namespace answerbox::daemon
