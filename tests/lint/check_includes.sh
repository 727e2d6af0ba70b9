#!/bin/sh
# Fails if a source includes a header that some of our machines cannot use.
#
# usage: check_includes.sh ROOT
#
# <future>: Debian's C++ library for ARMv6 boards lacks what std::promise and
# std::async need, so programs that use them do not link there. daemon/awaited.h
# does the same.
set -eu
cd "$1"
found=$(grep -rn --include='*.cc' --include='*.h' '#include <future>' \
  client daemon engine lab platform protocol || true)
if [ -n "$found" ]; then
  echo "$found"
  echo "use daemon/awaited.h: ARMv6 boards have no <future>"
  exit 1
fi
