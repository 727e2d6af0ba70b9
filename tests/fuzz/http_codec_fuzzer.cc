// Reads any bytes as requests of HTTP, in pieces of any sizes. Whatever the
// pieces are, the same is understood. An accepted request keeps its promises:
// its body is within its bound, its path is plain, and no text of it reaches
// the head of a reply.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/protocol/http/codec/request_reader.h"
#include "daemon/protocol/http/codec/response.h"
#include "daemon/protocol/http/codec/routes.h"
#include "daemon/protocol/http/codec/same_host.h"
#include "daemon/protocol/http/codec/user_sessions.h"

namespace {

namespace protocol = answerbox::protocol;

using namespace answerbox::daemon;
using namespace answerbox::daemon::http;
using State = RequestReader::State;

constexpr std::size_t kMaxBody = 4096;

void Check(bool condition) {
  if (!condition) std::abort();
}

bool IsOver(const RequestReader& reader) {
  return reader.state() == State::kWhole || reader.state() == State::kRefused;
}

// Returns how many bytes the reader took.
std::size_t PutAll(RequestReader& reader, std::string_view text,
                   std::size_t piece, protocol::MemoryBudget& memory) {
  std::size_t used = 0;
  while (used < text.size() && !IsOver(reader)) {
    const State before = reader.state();
    const std::size_t taken = reader.Put(text.substr(used, piece));
    Check(taken > 0 || reader.state() != before);
    used += taken;
    if (before == State::kHead && reader.state() == State::kBody) {
      reader.ReserveBody(kMaxBody, memory);
    }
  }
  return used;
}

void CheckWhole(const RequestReader& reader) {
  const RequestHead& head = reader.head();
  Check(reader.body().size() <= kMaxBody);
  Check(head.path.starts_with('/') &&
        head.path.find("..") == std::string::npos &&
        head.path.find('%') == std::string::npos);
  Check(head.query.Get("q").find('\0') == std::string_view::npos);
  static const HostNames names("box", "clinic.example");
  for (const bool is_tls : {false, true}) {
    static_cast<void>(CheckSource(head, names, is_tls));
    const std::string_view id = FindId(head.cookies, is_tls);
    Check(id.size() <= head.cookies.size());
  }
  if (head.content_type == "application/x-www-form-urlencoded") {
    static_cast<void>(Form::Read(reader.body()));
  }
  static_cast<void>(FindRoute(head.path));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::size_t piece = 1 + data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1,
                              size - 1);
  protocol::MemoryBudget memory(std::size_t{1} << 20);
  {
    RequestReader whole(kMaxBody);
    RequestReader pieces(kMaxBody);
    const std::size_t used = PutAll(whole, text, text.size(), memory);
    const std::size_t used_by_pieces = PutAll(pieces, text, piece, memory);
    // A body that is refused may be refused sooner or later: all of it is lost.
    if (whole.state() != State::kRefused) {
      Check(whole.state() == pieces.state() && used == used_by_pieces);
    }
    if (whole.state() == State::kWhole) {
      Check(whole.body() == pieces.body());
      Check(whole.head().path == pieces.head().path);
      CheckWhole(whole);
    }
  }
  Check(memory.used_bytes() == 0);
  return 0;
}
