#!/bin/sh
# Copies WordPress into the site's folder at the first start of PHP-FPM, then runs the command in the arguments.
set -eu
if [ "${1:-}" = php-fpm ] && [ ! -e wp-config.php ]; then
  cp -R /usr/src/wordpress/. .
  # wp-config.php is written last, and in one step, because other containers wait for this file.
  {
    cat /usr/src/stand-in/wp-config.php
    for name in AUTH_KEY SECURE_AUTH_KEY LOGGED_IN_KEY NONCE_KEY AUTH_SALT SECURE_AUTH_SALT LOGGED_IN_SALT NONCE_SALT; do
      echo "define( '$name', '$(head -c 48 /dev/urandom | base64 -w 0)' );"
    done
    echo "require_once ABSPATH . 'wp-settings.php';"
  } > wp-config.php.new
  mv wp-config.php.new wp-config.php
fi
exec "$@"
