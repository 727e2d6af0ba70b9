// Recognises the text of pages, two at once, each in a process of its own.
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

// Two pages take up to 2 x kMaxPageAddressSpace, and as many pictures of ours.
inline constexpr std::size_t kMaxPagesAtOnce = 2;

// The most words of a document's pages together; with more it is kTooLarge. A
// page has about 400.
inline constexpr std::size_t kMaxRecognizedWords = 4'000'000;

// What a person chose, and who is told.
struct TextRecognition {
  std::string language;                     // CheckLanguage accepts it.
  std::filesystem::path cache_folder = {};  // Empty: nothing is kept.
  // After each page that was not kept from before, with the number of those.
  // Called in the caller's thread, as is the next. Empty: nobody is told.
  std::function<void(std::size_t done, std::size_t total)> on_page = {};
  // Asked several times a second. Empty: never.
  std::function<bool()> is_stop_requested = {};
};

// Makes the picture of a page, in any of two threads at once.
using TakePicture = std::function<Conversion<Picture>(std::uint32_t page)>;

struct RecognizedPages {
  std::vector<SeenPage> pages;  // One for each that was asked for.
  // What a caller gives to ForgetPages when the document is stored.
  std::filesystem::path kept_in;
};

// Recognises `pages` of the document open as `fd`. Pages that are recognised
// are kept (page_cache.h), also when the work ends with an error. Errors: the
// first one of a page, and kStopped, after the pages at work are done.
//   variant  distinguishes readings of one file, such as "300"; without '/'
[[nodiscard]] Conversion<RecognizedPages> RecognizePages(
    std::span<const std::uint32_t> pages, int fd, const std::string& variant,
    const TakePicture& take_picture, const TextRecognition& recognition);

}  // namespace answerbox::client::recognition
