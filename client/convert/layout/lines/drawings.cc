#include "client/convert/layout/lines/drawings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "client/convert/layout/lines/condensed_drawings.h"

namespace answerbox::client::layout {
namespace {

// Bounds for hostile pages; a map or a shading has some 10,000 to 25,000
// shapes.
constexpr std::size_t kMaxShapes = 100'000;
constexpr std::size_t kMaxNested = 256;
constexpr std::size_t kMaxPoints = 4'096;
constexpr double kUnitsPerPoint = 150;  // Hundredths of poppler's pixel.
// In square points: an eighth of a page. Smaller pictures are logos and signs,
// which nearly every document has.
constexpr double kLeastPicture = 12 * 72 * 72;
constexpr std::size_t kMaxPictures = 1u << 16;

// Products of a page's numbers may be NaN, or beyond the range of a Length.
Length ToLength(double points) {
  return std::isfinite(points)
             ? static_cast<Length>(std::clamp(points, -1e5, 1e5) *
                                   kUnitsPerPoint)
             : 0;
}

struct Point {
  double x = 0;
  double y = 0;
};

struct Rect {
  double left = 0;
  double right = 0;
  double bottom = 0;
  double top = 0;
};

Rect BoundsOf(const std::vector<Point>& points) {
  Rect box{1e9, -1e9, 1e9, -1e9};
  for (const Point& point : points) {
    box.left = std::min(box.left, point.x);
    box.right = std::max(box.right, point.x);
    box.bottom = std::min(box.bottom, point.y);
    box.top = std::max(box.top, point.y);
  }
  return box;
}

// Whether the corners form a level box. There are four, and the first may be
// repeated at the end.
bool IsLevelBox(const std::vector<Point>& points) {
  if (points.size() != 4 && points.size() != 5) return false;
  const Point* last = &points.back();  // A path that is filled is closed.
  bool is_closed = points.size() == 4;
  for (const Point& point : points) {
    const bool moves_across = std::abs(point.x - last->x) > 0.01;
    const bool moves_down = std::abs(point.y - last->y) > 0.01;
    if (moves_across && moves_down) return false;
    is_closed = is_closed || (!moves_across && !moves_down);
    last = &point;
  }
  return is_closed;
}

struct Matrix {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;

  [[nodiscard]] Point Apply(double x, double y) const {
    return {a * x + c * y + e, b * x + d * y + f};
  }
};

Matrix Multiply(const Matrix& m, const Matrix& by) {
  return {m.a * by.a + m.b * by.c,        m.a * by.b + m.b * by.d,
          m.c * by.a + m.d * by.c,        m.c * by.b + m.d * by.d,
          m.e * by.a + m.f * by.c + by.e, m.e * by.b + m.f * by.d + by.f};
}

// The state that q saves and Q restores.
struct Graphics {
  Matrix place;
  Rect clip{-1e9, 1e9, -1e9, 1e9};
  bool is_clip_known = true;  // The clip is a level box.
  Color fill = 0;
  bool is_plain_fill = true;  // Its colour space is one of the device's.
  double line_width = 1;
};

class PageInterpreter {
 public:
  PageInterpreter(Length width, Length height)
      : width_(width), height_(height / kUnitsPerPoint) {}

  void Run(std::string_view line);
  // Returns the number of pictures of at least kLeastPicture so far.
  [[nodiscard]] std::size_t pictures() const { return pictures_; }
  // Returns nothing if the page was not understood to its end: a missing shape
  // could be the ground of white text.
  [[nodiscard]] std::optional<DrawnPage> Take() && {
    if (!has_paper_ || is_over_bound_ || !saved_.empty()) return std::nullopt;
    return std::move(drawn_);
  }

 private:
  void Operate(Operator name);
  bool OperatePath(Operator name);
  void OperateSetup(Operator name);
  void ShowText();
  void SetColor();
  void Fill(bool even_odd);
  void Stroke();
  void Clip();
  void AddUnknown(const Rect& box);
  void AddPicture();
  void Add(const Rect& box, Color color, std::vector<DrawnBox>& boxes);
  [[nodiscard]] double Number(std::size_t from_end) const {
    return from_end <= numbers_.size() ? numbers_[numbers_.size() - from_end]
                                       : 0;
  }
  [[nodiscard]] Matrix MatrixOperand() const {
    return {Number(6), Number(5), Number(4), Number(3), Number(2), Number(1)};
  }
  void Place(const Matrix& matrix) {
    now_.place = Multiply(matrix, now_.place);
  }
  void Close() {
    if (path_.empty()) return;
    auto& points = path_.back();
    const Point first = points.front();
    if (first.x != points.back().x || first.y != points.back().y) {
      points.push_back(first);
    }
  }
  void Move(double x, double y) {
    if (path_.size() < kMaxShapes) {
      path_.emplace_back();
    } else {
      is_over_bound_ = true;
    }
    path_.back().assign(1, now_.place.Apply(x, y));
  }
  void Line(double x, double y) {
    if (path_.empty()) return;
    auto& points = path_.back();
    if (points.size() >= kMaxPoints) {
      // A large path is the outline of a map: its bounds are enough.
      const Rect box = BoundsOf(points);
      points = {{box.left, box.bottom}, {box.right, box.top}};
      has_curves_ = true;
    }
    points.push_back(now_.place.Apply(x, y));
  }

  Length width_;   // Of the page.
  double height_;  // In points.
  bool has_paper_ = false;
  bool is_over_bound_ = false;
  DrawnPage drawn_;
  std::uint32_t order_ = 0;
  std::size_t pictures_ = 0;
  Graphics now_;
  std::vector<Graphics> saved_;
  std::vector<std::vector<Point>> path_;
  bool has_curves_ = false;
  Matrix text_;
  Point text_position_;
  std::vector<double> numbers_;
  std::string_view line_;
};

void PageInterpreter::Run(std::string_view line) {
  constexpr std::size_t kMostNumbers = 16;
  line_ = line;
  numbers_.clear();
  for (auto token = NextToken(line); !token.empty(); token = NextToken(line)) {
    double value = 0;
    const auto [end, error] =
        std::from_chars(token.data(), token.data() + token.size(), value);
    if (error == std::errc() && end == token.data() + token.size() &&
        std::isfinite(value)) {
      // Operators take at most six numbers.
      if (numbers_.size() >= kMostNumbers) numbers_.clear();
      numbers_.push_back(std::clamp(value, -1e8, 1e8));
    } else {
      Operate(OperatorOf(token));
      numbers_.clear();
    }
  }
}

void PageInterpreter::Operate(Operator name) {
  switch (name) {
    case Operator::kSave:
      if (saved_.size() < kMaxNested) {
        saved_.push_back(now_);
      } else {
        is_over_bound_ = true;  // Each Q would restore the wrong state.
      }
      return;
    case Operator::kRestore:
      if (saved_.empty()) return;
      now_ = saved_.back();
      saved_.pop_back();
      return;
    case Operator::kPlace:
      return Place(MatrixOperand());
    case Operator::kLineWidth:
      now_.line_width = Number(1);
      return;
    case Operator::kColorSpace: {
      const std::string_view space = line_.substr(0, line_.find(' '));
      now_.is_plain_fill = space == "/DeviceGray" || space == "/DeviceRGB" ||
                           space == "/DeviceCMYK";
      return;
    }
    case Operator::kColor:
      return SetColor();
    case Operator::kPicture:
    case Operator::kPictureMask:
      AddUnknown(BoundsOf({now_.place.Apply(0, 0), now_.place.Apply(1, 0),
                           now_.place.Apply(0, 1), now_.place.Apply(1, 1)}));
      if (name == Operator::kPicture) AddPicture();
      return;
    case Operator::kShading:
      return AddUnknown(now_.clip);
    case Operator::kClipToText:
      now_.is_clip_known = false;
      return;
    case Operator::kTextMatrix:
      text_ = MatrixOperand();
      text_position_ = {};
      return;
    case Operator::kTextMove:
      text_position_ = {Number(2), Number(1)};
      return;
    case Operator::kShowText:
      return ShowText();
    default:
      if (!OperatePath(name)) OperateSetup(name);
  }
}

// Reads how large the paper is, and how the page lies on it.
void PageInterpreter::OperateSetup(Operator name) {
  if (name == Operator::kPaper) {
    has_paper_ = std::abs(ToLength(Number(2)) - width_) <= Pixels(3) &&
                 std::abs(ToLength(Number(1) - height_)) <= Pixels(3);
  } else if (name == Operator::kRotate) {
    const long turns = std::lround(Number(1) / 90) & 3;
    constexpr std::array<Matrix, 4> kTurns = {
        {{}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}}};
    Place(kTurns[static_cast<std::size_t>(turns)]);
  } else if (name == Operator::kTranslate) {
    Place({1, 0, 0, 1, Number(2), Number(1)});
  } else if (name == Operator::kScale) {
    Place({Number(2), 0, 0, Number(1)});
  }
}

bool PageInterpreter::OperatePath(Operator name) {
  switch (name) {
    case Operator::kMove:
      Move(Number(2), Number(1));
      return true;
    case Operator::kLine:
      Line(Number(2), Number(1));
      return true;
    case Operator::kCurve:
      has_curves_ = true;
      Line(Number(6), Number(5));
      Line(Number(4), Number(3));
      Line(Number(2), Number(1));
      return true;
    case Operator::kBox: {
      const double x = Number(4);
      const double y = Number(3);
      Move(x, y);
      Line(x + Number(2), y);
      Line(x + Number(2), y + Number(1));
      Line(x, y + Number(1));
      Close();
      return true;
    }
    case Operator::kClose:
      Close();
      return true;
    case Operator::kFill:
    case Operator::kFillEvenOdd:
      Fill(name == Operator::kFillEvenOdd);
      break;
    case Operator::kStroke:
      Stroke();
      break;
    case Operator::kClip:
      Clip();
      break;
    case Operator::kClipToStroke:
      now_.is_clip_known = false;
      break;
    default:
      return false;
  }
  path_.clear();
  has_curves_ = false;
  return true;
}

void PageInterpreter::ShowText() {
  if (drawn_.texts.size() >= kMaxPageRuns) {
    is_over_bound_ = true;
    return;
  }
  const Point in_text = text_.Apply(text_position_.x, text_position_.y);
  const Point at = now_.place.Apply(in_text.x, in_text.y);
  drawn_.texts.push_back({ToLength(at.x), ToLength(height_ - at.y), ++order_});
}

// One number is a grey, three are RGB, four are CMYK.
void PageInterpreter::SetColor() {
  std::array<double, 3> light{};
  if (numbers_.size() == 1) {
    light.fill(Number(1));
  } else if (numbers_.size() == 3) {
    light = {Number(3), Number(2), Number(1)};
  } else if (numbers_.size() == 4) {
    const double white = 1 - Number(1);
    light = {(1 - Number(4)) * white, (1 - Number(3)) * white,
             (1 - Number(2)) * white};
  } else {
    now_.fill = kMixedColors;
    return;
  }
  Color color = 0;
  for (const double each : light) {
    color = color * 256 +
            static_cast<Color>(std::lround(std::clamp(each, 0.0, 1.0) * 255));
  }
  now_.fill = now_.is_plain_fill ? color : kMixedColors;
}

void PageInterpreter::Add(const Rect& box, Color color,
                          std::vector<DrawnBox>& boxes) {
  const double left = std::max(box.left, now_.clip.left);
  const double right = std::min(box.right, now_.clip.right);
  const double bottom = std::max(box.bottom, now_.clip.bottom);
  const double top = std::min(box.top, now_.clip.top);
  if (left >= right || bottom >= top) return;
  if (boxes.size() >= kMaxShapes) {
    is_over_bound_ = true;
    return;
  }
  boxes.push_back({ToLength(left), ToLength(right), ToLength(height_ - top),
                   ToLength(height_ - bottom), color, ++order_});
}

void PageInterpreter::AddUnknown(const Rect& box) {
  Add(box, kMixedColors, drawn_.grounds);
}

// The clip may reduce a picture to a small sign, or the picture may lie askew.
void PageInterpreter::AddPicture() {
  const Matrix& place = now_.place;
  const Rect& clip = now_.clip;
  const double area =
      std::hypot(place.a, place.b) * std::hypot(place.c, place.d);
  const double visible = std::max(clip.right - clip.left, 0.0) *
                         std::max(clip.top - clip.bottom, 0.0);
  if (std::min(area, visible) >= kLeastPicture) ++pictures_;
}

// A level box of known colour is a ground. At a given place another shape may
// or may not be of its colour. A thin box is a rule, whatever its shape.
void PageInterpreter::Fill(bool even_odd) {
  constexpr double kThin = 2.5;
  const bool is_plain =
      !has_curves_ && now_.is_clip_known && (path_.size() == 1 || !even_odd);
  for (const auto& points : path_) {
    if (points.size() < 2) continue;
    const Rect box = BoundsOf(points);
    if (is_plain && IsLevelBox(points)) {
      Add(box, now_.fill, drawn_.grounds);
    } else {
      AddUnknown(box);
    }
    const double height = box.top - box.bottom;
    const double width = box.right - box.left;
    if (height < kThin && width > 3 * height) {
      Add(box, now_.fill, drawn_.rules);
    } else if (width < kThin && height > 3 * width) {
      Add(box, now_.fill, drawn_.uprights);
    }
  }
}

void PageInterpreter::Stroke() {
  constexpr double kLevel = 0.5;  // Rules lean no farther than this.
  const Matrix& place = now_.place;
  const double scale =
      std::sqrt(std::abs(place.a * place.d - place.b * place.c));
  const double half = std::max(now_.line_width * scale, 0.1) / 2;
  for (const auto& points : path_) {
    for (std::size_t i = 1; i < points.size() && !has_curves_; ++i) {
      if (half > 2) continue;
      Rect box = BoundsOf({points[i - 1], points[i]});
      if (box.top - box.bottom <= kLevel) {
        box.bottom -= half;
        box.top += half;
        Add(box, 0, drawn_.rules);
      } else if (box.right - box.left <= kLevel) {
        box.left -= half;
        box.right += half;
        Add(box, 0, drawn_.uprights);
      }
    }
  }
}

void PageInterpreter::Clip() {
  if (path_.empty()) return;
  const Rect box = BoundsOf(path_.front());
  now_.is_clip_known = now_.is_clip_known && path_.size() == 1 &&
                       !has_curves_ && IsLevelBox(path_.front());
  if (path_.size() > 1) return;
  now_.clip = {
      std::max(now_.clip.left, box.left), std::min(now_.clip.right, box.right),
      std::max(now_.clip.bottom, box.bottom), std::min(now_.clip.top, box.top)};
}

struct PrintedPage {
  std::uint32_t number = 0;
  std::string_view lines;
};

// Takes the next page off `rest`; nothing at the end.
std::optional<PrintedPage> TakePage(std::string_view& rest) {
  constexpr std::string_view kBegin = "%%Page: ";
  if (!rest.starts_with(kBegin)) return std::nullopt;
  // "%%Page: iv 4"
  const std::string_view head = rest.substr(0, rest.find('\n'));
  const std::string_view last = head.substr(head.rfind(' ') + 1);
  PrintedPage page;
  std::from_chars(last.data(), last.data() + last.size(), page.number);
  page.lines = rest.substr(0, rest.find("\n%%Page: "));
  rest.remove_prefix(std::min(page.lines.size() + 1, rest.size()));
  return page;
}

void RunLines(std::string_view lines, PageInterpreter& interpreter) {
  while (!lines.empty()) {
    const std::size_t line = std::min(lines.find('\n'), lines.size());
    interpreter.Run(lines.substr(0, line));
    lines.remove_prefix(std::min(line + 1, lines.size()));
  }
}

}  // namespace

std::optional<DrawnPage> DrawingReader::ReadPage(std::uint32_t number,
                                                 Length width, Length height) {
  std::string_view after = rest_;
  while (const auto page = TakePage(after)) {
    if (page->number > number) return std::nullopt;
    rest_ = after;
    if (page->number < number) continue;
    PageInterpreter interpreter(width, height);
    RunLines(page->lines, interpreter);
    auto drawn = std::move(interpreter).Take();
    if (drawn) drawn->may_be_transparent = drawings_.may_be_transparent;
    return drawn;
  }
  return std::nullopt;
}

UnreadContent ListUnread(std::string_view condensed) {
  // The text rendering modes that paint nothing (ISO 32000-1, table 106).
  constexpr std::string_view kInvisible[] = {"\n3 Tr", "\n7 Tr"};
  UnreadContent found;
  while (const auto page = TakePage(condensed)) {
    const auto has = [&page](std::string_view line) {
      return page->lines.find(line) != std::string_view::npos;
    };
    if (has(kInvisible[0]) || has(kInvisible[1])) {
      found.invisible.push_back(page->number);
    }
    if (!has("pdfIm")) continue;
    PageInterpreter interpreter(0, 0);
    RunLines(page->lines, interpreter);
    found.pictures.insert(
        found.pictures.end(),
        std::min(interpreter.pictures(), kMaxPictures - found.pictures.size()),
        page->number);
  }
  return found;
}

}  // namespace answerbox::client::layout
