#include "client/convert/layout/lines/words.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/runs.h"

namespace answerbox::client::layout {

// A page may have 50,000 words, and each of its runs asks for those in its box.
// So they are sorted by stripes of 8 pixels, then from left to right.
WordPage::WordPage(std::vector<Word> words) : words_(std::move(words)) {
  std::ranges::sort(words_, {}, [](const Word& word) {
    return std::tuple(Stripe(word.middle, kStripe), word.left, word.right);
  });
  for (std::size_t i = 0; i < words_.size(); ++i) {
    first_of_stripe_.try_emplace(Stripe(words_[i].middle, kStripe), i);
  }
}

std::vector<const Word*> WordPage::In(Length left, Length right, Length top,
                                      Length bottom,
                                      std::size_t most_bytes) const {
  // A run is one line high; taller boxes are drawings of letters.
  constexpr Length kMaxStripes = 32;
  std::vector<const Word*> found;
  std::size_t bytes = 0;
  const Length first = Stripe(top, kStripe);
  const Length last = std::min(Stripe(bottom, kStripe), first + kMaxStripes);
  for (Length stripe = first; stripe <= last; ++stripe) {
    const auto begin = first_of_stripe_.find(stripe);
    if (begin == first_of_stripe_.end()) continue;
    const auto next = std::next(begin);
    const auto end = words_.begin() +
                     static_cast<std::ptrdiff_t>(next == first_of_stripe_.end()
                                                     ? words_.size()
                                                     : next->second);
    auto at = std::lower_bound(
        words_.begin() + static_cast<std::ptrdiff_t>(begin->second), end, left,
        [](const Word& word, Length value) { return word.left < value; });
    for (; at != end && at->left <= right; ++at) {
      if (at->right <= right && at->middle >= top && at->middle <= bottom) {
        bytes += at->text.size();
        // A hostile page may have runs that cover all of it. Callers want no
        // more words than the run has bytes.
        if (bytes > most_bytes) return {};
        found.push_back(&*at);
      }
    }
  }
  std::ranges::stable_sort(found, {},
                           [](const Word* word) { return word->left; });
  return found;
}

WordPage WordReader::ReadPage(Length page_width, Length page_height) {
  constexpr std::string_view kPage = "<page ";
  const std::size_t begin = rest_.find(kPage);
  if (begin == std::string_view::npos) return {};
  const std::size_t next = rest_.find(kPage, begin + 1);
  std::string_view page = rest_.substr(begin, next - begin);
  rest_.remove_prefix(next == std::string_view::npos ? rest_.size() : next);
  const std::string_view page_tag = page.substr(0, page.find('>'));
  std::int64_t width = LengthIn(page_tag, "width");
  const std::int64_t height = LengthIn(page_tag, "height");
  // On a page with /Rotate 90, pdftotext prints the page size from before the
  // rotation, but the words' places from after it.
  if ((width < height) != (page_width < page_height)) width = height;
  if (width <= 0) return {};
  // pdftotext counts points, pdftohtml pixels.
  const auto scaled = [width, page_width](Length length) {
    return static_cast<Length>(std::clamp<std::int64_t>(
        std::int64_t{length} * page_width / width, -kMaxLength, kMaxLength));
  };
  std::vector<Word> words;
  while (words.size() < kMaxPageRuns) {
    const std::size_t open = page.find("<word ");
    if (open == std::string_view::npos) break;
    page.remove_prefix(open);
    const std::size_t close = page.find('>');
    const std::size_t end = page.find("</word>");
    if (close == std::string_view::npos || end == std::string_view::npos ||
        end < close) {
      break;
    }
    const std::string_view tag = page.substr(0, close);
    Word word;
    word.left = scaled(LengthIn(tag, "xMin"));
    word.right = scaled(LengthIn(tag, "xMax"));
    word.top = scaled(LengthIn(tag, "yMin"));
    word.bottom = scaled(LengthIn(tag, "yMax"));
    word.middle = word.top + (word.bottom - word.top) / 2;
    word.text = Trim(PlainText(page.substr(close + 1, end - close - 1)));
    if (!word.text.empty()) words.push_back(std::move(word));
    page.remove_prefix(end);
  }
  return WordPage(std::move(words));
}

}  // namespace answerbox::client::layout
