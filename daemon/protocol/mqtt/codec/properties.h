// The properties of MQTT 5.0 packets: section 2.2.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace answerbox::daemon::mqtt {

struct UserProperty {
  std::string_view name;
  std::string_view value;
};

// The user properties of a packet, in their order. Points into the packet's
// properties and skips others in between, so that a flood of user properties
// takes no memory of its own.
class UserProperties {
 public:
  constexpr UserProperties() noexcept = default;  // None.
  // Precondition: `encoded` is a property list that the decoder accepted,
  // without its length.
  constexpr explicit UserProperties(std::string_view encoded) noexcept
      : encoded_(encoded) {}

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = UserProperty;
    using difference_type = std::ptrdiff_t;
    using pointer = const UserProperty*;
    using reference = const UserProperty&;

    explicit Iterator(std::string_view rest) noexcept;
    [[nodiscard]] reference operator*() const noexcept { return current_; }
    [[nodiscard]] pointer operator->() const noexcept { return &current_; }
    Iterator& operator++() noexcept;
    [[nodiscard]] bool operator==(const Iterator& other) const noexcept {
      return is_end_ == other.is_end_ &&
             (is_end_ || rest_.data() == other.rest_.data());
    }

   private:
    std::string_view rest_;
    UserProperty current_;
    bool is_end_ = false;
  };

  [[nodiscard]] Iterator begin() const noexcept { return Iterator(encoded_); }
  [[nodiscard]] Iterator end() const noexcept { return Iterator({}); }
  [[nodiscard]] bool empty() const noexcept { return begin() == end(); }

 private:
  std::string_view encoded_;
};

// An absent value is not in the packet. Text points into the packet.
struct Properties {
  std::optional<std::uint8_t> payload_format;              // 0x01
  std::optional<std::uint32_t> message_expiry_seconds;     // 0x02
  std::optional<std::string_view> content_type;            // 0x03
  std::optional<std::string_view> response_topic;          // 0x08
  std::optional<std::string_view> correlation_data;        // 0x09, bytes
  std::optional<std::uint32_t> subscription_identifier;    // 0x0B, from 1
  std::optional<std::uint32_t> session_expiry_seconds;     // 0x11
  std::optional<std::string_view> assigned_client_id;      // 0x12
  std::optional<std::uint16_t> server_keep_alive_seconds;  // 0x13
  std::optional<std::string_view> authentication_method;   // 0x15
  std::optional<std::string_view> authentication_data;     // 0x16, bytes
  std::optional<bool> request_problem_information;         // 0x17
  std::optional<std::uint32_t> will_delay_seconds;         // 0x18
  std::optional<bool> request_response_information;        // 0x19
  std::optional<std::string_view> response_information;    // 0x1A
  std::optional<std::string_view> server_reference;        // 0x1C
  std::optional<std::string_view> reason;                  // 0x1F
  std::optional<std::uint16_t> receive_maximum;            // 0x21, from 1
  std::optional<std::uint16_t> topic_alias_maximum;        // 0x22
  std::optional<std::uint16_t> topic_alias;                // 0x23, from 1
  std::optional<std::uint8_t> maximum_qos;                 // 0x24, 0 or 1
  std::optional<bool> retain_available;                    // 0x25
  UserProperties user_properties;                          // 0x26
  std::optional<std::uint32_t> maximum_packet_bytes;       // 0x27, from 1
  std::optional<bool> wildcard_available;                  // 0x28
  std::optional<bool> subscription_identifiers_available;  // 0x29
  std::optional<bool> shared_available;                    // 0x2A
};

}  // namespace answerbox::daemon::mqtt
