#include "client/terminal/progress_bar.h"

#include <algorithm>
#include <cstdio>

#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

constexpr std::chrono::milliseconds kDrawInterval{100};
// Earlier than this, the rate does not predict the remaining time.
constexpr std::chrono::milliseconds kSettled{500};
constexpr std::size_t kMinBar = 10;
constexpr std::size_t kMaxBar = 40;

double Share(std::uint64_t done, std::uint64_t total) {
  if (total == 0) return 1.0;
  return std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
}

std::string Figures(const Progress& progress, double share) {
  char percent[16];
  std::snprintf(percent, sizeof percent, "%3d %%",
                static_cast<int>(share * 100));
  std::string figures = percent;
  if (progress.total_items > 0) {
    figures += "  " + Grouped(progress.done_items) + "/" +
               Grouped(progress.total_items);
  }
  if (progress.elapsed < kSettled || share == 0) return figures;
  if (progress.done_bytes != 0) {
    figures += "  " + HumanRate(progress.done_bytes, progress.elapsed);
  }
  const auto left = std::chrono::milliseconds(static_cast<std::int64_t>(
      static_cast<double>(progress.elapsed.count()) * (1 - share) / share));
  return figures + "  " + HumanDuration(left) + " left";
}

}  // namespace

std::string RenderProgress(const Progress& progress, std::size_t columns) {
  const double share = progress.total_bytes == 0
                           ? Share(progress.done_items, progress.total_items)
                           : Share(progress.done_bytes, progress.total_bytes);
  const std::string figures = Figures(progress, share);
  // Room for brackets, two blanks, and the last column, where some terminals
  // wrap.
  const std::size_t taken = figures.size() + 5;
  if (columns < taken + kMinBar) return Shortened(figures, columns - 1);
  const std::size_t width = std::min(columns - taken, kMaxBar);
  const auto filled =
      static_cast<std::size_t>(share * static_cast<double>(width));
  std::string bar(filled, '#');
  if (filled < width) bar += '>';
  bar.resize(width, ' ');
  return "[" + bar + "]  " + figures;
}

ProgressBar::ProgressBar(const Terminal& terminal)
    : enabled_(terminal.is_terminal), columns_(terminal.columns) {}

std::chrono::milliseconds ProgressBar::elapsed() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() -
                                                               begun_);
}

void ProgressBar::Update(Progress progress) {
  const Clock::time_point now = Clock::now();
  // A folder of small files would draw thousands of times a second, which a
  // slow terminal line would delay.
  if (!enabled_ || now - last_drawn_ < kDrawInterval) return;
  last_drawn_ = now;
  progress.elapsed = elapsed();
  // Returns to the first column, writes the line, and clears what is left of
  // the old one.
  const std::string line = "\r" + RenderProgress(progress, columns_) + "\x1b[K";
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

// Must be called before a message is printed, or the message would begin within
// the line.
void ProgressBar::Clear() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace answerbox::client
