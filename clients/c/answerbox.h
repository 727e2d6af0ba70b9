/* libanswerbox: asks answerboxd over its Unix socket. The protocol is
 * docs/socket-protocol.md. C99 or later, or C++; nothing but the C library. The
 * library is this header and answerbox.c; both may be copied into a project.
 *
 *   answerbox *box = answerbox_open(NULL, 5000);
 *   answerbox_reply reply;
 *   if (box == NULL) return 1;
 *   if (answerbox_ask(box, NULL, "How are vaccines stored?", &reply) != 0)
 *     fprintf(stderr, "%s\n", answerbox_error(box));
 *   else if (reply.answered)
 *     printf("%s (%s)\n", reply.answers[0].text, reply.answers[0].document);
 *   else
 *     printf("%s\n", reply.message);
 *   answerbox_close(box);
 *
 * - Threads: a handle is for one thread at a time. Handles share nothing.
 * - Text: UTF-8, ended by a zero byte. Texts of replies belong to the handle,
 *   and are valid until the next call with it.
 * - Memory: at most five times ANSWERBOX_MAX_REPLY_BYTES, and three times the
 *   longest request. A handle keeps what it has until it is closed.
 */
#ifndef ANSWERBOX_H
#define ANSWERBOX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What calls return: 0, one of these, or the negative number of an error of the
 * daemon (docs/socket-protocol.md, "Errors"). After one of these, except
 * ANSWERBOX_BAD_ARGUMENT, the connection is closed, and the next call makes a
 * new one. */
enum {
  ANSWERBOX_OK = 0,
  ANSWERBOX_NO_DAEMON = 1,    /* can't connect. Nothing was asked */
  ANSWERBOX_TIMEOUT = 2,      /* no reply in time. It may yet be carried out */
  ANSWERBOX_CLOSED = 3,       /* the daemon hung up. It may be carried out */
  ANSWERBOX_BAD_REPLY = 4,    /* a reply that is not of the protocol */
  ANSWERBOX_NO_MEMORY = 5,    /* malloc failed */
  ANSWERBOX_BAD_ARGUMENT = 6, /* the text of parameters is no JSON object */

  /* The daemon's that a program may act on. */
  ANSWERBOX_INVALID_PARAMS = -32602,
  ANSWERBOX_BUSY = -32002, /* try again later */
  ANSWERBOX_SHUTTING_DOWN = -32004,
  ANSWERBOX_FORBIDDEN = -32005,
  ANSWERBOX_NOT_FOUND = -32010,
  ANSWERBOX_REJECTED = -32012, /* the document's text or name is unacceptable */
  ANSWERBOX_LIMIT = -32013,
  ANSWERBOX_STORAGE = -32014 /* the disk is full, read-only or failing */
};

/* Twice what a daemon lets wait for a connection, unless its options say
 * otherwise. A longer reply is ANSWERBOX_BAD_REPLY. */
#define ANSWERBOX_MAX_REPLY_BYTES (8u << 20)
#define ANSWERBOX_MAX_ANSWERS 3
#define ANSWERBOX_MAX_PASSAGES 100

typedef struct answerbox answerbox;

/* A text of a document, and its place there. */
typedef struct {
  const char* text;
  const char* document; /* its name */
  const char* section;  /* headings, the outermost first; " > " between them */
  int64_t page;         /* from 1; 0: the document has no pages */
  double score;         /* an answer: the probability that it is right, 0 to 1.
                         * A passage: a greater one is better */

  /* Tell people of these, or they take words for right and whole. */
  int cut;                /* 1: the list or section goes on in the document */
  double scan_confidence; /* how surely the page's words were read from a
                           * picture, 0 to 1; 1 also if it was none */
} answerbox_passage;

typedef struct {
  int answered; /* 1, or 0: refused */

  /* How the question was read. NULL: as it stands. */
  const char* asked;    /* the part of a message that was asked */
  const char* spelling; /* words taken for others: "symtoms > symptoms, ..." */

  /* One answer, or several in two cases: show all, the best first. */
  size_t count;
  answerbox_passage answers[ANSWERBOX_MAX_ANSWERS];
  int choices; /* 1: none of them is sure */
  int differ;  /* 1: they differ in what was asked for */

  /* Why it was refused; NULL if it was answered. */
  const char* reason;  /* for programs: "weak_evidence", ... */
  const char* message; /* a sentence for people */

  double confidence; /* of the best sentence, 0 to 1 */
  double theta;      /* refused where the confidence is below it */
  const char* run;   /* name of the record in the audit log; NULL without one */
} answerbox_reply;

typedef struct {
  size_t count;
  answerbox_passage passages[ANSWERBOX_MAX_PASSAGES]; /* the best first */
  const char *reason, *message; /* why there are none; NULL if there are some */
} answerbox_passages;

typedef struct {
  int replaced;       /* 1: a document of that name was there before */
  int64_t bytes;      /* of the text */
  const char* sha256; /* of the text: 64 hex digits */
} answerbox_added;

typedef struct {
  const char* version;
  int64_t collections, documents;
  int64_t max_line_bytes; /* the longest request, without its line end */
  size_t out_of_service;  /* how much is not served: call "status" for what */
} answerbox_status;

/* Makes a handle. It connects at its first call. NULL if malloc fails.
 * - path: the daemon's socket. NULL: $ANSWERBOX_SOCKET, else answerbox.sock in
 *   $XDG_RUNTIME_DIR if it is there, else /run/answerbox/answerbox.sock.
 * - timeout_ms: from 1 on; how long a call takes at most, connecting included.
 *   Reading a reply that is as long as it may be can take a moment more. */
answerbox* answerbox_open(const char* path, int timeout_ms);

/* Closes the connection and frees the handle. NULL is allowed. */
void answerbox_close(answerbox* box);

/* `collection` may be NULL everywhere: "default". */

/* Asks a question of 1 to 4,096 bytes. A refusal is no error. */
int answerbox_ask(answerbox* box, const char* collection, const char* question,
                  answerbox_reply* reply);

/* Lists passages with these words: `count` of them, 1 to
 * ANSWERBOX_MAX_PASSAGES, or fewer. */
int answerbox_search(answerbox* box, const char* collection, const char* words,
                     int count, answerbox_passages* passages);

/* Adds a document, or replaces the one with that name. After ANSWERBOX_OK it is
 * on the disk. A text of up to 16 MiB is sent in parts, all within one timeout.
 * It has `bytes` bytes, and need not end with a zero byte. */
int answerbox_add(answerbox* box, const char* collection, const char* name,
                  const char* text, size_t bytes, answerbox_added* added);

int answerbox_get_status(answerbox* box, answerbox_status* status);

/* Calls any method. `params` is a JSON object as text, or NULL: {}. `result`
 * becomes the result as JSON text, which this library has checked. */
int answerbox_call(answerbox* box, const char* method, const char* params,
                   const char** result);

/* The last call's error; NULL after ANSWERBOX_OK. `answerbox_error` is a
 * sentence for people; the daemon's comes as it is. `answerbox_error_kind` is a
 * word for programs: the daemon's `data.kind`, or "no_daemon", "timeout",
 * "closed", "bad_reply", "no_memory", "bad_argument". */
const char* answerbox_error(const answerbox* box);
const char* answerbox_error_kind(const answerbox* box);

#ifdef __cplusplus
}
#endif

#endif
