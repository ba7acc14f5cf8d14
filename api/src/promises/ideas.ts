import { type Idea, type IdeasQuery, MAX_IDEAS } from '@largesse/contract';
import { changeOfItem, type EventType } from '../database/events.ts';
import { addressOrNull, type Erasure, erasePerson } from '../database/people.ts';
import {
  columns,
  countedOf,
  forms,
  list,
  parameters,
  query,
  type Running,
  sameColumns,
  sql,
  variants,
} from '../database/statements.ts';
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
const IDEA = sameColumns<Idea>(NAMES);
const ID = columns<{ id: string }>({ id: 'id' });

const $ = parameters(...NAMES, 'version', 'email', 'userId', 'others', 'limit', 'skip');

/** SQL condition: a reveal shows the idea. A suggested wish becomes a gift, or nothing (rules: Ideas of guests). */
const IS_FOR_GUESTS = "audience = 'guests'";

const FIND = query(IDEA)`SELECT ${IDEA} FROM ideas WHERE registry_id = ${$.registry_id} AND id = ${$.id}`;
const IS_IN_ANOTHER = sql`SELECT 1 FROM ideas WHERE id = ${$.id} AND registry_id <> ${$.registry_id} LIMIT 1`;
const IN_ANOTHER = query()`${IS_IN_ANOTHER}`;

/** Finds the id of a new idea in another registry, if ids are unique only within a registry. */
const TAKEN_IN_ANOTHER = query()`${forms({ anywhere: null, perRegistry: IS_IN_ANOTHER })}`;

/** Selects ideas of a registry, or of authors and givers. */
const SELECTIONS = {
  registry: sql`registry_id = ${$.registry_id} AND audience = ${$.audience}`,
  revealed: sql`registry_id = ${$.registry_id} AND audience = ${$.audience} AND revealed_at IS NOT NULL`,
  email: sql`(author_email = ${$.email} OR giver_email = ${$.email})`,
  user: sql`(author_user_id = ${$.userId} OR giver_user_id = ${$.userId})`,
};
const LIST = variants(
  ({ selection }: { selection: keyof typeof SELECTIONS }) => query(IDEA)`
    SELECT ${IDEA} FROM ideas WHERE ${SELECTIONS[selection]}
    ORDER BY created_at, id LIMIT ${countedOf($.limit)} OFFSET ${countedOf($.skip)}`,
);

const AFTER_OTHERS = query()`
  SELECT 1 FROM ideas WHERE registry_id = ${$.registry_id} AND audience = ${$.audience}
  LIMIT 1 OFFSET ${countedOf($.others)}`;
const UNREVEALED = query()`
  SELECT 1 FROM ideas WHERE registry_id = ${$.registry_id} AND revealed_at IS NULL AND ${IS_FOR_GUESTS} LIMIT 1`;

/** Creates an idea if its registry has room for one more with its audience. */
const MAKE = query(IDEA)`
  INSERT INTO ideas (${IDEA}) SELECT ${list(NAMES.map((name) => $[name]))}
  WHERE (
    SELECT count(*) FROM (
      SELECT 1 FROM ideas AS others
      WHERE others.registry_id = ${$.registry_id} AND others.audience = ${$.audience} LIMIT ${MAX_IDEAS}
    ) AS counted
  ) < ${MAX_IDEAS}
  ON CONFLICT DO NOTHING RETURNING ${IDEA}`;
const CHANGE = query(IDEA)`
  UPDATE ideas SET ${list(CHANGEABLE.map((name) => sql`${name} = ${$[name]}`))}, revealed_at = NULL,
    updated_at = ${$.updated_at}
  WHERE registry_id = ${$.registry_id} AND id = ${$.id} AND updated_at = ${$.version}
  RETURNING ${IDEA}`;
const REMOVE = query(IDEA)`
  DELETE FROM ideas WHERE registry_id = ${$.registry_id} AND id = ${$.id} AND updated_at = ${$.version}
  RETURNING ${IDEA}`;
const REMOVE_ALL_OF = query(IDEA)`DELETE FROM ideas WHERE registry_id = ${$.registry_id} RETURNING ${IDEA}`;
const REVEAL = query(ID)`
  UPDATE ideas SET revealed_at = ${$.revealed_at}
  WHERE registry_id = ${$.registry_id} AND revealed_at IS NULL AND ${IS_FOR_GUESTS} RETURNING ${ID}`;

/**
 * Stores the ideas of guests, and the promises of wishes that they have suggested to owners. Ideas stay hidden from
 * recipients until a reveal (rules: Ideas of guests).
 */
export class IdeaStore {
  readonly #database: Running<'read' | 'first' | 'write'>;

  constructor(database: Running<'read' | 'first' | 'write'>) {
    this.#database = database;
  }

  /** @param id in lower case */
  find(registryId: number, id: string): Promise<Idea | null> {
    return FIND.first(this.#database, { registry_id: registryId, id });
  }

  /** @param id in lower case */
  async isOfAnotherRegistry(registryId: number, id: string): Promise<boolean> {
    return (await IN_ANOTHER.first(this.#database, { registry_id: registryId, id })) !== null;
  }

  /** The query names one registry or one person. Oldest ideas first. */
  list(query: IdeasQuery): Promise<Idea[]> {
    const { registry_id, audience = 'guests', person_email: email, person_user_id: userId, limit, skip } = query;
    return LIST({ selection: selectionOf(query) }).read(this.#database, {
      registry_id: registry_id ?? null,
      audience,
      email: addressOrNull(email),
      userId: userId ?? null,
      limit,
      skip,
    });
  }

  /** Ideas for guests and for owners are counted separately. */
  async isFull({ registry_id, audience }: IdeaFields): Promise<boolean> {
    return (await AFTER_OTHERS.first(this.#database, { registry_id, audience, others: MAX_IDEAS - 1 })) !== null;
  }

  /** Creates an idea; null if its id is taken or its registry is full. */
  async make(fields: IdeaFields): Promise<Idea | null> {
    if (await TAKEN_IN_ANOTHER.first(this.#database, { registry_id: fields.registry_id, id: fields.id })) return null;
    const now = timeAfter();
    const values = { ...fields, revealed_at: null, created_at: now, updated_at: now };
    const [made = null] = await MAKE.write(this.#database, values, optionsOf('idea.created', fields.registry_id));
    return made;
  }

  /** Changes an idea, which then waits for the next reveal; null if it has changed since it was read. */
  async change(before: Idea, fields: IdeaFields): Promise<Idea | null> {
    const { id, registry_id, updated_at: version } = before;
    const values = { ...fields, updated_at: timeAfter(version), registry_id, id, version };
    const [changed = null] = await CHANGE.write(this.#database, values, optionsOf('idea.updated', registry_id));
    return changed;
  }

  /** Returns false if the idea has changed since it was read. */
  async remove({ id, registry_id, updated_at: version }: Idea): Promise<boolean> {
    const values = { registry_id, id, version };
    return (await REMOVE.write(this.#database, values, optionsOf('idea.deleted', registry_id))).length > 0;
  }

  async removeAllOf(registryId: number): Promise<void> {
    await REMOVE_ALL_OF.write(this.#database, { registry_id: registryId }, optionsOf('idea.deleted', registryId));
  }

  async hasUnrevealed(registryId: number): Promise<boolean> {
    return (await UNREVEALED.first(this.#database, { registry_id: registryId })) !== null;
  }

  /** Returns the number of newly revealed ideas. */
  async reveal(registryId: number): Promise<number> {
    const values = { registry_id: registryId, revealed_at: timeAfter() };
    return (await REVEAL.write(this.#database, values, { lockId: registryId })).length;
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

/**
 * Returns the options of a write. All events of ideas are secret, even after the reveal: recipients must never see
 * them. Promises of suggested wishes have no events, because nobody else knows them (rules: Who sees what).
 */
const optionsOf = (type: EventType, lockId: number) => ({
  lockId,
  changes: (ideas: Idea[]) =>
    ideas
      .filter(({ audience }) => audience === 'guests')
      .map(({ registry_id }) => ({ ...changeOfItem(type, registry_id, null), isSecret: true })),
});

function selectionOf({ registry_id, person_email, view }: IdeasQuery): keyof typeof SELECTIONS {
  if (registry_id !== undefined) return view === undefined ? 'registry' : 'revealed';
  return person_email === undefined ? 'user' : 'email';
}

/** Returns whether all changeable fields of two ideas are equal. */
export const isSameIdea = (one: IdeaFields, other: IdeaFields): boolean =>
  CHANGEABLE.every((name) => one[name] === other[name]);
