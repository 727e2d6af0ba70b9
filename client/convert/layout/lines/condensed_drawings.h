// Reduces the output of `pdftops` to lines that say where something is drawn,
// for DrawingReader. Most of the output is fonts, data of pictures, strings and
// widths of letters, which do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::client::layout {

// The part of a document's output that was kept.
struct PrintedDrawings {
  std::string_view condensed;
  // pdftops prints a shade of 10 % like a solid colour.
  bool may_be_transparent = false;
};

// What a token of pdftops does. Lines that only have operators from kMask on
// are left out.
enum class Operator : std::uint8_t {
  kSave,
  kRestore,
  kPlace,
  kLineWidth,
  kColorSpace,
  kColor,
  kMove,
  kLine,
  kCurve,
  kBox,
  kClose,
  kFill,
  kFillEvenOdd,
  kStroke,
  kClip,
  kClipToStroke,
  kTextMatrix,
  kTextMove,
  kTextMode,
  kShowText,
  kClipToText,
  kPicture,
  kPictureMask,  // A sign in one colour.
  kShading,
  kMask,
  kPaper,
  kRotate,
  kTranslate,
  kScale,
  kNone,
};

[[nodiscard]] Operator OperatorOf(std::string_view token);

// Takes the next token off a line; empty at its end. Brackets only separate
// tokens.
[[nodiscard]] std::string_view NextToken(std::string_view& line);

class DrawingCondenser {
 public:
  // `printed` holds the kept lines so far and after them the output since the
  // last call. Removes in place what is not kept; an unfinished line waits for
  // the next call, so the result does not depend on how the output is divided.
  // Time is linear in the new output.
  void Condense(std::string& printed);

 private:
  [[nodiscard]] std::string_view KeptOf(std::string_view line);
  [[nodiscard]] std::string_view AfterString(std::string_view line);
  [[nodiscard]] bool HasOperator(std::string_view line);

  std::size_t kept_ = 0;     // Bytes of `printed` that stay.
  std::size_t scanned_ = 0;  // No line ends between `kept_` and this.
  bool is_in_pages_ = false;
  bool is_in_setup_ = false;
  bool is_in_string_ = false;
  bool is_in_data_ = false;
  bool has_data_ahead_ = false;  // After the next operator that draws pictures.
};

}  // namespace answerbox::client::layout
