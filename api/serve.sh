#!/bin/sh
# Starts the service: `npm run serve`. Node must get these flags before it runs any of our code.
#
#   --max-semi-space-size=8     Size of the young generation. Nearly all objects die with their request. If they fit, V8
#                               frees them for almost nothing. On PostgreSQL, a list of 100 items takes 0.6 of the
#                               processor time of SERVICE_MEMORY=small. With 16 MB, lists gain nothing more
#                               (tests/bench/README.md).
#   --heap-growing-percent=150  Collects the old generation when it is two and a half times as large as after the last
#                               collection. By default, V8 waits longer, and the process exceeds 256 MB under load.
#   --initial-old-space-size=64 The rule above applies from 64 MB. A smaller old generation is collected as by default.
#   --import …                  Stores the compiled code without types. The next start then takes half the time.
#   MALLOC_ARENA_MAX=1          All threads share freed memory. Otherwise, glibc would keep the freed memory of each
#                               thread, and the process would exceed 256 MB under load.
#
# SERVICE_MEMORY=small is for tiny machines: the process then stays under 150 MB, but needs more processor time.
#
#   --heap-growing-percent=20   Collects the old generation after each growth by a fifth.
#   --initial-old-space-size=36 After a start, the old generation has 25 MB. If the rule above applied to it, V8 would
#                               collect garbage during the requests.
#
# Each shell replaces itself with Node (`exec`), so that Node gets SIGTERM. A waiting shell would end at the signal, and
# leave the service running.
cd "$(dirname "$0")/.." || exit
# deploy/compose.yaml passes a space for a variable that is not set.
case "${SERVICE_MEMORY:-}" in
  '' | ' ') flags='--max-semi-space-size=8 --heap-growing-percent=150 --initial-old-space-size=64' ;;
  small) flags='--max-semi-space-size=4 --heap-growing-percent=20 --initial-old-space-size=36' ;;
  *)
    echo 'SERVICE_MEMORY: must be small, or not set' >&2
    exit 1
    ;;
esac
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
# shellcheck disable=SC2086 # several flags
exec node $flags --import ./api/compiler.js api/main.ts "$@"
