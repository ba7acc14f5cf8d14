#!/bin/sh
# Runs WordPress's cron once a minute, in the container `cron` of deploy/compose.yaml.
# QUIT is the stop signal of the PHP-FPM image.
trap 'exit 0' TERM INT QUIT
while :; do
  [ -e wp-config.php ] && php /largesse/cron.php && touch /tmp/cron-ran
  sleep 60 &
  wait $!
done
