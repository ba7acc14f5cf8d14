#!/bin/sh
# Creates the database and its user at the first start, then runs the server with the arguments.
set -eu
data=/var/lib/mysql
if [ ! -d "$data/mysql" ]; then
  mariadb-install-db --datadir="$data" --auth-root-authentication-method=normal --skip-test-db > /dev/null
  root=$(cat "$MARIADB_ROOT_PASSWORD_FILE")
  password=$(cat "$MARIADB_PASSWORD_FILE")
  # The server reads this file before it accepts connections.
  cat > /tmp/first.sql << SQL
ALTER USER root@localhost IDENTIFIED BY '$root';
CREATE DATABASE $MARIADB_DATABASE;
CREATE USER $MARIADB_USER@'%' IDENTIFIED BY '$password';
GRANT ALL ON $MARIADB_DATABASE.* TO $MARIADB_USER@'%';
SQL
  set -- "$@" --init-file=/tmp/first.sql
fi
exec mariadbd --bind-address=0.0.0.0 --skip-name-resolve "$@"
