#include "client/convert/recognition/page_queue.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "client/convert/recognition/page_cache.h"

namespace answerbox::client::recognition {
namespace {

// Weights each letter by its confidence.
std::size_t SureLetters(std::string_view hocr) {
  std::size_t sum = 0;
  for (const SeenLine& line : ReadHocr(hocr).lines) {
    for (const SeenWord& word : line.words) {
      sum += word.text.size() * static_cast<std::size_t>(word.confidence);
    }
  }
  return sum;
}

// Whether the reading of a turned page is at least as sure. On its side, a page
// has sure letters in both readings, but lines in the right order in only one.
bool IsSurer(std::string_view turned, std::string_view upright) {
  return 100 * SureLetters(turned) >= 95 * SureLetters(upright);
}

class PageQueue {
 public:
  PageQueue(std::span<const std::uint32_t> pages, PageCache& cache,
            const TakePicture& take_picture, const TextRecognition& recognition)
      : pages_(pages),
        cache_(cache),
        take_picture_(take_picture),
        recognition_(recognition),
        seen_(pages.size()) {}

  // Threads only wait for tesseract's processes. Two are enough to keep a small
  // board busy, which has memory for no more.
  Conversion<std::vector<SeenPage>> Run() {
    FindKept();
    if (fault_) return *fault_;
    std::vector<std::thread> workers;
    const std::size_t count = std::min(waiting_.size(), kMaxPagesAtOnce);
    total_ = waiting_.size();
    working_ = count;
    for (std::size_t i = 0; i < count; ++i) {
      workers.emplace_back([this] { Work(); });
    }
    Watch();
    for (std::thread& worker : workers) worker.join();
    if (fault_) return *fault_;
    return std::move(seen_);
  }

 private:
  void FindKept() {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (const auto hocr = cache_.Find(pages_[i])) {
        Take(i, *hocr);
      } else {
        waiting_.push_back(i);
      }
    }
    // Pages are taken from the back, so this restores their order.
    std::ranges::reverse(waiting_);
  }

  // Reports pages and asks whether to stop, until all threads have ended.
  void Watch() {
    std::unique_lock lock(mutex_);
    std::size_t told = 0;
    while (working_ > 0) {
      // The lock is released while callbacks run, as they may take long: a
      // terminal can block.
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      const std::size_t done = done_;
      lock.unlock();
      if (done > told && recognition_.on_page) {
        recognition_.on_page(done, total_);
      }
      told = done;
      const bool stops =
          recognition_.is_stop_requested && recognition_.is_stop_requested();
      lock.lock();
      if (stops) {
        Fail({RejectionReason::kStopped,
              "stopped; the pages that were recognised are kept: the same "
              "command goes on"});
      }
    }
  }

  void Work() {
    while (const auto index = Next()) {
      // Without the lock, as this is the long part.
      Conversion<std::string> hocr = Recognize(pages_[*index]);
      const std::scoped_lock lock(mutex_);
      if (!hocr) {
        Fail({hocr.error().reason, "page " + std::to_string(pages_[*index]) +
                                       ": " + hocr.error().message});
      } else {
        Take(*index, *hocr);
        ++done_;
      }
      changed_.notify_one();
    }
    const std::scoped_lock lock(mutex_);
    --working_;
    changed_.notify_one();
  }

  std::optional<std::size_t> Next() {
    const std::scoped_lock lock(mutex_);
    if (waiting_.empty() || fault_) return std::nullopt;
    const std::size_t index = waiting_.back();
    waiting_.pop_back();
    return index;
  }

  Conversion<std::string> Recognize(std::uint32_t page) {
    const Conversion<Picture> picture = take_picture_(page);
    if (!picture) return picture.error();
    auto hocr = RecognizePicture(*picture, recognition_.language,
                                 PageDirection::kUpright);
    if (hocr && LooksTurned(*hocr)) {
      auto turned = RecognizePicture(*picture, recognition_.language,
                                     PageDirection::kAny);
      if (turned && IsSurer(*turned, *hocr)) hocr = std::move(turned);
    }
    if (hocr) cache_.Store(page, *hocr);
    return hocr;
  }

  void Take(std::size_t index, std::string_view hocr) {
    seen_[index] = ReadHocr(hocr);
    for (const SeenLine& line : seen_[index].lines) {
      words_ += line.words.size();
    }
    if (words_ > kMaxRecognizedWords) {
      Fail({RejectionReason::kTooLarge,
            "more than 4 million words on its pictures: split it into parts"});
    }
  }

  // Must be called with the lock held. The first fault ends the work.
  void Fail(Rejection fault) {
    if (!fault_) fault_ = std::move(fault);
  }

  const std::span<const std::uint32_t> pages_;
  PageCache& cache_;
  const TakePicture& take_picture_;
  const TextRecognition& recognition_;
  std::size_t total_ = 0;

  std::mutex mutex_;  // Guards the following members.
  std::condition_variable changed_;
  std::vector<SeenPage> seen_;
  std::vector<std::size_t> waiting_;  // The next page last.
  std::size_t words_ = 0;
  std::size_t done_ = 0;
  std::size_t working_ = 0;  // Threads.
  std::optional<Rejection> fault_;
};

// Makes the name of a document's folder. Language names have no '/'.
std::string NameOf(int fd, const std::string& variant,
                   const TextRecognition& recognition) {
  const std::string content = NameContent(fd);
  if (content.empty()) return {};
  return content + "-" + recognition.language + "-" + variant;
}

}  // namespace

Conversion<RecognizedPages> RecognizePages(std::span<const std::uint32_t> pages,
                                           int fd, const std::string& variant,
                                           const TakePicture& take_picture,
                                           const TextRecognition& recognition) {
  PageCache cache(recognition.cache_folder,
                  recognition.cache_folder.empty()
                      ? std::string()
                      : NameOf(fd, variant, recognition));
  auto seen = PageQueue(pages, cache, take_picture, recognition).Run();
  if (!seen) return seen.error();
  return RecognizedPages{*std::move(seen), cache.folder()};
}

}  // namespace answerbox::client::recognition
