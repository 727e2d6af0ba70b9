// Reads what a server sends, as a client would: written from the standards
// apart from the code that it checks.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

// Fields that a packet's type does not have stay as they are here.
struct ServerPacket {
  unsigned first_byte = 0;
  bool is_session_present = false;
  unsigned packet_id = 0;
  std::string topic;
  std::string payload;
  // The reason or return codes; none where they are left out.
  std::vector<unsigned> codes;
  // Ids and the bytes of values, in their order; of a string, without its
  // length, and of a pair as "name=value".
  std::vector<std::pair<unsigned, std::string>> properties;
};

// Throws std::runtime_error where `bytes` is not exactly one packet.
[[nodiscard]] ServerPacket ReadAsClient(Version version,
                                        std::string_view bytes);

}  // namespace answerbox::daemon::mqtt
