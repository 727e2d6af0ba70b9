#include "client/convert/layout/lines/drawings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "client/convert/layout/lines/mended_runs.h"

namespace answerbox::client::layout {
namespace {

// Bounds for hostile pages; a map has some 10,000 shapes.
constexpr std::size_t kMaxShapes = 20'000;
constexpr std::size_t kMaxNested = 256;
constexpr std::size_t kMaxPoints = 4'096;
constexpr double kUnitsPerPoint = 150;  // Hundredths of poppler's pixel.

// Products of what a page says may be no number, or beyond what a Length holds.
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

// Four corners, the first of which may come again at the end.
bool IsLevelBox(const std::vector<Point>& points) {
  if (points.size() != 4 && points.size() != 5) return false;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const bool moves_across = std::abs(points[i].x - points[i - 1].x) > 0.01;
    const bool moves_down = std::abs(points[i].y - points[i - 1].y) > 0.01;
    if (moves_across && moves_down) return false;
  }
  return true;
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

// What q saves and Q brings back.
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
  explicit PageInterpreter(double height) : height_(height) {}

  void Run(std::string_view line);
  // Nothing where the page was not understood to its end: what it misses could
  // be the ground of white text.
  [[nodiscard]] DrawnPage Take() && {
    if (is_in_data_ || !saved_.empty()) return {};
    return std::move(drawn_);
  }

 private:
  void Operate(std::string_view name);
  bool OperatePath(std::string_view name);
  bool OperateText(std::string_view name);
  void SetColor();
  void Fill(bool even_odd);
  void Stroke();
  void Clip();
  void AddUnknown(const Rect& box);
  void Add(const Rect& box, Color color, std::vector<DrawnBox>& boxes);
  [[nodiscard]] double Number(std::size_t from_end) const {
    return from_end <= numbers_.size() ? numbers_[numbers_.size() - from_end]
                                       : 0;
  }
  [[nodiscard]] Matrix MatrixOperand() const {
    return {Number(6), Number(5), Number(4), Number(3), Number(2), Number(1)};
  }
  void Move(double x, double y) {
    if (path_.size() < kMaxPoints) path_.emplace_back();
    path_.back().assign(1, now_.place.Apply(x, y));
  }
  void Line(double x, double y) {
    if (path_.empty()) return;
    if (path_.back().size() < kMaxPoints) {
      path_.back().push_back(now_.place.Apply(x, y));
    }
  }

  double height_;  // Of the page, in points.
  DrawnPage drawn_;
  std::uint32_t order_ = 0;
  Graphics now_;
  std::vector<Graphics> saved_;
  std::vector<std::vector<Point>> path_;
  bool has_curves_ = false;
  bool is_in_data_ = false;
  Matrix text_;
  Point text_position_;
  std::vector<double> numbers_;
  std::string_view first_;  // Word of the line: the name of a colour space.
};

void PageInterpreter::Run(std::string_view line) {
  // Operators are short. What is longer is data of a picture or a font.
  constexpr std::size_t kLongestLine = 200;
  constexpr std::size_t kMostNumbers = 16;
  // Data of a picture may look like any operator.
  if (is_in_data_) {
    is_in_data_ = !line.ends_with("~>") && line != "%-EOD-";
    return;
  }
  if (line.empty() || line.size() > kLongestLine || line.front() == '(') return;
  first_ = line.substr(0, line.find(' '));
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t begin = line.find_first_not_of(" []{}", at);
    if (begin == std::string_view::npos) break;
    at = std::min(line.find_first_of(" []{}", begin), line.size());
    const std::string_view token = line.substr(begin, at - begin);
    double value = 0;
    const auto [end, error] =
        std::from_chars(token.data(), token.data() + token.size(), value);
    if (error == std::errc() && end == token.data() + token.size() &&
        std::isfinite(value)) {
      // The widths of a text's letters may be many; operators take six.
      if (numbers_.size() >= kMostNumbers) numbers_.clear();
      numbers_.push_back(std::clamp(value, -1e8, 1e8));
    } else {
      Operate(token);
      numbers_.clear();
    }
  }
}

void PageInterpreter::Operate(std::string_view name) {
  if (name == "q") {
    if (saved_.size() < kMaxNested) saved_.push_back(now_);
  } else if (name == "Q") {
    if (saved_.empty()) return;
    now_ = saved_.back();
    saved_.pop_back();
  } else if (name == "cm") {
    now_.place = Multiply(MatrixOperand(), now_.place);
  } else if (name == "w") {
    now_.line_width = Number(1);
  } else if (name == "cs") {
    now_.is_plain_fill = first_ == "/DeviceGray" || first_ == "/DeviceRGB" ||
                         first_ == "/DeviceCMYK";
  } else if (name == "sc") {
    SetColor();
  } else if (name.starts_with("pdfIm") || name.starts_with("pdfMask")) {
    is_in_data_ = true;
    AddUnknown(BoundsOf({now_.place.Apply(0, 0), now_.place.Apply(1, 0),
                         now_.place.Apply(0, 1), now_.place.Apply(1, 1)}));
  } else if (name.ends_with("SH") || name == "shfill" || name == "pdfTile") {
    AddUnknown(now_.clip);
  } else if (!OperatePath(name)) {
    OperateText(name);
  }
}

bool PageInterpreter::OperatePath(std::string_view name) {
  if (name == "m") {
    Move(Number(2), Number(1));
  } else if (name == "l") {
    Line(Number(2), Number(1));
  } else if (name == "c") {
    has_curves_ = true;
    Line(Number(6), Number(5));
    Line(Number(4), Number(3));
    Line(Number(2), Number(1));
  } else if (name == "re") {
    const double x = Number(4);
    const double y = Number(3);
    Move(x, y);
    Line(x + Number(2), y);
    Line(x + Number(2), y + Number(1));
    Line(x, y + Number(1));
  } else if (name == "f" || name == "f*") {
    Fill(name == "f*");
  } else if (name == "S") {
    Stroke();
  } else if (name == "W" || name == "W*") {
    Clip();
  } else {
    return name == "h";
  }
  if (name == "f" || name == "f*" || name == "S" || name == "W" ||
      name == "W*") {
    path_.clear();
    has_curves_ = false;
  }
  return true;
}

bool PageInterpreter::OperateText(std::string_view name) {
  if (name == "Tm") {
    text_ = MatrixOperand();
    text_position_ = {};
  } else if (name == "Td") {
    text_position_ = {Number(2), Number(1)};
  } else if (name == "Tj" || name == "Tj16" || name == "Tj16V") {
    if (drawn_.texts.size() >= kMaxPageRuns) return true;
    const Point in_text = text_.Apply(text_position_.x, text_position_.y);
    const Point at = now_.place.Apply(in_text.x, in_text.y);
    drawn_.texts.push_back(
        {ToLength(at.x), ToLength(height_ - at.y), ++order_});
  } else {
    return false;
  }
  return true;
}

// One number is a grey, three are red, green and blue, four are inks.
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
  if (left >= right || bottom >= top || boxes.size() >= kMaxShapes) return;
  boxes.push_back({ToLength(left), ToLength(right), ToLength(height_ - top),
                   ToLength(height_ - bottom), color, ++order_});
}

void PageInterpreter::AddUnknown(const Rect& box) {
  Add(box, kMixedColors, drawn_.grounds);
}

// A level box of known colour is a ground; if thin, a rule. Any other shape may
// be of its colour or not at a given place.
void PageInterpreter::Fill(bool even_odd) {
  constexpr double kThin = 2.5;
  const bool is_plain =
      !has_curves_ && now_.is_clip_known && (path_.size() == 1 || !even_odd);
  for (const auto& points : path_) {
    if (points.size() < 2) continue;
    const Rect box = BoundsOf(points);
    if (!is_plain || !IsLevelBox(points)) {
      AddUnknown(box);
      continue;
    }
    Add(box, now_.fill, drawn_.grounds);
    const double thickness = box.top - box.bottom;
    if (thickness < kThin && box.right - box.left > 3 * thickness) {
      Add(box, now_.fill, drawn_.rules);
    }
  }
}

void PageInterpreter::Stroke() {
  const double half =
      std::max(now_.line_width * std::abs(now_.place.d), 0.1) / 2;
  for (const auto& points : path_) {
    for (std::size_t i = 1; i < points.size() && !has_curves_; ++i) {
      if (std::abs(points[i].y - points[i - 1].y) > 0.5 || half > 2) continue;
      Rect box = BoundsOf({points[i - 1], points[i]});
      box.bottom -= half;
      box.top += half;
      Add(box, 0, drawn_.rules);
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

// Whether `box` covers most of the run.
bool Covers(const DrawnBox& box, const Run& run) {
  return Overlap(box.left, box.right, run.left, run.right) >=
             Percent(run.width(), 92) &&
         Overlap(box.top, box.bottom, run.top, run.bottom) >=
             Percent(run.height(), 60);
}

bool Touches(const DrawnBox& box, const Run& run) {
  return Overlap(box.left, box.right, run.left, run.right) > 0 &&
         Overlap(box.top, box.bottom, run.top, run.bottom) > 0;
}

// Whether no eye tells the two apart.
bool IsSameColor(Color one, Color other) {
  constexpr Color kLeast = 8;
  for (int shift = 0; shift <= 16; shift += 8) {
    const Color difference =
        ((one >> shift) & 0xff) - ((other >> shift) & 0xff);
    if (std::abs(difference) >= kLeast) return false;
  }
  return true;
}

constexpr Color kWhite = 0xffffff;

bool IsUnseen(const DrawnPage& drawn, const Run& run) {
  std::uint32_t first = UINT32_MAX;
  std::uint32_t last = 0;
  for (const DrawnText& text : drawn.texts) {
    if (text.left >= run.left - Pixels(2) && text.left < run.right &&
        text.baseline > run.top && text.baseline <= run.bottom + Pixels(1)) {
      first = std::min(first, text.order);
      last = std::max(last, text.order);
    }
  }
  if (last == 0) return false;  // Not known when it is drawn.
  Color ground = kWhite;
  for (const DrawnBox& box : drawn.grounds) {
    if (box.order < first) {
      if (Covers(box, run)) {
        ground = box.color;
      } else if (Touches(box, run) && box.color != ground) {
        ground = kMixedColors;
      }
    } else if (box.order > last && Covers(box, run) &&
               (box.color == 0 || box.color == kWhite) &&
               box.bottom - box.top < 3 * run.height()) {
      return true;
    } else if (Touches(box, run)) {
      // What is drawn later may be see-through: nothing is certain then.
      ground = kMixedColors;
      first = 0;
    }
  }
  return ground != kMixedColors && IsSameColor(ground, run.font.color);
}

// The words of the run, if pdftotext has just as many.
std::vector<const Word*> WordsOfRun(const WordPage& words, const Run& run) {
  constexpr Length kRounding = Pixels(3);
  auto found = words.In(run.left - kRounding, run.end + kRounding, run.top,
                        run.bottom, run.text.size() + 16);
  std::string text;
  for (const Word* word : found) {
    if (!text.empty()) text += ' ';
    text += word->text;
  }
  if (text != run.text) found.clear();
  return found;
}

// The rules that strike text of the run: those through its middle that begin
// and end with words. Rules of tables and charts go on beyond them.
std::vector<const DrawnBox*> RulesThrough(const DrawnPage& drawn,
                                          const WordPage& words,
                                          const Run& run) {
  std::vector<const DrawnBox*> rules;
  // Who strikes by hand begins and ends a little beside the words.
  const Length near = run.font.size;
  for (const DrawnBox& rule : drawn.rules) {
    const Length middle = rule.top + (rule.bottom - rule.top) / 2;
    if (middle < run.top + Percent(run.height(), 25) ||
        middle > run.top + Percent(run.height(), 68) ||
        Overlap(rule.left, rule.right, run.left, run.right) <=
            Percent(run.font.size, 30)) {
      continue;
    }
    constexpr std::size_t kMostBytes = 4'096;
    const auto beside = words.In(rule.left - near, rule.right + near, run.top,
                                 run.bottom, kMostBytes);
    if (beside.empty()) continue;
    if (std::abs(beside.front()->left - rule.left) <= near &&
        std::abs(beside.back()->right - rule.right) <= near) {
      rules.push_back(&rule);
    }
  }
  return rules;
}

bool IsStruck(const std::vector<const DrawnBox*>& rules, Length left,
              Length right) {
  Length struck = 0;
  for (const DrawnBox* rule : rules) {
    struck += std::max(Overlap(rule->left, rule->right, left, right), 0);
  }
  return struck >= Percent(right - left, 70);
}

// Appends what is not struck of a run to `kept`; returns the number of words
// that are.
std::uint32_t KeepUnstruck(const std::vector<const DrawnBox*>& rules,
                           const WordPage& words, const Run& run,
                           std::vector<Run>& kept) {
  const auto found = WordsOfRun(words, run);
  if (found.empty()) {
    if (IsStruck(rules, run.left, run.right)) return CountWords(run.text);
    kept.push_back(run);
    return 0;
  }
  std::uint32_t struck = 0;
  bool goes_on = false;
  for (const Word* word : found) {
    if (IsStruck(rules, word->left, word->right)) {
      ++struck;
      goes_on = false;
      continue;
    }
    if (!goes_on) {
      kept.push_back(run);
      kept.back().left = word->left;
      kept.back().text.clear();
    } else {
      kept.back().text += ' ';
    }
    goes_on = true;
    kept.back().text += word->text;
    kept.back().right = kept.back().end = word->right;
  }
  return struck;
}

}  // namespace

DrawingReader::DrawingReader(std::string_view postscript) : rest_(postscript) {
  const std::size_t first = rest_.find("\n%%Page: ");
  rest_ = first == std::string_view::npos ? std::string_view()
                                          : rest_.substr(first + 1);
}

DrawnPage DrawingReader::ReadPage(Length page_width, Length page_height) {
  if (rest_.empty()) return {};
  const std::size_t next = rest_.find("\n%%Page: ", 1);
  std::string_view page = rest_.substr(0, next);
  rest_ = next == std::string_view::npos ? std::string_view()
                                         : rest_.substr(next + 1);
  // "612 792 pdfSetupPaper"
  constexpr std::string_view kSetup = " pdfSetupPaper";
  const std::size_t setup = page.find(kSetup);
  const std::size_t begin =
      setup == std::string_view::npos ? setup : page.rfind('\n', setup);
  if (begin == std::string_view::npos) return {};
  int width = 0;
  int height = 0;
  const char* end = page.data() + setup;
  const auto read = std::from_chars(page.data() + begin + 1, end, width);
  if (read.ec != std::errc() || read.ptr == end) return {};
  if (std::from_chars(read.ptr + 1, end, height).ec != std::errc()) return {};
  if (std::abs(ToLength(width) - page_width) > Pixels(3) ||
      std::abs(ToLength(height) - page_height) > Pixels(3)) {
    return {};
  }
  page.remove_prefix(setup + kSetup.size());
  const std::string_view head = page.substr(0, page.find("%%EndPageSetup"));
  if (head.find(" rotate") != std::string_view::npos ||
      head.find(" translate") != std::string_view::npos) {
    return {};
  }
  PageInterpreter interpreter(page_height / kUnitsPerPoint);
  while (!page.empty()) {
    const std::size_t line = std::min(page.find('\n'), page.size());
    interpreter.Run(page.substr(0, line));
    page.remove_prefix(std::min(line + 1, page.size()));
  }
  return std::move(interpreter).Take();
}

void DropInvalid(const DrawnPage& drawn, const WordPage& words, RunPage& page,
                 std::vector<LeftOutWords>& left_out) {
  // Each run is compared with each shape: a page of many of both is a map or a
  // drawing, in which nothing is struck.
  constexpr std::size_t kMostCompared = 20'000'000;
  const std::size_t shapes =
      drawn.grounds.size() + drawn.rules.size() + drawn.texts.size();
  if (drawn.texts.empty() || shapes * page.runs.size() > kMostCompared) return;
  std::vector<Run> kept;
  kept.reserve(page.runs.size());
  for (Run& run : page.runs) {
    if (IsUnseen(drawn, run)) {
      NoteLeftOut(page.number, LeftOut::kCovered, CountWords(run.text),
                  left_out);
      continue;
    }
    const auto rules = RulesThrough(drawn, words, run);
    if (rules.empty()) {
      kept.push_back(std::move(run));
      continue;
    }
    NoteLeftOut(page.number, LeftOut::kStruck,
                KeepUnstruck(rules, words, run, kept), left_out);
  }
  page.runs = std::move(kept);
}

}  // namespace answerbox::client::layout
