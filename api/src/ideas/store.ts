import { MAX_IDEAS, type PurchaseState, SHARE_DAYS } from '@largesse/contract';
import { isWithheld } from '../appearances/store.ts';
import type { Statements, Value } from '../database/database.ts';
import { type ChangesIn, changeOfItem, type EventType, onEachList } from '../database/events.ts';
import { counted } from '../database/sql.ts';
import { isPromised, placeholders, SMALLEST } from '../items/rows.ts';
import { timeAfter } from '../times.ts';

const DAY_MS = 86_400_000;

/** A stored idea of a guest. */
export interface StoredIdea {
  /** A UUID in lower case. */
  id: string;
  registryId: number;
  name: string;
  url: string | null;
  note: string | null;
  /** Id of the item that guests share; null if the idea is not an item of the list. */
  itemId: number | null;
  /** Amount that a guest promises for a share, in the currency of the item's price. */
  amount: number | null;
  authorUserId: number | null;
  authorName: string | null;
  authorEmail: string | null;
  /** Null until someone gives the idea. */
  state: PurchaseState | null;
  giverUserId: number | null;
  giverName: string | null;
  giverEmail: string | null;
  /** Time when a share ends, unless all shares cover the price. Null if the idea never ends. */
  endsAt: string | null;
  revealedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** List through which a guest shares an item of another registry; otherwise null (rules: Appearances). */
  listId: number | null;
}

/** Fields that a request sets in an idea. */
export type IdeaFields = Omit<StoredIdea, 'revealedAt' | 'createdAt' | 'updatedAt'>;

/** Filter for a list of ideas. The e-mail address is in lower case. */
export type IdeaSelection =
  | { registryId: number; isRevealed?: boolean }
  | { personEmail: string }
  | { personUserId: number };

/** Selects the personal data to erase. The address is in lower case. `before` is an ISO 8601 time in UTC. */
export type IdeaErasure =
  | { giverEmail: string }
  | { giverUserId: number }
  | { registryId: number; before?: string | undefined };

/** Values of a row, in the order of COLUMNS. */
type IdeaRow = [
  id: string,
  registryId: number,
  name: string,
  url: string | null,
  note: string | null,
  itemId: number | null,
  amount: number | null,
  authorUserId: number | null,
  authorName: string | null,
  authorEmail: string | null,
  state: PurchaseState | null,
  giverUserId: number | null,
  giverName: string | null,
  giverEmail: string | null,
  endsAt: string | null,
  revealedAt: string | null,
  createdAt: string,
  updatedAt: string,
  listId: number | null,
];

/** Columns that `change` overwrites. */
const CHANGEABLE = [
  'name',
  'url',
  'note',
  'item_id',
  'amount',
  'author_user_id',
  'author_name',
  'author_email',
  'state',
  'giver_user_id',
  'giver_name',
  'giver_email',
  'ends_at',
];
const NAMES = ['id', 'registry_id', ...CHANGEABLE, 'revealed_at', 'created_at', 'updated_at', 'list_id'];
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
  UPDATE ideas SET ${CHANGEABLE.map((column, index) => `${column} = $${index + 1}`).join(', ')}, revealed_at = NULL, updated_at = $14
  WHERE registry_id = $15 AND id = $16 AND updated_at = $17`;

/**
 * Sum of the shares of the item in `items` that count; NULL if there are none. A share is an idea with an amount that its
 * giver promises. A share whose time is over counts only while all shares together cover the price.
 * @param registryId parameter with the registry's id. With it, Citus runs a statement on one server
 * @param now parameter with the current time
 * @param others condition for the shares that are added up
 */
const promised = (registryId: string, now: string, others = '1 = 1'): string => `(
    SELECT sum(shares.amount) FROM ideas AS shares
    WHERE shares.registry_id = ${registryId} AND shares.item_id = items.id AND ${others}
    AND (shares.ends_at IS NULL OR shares.ends_at > ${now} OR ${isPromised(registryId)}))`;

/**
 * Condition that a guest can still give the whole item in `items`, because all shares together cover less than half of
 * the price (rules: Shares of a wish).
 * @param registryId parameter with the registry's id
 * @param now parameter with the current time
 */
export const isFreeForWhole = (registryId: string, now: string): string =>
  `coalesce(2 * ${promised(registryId, now)} < coalesce(items.price, 0), 1 = 1)`;

/**
 * Part of an item's price that guests can still promise. An item can be shared only if one piece is needed and nobody
 * gives the whole piece.
 * @param registryId parameter with the registry's id
 * @param id parameter with the id of a share that is ignored, because the request replaces its amount
 * @param now parameter with the current time
 */
const left = (registryId: string, id: string, now: string): string => `
  CASE WHEN items.is_active = 1 AND items.quantity_needed = 1 AND items.quantity_purchased + items.quantity_secret = 0
    AND items.price IS NOT NULL
  THEN items.price - coalesce(${promised(registryId, now, `shares.id <> ${id}`)}, 0) ELSE 0 END`;

/**
 * Condition that the rest of an item's price is enough for a share, and that no other share of the item has ended. Ended
 * shares must be deleted first. Otherwise, they would count again as soon as all shares cover the price.
 * @param first number of the first of five parameters (see `roomFor`)
 */
const hasRoom = (first: number): string => {
  const at = (index: number): string => `$${first + index}`;
  const [id, now, registryId] = [at(1), at(2), at(3)];
  return `${at(0)} <= ${left(registryId, id, now)} + ${SMALLEST} AND items.registry_id = ${registryId} AND items.id = ${at(4)}
  AND NOT EXISTS (
    SELECT 1 FROM ideas AS ended WHERE ended.registry_id = ${registryId} AND ended.item_id = items.id
    AND ended.id <> ${id} AND ended.ends_at <= ${now})`;
};
const roomFor = ({ amount, id, registryId, itemId }: IdeaFields, now: string): Value[] => [
  amount,
  id,
  now,
  registryId,
  itemId,
];

/**
 * Condition that an idea has not ended. The service treats an ended share as deleted.
 * @param now parameter with the current time
 * @param registryId parameter with the registry's id. With it, Citus runs a statement on one server
 */
const isOpen = (
  now: string,
  registryId = 'ideas.registry_id',
): string => `(ideas.ends_at IS NULL OR ideas.ends_at > ${now} OR EXISTS (
    SELECT 1 FROM items WHERE items.registry_id = ${registryId} AND items.id = ideas.item_id AND ${isPromised(registryId)}))`;

/** Condition for the shares of items of other registries that appear on a list. @param listId parameter */
const appears = (listId: string): string => `(ideas.registry_id, ideas.item_id) IN (
    SELECT home_id, item_id FROM appearances AS a WHERE a.registry_id = ${listId} AND a.home_id <> ${listId})`;

/** Inserts the registry id of the item. Otherwise, Citus would copy the rows to the coordinator. */
const MAKE_SHARE = `
  INSERT INTO ideas (${COLUMNS}) SELECT ${placeholders(NAMES.length).replace('$2,', 'items.registry_id,')} FROM items
  WHERE ${hasPlace('$2')} AND ${hasRoom(NAMES.length + 1)}
  ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`;
const CHANGE_TO_MORE = `${CHANGE} AND EXISTS (SELECT 1 FROM items WHERE ${hasRoom(18)}) RETURNING ${COLUMNS}`;

/** Stores the ideas of guests. Ideas stay hidden from recipients until a reveal (rules: Ideas of guests). */
export class IdeaStore {
  readonly #database: Pick<Statements, 'read' | 'first' | 'write' | 'nextItemIds'>;

  constructor(database: Pick<Statements, 'read' | 'first' | 'write' | 'nextItemIds'>) {
    this.#database = database;
  }

  /**
   * Returns an idea of a registry, or a share of an item that appears on its list. Returns null if there is none or it
   * has ended.
   * @param id in lower case
   */
  async find(registryId: number, id: string): Promise<StoredIdea | null> {
    const sql = this.#isSharded
      ? `SELECT ${COLUMNS} FROM ideas WHERE registry_id = $1 AND id = $2 AND ${isOpen('$3', '$1')}`
      : `SELECT ${COLUMNS} FROM ideas WHERE (registry_id = $1 OR ${appears('$1')}) AND id = $2 AND ${isOpen('$3')}`;
    return ideaOrNull(await this.#database.first<IdeaRow>(sql, [registryId, id, timeAfter()]));
  }

  /** Returns the registry of an item that a list shows; the list itself if the item does not appear there. */
  async homeOf(listId: number, itemId: number | null): Promise<number> {
    if (itemId === null || this.#isSharded) return listId;
    const sql = 'SELECT home_id FROM appearances WHERE registry_id = $1 AND item_id = $2 LIMIT 1';
    return (await this.#database.first<[homeId: number]>(sql, [listId, itemId]))?.[0] ?? listId;
  }

  /** True if registries are on several servers. */
  get #isSharded(): boolean {
    return this.#database.nextItemIds !== undefined;
  }

  /** Returns whether another registry has an idea with an id. @param id in lower case */
  async isOfAnotherRegistry(registryId: number, id: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM ideas WHERE id = $1 AND registry_id <> $2 LIMIT 1';
    return (await this.#database.first(sql, [id, registryId])) !== undefined;
  }

  /** Returns ideas, sorted by creation time. The ideas of a registry do not contain ended shares. */
  async list(selection: IdeaSelection, { skip, limit }: { skip: number; limit: number }): Promise<StoredIdea[]> {
    const [condition, values] = conditionOf(selection);
    const shares = `UNION ALL SELECT ${COLUMNS} FROM ideas WHERE ${appears('$1')} AND ${isOpen('$2')}
      ${'isRevealed' in selection && selection.isRevealed ? 'AND revealed_at IS NOT NULL' : ''}`;
    const sql = `SELECT ${COLUMNS} FROM ideas WHERE ${condition}
      ${'registryId' in selection && !this.#isSharded ? shares : ''}
      ORDER BY created_at, id LIMIT ${counted(`$${values.length + 1}`)} OFFSET ${counted(`$${values.length + 2}`)}`;
    return (await this.#database.read<IdeaRow>(sql, [...values, limit, skip])).map(ideaOf);
  }

  /** Returns whether a registry has MAX_IDEAS ideas. */
  async isFull(registryId: number): Promise<boolean> {
    const sql = `SELECT 1 FROM ideas WHERE registry_id = $1 LIMIT 1 OFFSET ${counted('$2')}`;
    return (await this.#database.first(sql, [registryId, MAX_IDEAS - 1])) !== undefined;
  }

  /**
   * Returns the exact part of an item's price that guests can still promise, and the price. The part is negative if the
   * price has fallen.
   * @param id id of a share whose amount is ignored, in lower case
   * @returns null if the registry has no such active item
   */
  async roomOf(registryId: number, itemId: number, id: string): Promise<{ left: number; price: number | null } | null> {
    const sql = `SELECT ${left('$3', '$1', '$2')}, items.price FROM items
      WHERE items.registry_id = $3 AND items.id = $4 AND items.is_active = 1`;
    const values = [id, timeAfter(), registryId, itemId];
    const row = await this.#database.first<[left: number, price: number | null]>(sql, values);
    return row === undefined ? null : { left: row[0], price: row[1] };
  }

  /**
   * Creates an idea.
   * @returns null if its id is taken, its registry is full, too little of the price is left, or a share has ended
   */
  async make(fields: IdeaFields): Promise<StoredIdea | null> {
    // If registries are on several servers, ids are unique only in a registry, so the database cannot refuse the id.
    if (this.#database.nextItemIds && (await this.isOfAnotherRegistry(fields.registryId, fields.id))) return null;
    const now = timeAfter();
    const values = [fields.id, fields.registryId, ...changeable(fields), null, now, now, fields.listId];
    const made = changesOf('idea.created');
    const rows =
      fields.itemId === null
        ? await this.#database.write<IdeaRow>(MAKE, values, fields.registryId, made)
        : await this.#database.write<IdeaRow>(
            MAKE_SHARE,
            [...values, ...roomFor(fields, now)],
            fields.registryId,
            made,
          );
    return ideaOrNull(rows[0]);
  }

  /**
   * Changes an idea. If the idea was revealed, the changed idea waits for the next reveal.
   * @returns null if the idea has changed since it was read, too little of the price is left, or a share has ended
   */
  async change(before: StoredIdea, fields: IdeaFields): Promise<StoredIdea | null> {
    if (fields.itemId !== before.itemId || (fields.amount ?? 0) < (before.amount ?? 0))
      await this.#extendOthers(before);
    const target = [before.registryId, before.id, before.updatedAt];
    const now = timeAfter(before.updatedAt);
    const values = [...changeable(fields), now, ...target];
    const changed = changesOf('idea.updated');
    const more = [...values, ...roomFor(fields, now)];
    const rows = needsRoom(before, fields)
      ? await this.#database.write<IdeaRow>(CHANGE_TO_MORE, more, before.registryId, changed)
      : await this.#database.write<IdeaRow>(`${CHANGE} RETURNING ${COLUMNS}`, values, before.registryId, changed);
    return ideaOrNull(rows[0]);
  }

  /** Deletes an idea. @returns false if the idea has changed since it was read */
  async remove(idea: StoredIdea): Promise<boolean> {
    await this.#extendOthers(idea);
    const { registryId, id, updatedAt } = idea;
    const sql = `DELETE FROM ideas WHERE registry_id = $1 AND id = $2 AND updated_at = $3 RETURNING ${COLUMNS}`;
    const values = [registryId, id, updatedAt];
    return (await this.#database.write<IdeaRow>(sql, values, registryId, changesOf('idea.deleted'))).length > 0;
  }

  /**
   * Extends all other shares of an item, if all shares together cover its price. Otherwise, the shares whose time is over
   * would end at once when a guest takes back a share.
   */
  async #extendOthers({ registryId, id, itemId }: StoredIdea): Promise<void> {
    if (itemId === null) return;
    const sql = `UPDATE ideas SET ends_at = $1, updated_at = $2
      WHERE registry_id = $3 AND item_id = $4 AND id <> $5 AND ends_at < $6
      AND EXISTS (SELECT 1 FROM items WHERE items.registry_id = $3 AND items.id = ideas.item_id AND ${isPromised('$3')})
      RETURNING ${COLUMNS}`;
    const end = new Date(Date.now() + SHARE_DAYS * DAY_MS).toISOString();
    const values = [end, timeAfter(), registryId, itemId, id, end];
    await this.#database.write<IdeaRow>(sql, values, registryId, changesOf('idea.updated'));
  }

  /** Deletes the ended shares of a registry. @returns whether there were any */
  async removeEnded(registryId: number): Promise<boolean> {
    const sql = `DELETE FROM ideas WHERE registry_id = $1 AND NOT ${isOpen('$2', '$1')} RETURNING ${COLUMNS}`;
    const values = [registryId, timeAfter()];
    return (await this.#database.write<IdeaRow>(sql, values, registryId, changesOf('idea.deleted'))).length > 0;
  }

  /** Deletes all ideas of a deleted registry. */
  async removeAllOf(registryId: number): Promise<void> {
    const sql = `DELETE FROM ideas WHERE registry_id = $1 RETURNING ${COLUMNS}`;
    await this.#database.write<IdeaRow>(sql, [registryId], registryId, changesOf('idea.deleted'));
  }

  /** Returns whether guests have promised at least half of an item's price. */
  async isShared(registryId: number, itemId: number): Promise<boolean> {
    const sql = `SELECT 1 FROM items WHERE registry_id = $1 AND id = $2 AND NOT ${isFreeForWhole('$1', '$3')}`;
    return (await this.#database.first(sql, [registryId, itemId, timeAfter()])) !== undefined;
  }

  /** Returns whether a registry has unrevealed ideas, except shares of items that are on several lists. */
  async hasUnrevealed(registryId: number): Promise<boolean> {
    const isOnOneList = this.#isSharded
      ? ''
      : 'AND NOT EXISTS (SELECT 1 FROM appearances AS a WHERE a.item_id = ideas.item_id)';
    const sql = `SELECT 1 FROM ideas WHERE registry_id = $1 AND revealed_at IS NULL ${isOnOneList} LIMIT 1`;
    return (await this.#database.first(sql, [registryId])) !== undefined;
  }

  /** Returns whether a list has unrevealed shares of items that are on several lists, and that it can reveal. */
  async hasUnrevealedShared(registryId: number, today: string): Promise<boolean> {
    const sql = `SELECT 1 FROM ideas WHERE revealed_at IS NULL AND (registry_id, item_id) IN (
        SELECT home_id, item_id FROM appearances AS a WHERE a.registry_id = $1)
      AND NOT ${isWithheld('ideas', '1', '$1', '$2')} LIMIT 1`;
    return (await this.#database.read(sql, [registryId, today])).length > 0;
  }

  /**
   * Reveals the ideas of a registry that are on a list, except shares of items that another list still hides. Deletes
   * ended shares.
   * @param today the current day, for items that are on several lists
   * @returns the number of newly revealed ideas
   */
  async reveal(registryId: number, listId = registryId, today = ''): Promise<number> {
    await this.removeEnded(registryId);
    const isShown = `AND ($2 = $3 OR item_id IN (SELECT item_id FROM appearances AS a WHERE a.registry_id = $3))
      AND NOT ${isWithheld('ideas', '1', '$3', '$4')}`;
    const sql = `UPDATE ideas SET revealed_at = $1 WHERE registry_id = $2 AND revealed_at IS NULL
      ${this.#isSharded ? '' : isShown} RETURNING id`;
    const values = [timeAfter(), registryId, ...(this.#isSharded ? [] : [listId, today])];
    return (await this.#database.write(sql, values, registryId)).length;
  }

  /**
   * Erases the names, user ids and e-mail addresses of authors and givers, and the notes of authors. Keeps the ideas
   * themselves, with name and link.
   * @param onlyAddresses true to erase only e-mail addresses
   * @returns the number of ideas that lost data
   */
  async erase(whose: IdeaErasure, onlyAddresses: boolean): Promise<number> {
    const erased = new Set<string>();
    for (const person of ['author', 'giver']) {
      const [condition, values] = erasureOf(person, whose);
      const fields = onlyAddresses ? ['email'] : ['user_id', 'name', 'email'];
      const data = fields.map((field) => `${person}_${field}`);
      if (person === 'author' && !onlyAddresses) data.push('note');
      // Sets a new `updated_at`. Thus the service rejects changes that are based on an earlier read. Such a change
      // would restore the erased data.
      const sql = `UPDATE ideas SET ${data.map((column) => `${column} = NULL`).join(', ')}, updated_at = $1
        WHERE ${condition} AND (${data.map((column) => `${column} IS NOT NULL`).join(' OR ')}) RETURNING id`;
      const lockId = 'registryId' in whose ? whose.registryId : undefined;
      for (const [id] of await this.#database.write<[id: string]>(sql, [timeAfter(), ...values], lockId))
        erased.add(id);
    }
    return erased.size;
  }
}

// All events of ideas are secret, because recipients must never see them, even after the idea is revealed.
const changesOf =
  (type: EventType): ChangesIn<IdeaRow> =>
  (rows) =>
    rows.flatMap((row) => {
      const change = { ...changeOfItem(type, row[1], row[5]), isSecret: true };
      return onEachList(change, row[18] === null ? null : `${row[18]}`);
    });

function conditionOf(selection: IdeaSelection): [condition: string, values: Value[]] {
  if ('registryId' in selection) {
    const condition = `registry_id = $1 AND ${isOpen('$2', '$1')}`;
    return [
      selection.isRevealed ? `${condition} AND revealed_at IS NOT NULL` : condition,
      [selection.registryId, timeAfter()],
    ];
  }
  const [column, value]: [string, Value] =
    'personEmail' in selection ? ['email', selection.personEmail] : ['user_id', selection.personUserId];
  return [`(author_${column} = $1 OR giver_${column} = $2)`, [value, value]];
}

/**
 * Returns the SQL condition for the ideas in which a person's data must be erased. The parameters of the condition
 * begin with $2.
 * @param person `author` or `giver`
 */
function erasureOf(person: string, whose: IdeaErasure): [condition: string, values: Value[]] {
  if ('giverEmail' in whose) return [`${person}_email = $2`, [whose.giverEmail]];
  if ('giverUserId' in whose) return [`${person}_user_id = $2`, [whose.giverUserId]];
  if (whose.before === undefined) return ['registry_id = $2', [whose.registryId]];
  return ['registry_id = $2 AND created_at < $3', [whose.registryId, whose.before]];
}

const changeable = (fields: IdeaFields): Value[] => [
  fields.name,
  fields.url,
  fields.note,
  fields.itemId,
  fields.amount,
  fields.authorUserId,
  fields.authorName,
  fields.authorEmail,
  fields.state,
  fields.giverUserId,
  fields.giverName,
  fields.giverEmail,
  fields.endsAt,
];

/** Returns whether all changeable fields of two ideas are equal. */
export const isSameIdea = (one: IdeaFields, other: IdeaFields): boolean =>
  JSON.stringify(changeable(one)) === JSON.stringify(changeable(other));

/** Returns whether an idea needs a larger part of an item's price after a change than before. */
export const needsRoom = (before: IdeaFields | null, fields: IdeaFields): boolean =>
  fields.itemId !== null && (before?.itemId !== fields.itemId || (fields.amount ?? 0) > (before.amount ?? 0));

const ideaOrNull = (row: IdeaRow | undefined): StoredIdea | null => (row ? ideaOf(row) : null);

const ideaOf = (row: IdeaRow): StoredIdea => ({
  id: row[0],
  registryId: row[1],
  name: row[2],
  url: row[3],
  note: row[4],
  itemId: row[5],
  amount: row[6],
  authorUserId: row[7],
  authorName: row[8],
  authorEmail: row[9],
  state: row[10],
  giverUserId: row[11],
  giverName: row[12],
  giverEmail: row[13],
  endsAt: row[14],
  revealedAt: row[15],
  createdAt: row[16],
  updatedAt: row[17],
  listId: row[18],
});
