// Links to what an answer may show besides: the printed page on which it
// stands, and its record. A caller who may only ask gets these of its answers,
// and no others: the link comes with the answer, nobody else can make one, and
// it is good for its caller alone, for a short time. Nothing is kept of it.
#pragma once

#include <nettle/sha2.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::daemon::http {

// Used by one thread. The time is an argument.
class AnswerLinks {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::minutes kLife{10};

  // Without random numbers it makes no links.
  AnswerLinks();

  // Returns the link, which no attribute has to escape: the path, "?t=", and
  // letters, digits, '-' and '_'. Empty if there is none.
  //   path    of the link; without a zero byte, as `caller`
  //   text    that Read returns
  [[nodiscard]] std::string Make(std::string_view path, std::string_view text,
                                 std::string_view caller,
                                 Clock::time_point now) const;
  struct Link {
    std::string text;
    Clock::time_point made;  // At this moment, or up to a second later.
  };
  // Nothing for a link that is not of this path and caller,
  // is too old, or was made by anybody else.
  //   token  after "?t="
  [[nodiscard]] std::optional<Link> Read(std::string_view path,
                                         std::string_view token,
                                         std::string_view caller,
                                         Clock::time_point now) const;

 private:
  using Code = std::array<std::uint8_t, SHA256_DIGEST_SIZE>;

  [[nodiscard]] Code CodeOf(std::string_view path, std::string_view text,
                            std::string_view caller) const noexcept;

  std::array<std::uint8_t, 32> key_{};
  bool has_key_ = false;
};

inline constexpr std::string_view kTokenField = "t";

// An answer's place on a page.
struct PicturedPlace {
  std::string collection;
  std::string document;
  std::uint64_t version = 0;  // Of the document's pictures.
  std::uint32_t page = 0;
  // Bytes of the answer in the document's text.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const PicturedPlace&, const PicturedPlace&) = default;
};

[[nodiscard]] std::string WritePlace(const PicturedPlace& place);
// Precondition: WritePlace wrote the text.
[[nodiscard]] PicturedPlace ReadPlace(std::string_view text);

}  // namespace answerbox::daemon::http
