#include "daemon/protocol/mqtt/codec/packet.h"

#include "daemon/protocol/mqtt/codec/reader.h"
#include "daemon/protocol/mqtt/codec/subscription_options.h"

namespace answerbox::daemon::mqtt {

SubscriptionList::Iterator::Iterator(Of packet, std::string_view rest) noexcept
    : packet_(packet), rest_(rest) {
  ++*this;
}

SubscriptionList::Iterator& SubscriptionList::Iterator::operator++() noexcept {
  Reader reader(rest_);
  current_ = {};
  is_end_ = rest_.empty();
  if (is_end_) return *this;
  const std::string_view filter = reader.Binary();
  if (packet_ == Of::kSubscribe) current_ = WithOptions(reader.Byte());
  current_.filter = filter;
  is_end_ = reader.error().has_value();
  rest_ = reader.rest();
  return *this;
}

std::size_t SubscriptionList::size() const noexcept {
  std::size_t count = 0;
  for (Iterator each = begin(); each != end(); ++each) ++count;
  return count;
}

}  // namespace answerbox::daemon::mqtt
