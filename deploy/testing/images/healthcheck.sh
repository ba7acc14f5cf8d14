#!/bin/sh
# Checks whether MariaDB accepts connections, whatever the arguments.
exec mariadb-admin --no-defaults --socket=/run/mysqld/mysqld.sock --silent ping
