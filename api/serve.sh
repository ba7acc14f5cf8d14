#!/bin/sh
# Starts the service: `npm run serve`. Node must get these flags before it runs any of our code.
#
#   --max-semi-space-size=4     Keeps the young generation small, because most objects die with their request. In a mix
#                               of reads, lists and writes, the process took 180 MB instead of 240 MB, at the same
#                               processor time.
#   --heap-growing-percent=20   Collects the old generation after each growth by a fifth. V8 then frees the garbage of
#                               long lists soon, and the process takes 160 MB instead of 180 MB.
#   --initial-old-space-size=36 Until the old generation has 36 MB, --heap-growing-percent has no effect. After a start,
#                               the old generation has 25 MB. Without --initial-old-space-size, V8 would always be close
#                               to its limit, and collect garbage during the requests. Reads of items then took a
#                               quarter more processor time.
#   --import …                  Stores the compiled code without types. The next start then takes half the time.
#                               V8's compiler also frees its working memory at once (compiler.js).
#   MALLOC_ARENA_MAX=1          All threads share freed memory. Otherwise, glibc would keep the freed memory of each
#                               thread. This would take 8 to 15 MB more, and save no processor time.
#
# Two other flags save memory, but need too much processor time. --optimize-for-size saves 19 MB, and needs a third more
# time. --max-semi-space-size=2 saves 2 to 6 MB, and needs 13 to 18 % more time for writes (tests/bench/README.md).
#
# Each shell replaces itself with Node (`exec`), so that Node gets SIGTERM. A waiting shell would end at the signal, and
# leave the service running.
cd "$(dirname "$0")/.." || exit
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
exec node --max-semi-space-size=4 --heap-growing-percent=20 --initial-old-space-size=36 --import ./api/compiler.js api/main.ts "$@"
