// SQLite FTS5 with the settings that its documentation recommends for speed.
// One prepared statement inserts rows in one transaction, without a journal.
// 'optimize' makes one b-tree segment. The text is kept elsewhere (content='').
// The hidden column `rank` orders rows, which stops sorting at the limit.
#include <sqlite3.h>

#include <set>

#include "tests/benchmarks/peers/corpus_file.h"
#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {
namespace {

namespace fs = std::filesystem;

class Database {
 public:
  Database(const fs::path& folder, int flags) {
    const std::string path = folder / "fts5.db";
    if (sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr) != SQLITE_OK) {
      Fail("opening " + path + ": " + sqlite3_errmsg(handle_));
    }
  }
  ~Database() { sqlite3_close_v2(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void Execute(const char* sql) {
    if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
      Fail(std::string(sql) + ": " + sqlite3_errmsg(handle_));
    }
  }
  [[nodiscard]] sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

class Statement {
 public:
  Statement(const Database& database, const char* sql) : database_(database) {
    if (sqlite3_prepare_v3(database.handle(), sql, -1,
                           SQLITE_PREPARE_PERSISTENT, &handle_,
                           nullptr) != SQLITE_OK) {
      Fail(std::string(sql) + ": " + sqlite3_errmsg(database.handle()));
    }
  }
  ~Statement() { sqlite3_finalize(handle_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Valid until the next row is read.
  void Bind(int index, std::int64_t value) {
    sqlite3_bind_int64(handle_, index, value);
  }
  void Bind(int index, const std::string& value) {
    sqlite3_bind_text(handle_, index, value.data(),
                      static_cast<int>(value.size()), SQLITE_STATIC);
  }
  // False if there is no row.
  [[nodiscard]] bool Step() {
    const int code = sqlite3_step(handle_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
      Fail(std::string("SQLite: ") + sqlite3_errmsg(database_.handle()));
    }
    return code == SQLITE_ROW;
  }
  [[nodiscard]] std::int64_t Column(int index) const {
    return sqlite3_column_int64(handle_, index);
  }
  void Reset() { sqlite3_reset(handle_); }

 private:
  const Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

void Build(const fs::path& corpus, const fs::path& folder) {
  Database database(folder, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  database.Execute("PRAGMA journal_mode=OFF");
  database.Execute("PRAGMA synchronous=OFF");
  database.Execute(
      "CREATE VIRTUAL TABLE chunks USING fts5("
      "text, content='', tokenize='porter unicode61')");
  database.Execute("BEGIN");
  {
    Statement insert(database, "INSERT INTO chunks(rowid, text) VALUES(?, ?)");
    CorpusReader reader(corpus);
    std::string text;
    for (std::int64_t row = 1; reader.Next(text); ++row) {
      insert.Bind(1, row);
      insert.Bind(2, text);
      if (insert.Step()) Fail("an insertion gave a row");
      insert.Reset();
    }
  }
  database.Execute("COMMIT");
  database.Execute("INSERT INTO chunks(chunks) VALUES('optimize')");
}

// All different words of the question in quotes, joined by OR.
std::string MatchExpression(const std::string& question) {
  const auto is_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
  };
  std::set<std::string> words;
  std::string word;
  for (const char c : question + ' ') {
    if (is_word(c)) {
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!word.empty()) {
      words.insert(std::move(word));
      word.clear();
    }
  }
  std::string expression;
  for (const std::string& each : words) {
    expression += (expression.empty() ? "\"" : " OR \"") + each + '"';
  }
  return expression;
}

class Fts5Searcher final : public Searcher {
 public:
  explicit Fts5Searcher(const fs::path& folder)
      : database_(folder, SQLITE_OPEN_READONLY),
        select_(database_,
                "SELECT rowid FROM chunks WHERE chunks MATCH ? "
                "ORDER BY rank LIMIT 5") {}

  TopDocuments Search(const std::string& question) override {
    const std::string expression = MatchExpression(question);
    TopDocuments top;
    if (expression.empty()) return top;
    select_.Bind(1, expression);
    while (select_.Step()) {
      top.Add(static_cast<std::uint32_t>(select_.Column(0) - 1));
    }
    select_.Reset();
    return top;
  }

 private:
  Database database_;
  Statement select_;
};

std::unique_ptr<Searcher> Open(const fs::path& folder) {
  return std::make_unique<Fts5Searcher>(folder);
}

IndexFigures MeasureIndex(const fs::path& folder) {
  Database database(folder, SQLITE_OPEN_READONLY);
  database.Execute(
      "CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'chunks', "
      "'row')");
  IndexFigures figures;
  const auto number = [&](const char* sql) {
    Statement statement(database, sql);
    if (!statement.Step()) Fail(std::string("no row from ") + sql);
    return static_cast<std::uint64_t>(statement.Column(0));
  };
  figures.chunks = number("SELECT count(*) FROM chunks_docsize");
  figures.postings = number("SELECT sum(doc) FROM temp.terms");
  figures.posting_bytes = number("SELECT sum(length(block)) FROM chunks_data");
  figures.index_bytes = fs::file_size(folder / "fts5.db");
  return figures;
}

}  // namespace

const SearchSystem& Fts5System() {
  static constexpr SearchSystem kSystem{"fts5", sqlite3_libversion, Build, Open,
                                        MeasureIndex};
  return kSystem;
}

}  // namespace answerbox::benchmarks
