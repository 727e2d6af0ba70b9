#include <string_view>

#include "client/convert/package/page_html.h"

namespace answerbox::client::package {
namespace {

// Whether the text reads as one sign or number, so that it needs no brackets
// beside a fraction's stroke.
bool IsOneWord(std::string_view text) {
  return text.find_first_of(" +-*/=<>(") == std::string_view::npos &&
         text.find("−") == std::string_view::npos;
}

using Write = void (*)(XmlNode, Look, Line&);

// On one line brackets must show what a stroke or a root covers: "(a+b)/c".
void WriteGrouped(XmlNode part, Write write, Look look, Line& line) {
  const bool is_word = IsOneWord(part.AllText());
  if (!is_word) line.Text("(", look);
  write(part, look, line);
  if (!is_word) line.Text(")", look);
}

void WriteFraction(XmlNode node, Look look, Line& line) {
  WriteGrouped(node.Child("m:num"), WriteWordMath, look, line);
  line.Text("/", look);
  WriteGrouped(node.Child("m:den"), WriteWordMath, look, line);
}

Look Raised(Look look, int raised) {
  look.raised = raised;
  return look;
}

void WriteDelimited(XmlNode node, Look look, Line& line) {
  const XmlNode properties = node.Child("m:dPr");
  const auto sign = [&properties](std::string_view name,
                                  std::string_view usual) {
    const XmlNode said = properties.Child(name);
    return said ? said["m:val"] : usual;
  };
  line.Text(sign("m:begChr", "("), look);
  bool is_first = true;
  for (const XmlNode part : node) {
    if (!part.Is("m:e")) continue;
    if (!is_first) line.Text(sign("m:sepChr", "|"), look);
    is_first = false;
    WriteWordMath(part, look, line);
  }
  line.Text(sign("m:endChr", ")"), look);
}

// Writes a sum or an integral over what follows.
void WriteNary(XmlNode node, Look look, Line& line) {
  const XmlNode sign = node.Child("m:naryPr").Child("m:chr");
  line.Text(sign ? sign["m:val"] : "∫", look);
  WriteWordMath(node.Child("m:sub"), Raised(look, -1), line);
  WriteWordMath(node.Child("m:sup"), Raised(look, 1), line);
  line.Text(" ", look);
  WriteWordMath(node.Child("m:e"), look, line);
}

}  // namespace

void WriteWordMath(XmlNode formula, Look look, Line& line) {
  for (const XmlNode node : formula) {
    const std::string_view name = node.name();
    if (name == "m:t" || name == "w:t") {
      line.Text(node.AllText(), look);
    } else if (name == "m:f") {
      WriteFraction(node, look, line);
    } else if (name == "m:sup") {
      WriteWordMath(node, Raised(look, 1), line);
    } else if (name == "m:sub") {
      WriteWordMath(node, Raised(look, -1), line);
    } else if (name == "m:d") {
      WriteDelimited(node, look, line);
    } else if (name == "m:nary") {
      WriteNary(node, look, line);
    } else if (name == "m:rad") {
      WriteWordMath(node.Child("m:deg"), Raised(look, 1), line);
      line.Text("√", look);
      WriteGrouped(node.Child("m:e"), WriteWordMath, look, line);
    } else if (name == "m:mr" || name == "m:eqArr") {
      for (const XmlNode part : node) {
        WriteWordMath(part, look, line);
        line.Text(" ", look);
      }
    } else if (!name.ends_with("Pr")) {
      WriteWordMath(node, look, line);
    }
  }
}

void WriteMathMl(XmlNode formula, Look look, Line& line) {
  int place = 0;  // The number of the part so far, from 1.
  const std::string_view around = formula.name();
  const bool has_below = around == "math:msub" || around == "math:msubsup";
  const bool has_above = around == "math:msup" || around == "math:msubsup";
  for (const XmlNode node : formula) {
    const std::string_view name = node.name();
    if (name.empty()) {
      line.Text(node.text(), look);
      continue;
    }
    if (name == "math:annotation") continue;
    ++place;
    if (place == 2 && around == "math:mfrac") line.Text("/", look);
    if (name == "math:msqrt") line.Text("√", look);
    const bool is_raised = has_above && place == (has_below ? 3 : 2);
    const bool is_lowered = has_below && place == 2;
    const Look own = is_raised    ? Raised(look, 1)
                     : is_lowered ? Raised(look, -1)
                                  : look;
    if (around == "math:mfrac" || name == "math:msqrt") {
      WriteGrouped(node, WriteMathMl, own, line);
    } else {
      WriteMathMl(node, own, line);
    }
  }
}

}  // namespace answerbox::client::package
