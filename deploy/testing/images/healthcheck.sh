#!/bin/sh
# Says whether MariaDB accepts connections, whatever it is asked to look at.
exec mariadb-admin --no-defaults --socket=/run/mysqld/mysqld.sock --silent ping
