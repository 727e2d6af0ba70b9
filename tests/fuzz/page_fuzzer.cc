// Replies of `ask` of any shape as HTML. Nothing in a reply or a question may
// become markup.
#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/protocol/http/page/page.h"

namespace {

namespace page = answerbox::daemon::page;

constexpr std::size_t kMaxBytes = 65'536;
constexpr std::array<std::string_view, 24> kTags = {
    "a",       "article", "bdi",    "blockquote", "cite",  "code",
    "details", "div",     "h2",     "h3",         "li",    "mark",
    "p",       "span",    "strong", "summary",    "table", "tbody",
    "td",      "th",      "thead",  "tr",         "u",     "ul",
};

// Every tag is one that the page writes, and none has a script.
void CheckMarkup(std::string_view html) {
  for (std::size_t at = 0;
       (at = html.find('<', at)) != std::string_view::npos;) {
    at += html[at + 1] == '/' ? 2 : 1;
    const std::size_t end = html.find('>', at);
    if (end == std::string_view::npos) std::abort();
    const std::string_view tag = html.substr(at, end - at);
    const std::string_view name = tag.substr(0, tag.find(' '));
    if (std::ranges::find(kTags, name) == kTags.end()) std::abort();
    if (tag.find(" on") != std::string_view::npos) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes),
                              std::min(size, kMaxBytes));
  const std::string_view question = text.substr(0, 40);
  page::PageState state;
  state.language = "en";
  state.question = question;
  state.collection = question;
  state.error = {"internal", text};
  CheckMarkup(page::RenderAnswer(state));
  boost::system::error_code failed;
  const auto reply = boost::json::parse(text, failed);
  if (failed || !reply.is_object()) return 0;
  state.reply = &reply.get_object();
  CheckMarkup(page::RenderAnswer(state));
  return 0;
}
