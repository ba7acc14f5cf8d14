#!/bin/sh
# Starts the service: `npm run serve`. Node must get these flags before it runs any of our code.
#
#   --max-semi-space-size=4     Keeps the young generation small, since most objects die with their request. Under reads,
#                               lists and writes, the process took 180 MB instead of 240, and no more processor time.
#   --heap-growing-percent=20   Collects the old generation after it has grown by a fifth, so that garbage of long lists
#                               is freed soon: 160 MB instead of 180.
#                               Without both flags, the process takes 60 MB more. Two other flags cost too much:
#                               --optimize-for-size saves 19 MB for a third more processor time,
#                               --max-semi-space-size=2 saves 6 MB for up to a third more processor time of writes.
#   --initial-old-space-size=36 Delays the previous flag until the old generation has 36 MB. After a start it has 25 MB, so
#                               V8 would always be close to its limit, and collect garbage during the requests: reads of
#                               items took a quarter more processor time.
#   --import …                  Stores compiled code, with types stripped, for the next start, which then takes half the
#                               time. V8's compiler also frees its working memory at once (compiler.js).
#   MALLOC_ARENA_MAX=1          All threads share freed memory. Otherwise glibc would keep a separate store for each
#                               thread: 8 to 15 MB more, at the same processor time.
#
# Each shell on the way replaces itself with Node (`exec`), so that Node gets SIGTERM. A waiting shell would die of the
# signal, and leave the service running.
cd "$(dirname "$0")/.." || exit
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
exec node --max-semi-space-size=4 --heap-growing-percent=20 --initial-old-space-size=36 --import ./api/compiler.js api/main.ts "$@"
