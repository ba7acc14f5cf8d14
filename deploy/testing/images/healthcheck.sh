#!/bin/sh
# Checks whether MariaDB accepts connections. Ignores its arguments.
exec mariadb-admin --no-defaults --socket=/run/mysqld/mysqld.sock --silent ping
