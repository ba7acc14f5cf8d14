import { type Database, DatabaseUnavailable, type Statements } from './database.ts';

/** Thrown by each write to the database of another site (rules: Copies). */
export class DatabaseOfOtherSite extends DatabaseUnavailable {
  override name = 'DatabaseOfOtherSite';
}

/**
 * Wraps a database that was made for another site, so that no code can change it. Reads stay possible.
 * @param isOther returns false as soon as the database may be changed
 */
export function readOnly(database: Database, isOther: () => boolean): Database {
  const check = () => {
    if (isOther()) throw new DatabaseOfOtherSite('the database was made for another site');
  };
  const reading = (statements: Statements): Statements => ({
    dialect: statements.dialect,
    read: (sql, values) => statements.read(sql, values),
    list: (list, values) => statements.list(list, values),
    first: (sql, values) => statements.first(sql, values),
    scan: (sql, values) => statements.scan(sql, values),
    write: async (sql, values, options) => {
      check();
      return statements.write(sql, values, options);
    },
    newItemIds: async (count) => {
      check();
      return statements.newItemIds(count);
    },
  });
  return {
    ...reading(database),
    search: (search, time) => database.search(search, time),
    exclusively: async (id, time, work) => {
      check();
      return database.exclusively(id, time, work);
    },
    within: (time) => reading(database.within(time)),
    searchIndex: database.searchIndex,
    recording: database.recording,
    load: () => database.load(),
    close: () => database.close(),
  };
}
