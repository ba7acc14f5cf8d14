#!/bin/sh
# The check of the official image, as compose.yaml calls it: MariaDB accepts connections over TCP.
set -eu
for option in "$@"; do
  case $option in
    --connect)
      mariadb-admin --protocol tcp --host 127.0.0.1 --user healthcheck --password=none ping 2>&1 |
        grep -q -E 'alive|Access denied'
      ;;
    --innodb_initialized) test -s /var/lib/mysql/ibdata1 ;;
    *) exit 1 ;;
  esac
done
