#!/bin/sh
# Creates the database as the official image does, and starts MariaDB. Arguments that begin with "-" are options.
set -eu
case "${1:-}" in
  -*) set -- mariadbd "$@" ;;
esac
if [ "$1" = mariadbd ] && [ ! -d /var/lib/mysql/mysql ]; then
  mariadb-install-db --auth-root-authentication-method=normal --skip-test-db > /dev/null
  root=$(cat "$MARIADB_ROOT_PASSWORD_FILE")
  own=$(cat "$MARIADB_PASSWORD_FILE")
  mariadbd --bootstrap << END
FLUSH PRIVILEGES;
CREATE DATABASE $MARIADB_DATABASE;
CREATE USER '$MARIADB_USER'@'%' IDENTIFIED BY '$own';
GRANT ALL ON $MARIADB_DATABASE.* TO '$MARIADB_USER'@'%';
CREATE USER healthcheck@localhost IDENTIFIED BY '$own';
ALTER USER 'root'@'$MARIADB_ROOT_HOST' IDENTIFIED BY '$root';
END
fi
exec "$@"
