#include "engine/ask/name_places.h"

#include <algorithm>
#include <array>

namespace answerbox::engine {
namespace {

// What is said before a place, at most: as much as a long paragraph. If the
// place names another medicine, only the sentence before it may have the asked
// one.
constexpr std::uint32_t kMostBefore = 1500;
constexpr std::size_t kSentenceBefore = 160;

// Keeps the other missing names at the front and returns their number.
std::size_t DropMedicines(std::span<const AskedName> names,
                          std::span<MissingName> missing) {
  const auto is_medicine = [&](const MissingName& lacking) {
    return std::ranges::any_of(names, [&](const AskedName& name) {
      return name.text.data() == lacking.asked.data() &&
             name.kind == AskedNameKind::kMedicine;
    });
  };
  const auto kept = std::remove_if(missing.begin(), missing.end(), is_medicine);
  return static_cast<std::size_t>(kept - missing.begin());
}

}  // namespace

// What stands before the place in its section.
Result<std::string_view> NamePlaces::Before(const CitedPlace& place) const {
  const SegmentReader& reader = *segments_[place.segment].reader;
  const auto document = reader.Document(place.document_number);
  if (!document) return document.error();
  std::array<HeadingMark, 6> marks;
  const auto headings =
      reader.HeadingsAt(place.document_number, place.offsets.begin, marks);
  if (!headings) return headings.error();
  const std::uint32_t section =
      headings->empty() ? 0 : headings->back().range.begin;
  const std::uint32_t begin =
      std::max(section, place.offsets.begin -
                            std::min(place.offsets.begin, kMostBefore));
  return reader.Text(*document, {begin, place.offsets.begin});
}

bool NamePlaces::NamesOther(const CitedPlace& place,
                            std::string_view own) const {
  return texts_.NamesOther(own, false) ||
         texts_.NamesOther(place.document, true) ||
         std::ranges::any_of(place.section, [this](std::string_view heading) {
           return texts_.NamesOther(heading, true);
         });
}

Result<std::span<const MissingName>> NamePlaces::MissingAt(
    const CitedPlace& place, std::string_view own,
    std::string_view unit) const {
  if (names_.empty()) return std::span<const MissingName>();
  const auto before = Before(place);
  if (!before) return before.error();
  const auto missing = MakeSpan<MissingName>(arena_, names_.size());
  std::size_t count = 0;
  std::size_t medicines = 0;
  std::size_t missing_medicines = 0;
  for (const AskedName& name : names_) {
    const auto has = [&](std::string_view text) {
      return texts_.Has(name, text);
    };
    const bool is_medicine = name.kind == AskedNameKind::kMedicine;
    const bool is_distinct = name.kind == AskedNameKind::kDistinct;
    if (is_medicine) ++medicines;
    const std::string_view exception = texts_.ExceptionIn(name, own, *before);
    if (!exception.empty()) {
      missing[count++] = {name.text, exception};
      continue;
    }
    if (has(own) || has(place.document) ||
        std::ranges::any_of(place.section, has)) {
      continue;
    }
    std::string_view other = texts_.OtherIn(name, own);
    const std::size_t near =
        before->size() - std::min(before->size(), kSentenceBefore);
    if (other.empty() ? has(*before) || has(unit)
                      : (is_medicine && has(before->substr(near))) ||
                            (is_distinct && has(unit))) {
      continue;
    }
    if (other.empty() && name.is_where && !NamesOther(place, own)) continue;
    if (other.empty() && !texts_.MustBeSaid(name, own)) {
      // What is said beside hepatitis B says nothing of hepatitis C.
      const bool is_of_kind = name.kind == AskedNameKind::kOneOfKind;
      if (is_of_kind) other = texts_.OtherIn(name, unit);
      if (other.empty()) continue;
    }
    if (is_medicine) ++missing_medicines;
    missing[count++] = {name.text, other};
  }
  // One of several medicines is enough for the answer's subject.
  if (medicines > 1 && missing_medicines < medicines) {
    count = DropMedicines(names_, missing.first(count));
  }
  return std::span<const MissingName>(missing.first(count));
}

Result<bool> NamePlaces::IsAbout(const FormedAnswer& answer) const {
  // A row is read as a whole: its key stands in one cell, its value in another.
  const bool is_row = answer.form == AnswerForm::kRow;
  const auto missing =
      MissingAt(answer.decided, is_row ? answer.text : answer.decided.sentence,
                answer.text);
  if (!missing) return missing.error();
  return missing->empty();
}

Result<void> NamePlaces::Prefer(std::span<Citation> citations) const {
  if (names_.empty() || citations.empty()) return {};
  const auto others = MakeSpan<Citation>(arena_, citations.size());
  std::size_t kept = 0;
  std::size_t moved = 0;
  // None is surer than the first, whose place it may take.
  const auto most = citations.front().confidence;
  for (const Citation& citation : citations) {
    const auto missing =
        MissingAt(citation, citation.sentence, citation.sentence);
    if (!missing) return missing.error();
    Citation& place = missing->empty() ? citations[kept++] : others[moved++];
    place = citation;
    place.confidence = missing->empty() ? std::min(place.confidence, most) : 0;
  }
  std::ranges::copy(others.first(moved), citations.subspan(kept).begin());
  return {};
}

}  // namespace answerbox::engine
