#!/bin/sh
# Copies WordPress into an empty site and configures it as the official image does, before PHP-FPM starts.
set -eu
if [ "$1" = php-fpm ]; then
  [ -e index.php ] || tar -C /usr/src/wordpress -cf - . | tar -xf - --no-overwrite-dir
  if [ ! -s wp-config.php ]; then
    awk '
      /put your unique phrase here/ {
        cmd = "head -c 1m /dev/urandom | sha1sum | cut -d\\  -f1"
        cmd | getline phrase
        close(cmd)
        gsub("put your unique phrase here", phrase)
      }
      { print }
    ' wp-config-docker.php > wp-config.php
  fi
fi
exec "$@"
