#include "daemon/protocol/mqtt/journal/change_codec.h"

#include <gtest/gtest.h>

#include <memory>
#include <memory_resource>
#include <string>
#include <variant>
#include <vector>

#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::int64_t kSystemNow = 1'795'219'200'000;
const Time kNow{std::chrono::hours(5)};
const StoredClock kClock(
    kNow, std::chrono::system_clock::time_point(milliseconds(kSystemNow)), 0);

std::shared_ptr<Message> SampleMessage() {
  Publish publish;
  publish.qos = QoS::kExactlyOnce;
  publish.is_retained = true;
  publish.topic = "a/b";
  publish.payload = "payload";
  publish.properties.correlation_data = "\x01";
  publish.properties.user_properties =
      UserProperties(std::string_view("\x26\x00\x01k\x00\x01v", 7));
  auto message = MakeMessage(publish, {"user:a", "c"}, {},
                             *std::pmr::new_delete_resource(),
                             Quotes{protocol::Right::kManage, "house"});
  message->expires = kNow + milliseconds(1500);
  return message;
}

std::vector<Change> Samples() {
  static constexpr std::uint32_t kIds[] = {1, 268'435'455};
  const SessionKept session{.session = 1,
                            .identity = "user:a",
                            .client_id = "c",
                            .expiry = seconds(3600),
                            .expires = kNow + seconds(7),
                            .will = PendingWill{.message = SampleMessage(),
                                                .lifetime = seconds(4),
                                                .delay = seconds(5),
                                                .due = kNow + seconds(6)}};
  return {MessageNumbered{SampleMessage()},
          session,
          SessionEnded{2},
          Subscribed{.session = 3,
                     .filter = "$share/g/+/#",
                     .options = {.maximum_qos = QoS::kExactlyOnce,
                                 .is_no_local = true,
                                 .is_retain_as_published = true,
                                 .identifier = 9},
                     .is_retained_due = true,
                     .last_retained = "r"},
          Unsubscribed{4, "f"},
          Queued{.session = 5,
                 .message = 6,
                 .qos = QoS::kAtLeastOnce,
                 .is_retained = true,
                 .subscription_ids = kIds},
          Dropped{7, 8},
          Sent{9, 65'535},
          Received{10, 11},
          Finished{12, 13},
          Taken{14, 15},
          Released{16, 17},
          RequestBegun{18, 19, SampleMessage()},
          RequestEnded{20, 21},
          Retained{SampleMessage()},
          Unretained{"t"},
          RequestBegunAgain{22, 23},
          SessionOrigin{24, "10.0.0.1"}};
}

std::string Encoded(const Change& change) {
  Output out;
  EncodeChange(change, kClock, out);
  return std::string(out);
}

TEST(ChangeCodec, ReadsWhatItWrites) {
  EXPECT_EQ(Samples().size(), std::variant_size_v<Change>);
  for (const Change& change : Samples()) {
    SCOPED_TRACE(change.index());
    const std::string bytes = Encoded(change);
    ChangeReader reader(bytes, kClock);
    const auto read = reader.Next();
    ASSERT_TRUE(std::holds_alternative<Change>(read));
    EXPECT_TRUE(reader.is_at_end());
    EXPECT_EQ(std::get<Change>(read).index(), change.index());
    EXPECT_EQ(Encoded(std::get<Change>(read)), bytes);
  }
}

TEST(ChangeCodec, ReadsEveryFieldOfAMessage) {
  const std::string bytes = Encoded(Retained{SampleMessage()});
  ChangeReader reader(bytes, kClock);
  const auto read = reader.Next();
  EXPECT_EQ(*std::get<Retained>(std::get<Change>(read)).message,
            *SampleMessage());
}

TEST(ChangeCodec, AnOldMessageOfTheDaemonMayQuoteAnything) {
  const auto quoting = [](const char* publisher, bool is_retained) {
    const auto message =
        std::make_shared<Message>(*std::pmr::new_delete_resource());
    message->topic = "a";
    message->publisher = publisher;
    message->is_retained = is_retained;
    std::string bytes = Encoded(MessageNumbered{message});
    bytes.pop_back();  // Nothing says what it quotes.
    ChangeReader reader(bytes, kClock, false);
    const auto read = reader.Next();
    const auto quotes =
        std::get<MessageNumbered>(std::get<Change>(read)).message->quotes();
    return quotes && quotes->collection.empty();
  };
  EXPECT_TRUE(quoting("", false));
  EXPECT_FALSE(quoting("", true));
  EXPECT_FALSE(quoting("user:a", false));
}

TEST(ChangeCodec, WhatIsCutShortIsMalformed) {
  for (const Change& change : Samples()) {
    const std::string bytes = Encoded(change);
    for (std::size_t size = 1; size < bytes.size(); ++size) {
      const std::string cut = bytes.substr(0, size);
      ChangeReader reader(cut, kClock);
      EXPECT_TRUE(
          std::holds_alternative<ChangeReader::Malformed>(reader.Next()))
          << change.index() << " of " << size << " bytes";
    }
  }
}

TEST(ChangeCodec, UnknownKindsAndImpossibleValuesAreMalformed) {
  for (const char* bytes :
       {"13", "01 30 04 0001 61 00 00 0001 61 0000 05", "ff",
        "08 00000001 0000", "03", "04 00000001 0001 66 03 00000000 0000",
        "02 00000001 0000 0001 63 00000e10 00 00",
        "02 00000001 0001 61 0001 63 00000e10 02",
        "0f 30 04 0001 61 00 00 0001 61 0000"}) {
    const std::string text = Hex(bytes);
    ChangeReader reader(text, kClock);
    EXPECT_TRUE(std::holds_alternative<ChangeReader::Malformed>(reader.Next()))
        << bytes;
  }
}

TEST(StoredClock, GoesOnWhereTheSystemsClockWasSetBack) {
  const StoredClock back(kNow, std::chrono::system_clock::time_point(),
                         kSystemNow + 1000);
  EXPECT_EQ(back.ToStored(kNow), kSystemNow + 1000);
  EXPECT_EQ(back.FromStored(kClock.ToStored(kNow + seconds(3))),
            kNow + seconds(2));
}

TEST(StoredClock, BringsTimesNearerThatAreTooFar) {
  EXPECT_GT(kClock.FromStored(INT64_MAX), kNow);
  EXPECT_LT(kClock.FromStored(INT64_MIN), kNow);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
