import { MAX_IDEAS, type PurchaseState } from '@largesse/contract';
import type { Statements, Value } from '../database/database.ts';
import type { ChangesIn, EventType } from '../database/events.ts';
import { type Erasure, erasePerson } from '../database/people.ts';
import { counted } from '../database/sql.ts';
import { placeholders } from '../items/rows.ts';
import { timeAfter } from '../times.ts';

/** A stored idea of a guest. */
export interface StoredIdea {
  /** A UUID in lower case. */
  id: string;
  registryId: number;
  name: string;
  url: string | null;
  note: string | null;
  authorUserId: number | null;
  authorName: string | null;
  authorEmail: string | null;
  /** Null until someone gives the idea. */
  state: PurchaseState | null;
  giverUserId: number | null;
  giverName: string | null;
  giverEmail: string | null;
  revealedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Fields that a request sets in an idea. */
export type IdeaFields = Omit<StoredIdea, 'revealedAt' | 'createdAt' | 'updatedAt'>;

/** Filter for a list of ideas. The e-mail address is in lower case. */
export type IdeaSelection =
  | { registryId: number; isRevealed?: boolean }
  | { personEmail: string }
  | { personUserId: number };

/** Values of a row, in the order of COLUMNS. */
type IdeaRow = [
  id: string,
  registryId: number,
  name: string,
  url: string | null,
  note: string | null,
  authorUserId: number | null,
  authorName: string | null,
  authorEmail: string | null,
  state: PurchaseState | null,
  giverUserId: number | null,
  giverName: string | null,
  giverEmail: string | null,
  revealedAt: string | null,
  createdAt: string,
  updatedAt: string,
];

/** Columns that `change` overwrites. */
const CHANGEABLE = [
  'name',
  'url',
  'note',
  'author_user_id',
  'author_name',
  'author_email',
  'state',
  'giver_user_id',
  'giver_name',
  'giver_email',
];
const NAMES = ['id', 'registry_id', ...CHANGEABLE, 'revealed_at', 'created_at', 'updated_at'];
const COLUMNS = NAMES.join(', ');

/**
 * Condition that a registry has fewer than MAX_IDEAS ideas.
 * @param registryId parameter with the registry's id
 */
const hasPlace = (registryId: string): string => `(
    SELECT count(*) FROM (SELECT 1 FROM ideas AS others WHERE others.registry_id = ${registryId} LIMIT ${MAX_IDEAS}) AS counted
  ) < ${MAX_IDEAS}`;

const MAKE = `
  INSERT INTO ideas (${COLUMNS}) SELECT ${placeholders(NAMES.length)} WHERE ${hasPlace('$2')}
  ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`;
const CHANGE = `
  UPDATE ideas SET ${CHANGEABLE.map((column, index) => `${column} = $${index + 1}`).join(', ')}, revealed_at = NULL, updated_at = $11
  WHERE registry_id = $12 AND id = $13 AND updated_at = $14 RETURNING ${COLUMNS}`;

/** Stores the ideas of guests. Ideas stay hidden from recipients until a reveal (rules: Ideas of guests). */
export class IdeaStore {
  readonly #database: Pick<Statements, 'read' | 'first' | 'write' | 'nextItemIds'>;

  constructor(database: Pick<Statements, 'read' | 'first' | 'write' | 'nextItemIds'>) {
    this.#database = database;
  }

  /** Returns an idea of a registry, or null. @param id in lower case */
  async find(registryId: number, id: string): Promise<StoredIdea | null> {
    const sql = `SELECT ${COLUMNS} FROM ideas WHERE registry_id = $1 AND id = $2`;
    return ideaOrNull(await this.#database.first<IdeaRow>(sql, [registryId, id]));
  }

  /** Returns whether another registry has an idea with an id. @param id in lower case */
  async isOfAnotherRegistry(registryId: number, id: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM ideas WHERE id = $1 AND registry_id <> $2 LIMIT 1';
    return (await this.#database.first(sql, [id, registryId])) !== undefined;
  }

  /** Returns ideas, sorted by creation time. */
  async list(selection: IdeaSelection, { skip, limit }: { skip: number; limit: number }): Promise<StoredIdea[]> {
    const [condition, values] = conditionOf(selection);
    const sql = `SELECT ${COLUMNS} FROM ideas WHERE ${condition}
      ORDER BY created_at, id LIMIT ${counted(`$${values.length + 1}`)} OFFSET ${counted(`$${values.length + 2}`)}`;
    return (await this.#database.read<IdeaRow>(sql, [...values, limit, skip])).map(ideaOf);
  }

  /** Returns whether a registry has MAX_IDEAS ideas. */
  async isFull(registryId: number): Promise<boolean> {
    const sql = `SELECT 1 FROM ideas WHERE registry_id = $1 LIMIT 1 OFFSET ${counted('$2')}`;
    return (await this.#database.first(sql, [registryId, MAX_IDEAS - 1])) !== undefined;
  }

  /**
   * Creates an idea.
   * @returns null if its id is taken or its registry is full
   */
  async make(fields: IdeaFields): Promise<StoredIdea | null> {
    // If registries are on several servers, ids are unique only in a registry, so the database cannot refuse the id.
    if (this.#database.nextItemIds && (await this.isOfAnotherRegistry(fields.registryId, fields.id))) return null;
    const now = timeAfter();
    const values = [fields.id, fields.registryId, ...changeable(fields), null, now, now];
    return ideaOrNull((await this.#write(MAKE, values, fields.registryId, 'idea.created'))[0]);
  }

  /**
   * Changes an idea. If the idea was revealed, the changed idea waits for the next reveal.
   * @returns null if the idea has changed since it was read
   */
  async change(before: StoredIdea, fields: IdeaFields): Promise<StoredIdea | null> {
    const values = [...changeable(fields), timeAfter(before.updatedAt), before.registryId, before.id, before.updatedAt];
    return ideaOrNull((await this.#write(CHANGE, values, before.registryId, 'idea.updated'))[0]);
  }

  /** Deletes an idea. @returns false if the idea has changed since it was read */
  async remove(idea: StoredIdea): Promise<boolean> {
    const { registryId, id, updatedAt } = idea;
    const sql = `DELETE FROM ideas WHERE registry_id = $1 AND id = $2 AND updated_at = $3 RETURNING ${COLUMNS}`;
    const values = [registryId, id, updatedAt];
    return (await this.#write(sql, values, registryId, 'idea.deleted')).length > 0;
  }

  /** Deletes all ideas of a deleted registry. */
  async removeAllOf(registryId: number): Promise<void> {
    const sql = `DELETE FROM ideas WHERE registry_id = $1 RETURNING ${COLUMNS}`;
    await this.#write(sql, [registryId], registryId, 'idea.deleted');
  }

  /** Changes ideas of a registry, and records the changes as events. */
  #write(sql: string, values: Value[], lockId: number, type: EventType): Promise<IdeaRow[]> {
    return this.#database.write<IdeaRow>(sql, values, { lockId, changes: changesOf(type) });
  }

  /** Returns whether a registry has unrevealed ideas. */
  async hasUnrevealed(registryId: number): Promise<boolean> {
    const sql = 'SELECT 1 FROM ideas WHERE registry_id = $1 AND revealed_at IS NULL LIMIT 1';
    return (await this.#database.first(sql, [registryId])) !== undefined;
  }

  /** Reveals all ideas for a registry to its recipients. @returns the number of newly revealed ideas */
  async reveal(registryId: number): Promise<number> {
    const sql = 'UPDATE ideas SET revealed_at = $1 WHERE registry_id = $2 AND revealed_at IS NULL RETURNING id';
    return (await this.#database.write(sql, [timeAfter(), registryId], { lockId: registryId })).length;
  }

  /**
   * Erases the names, user ids and e-mail addresses of authors and givers, and the notes of authors. Keeps the ideas
   * themselves, with name and link.
   * @param onlyAddresses true to erase only e-mail addresses
   * @returns the number of ideas that lost data
   */
  async erase(whose: Erasure, onlyAddresses: boolean): Promise<number> {
    const erased = new Set<string>();
    for (const person of ['author', 'giver']) {
      const columns = (onlyAddresses ? ['email'] : ['user_id', 'name', 'email']).map((field) => `${person}_${field}`);
      if (person === 'author' && !onlyAddresses) columns.push('note');
      for (const id of await erasePerson(this.#database, { table: 'ideas', person, columns }, whose)) erased.add(id);
    }
    return erased.size;
  }
}

// All events of ideas are secret, because recipients must never see them, even after the idea is revealed.
const changesOf =
  (type: EventType): ChangesIn<IdeaRow> =>
  (rows) =>
    rows.map(([, registryId]) => ({
      type,
      registryId,
      itemId: null,
      purchaseId: null,
      isSecret: true,
      giverUserId: null,
    }));

function conditionOf(selection: IdeaSelection): [condition: string, values: Value[]] {
  if ('registryId' in selection) {
    const condition = 'registry_id = $1';
    return [selection.isRevealed ? `${condition} AND revealed_at IS NOT NULL` : condition, [selection.registryId]];
  }
  const [column, value]: [string, Value] =
    'personEmail' in selection ? ['email', selection.personEmail] : ['user_id', selection.personUserId];
  return [`(author_${column} = $1 OR giver_${column} = $2)`, [value, value]];
}

const changeable = (fields: IdeaFields): Value[] => [
  fields.name,
  fields.url,
  fields.note,
  fields.authorUserId,
  fields.authorName,
  fields.authorEmail,
  fields.state,
  fields.giverUserId,
  fields.giverName,
  fields.giverEmail,
];

/** Returns whether all changeable fields of two ideas are equal. */
export const isSameIdea = (one: IdeaFields, other: IdeaFields): boolean =>
  JSON.stringify(changeable(one)) === JSON.stringify(changeable(other));

const ideaOrNull = (row: IdeaRow | undefined): StoredIdea | null => (row ? ideaOf(row) : null);

const ideaOf = (row: IdeaRow): StoredIdea => ({
  id: row[0],
  registryId: row[1],
  name: row[2],
  url: row[3],
  note: row[4],
  authorUserId: row[5],
  authorName: row[6],
  authorEmail: row[7],
  state: row[8],
  giverUserId: row[9],
  giverName: row[10],
  giverEmail: row[11],
  revealedAt: row[12],
  createdAt: row[13],
  updatedAt: row[14],
});
