#include "daemon/protocol/mqtt/codec/properties.h"

#include "daemon/protocol/mqtt/codec/read_properties.h"
#include "daemon/protocol/mqtt/codec/reader.h"

namespace answerbox::daemon::mqtt {

UserProperties::Iterator::Iterator(std::string_view rest) noexcept
    : rest_(rest) {
  ++*this;
}

UserProperties::Iterator& UserProperties::Iterator::operator++() noexcept {
  Reader reader(rest_);
  const std::optional<UserProperty> next = NextUserProperty(reader);
  rest_ = reader.rest();
  is_end_ = !next;
  current_ = next.value_or(UserProperty{});
  return *this;
}

}  // namespace answerbox::daemon::mqtt
