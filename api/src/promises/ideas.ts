import { type Idea, type IdeasQuery, MAX_IDEAS } from '@largesse/contract';
import type { Row, Statements, Value } from '../database/database.ts';
import { type ChangesIn, changeOfItem, type EventType } from '../database/events.ts';
import { type Erasure, erasePerson, lowerCaseAddress } from '../database/people.ts';
import { counted, placeholders, recordsOf, valuesOf } from '../database/sql.ts';
import { timeAfter } from '../times.ts';

/** Fields that a request sets in an idea. */
export type IdeaFields = Omit<Idea, 'revealed_at' | 'created_at' | 'updated_at'>;

const CHANGEABLE = [
  'name',
  'url',
  'note',
  'price',
  'currency',
  'audience',
  'author_user_id',
  'author_name',
  'author_email',
  'state',
  'giver_user_id',
  'giver_name',
  'giver_email',
] as const;
const NAMES = ['id', 'registry_id', ...CHANGEABLE, 'revealed_at', 'created_at', 'updated_at'] as const;
const COLUMNS = NAMES.join(', ');
const ideaOf = recordsOf<Idea>(NAMES);

/** Condition that a registry has room for one more idea. Parameters: the id of the registry, and the audience. */
const hasPlace = (registryId: string, audience: string): string => `(
    SELECT count(*) FROM (
      SELECT 1 FROM ideas AS others WHERE others.registry_id = ${registryId} AND others.audience = ${audience} LIMIT ${MAX_IDEAS}
    ) AS counted
  ) < ${MAX_IDEAS}`;

/** Returns the parameter with this number after the first ones, which contain the columns of the statement. */
const after = (columns: readonly string[], number: number): string => `$${columns.length + number}`;

const MAKE = `
  INSERT INTO ideas (${COLUMNS}) SELECT ${placeholders(NAMES.length)}
  WHERE ${hasPlace(after(NAMES, 1), after(NAMES, 2))}
  ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`;
const CHANGE = `
  UPDATE ideas SET ${CHANGEABLE.map((column, index) => `${column} = $${index + 1}`).join(', ')}, revealed_at = NULL,
    updated_at = ${after(CHANGEABLE, 1)}
  WHERE registry_id = ${after(CHANGEABLE, 2)} AND id = ${after(CHANGEABLE, 3)} AND updated_at = ${after(CHANGEABLE, 4)}
  RETURNING ${COLUMNS}`;

/** SQL condition: a reveal shows the idea. A suggested wish becomes a gift, or nothing (rules: Ideas of guests). */
const IS_FOR_GUESTS = "audience = 'guests'";

/**
 * Stores the ideas of guests, and the promises of wishes that they have suggested to owners. Ideas stay hidden from
 * recipients until a reveal (rules: Ideas of guests).
 */
export class IdeaStore {
  readonly #database: Pick<Statements, 'read' | 'first' | 'write' | 'joinsRegistries'>;

  constructor(database: Pick<Statements, 'read' | 'first' | 'write' | 'joinsRegistries'>) {
    this.#database = database;
  }

  /** @param id in lower case */
  async find(registryId: number, id: string): Promise<Idea | null> {
    const sql = `SELECT ${COLUMNS} FROM ideas WHERE registry_id = $1 AND id = $2`;
    return ideaOrNull(await this.#database.first(sql, [registryId, id]));
  }

  /** @param id in lower case */
  async isOfAnotherRegistry(registryId: number, id: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM ideas WHERE id = $1 AND registry_id <> $2 LIMIT 1';
    return (await this.#database.first(sql, [id, registryId])) !== undefined;
  }

  /** The query names one registry or one person. Oldest ideas first. */
  async list(query: IdeasQuery): Promise<Idea[]> {
    const [condition, values] = conditionOf(query);
    const sql = `SELECT ${COLUMNS} FROM ideas WHERE ${condition}
      ORDER BY created_at, id LIMIT ${counted(`$${values.length + 1}`)} OFFSET ${counted(`$${values.length + 2}`)}`;
    return (await this.#database.read(sql, [...values, query.limit, query.skip])).map(ideaOf);
  }

  /** Ideas for guests and for owners are counted separately. */
  async isFull({ registry_id: registryId, audience }: IdeaFields): Promise<boolean> {
    const sql = `SELECT 1 FROM ideas WHERE registry_id = $1 AND audience = $2 LIMIT 1 OFFSET ${counted('$3')}`;
    return (await this.#database.first(sql, [registryId, audience, MAX_IDEAS - 1])) !== undefined;
  }

  /** Creates an idea; null if its id is taken or its registry is full. */
  async make(fields: IdeaFields): Promise<Idea | null> {
    // Ids may be unique only within a registry. The database then cannot refuse the id.
    if (!this.#database.joinsRegistries && (await this.isOfAnotherRegistry(fields.registry_id, fields.id))) return null;
    const now = timeAfter();
    const made = valuesOf({ ...fields, revealed_at: null, created_at: now, updated_at: now }, NAMES);
    const values = [...made, fields.registry_id, fields.audience];
    return ideaOrNull((await this.#write(MAKE, values, fields.registry_id, 'idea.created'))[0]);
  }

  /** Changes an idea, which then waits for the next reveal; null if it has changed since it was read. */
  async change(before: Idea, fields: IdeaFields): Promise<Idea | null> {
    const { id, registry_id: registryId, updated_at: version } = before;
    const values = [...valuesOf(fields, CHANGEABLE), timeAfter(version), registryId, id, version];
    return ideaOrNull((await this.#write(CHANGE, values, registryId, 'idea.updated'))[0]);
  }

  /** Returns false if the idea has changed since it was read. */
  async remove({ id, registry_id: registryId, updated_at: version }: Idea): Promise<boolean> {
    const sql = `DELETE FROM ideas WHERE registry_id = $1 AND id = $2 AND updated_at = $3 RETURNING ${COLUMNS}`;
    return (await this.#write(sql, [registryId, id, version], registryId, 'idea.deleted')).length > 0;
  }

  async removeAllOf(registryId: number): Promise<void> {
    const sql = `DELETE FROM ideas WHERE registry_id = $1 RETURNING ${COLUMNS}`;
    await this.#write(sql, [registryId], registryId, 'idea.deleted');
  }

  #write(sql: string, values: Value[], lockId: number, type: EventType): Promise<Row[]> {
    return this.#database.write(sql, values, { lockId, changes: changesOf(type) });
  }

  async hasUnrevealed(registryId: number): Promise<boolean> {
    const sql = `SELECT 1 FROM ideas WHERE registry_id = $1 AND revealed_at IS NULL AND ${IS_FOR_GUESTS} LIMIT 1`;
    return (await this.#database.first(sql, [registryId])) !== undefined;
  }

  /** Returns the number of newly revealed ideas. */
  async reveal(registryId: number): Promise<number> {
    const sql = `UPDATE ideas SET revealed_at = $1
      WHERE registry_id = $2 AND revealed_at IS NULL AND ${IS_FOR_GUESTS} RETURNING id`;
    return (await this.#database.write(sql, [timeAfter(), registryId], { lockId: registryId })).length;
  }

  /**
   * Erases authors and givers, and the notes of authors. Keeps name and link.
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

// All events of ideas are secret, even after the reveal: recipients must never see them.
const changesOf =
  (type: EventType): ChangesIn<Row> =>
  (rows) =>
    rows.map((row) => ({ ...changeOfItem(type, ideaOf(row).registry_id, null), isSecret: true }));

function conditionOf(query: IdeasQuery): [condition: string, values: Value[]] {
  const {
    registry_id: registryId,
    person_email: email,
    person_user_id: userId = null,
    view,
    audience = 'guests',
  } = query;
  if (registryId !== undefined)
    return [
      `registry_id = $1 AND audience = $2${view === undefined ? '' : ' AND revealed_at IS NOT NULL'}`,
      [registryId, audience],
    ];
  const [column, value] = email === undefined ? ['user_id', userId] : ['email', lowerCaseAddress(email)];
  return [`(author_${column} = $1 OR giver_${column} = $2)`, [value, value]];
}

/** Returns whether all changeable fields of two ideas are equal. */
export const isSameIdea = (one: IdeaFields, other: IdeaFields): boolean =>
  CHANGEABLE.every((name) => one[name] === other[name]);

const ideaOrNull = (row: Row | undefined): Idea | null => (row ? ideaOf(row) : null);
