#include <utility>

#include "client/convert/converters.h"
#include "client/convert/document/text_charset.h"

namespace answerbox::client {
namespace {

// Works in place, in one pass. A lone carriage return stays, as it may be
// intended.
void JoinCarriageReturns(std::string& text) {
  std::size_t out = text.find("\r\n");
  if (out == std::string::npos) return;
  for (std::size_t in = out; in < text.size(); ++in) {
    if (text[in] == '\r' && in + 1 < text.size() && text[in + 1] == '\n') {
      continue;
    }
    text[out++] = text[in];
  }
  text.resize(out);
}

void MarkPagesAtFormFeeds(ConvertedDocument& document) {
  const std::string& text = document.text;
  std::size_t feed = text.find('\f');
  if (feed == std::string::npos) return;
  document.pages.push_back({0, 1});
  // A form feed at the very end closes the last page; it does not open another.
  for (std::uint32_t number = 2;
       feed != std::string::npos && feed + 1 < text.size() &&
       number <=
           engine::kMaxPageMarks + 1;  // One too many, which Finish refuses.
       ++number) {
    document.pages.push_back({static_cast<std::uint32_t>(feed + 1), number});
    feed = text.find('\f', feed + 1);
  }
}

}  // namespace

Conversion<ConvertedDocument> ConvertPlainText(std::string bytes) {
  Conversion<DecodedText> decoded = DecodeText(std::move(bytes));
  if (!decoded) return decoded.error();
  ConvertedDocument document{.text = std::move(decoded->text)};
  document.notes.guessed_charset = std::move(decoded->guessed_charset);
  JoinCarriageReturns(document.text);
  MarkPagesAtFormFeeds(document);
  return Finish(std::move(document));
}

}  // namespace answerbox::client
