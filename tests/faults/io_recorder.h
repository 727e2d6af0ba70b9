/* The state of the preloaded library: the descriptors and paths of the watched
 * directory, the log of operations, and which operations fail. io_control.py
 * reads the log and writes the control page. */
#ifndef ANSWERBOX_TESTS_FAULTS_IO_RECORDER_H
#define ANSWERBOX_TESTS_FAULTS_IO_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits, so that the control page can name several kinds. */
enum io_kind {
  IO_OPEN = 1 << 0,   /* Opens an existing file or folder. */
  IO_CREATE = 1 << 1, /* Opens; may make or empty a file. */
  IO_WRITE = 1 << 2,
  IO_TRUNCATE = 1 << 3,
  IO_SYNC_FILE = 1 << 4,
  IO_SYNC_FOLDER = 1 << 5,
  IO_RENAME = 1 << 6,
  IO_LINK = 1 << 7,
  IO_UNLINK = 1 << 8,
  IO_MAKE_FOLDER = 1 << 9,
  IO_REMOVE_FOLDER = 1 << 10,
  IO_SEND = 1 << 11, /* To a socket: a reply, which acknowledges. */
};

/* A page shared with the test. 64-bit words in the machine's byte order. */
struct io_control {
  uint64_t count;      /* Operations so far of the kinds in `mask`. */
  uint64_t mask;       /* The kinds that are counted. */
  uint64_t fail_first; /* The first count that fails, from 1; 0: none. */
  uint64_t fail_last;
  uint64_t error;   /* The errno of operations that fail. */
  uint64_t failed;  /* Operations that failed. */
  uint64_t kill_at; /* SIGKILL before the operation of this count; 0: never. */
  uint64_t cut_writes; /* Not 0: the first failing write writes half. */
  uint64_t skip_syncs; /* Not 0: syncs are logged but not made. */
};

enum io_verdict { IO_PROCEED, IO_FAIL, IO_CUT };

/* The caller holds the lock from the decision about an operation to its log
 * entry, so that operations of several threads are logged in their order. */
void io_lock(void);
void io_unlock(void);

/* Decides whether the operation may happen. Sets errno for IO_FAIL. Needs the
 * lock. */
enum io_verdict io_decide(enum io_kind kind);
bool io_skips_syncs(void);

/* Append log entries. Need the lock. */
void io_log_paths(enum io_kind kind, int fd, uint64_t value, const char* path,
                  const char* second_path);
void io_log_bytes(enum io_kind kind, int fd, uint64_t offset, const void* bytes,
                  size_t size);

/* True if `path` (absolute) is the watched directory or is in it. */
bool io_watches_path(const char* path);

/* Keep track of the descriptors of watched files and folders. */
void io_watch(int fd, bool is_folder);
void io_forget(int fd);
bool io_watches(int fd);
bool io_is_folder(int fd);

#endif
