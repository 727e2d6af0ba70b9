#include "client/convert/recognition/bullets.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace answerbox::client::recognition {
namespace {

// What English pages with round, square and hollow bullets were read as. Not
// among these: what may stand there by itself, such as "-", "a" and digits.
constexpr std::array<std::string_view, 16> kTakenForBullets = {
    "¢", "©", "®", "°", "«", "»",  "*",  "¤",
    "§", "e", "o", "O", "@", "¢.", "e.", "+"};

// As a share of the font's size; a blank between words has a quarter of it.
constexpr double kNarrowestGap = 0.42;

bool BeginsWithBullet(const SeenLine& line) {
  if (line.words.size() < 2) return false;
  return line.words[1].left - line.words[0].right >=
             line.size() * kNarrowestGap &&
         std::ranges::find(kTakenForBullets, line.words[0].text) !=
             kTakenForBullets.end();
}

}  // namespace

void MendBullets(SeenPage& page) {
  for (SeenLine& line : page.lines) {
    if (BeginsWithBullet(line)) line.words[0].text = "•";
  }
}

}  // namespace answerbox::client::recognition
