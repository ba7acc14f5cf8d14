#!/bin/sh
# Creates the database as the official image does, and starts PostgreSQL.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086 # several options
  initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  # During initialization, PostgreSQL listens only on its socket.
  pg_ctl --pgdata "$PGDATA" --options "-c listen_addresses=''" --wait start
  [ "$POSTGRES_DB" = postgres ] || createdb --username "$POSTGRES_USER" --maintenance-db postgres "$POSTGRES_DB"
  pg_ctl --pgdata "$PGDATA" --mode fast --wait stop
fi
exec "$@" -c listen_addresses='*'
