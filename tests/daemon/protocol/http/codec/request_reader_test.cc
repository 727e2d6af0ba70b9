#include "daemon/protocol/http/codec/request_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::daemon::http {
namespace {

using State = RequestReader::State;

constexpr std::string_view kPost =
    "POST /rpc HTTP/1.1\r\nHost: Box.local:80\r\n"
    "Content-Type: Application/JSON; charset=utf-8\r\n"
    "Cookie: a=b\r\nOrigin: http://box.local\r\n"
    "Sec-Fetch-Site: same-origin\r\nContent-Length: 4\r\n\r\nbody";
constexpr std::string_view kChunked =
    "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n"
    "2;x=y\r\nbo\r\n1\r\nd\r\n1\r\ny\r\n0\r\nHost: other\r\n\r\n";

class RequestReaderTest : public testing::Test {
 protected:
  // Puts all of it, and returns how much the reader took. A body may have
  // kMaxBody bytes.
  std::size_t PutAll(RequestReader& reader, std::string_view text) {
    std::size_t used = 0;
    while (used < text.size() && reader.state() != State::kWhole &&
           reader.state() != State::kRefused) {
      const State before = reader.state();
      used += reader.Put(text.substr(used));
      if (before == State::kHead && reader.state() == State::kBody) {
        reader.ReserveBody(kMaxBody, memory_);
      }
    }
    return used;
  }
  // The status with which a request is refused; ok if it is whole.
  status StatusOf(std::string_view text) {
    RequestReader reader(kMaxBody);
    static_cast<void>(PutAll(reader, text));
    if (reader.state() == State::kRefused) return reader.refusal().code;
    EXPECT_EQ(reader.state(), State::kWhole) << text;
    return status::ok;
  }
  static std::string Get(std::string_view fields,
                         std::string_view target = "/") {
    return "GET " + std::string(target) + " HTTP/1.1\r\nHost: h\r\n" +
           std::string(fields) + "\r\n";
  }

  static constexpr std::size_t kMaxBody = 1000;
  MemoryBudget memory_{1 << 20};
};

TEST_F(RequestReaderTest, TakesWhatTheHeadSays) {
  RequestReader reader(kMaxBody);
  EXPECT_EQ(PutAll(reader, kPost), kPost.size());
  ASSERT_EQ(reader.state(), State::kWhole);
  const RequestHead& head = reader.head();
  EXPECT_EQ(head.method, verb::post);
  EXPECT_EQ(head.path, "/rpc");
  EXPECT_EQ(head.host, "Box.local:80");
  EXPECT_EQ(head.content_type, "application/json");
  EXPECT_EQ(head.cookies, "a=b");
  EXPECT_EQ(head.origin, "http://box.local");
  EXPECT_EQ(head.fetch_site, "same-origin");
  EXPECT_TRUE(head.keeps_alive);
  EXPECT_EQ(reader.body(), "body");
}

TEST_F(RequestReaderTest, EveryPrefixWaitsForMore) {
  for (const std::string_view whole : {kPost, kChunked}) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      RequestReader reader(kMaxBody);
      static_cast<void>(PutAll(reader, whole.substr(0, size)));
      ASSERT_TRUE(reader.state() == State::kHead ||
                  reader.state() == State::kBody)
          << size;
    }
  }
}

TEST_F(RequestReaderTest, BytesOneByOneAreTheSame) {
  for (const std::string_view whole : {kPost, kChunked}) {
    RequestReader reader(kMaxBody);
    for (const char& byte : whole) {
      ASSERT_EQ(PutAll(reader, {&byte, 1}), 1u);
    }
    ASSERT_EQ(reader.state(), State::kWhole);
    EXPECT_EQ(reader.body(), "body");
    EXPECT_NE(reader.head().host, "other");
  }
}

TEST_F(RequestReaderTest, LeavesTheNextRequestAlone) {
  for (const std::string_view whole : {kPost, kChunked}) {
    RequestReader reader(kMaxBody);
    EXPECT_EQ(PutAll(reader, std::string(whole) + "GET / HTTP/1.1"),
              whole.size());
    EXPECT_EQ(reader.state(), State::kWhole);
    EXPECT_EQ(reader.Put("more"), 0u);
  }
}

TEST_F(RequestReaderTest, RefusesWhatCouldBeReadInTwoWays) {
  for (const char* fields :
       {"X: a\r\n b\r\n", "X: a\nY: b\r\n", "X: a\rb\r\n", "X : a\r\n",
        " X: a\r\n", "Host: h\r\n", "Content-Length: 1\r\n",
        "Content-Length: 0\r\nContent-Length: 0\r\n",
        "Content-Length: 0, 0\r\n", "Content-Length: +0\r\n",
        "Cookie: a\r\nCookie: b\r\n", "Origin: a\r\nOrigin: b\r\n",
        "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Sec-Fetch-Site: a\r\nSec-Fetch-Site: b\r\n"}) {
    EXPECT_EQ(StatusOf(Get(fields) + "0\r\n\r\n"), status::bad_request)
        << fields;
  }
  EXPECT_EQ(StatusOf(Get(std::string_view("X: \0\r\n", 6))),
            status::bad_request);
  EXPECT_EQ(StatusOf("GET / HTTP/1.1\r\n\r\n"), status::bad_request);
  EXPECT_EQ(StatusOf("GET / HTTP/1.0\r\nHost: h\r\n\r\n"),
            status::http_version_not_supported);
  EXPECT_EQ(StatusOf("POST / HTTP/1.1\r\nHost: h\r\n\r\n"),
            status::length_required);
  EXPECT_EQ(StatusOf("POST / HTTP/1.1\r\nHost: h\r\n"
                     "Transfer-Encoding: gzip, chunked\r\n\r\n"),
            status::not_implemented);
}

TEST_F(RequestReaderTest, HeadsAreBounded) {
  const std::string fits =
      Get("X: " + std::string(kMaxHeadBytes - 32, 'x') + "\r\n");
  ASSERT_EQ(fits.size(), kMaxHeadBytes);
  EXPECT_EQ(StatusOf(fits), status::ok);
  EXPECT_EQ(StatusOf(Get("X: " + std::string(kMaxHeadBytes, 'x') + "\r\n")),
            status::request_header_fields_too_large);
  EXPECT_EQ(StatusOf("GET /?q=" + std::string(kMaxHeadBytes, 'x')),
            status::uri_too_long);
  EXPECT_EQ(StatusOf(Get("", "/?q=" + std::string(kMaxTargetBytes, 'x'))),
            status::uri_too_long);
  std::string fields;
  for (std::size_t i = 1; i < kMaxFields; ++i) fields += "X: y\r\n";
  EXPECT_EQ(StatusOf(Get(fields)), status::ok);
  EXPECT_EQ(StatusOf(Get(fields + "X: y\r\n")),
            status::request_header_fields_too_large);
}

TEST_F(RequestReaderTest, BodiesAreBounded) {
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\n";
  EXPECT_EQ(
      StatusOf(head + "Content-Length: 1000\r\n\r\n" + std::string(1000, 'x')),
      status::ok);
  EXPECT_EQ(StatusOf(head + "Content-Length: 1001\r\n\r\n"),
            status::payload_too_large);
  const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(StatusOf(chunked + "3e9\r\n" + std::string(1001, 'x')),
            status::payload_too_large);
  std::string tiny = chunked;
  for (int i = 0; i < 900; ++i) tiny += "1;abc=def\r\nx\r\n";
  EXPECT_EQ(StatusOf(tiny), status::payload_too_large);
  EXPECT_EQ(StatusOf(chunked + "1;" + std::string(2000, 'x')),
            status::bad_request);
  EXPECT_EQ(StatusOf(chunked + "zz\r\n"), status::bad_request);
}

TEST_F(RequestReaderTest, TheBudgetPaysForTheBodyAndGetsItBack) {
  MemoryBudget small(3);
  {
    RequestReader reader(kMaxBody);
    // A head alone takes nothing.
    const std::size_t head = kPost.size() - 4;
    EXPECT_EQ(reader.Put(kPost.substr(0, head)), head);
    ASSERT_EQ(reader.state(), State::kBody);
    reader.ReserveBody(kMaxBody, small);
    ASSERT_EQ(reader.state(), State::kRefused);
    EXPECT_EQ(reader.refusal().code, status::service_unavailable);
    EXPECT_EQ(small.used_bytes(), 0u);
  }
  {
    RequestReader reader(kMaxBody);
    static_cast<void>(PutAll(reader, kPost));
    EXPECT_EQ(memory_.used_bytes(), 4u);
  }
  EXPECT_EQ(memory_.used_bytes(), 0u);
}

TEST_F(RequestReaderTest, BodiesAreBoundedByWhoSendsThem) {
  constexpr std::size_t kMost = 3;
  for (const std::string_view whole : {kPost, kChunked}) {
    RequestReader reader(kMaxBody);
    const std::size_t head = reader.Put(whole);
    ASSERT_EQ(reader.state(), State::kBody);
    reader.ReserveBody(kMost, memory_);
    if (reader.state() == State::kBody) {
      EXPECT_EQ(memory_.used_bytes(), kMost);
      static_cast<void>(reader.Put(whole.substr(head)));
    }
    ASSERT_EQ(reader.state(), State::kRefused);
    EXPECT_EQ(reader.refusal().code, status::payload_too_large);
  }
}

TEST_F(RequestReaderTest, KnowsWhoAsksForAWebSocket) {
  RequestReader reader(kMaxBody);
  static_cast<void>(PutAll(
      reader, Get("Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n",
                  "/mqtt")));
  ASSERT_EQ(reader.state(), State::kWhole);
  EXPECT_TRUE(reader.head().wants_web_socket);
}

}  // namespace
}  // namespace answerbox::daemon::http
