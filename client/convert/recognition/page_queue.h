// Recognises the text of pages, two at a time, each in a separate process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "client/convert/recognition/seen_page.h"
#include "client/convert/recognition/tesseract.h"
#include "client/rejection.h"

namespace answerbox::client::recognition {

// Two pages take up to 2 x kMaxPageMemory, plus two pictures in our
// memory.
inline constexpr std::size_t kMaxPagesAtOnce = 2;

// The most words of a document's pages together; more are kTooLarge. A page has
// about 400.
inline constexpr std::size_t kMaxRecognizedWords = 4'000'000;

// A person's choices, and callbacks.
struct TextRecognition {
  std::string language;                     // CheckLanguage accepts it.
  std::filesystem::path cache_folder = {};  // Empty: nothing is kept.
  // Called after each page that was not kept from before, with the number of
  // such pages. This and the next are called in the caller's thread. May be
  // empty.
  std::function<void(std::size_t done, std::size_t total)> on_page = {};
  // Called several times a second. Empty: never stops.
  std::function<bool()> is_stop_requested = {};
};

// Makes the picture of a page; called from up to two threads at once.
using TakePicture = std::function<Conversion<Picture>(std::uint32_t page)>;

struct RecognizedPages {
  std::vector<SeenPage> pages;  // One for each requested page.
  // For ForgetPages, when the document is stored.
  std::filesystem::path kept_in;
};

// Recognises `pages` of the document open as `fd`. Recognised pages are kept
// (page_cache.h), also if the work ends with an error. Errors: the first one of
// a page, and kStopped, after the pages in progress are done.
//   variant  distinguishes readings of one file, such as "300"; without '/'
[[nodiscard]] Conversion<RecognizedPages> RecognizePages(
    std::span<const std::uint32_t> pages, int fd, const std::string& variant,
    const TakePicture& take_picture, const TextRecognition& recognition);

}  // namespace answerbox::client::recognition
