#include "client/convert/package/word_elements.h"

#include "client/convert/package/word_styles.h"

namespace answerbox::client::package {

std::string WordTextIn(XmlNode node) {
  if (node.Is("w:t") || node.Is("w:delText") || node.Is("a:t")) {
    return node.AllText();
  }
  if (node.Is("mc:AlternateContent")) return WordTextIn(ChoiceOf(node));
  if (node.Is("w:tab") || node.Is("w:br") || node.Is("a:br")) return " ";
  std::string text;
  for (const XmlNode child : node) text += WordTextIn(child);
  if (node.Is("w:p") || node.Is("a:p")) text += ' ';
  return text;
}

XmlNode ChoiceOf(XmlNode alternatives) {
  const XmlNode choice = alternatives.Child("mc:Choice");
  return choice ? choice : alternatives.Child("mc:Fallback");
}

bool IsPlaceholder(XmlNode control) {
  return control.Child("w:sdtPr").Child("w:showingPlcHdr") &&
         Switch(control.Child("w:sdtPr"), "w:showingPlcHdr").value_or(false);
}

std::string_view CheckSignOf(XmlNode field) {
  const XmlNode box = field.Child("w:ffData").Child("w:checkBox");
  if (!box) return {};
  const bool is_checked =
      Switch(box, "w:checked")
          .value_or(Switch(box, "w:default").value_or(false));
  return is_checked ? "☒" : "☐";
}

}  // namespace answerbox::client::package
