// The text of one upload (SpooledText), and the budget that all share
// (HeldBytes). A text is in memory while it is short and the shared budget has
// room, and otherwise in a file of its own. Invariant: the budget counts every
// heap byte that is allocated, used or not.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/error.h"
#include "engine/index/format/checksum.h"
#include "platform/error.h"
#include "platform/file/file_writer.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {

// Bounds the heap bytes that all open uploads and staged changes hold together.
// Text may take half of the bound, as it can be in a file instead. Marks of
// pages and headings, and the steps of staged changes, can't be in files. Safe
// to use from any thread.
class HeldBytes {
 public:
  explicit HeldBytes(std::size_t limit) noexcept : limit_(limit) {}

  // Takes `bytes` of the budget. Returns false, and takes nothing, when less is
  // left.
  [[nodiscard]] bool Take(std::size_t bytes) noexcept {
    std::size_t held = held_.load();
    do {
      if (bytes > limit_ - held) return false;
    } while (!held_.compare_exchange_weak(held, held + bytes));
    return true;
  }

  // Precondition: `bytes` were taken.
  void Return(std::size_t bytes) noexcept { held_ -= bytes; }

  // Do the same for text. These bytes also count against the half for text.
  [[nodiscard]] bool TakeForText(std::size_t bytes) noexcept {
    std::size_t text = text_.load();
    do {
      if (bytes > limit_ / 2 - text) return false;
    } while (!text_.compare_exchange_weak(text, text + bytes));
    if (Take(bytes)) return true;
    text_ -= bytes;
    return false;
  }
  void ReturnFromText(std::size_t bytes) noexcept {
    Return(bytes);
    text_ -= bytes;
  }

  [[nodiscard]] std::size_t held() const noexcept { return held_; }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> held_ = 0;
  std::atomic<std::size_t> text_ = 0;  // Part of held_.
};

inline constexpr std::size_t kMaxHeldTextBytes = std::size_t{256} << 10;

// A text that waits in a file: its bytes are on the disk, and it holds no
// descriptor.
class StowedText {
 public:
  StowedText(std::string path, std::uint64_t bytes, engine::Checksum checksum)
      : path_(std::move(path)), bytes_(bytes), checksum_(checksum) {}
  StowedText(StowedText&& other) noexcept;
  StowedText& operator=(StowedText&&) = delete;
  ~StowedText();  // Removes the file.

  // Works as SpooledText::Read.
  [[nodiscard]] Result<std::string_view> Read();

 private:
  std::string path_;  // Empty: the file is another object's.
  std::uint64_t bytes_;
  engine::Checksum checksum_;
  platform::MappedFile mapping_;
};

class SpooledText {
 public:
  // The file at `path` is made when it is first needed.
  SpooledText(std::filesystem::path path, std::shared_ptr<HeldBytes> budget);
  SpooledText(SpooledText&& other) noexcept;
  SpooledText& operator=(SpooledText&&) = delete;
  ~SpooledText();  // Removes the file.

  [[nodiscard]] platform::Result<void> Append(std::string_view part);

  // Returns the whole text. Valid while this object lives and nothing is
  // appended. Errors: kStorage, also when the file's length or checksum has
  // changed.
  [[nodiscard]] Result<std::string_view> Read();

  // Moves the text to its file and gives the file away. Afterwards this object
  // may only be destroyed.
  [[nodiscard]] platform::Result<StowedText> Stow();

  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept {
    return path_;
  }
  [[nodiscard]] bool in_file() const noexcept { return file_.has_value(); }

 private:
  // Makes room in memory for a text of `size` bytes. Returns false when there
  // is no room.
  [[nodiscard]] bool MakeRoom(std::uint64_t size);
  [[nodiscard]] bool Grow(std::size_t capacity);
  void FreeHeld() noexcept;
  [[nodiscard]] platform::Result<void> MoveToFile();

  std::filesystem::path path_;
  std::shared_ptr<HeldBytes> budget_;
  std::unique_ptr<char[]> held_;
  std::size_t capacity_ = 0;   // Of held_, taken from the budget.
  std::uint64_t bytes_ = 0;    // In held_ while there is no file.
  engine::Checksum checksum_;  // Of all bytes that were appended.
  std::optional<platform::FileWriter> file_;
  platform::MappedFile mapping_;
};

}  // namespace answerbox::daemon
