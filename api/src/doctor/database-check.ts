import { SCHEMA_VERSION } from '../database/migrations.ts';
import { inspectSqlite } from '../database/sqlite.ts';
import type { DatabaseSetting } from '../settings.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Whether the service could work with the database as it is; changes nothing. */
export function checkDatabase({ path }: DatabaseSetting): Finding {
  const found = inspectSqlite(path);
  switch (found.kind) {
    case 'missing':
      return ok(`Database: ${path} will be made at the first start`);
    case 'unusable':
      return problem(
        `Database: ${path} cannot be used: ${found.reason}`,
        'Let the account that runs the service write there.',
      );
    case 'present':
      if (found.version > SCHEMA_VERSION)
        return problem(
          `Database: schema version ${found.version} is newer than this service, which knows ${SCHEMA_VERSION}`,
          'Start the newer service, or restore a backup from before its upgrade.',
        );
      if (found.version < SCHEMA_VERSION)
        return ok(
          `Database: writable; the next start brings it from schema version ${found.version} to ${SCHEMA_VERSION}`,
        );
      return ok(`Database: writable, schema version ${found.version}`);
  }
}
