// Xapian with the settings that its documentation recommends for speed: no
// syncing on the way, terms without positions, the English stemmer on every
// term, no stored text, and a compacted database for asking. It writes to disk
// after every 10,000 documents, its default unless XAPIAN_FLUSH_THRESHOLD is
// set. With 50,000 documents, writing after every 30,000 or more took 15 % more
// time and at least three times the memory.
#include <xapian.h>

#include <vector>

#include "tests/benchmarks/peers/corpus_file.h"
#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {
namespace {

namespace fs = std::filesystem;

// Xapian reports errors as exceptions. None leaves this file.
template <typename F>
auto Guarded(F work) {
  try {
    return work();
  } catch (const Xapian::Error& error) {
    Fail("Xapian: " + error.get_description());
  }
}

Xapian::TermGenerator MakeTermGenerator() {
  Xapian::TermGenerator generator;
  generator.set_stemmer(Xapian::Stem("en"));
  generator.set_stemming_strategy(Xapian::TermGenerator::STEM_ALL);
  return generator;
}

void Add(const fs::path& corpus, const fs::path& folder) {
  Xapian::WritableDatabase database(folder,
                                    Xapian::DB_CREATE | Xapian::DB_NO_SYNC);
  Xapian::TermGenerator generator = MakeTermGenerator();
  CorpusReader reader(corpus);
  std::string text;
  while (reader.Next(text)) {
    Xapian::Document document;
    generator.set_document(document);
    generator.index_text_without_positions(text);
    database.add_document(document);
  }
  database.commit();
}

void Build(const fs::path& corpus, const fs::path& folder) {
  Guarded([&] {
    const fs::path loose = folder / "loose";
    Add(corpus, loose);
    Xapian::Database(loose).compact(folder / "compact");
    fs::remove_all(loose);
  });
}

class XapianSearcher final : public Searcher {
 public:
  explicit XapianSearcher(const fs::path& folder)
      : database_(folder / "compact"),
        enquire_(database_),
        generator_(MakeTermGenerator()) {}

  TopDocuments Search(const std::string& question) override {
    return Guarded([&] {
      // The question's terms, each once with its count, in the form of
      // documents' terms.
      Xapian::Document terms;
      generator_.set_document(terms);
      generator_.index_text_without_positions(question);
      std::vector<Xapian::Query> any;
      for (auto term = terms.termlist_begin(); term != terms.termlist_end();
           ++term) {
        any.emplace_back(*term, term.get_wdf());
      }
      enquire_.set_query(
          Xapian::Query(Xapian::Query::OP_OR, any.begin(), any.end()));
      TopDocuments top;
      const Xapian::MSet found = enquire_.get_mset(0, kTopDocuments);
      for (auto hit = found.begin(); hit != found.end(); ++hit) {
        top.Add(*hit - 1);
      }
      return top;
    });
  }

 private:
  Xapian::Database database_;
  Xapian::Enquire enquire_;  // Ranks by BM25 by default.
  Xapian::TermGenerator generator_;
};

std::unique_ptr<Searcher> Open(const fs::path& folder) {
  return Guarded([&]() -> std::unique_ptr<Searcher> {
    return std::make_unique<XapianSearcher>(folder);
  });
}

IndexFigures MeasureIndex(const fs::path& folder) {
  return Guarded([&] {
    const Xapian::Database database(folder / "compact");
    IndexFigures figures;
    figures.chunks = database.get_doccount();
    for (auto term = database.allterms_begin(); term != database.allterms_end();
         ++term) {
      figures.postings += term.get_termfreq();
    }
    for (const auto& file : fs::directory_iterator(folder / "compact")) {
      figures.index_bytes += file.file_size();
    }
    figures.posting_bytes =
        fs::file_size(folder / "compact" / "postlist.glass");
    return figures;
  });
}

}  // namespace

const SearchSystem& XapianSystem() {
  static constexpr SearchSystem kSystem{"xapian", Xapian::version_string, Build,
                                        Open, MeasureIndex};
  return kSystem;
}

}  // namespace answerbox::benchmarks
