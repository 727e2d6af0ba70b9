#include "pdf_xml.h"

#include <array>

namespace answerbox::client::layout {
namespace {

struct FontSpec {
  int size;
  std::string_view family;
  std::string_view color;
};

constexpr std::array<FontSpec, 5> kFonts = {{{14, "Serif", "#000000"},
                                             {24, "Serif", "#000000"},
                                             {8, "Serif", "#000000"},
                                             {14, "Wingdings", "#000000"},
                                             {12, "Serif-Bold", "#ffffff"}}};

std::string Attribute(std::string_view name, int value) {
  return " " + std::string(name) + "=\"" + std::to_string(value) + "\"";
}

std::string RunOf(int left, int top, int width, PdfXml::Font font,
                  std::string_view content) {
  return "<text" + Attribute("top", top) + Attribute("left", left) +
         Attribute("width", width) +
         Attribute("height", kFonts[font].size * 12 / 10) +
         Attribute("font", font) + ">" + std::string(content) + "</text>\n";
}

int WidthOf(std::string_view text, PdfXml::Font font) {
  return static_cast<int>(text.size()) * kFonts[font].size / 2;
}

}  // namespace

PdfXml& PdfXml::Page() {
  if (page_ > 0) pages_ += "</page>\n";
  pages_ += "<page" + Attribute("number", ++page_) + " position=\"absolute\"" +
            Attribute("height", 1200) + Attribute("width", 900) + ">\n";
  if (page_ > 1) return *this;
  for (std::size_t id = 0; id < kFonts.size(); ++id) {
    const FontSpec& font = kFonts[id];
    pages_ += "<fontspec" + Attribute("id", static_cast<int>(id)) +
              Attribute("size", font.size) + " family=\"ABCDEF+" +
              std::string(font.family) + "\" color=\"" +
              std::string(font.color) + "\"/>\n";
  }
  return *this;
}

PdfXml& PdfXml::Text(int left, int top, std::string_view text, Font font) {
  pages_ += RunOf(left, top, WidthOf(text, font), font, text);
  return *this;
}

PdfXml& PdfXml::Bold(int left, int top, std::string_view text, Font font) {
  pages_ += RunOf(left, top, WidthOf(text, font), font,
                  "<b>" + std::string(text) + "</b>");
  return *this;
}

PdfXml& PdfXml::Wide(int left, int top, int width, std::string_view text) {
  pages_ += RunOf(left, top, width, kBody, text);
  return *this;
}

int PdfXml::Lines(int left, int top, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    Text(left, top, line);
    top += kPitch;
  }
  return top;
}

std::string PdfXml::text() const {
  return "<pdf2xml>\n" + pages_ + "</page>\n</pdf2xml>\n";
}

std::vector<std::string> Prose(std::string_view word, int count) {
  const std::string name(word);
  std::vector<std::string> lines;
  for (int i = 0; i < count; ++i) {
    std::string line = i == 0 ? "The " + name : "and " + name;
    line += i % 2 == 0 ? " is seen by those who come here"
                       : " was told of by many who knew";
    line.resize(42, 'e');
    lines.push_back(line);
  }
  lines.back() = "so " + name + " ends.";
  return lines;
}

}  // namespace answerbox::client::layout
