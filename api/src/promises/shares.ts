import { MAX_SHARES, SHARE_GRACE_DAYS, type Share, type SharesQuery } from '@largesse/contract';
import { isOnOneList, isThrough, listsOfItem } from '../appearances/store.ts';
import type { EventType } from '../database/events.ts';
import { addressOrNull, type Erasure, erasePerson } from '../database/people.ts';
import {
  allOf,
  columns,
  countedOf,
  forms,
  type Given,
  onlyAnywhere,
  type Parameter,
  parameters,
  type Query,
  query,
  queryAnywhere,
  type Running,
  Sql,
  sameColumns,
  sql,
  unionOf,
  variants,
} from '../database/statements.ts';
import { amountLeft, IS_OPEN_SHARE, isFreeForWhole, isPromised, SMALLEST } from '../items/promised.ts';
import { timeAfter } from '../times.ts';
import { isUnopened } from './opening.ts';
import { type ChangedPromise, promiseChanges } from './promise-events.ts';
import { isStillSecret, type Secrecy } from './surprise.ts';
import type { PromisedWish } from './wish.ts';

/** One day in milliseconds. */
export const DAY_MS = 86_400_000;

/**
 * A share of a wish, as stored. `is_secret` stays true after the reveal; views answer whether the share is still secret
 * (`isStillSecret`).
 */
export interface StoredShare extends Omit<Share, 'is_giver_shown'>, Secrecy, PromisedWish {
  revealed_at: string | null;
  /** List through which a guest shares an item of another registry; otherwise null (rules: Appearances). */
  list_id: number | null;
  /** True if this list was deleted. */
  is_orphan: boolean;
}

/** Fields that a request sets in a share. */
export type ShareFields = Omit<
  StoredShare,
  'name' | 'item_price' | 'item_currency' | 'item_url' | 'is_orphan' | 'revealed_at' | 'created_at' | 'updated_at'
>;

const NAMES = [
  'id',
  'registry_id',
  'item_id',
  'name',
  'amount',
  'is_secret',
  'giver_user_id',
  'giver_name',
  'giver_email',
  'ends_at',
  'note',
  'revealed_at',
  'created_at',
  'updated_at',
  'list_id',
  'level',
  'waits_for',
  'is_orphan',
  'item_price',
  'item_currency',
  'item_url',
] as const;
const SHARE = sameColumns<StoredShare>(NAMES);

const GIVER = ['giver_user_id', 'giver_name', 'giver_email', 'ends_at', 'note'] as const;

const $ = parameters(...NAMES, 'now', 'version', 'others', 'end', 'isOpen', 'limit', 'skip');

/** SQL conditions read only the registry of the parameter, or that of each share. */
type InRegistry = Parameter<'registry_id'> | 'shares.registry_id';

/** All shares of an item cover its price. */
const isCovered = <In extends InRegistry>(registryId: In, isOpen = false) =>
  sql`EXISTS (
    SELECT 1 FROM items WHERE items.registry_id = ${registryId} AND items.id = shares.item_id
    AND ${isPromised({ registryId: `${registryId}`, isOpen })})`;

/** A share has not ended. The service treats an ended share as deleted. */
const counts = <In extends InRegistry>(registryId: In, isOpen = false) =>
  sql`(shares.ends_at IS NULL OR shares.ends_at > ${$.now} OR ${isCovered(registryId, isOpen)})`;

/** Readers of a registry who see secret shares. */
const SEES_SECRETS: ReadonlySet<string> = new Set(['keeper', 'guest']);

/** Condition for the shares of items of other registries that appear on a list. */
const APPEARS = sql`(shares.registry_id, shares.item_id) IN (
    SELECT home_id, item_id FROM appearances AS a
    WHERE a.registry_id = ${$.registry_id} AND a.home_id <> ${$.registry_id})`;

/** Part of an item's price that guests can promise, without one share. */
const LEFT = new Sql<'registry_id' | 'now' | 'id'>(
  amountLeft({ registryId: `${$.registry_id}` }, `${$.now}`, `shares.id <> ${$.id}`),
);

/**
 * The rest of an item's price is enough for a share, and no other share of the item has ended. Ended shares must be
 * deleted first; otherwise, they would count again as soon as all shares cover the price.
 */
const HAS_ROOM = sql`${$.amount} <= ${LEFT} + ${SMALLEST}
  AND items.registry_id = ${$.registry_id} AND items.id = ${$.item_id}
  AND NOT EXISTS (
    SELECT 1 FROM shares AS ended WHERE ended.registry_id = ${$.registry_id} AND ended.item_id = items.id
    AND ended.id <> ${$.id} AND ended.ends_at <= ${$.now})`;

const FIND = query(SHARE)`
  SELECT ${SHARE} FROM shares WHERE ${forms({
    anywhere: sql`(registry_id = ${$.registry_id} OR list_id = ${$.registry_id} OR ${APPEARS})
  AND id = ${$.id} AND ${counts('shares.registry_id')}`,
    perRegistry: sql`registry_id = ${$.registry_id} AND id = ${$.id} AND ${counts($.registry_id)}`,
  })}`;

const HOME = columns<{ homeId: number }>({ homeId: 'home_id' });
const HOME_OF = queryAnywhere(HOME)`
  SELECT ${HOME} FROM appearances WHERE registry_id = ${$.registry_id} AND item_id = ${$.item_id} LIMIT 1`;

/** Selects the shares of one registry or of one giver. */
type Whose = 'registry' | 'giver_email' | 'giver_user_id';

/** @param isOpen for recipients: no share depends on secret ones */
const LIST = variants(({ whose, isOpen }: { whose: Whose; isOpen: boolean }) => {
  const conditions = {
    registry: [sql`registry_id = ${$.registry_id} AND ${counts($.registry_id, isOpen)}`],
    giver_email: [sql`giver_email IS NOT NULL AND giver_email = ${$.giver_email}`],
    giver_user_id: [sql`giver_user_id = ${$.giver_user_id}`],
  };
  const isThere = counts('shares.registry_id', isOpen);
  const others = [
    sql`${APPEARS} AND ${isThere}`,
    sql`shares.list_id = ${$.registry_id} AND shares.registry_id <> ${$.registry_id} AND NOT ${APPEARS} AND ${isThere}`,
  ];
  const all = [...conditions[whose], ...(whose === 'registry' ? others.map(onlyAnywhere) : [])];
  return query(SHARE)`
    ${unionOf(all.map((condition) => sql`SELECT ${SHARE} FROM shares WHERE ${condition}`))}
    ORDER BY created_at, id LIMIT ${countedOf($.limit)} OFFSET ${countedOf($.skip)}`;
});

const AFTER_OTHERS = query()`
  SELECT 1 FROM shares WHERE registry_id = ${$.registry_id} LIMIT 1 OFFSET ${countedOf($.others)}`;

const ROOM = columns<{ left: number; price: number | null }>({ left: 'amount_left', price: 'price' });
const ROOM_OF = query(ROOM)`
  SELECT ${LEFT} AS amount_left, items.price FROM items
  WHERE items.registry_id = ${$.registry_id} AND items.id = ${$.item_id} AND items.is_active = 1`;

const SHARED = query()`
  SELECT 1 FROM items
  WHERE registry_id = ${$.registry_id} AND id = ${$.item_id}
  AND NOT ${isFreeForWhole<'registry_id' | 'now'>($.registry_id, $.now)}`;

const UNREVEALED = query()`
  SELECT 1 FROM shares
  WHERE ${allOf([sql`registry_id = ${$.registry_id}`, isUnopened('shares'), isOnOneList('shares')])} LIMIT 1`;

const CHANGED = columns<ChangedPromise<StoredShare>>({ promise: SHARE, lists: listsOfItem('shares') });

const CHANGE = sql`
    UPDATE shares SET amount = ${$.amount}, giver_user_id = ${$.giver_user_id}, giver_name = ${$.giver_name},
      giver_email = ${$.giver_email}, ends_at = ${$.ends_at}, note = ${$.note}, updated_at = ${$.now}
    WHERE registry_id = ${$.registry_id} AND id = ${$.id} AND updated_at = ${$.version}`;
const REMOVE = sql`DELETE FROM shares WHERE registry_id = ${$.registry_id}`;

/** The statements that change shares. */
const WRITES = {
  // Inserts the registry id of the item, so that the statement reads and writes the rows of one registry.
  make: query(CHANGED)`
    INSERT INTO shares (${SHARE})
    SELECT ${$.id}, items.registry_id, items.id, items.name, ${$.amount}, ${$.is_secret}, ${$.giver_user_id},
      ${$.giver_name}, ${$.giver_email}, ${$.ends_at}, ${$.note}, NULL, ${$.now}, ${$.now}, ${$.list_id}, ${$.level},
      ${$.waits_for}, 0, items.price, items.currency, items.url
    FROM items
    WHERE (
      SELECT count(*) FROM (
        SELECT 1 FROM shares AS others WHERE others.registry_id = ${$.registry_id} LIMIT ${MAX_SHARES}
      ) AS counted
    ) < ${MAX_SHARES} AND ${HAS_ROOM}
    ON CONFLICT DO NOTHING RETURNING ${CHANGED}`,
  change: query(CHANGED)`${CHANGE} RETURNING ${CHANGED}`,
  changeToMore: query(CHANGED)`
    ${CHANGE} AND EXISTS (SELECT 1 FROM items WHERE ${HAS_ROOM}) RETURNING ${CHANGED}`,
  // The end of an open share never depends on a secret one.
  extendOthers: query(CHANGED)`
    UPDATE shares SET ends_at = ${$.end}, updated_at = ${$.now}
    WHERE registry_id = ${$.registry_id} AND item_id = ${$.item_id} AND id <> ${$.id} AND ends_at < ${$.end}
    AND CASE WHEN ${IS_OPEN_SHARE} THEN ${$.isOpen} = 1 AND ${isCovered($.registry_id, true)}
      ELSE ${isCovered($.registry_id)} END
    RETURNING ${CHANGED}`,
  remove: query(CHANGED)`${REMOVE} AND id = ${$.id} AND updated_at = ${$.version} RETURNING ${CHANGED}`,
  removeEnded: query(CHANGED)`${REMOVE} AND NOT ${counts($.registry_id)} RETURNING ${CHANGED}`,
  removeAllOf: query(CHANGED)`${REMOVE} RETURNING ${CHANGED}`,
};

/**
 * Stores the amounts that guests promise for wishes (rules: Shares of a wish). All methods throw DatabaseUnavailable.
 */
export class ShareStore {
  readonly #database: Running<'read' | 'first' | 'write'>;

  constructor(database: Running<'read' | 'first' | 'write'>) {
    this.#database = database;
  }

  /**
   * Returns a share that has not ended.
   * @param registryId a list with the item, or the list through which it was promised, even if the item has left it
   * @param id in lower case
   */
  async find(registryId: number, id: string): Promise<StoredShare | null> {
    return FIND.first(this.#database, { registry_id: registryId, id, now: timeAfter() });
  }

  /** Returns the registry of an item that a list shows; the list itself if the item does not appear there. */
  async homeOf(listId: number, itemId: number): Promise<number> {
    return (await HOME_OF.first(this.#database, { registry_id: listId, item_id: itemId }))?.homeId ?? listId;
  }

  /** The query names one registry, whose ended shares are omitted, or one giver. Oldest shares first. */
  list(query: SharesQuery): Promise<StoredShare[]> {
    const { registry_id, giver_email, giver_user_id, view, reader = '', limit, skip } = query;
    const whose = giver_email !== undefined ? 'giver_email' : registry_id !== undefined ? 'registry' : 'giver_user_id';
    const isOpen = view !== undefined && !SEES_SECRETS.has(reader);
    return LIST({ whose, isOpen }).read(this.#database, {
      registry_id: registry_id ?? null,
      giver_email: addressOrNull(giver_email),
      giver_user_id: giver_user_id ?? null,
      now: timeAfter(),
      limit,
      skip,
    });
  }

  async isFull(registryId: number): Promise<boolean> {
    const values = { registry_id: registryId, others: MAX_SHARES - 1 };
    return (await AFTER_OTHERS.first(this.#database, values)) !== null;
  }

  /**
   * Returns the price of an active item, and the part that guests can still promise, which is negative if the price has
   * fallen.
   * @param id id of a share whose amount is ignored, in lower case
   */
  roomOf(registryId: number, itemId: number, id: string): Promise<{ left: number; price: number | null } | null> {
    return ROOM_OF.first(this.#database, { registry_id: registryId, item_id: itemId, id, now: timeAfter() });
  }

  /**
   * Creates a share; null if its id is taken, its registry is full, too little of the price is left, or a share has
   * ended.
   */
  make(fields: ShareFields): Promise<StoredShare | null> {
    return this.#write(WRITES.make, { ...fields, now: timeAfter() }, 'share.created');
  }

  /**
   * Changes a share; null if it has changed since it was read, too little of the price is left, or a share has ended.
   */
  async change(before: StoredShare, fields: ShareFields): Promise<StoredShare | null> {
    if (fields.amount < before.amount) await this.#extendOthers(before);
    const { registry_id, id, updated_at: version } = before;
    const values = { ...fields, registry_id, id, version, now: timeAfter(version) };
    return fields.amount > before.amount
      ? this.#write(WRITES.changeToMore, values, 'share.updated')
      : this.#write(WRITES.change, values, 'share.updated', fields.amount !== before.amount);
  }

  /** Returns false if the share has changed since it was read. */
  async remove(share: StoredShare): Promise<boolean> {
    await this.#extendOthers(share);
    const { registry_id, id, updated_at: version } = share;
    return (await this.#write(WRITES.remove, { registry_id, id, version }, 'share.deleted')) !== null;
  }

  /**
   * Extends all other shares of an item, if all shares together cover its price. Otherwise, shares whose time is over
   * would end when a guest takes back a share.
   */
  async #extendOthers(share: StoredShare): Promise<void> {
    const { registry_id, id, item_id } = share;
    const end = new Date(Date.now() + SHARE_GRACE_DAYS * DAY_MS).toISOString();
    const values = { registry_id, id, item_id, end, now: timeAfter(), isOpen: !isStillSecret(share) };
    await this.#write(WRITES.extendOthers, values, 'share.updated', false);
  }

  /** Returns whether there were any. */
  async removeEnded(registryId: number): Promise<boolean> {
    const values = { registry_id: registryId, now: timeAfter() };
    return (await this.#write(WRITES.removeEnded, values, 'share.deleted')) !== null;
  }

  async removeAllOf(registryId: number): Promise<void> {
    await this.#write(WRITES.removeAllOf, { registry_id: registryId }, 'share.deleted');
  }

  /** Returns whether guests have promised at least half of an item's price. */
  async isGivenInParts(registryId: number, itemId: number): Promise<boolean> {
    const values = { registry_id: registryId, item_id: itemId, now: timeAfter() };
    return (await SHARED.first(this.#database, values)) !== null;
  }

  /** Ignores shares of items that are on several lists. */
  async hasUnrevealed(registryId: number): Promise<boolean> {
    return (await UNREVEALED.first(this.#database, { registry_id: registryId })) !== null;
  }

  /** The shares stay. Returns the number of shares that lost data. */
  async erase(whose: Erasure, onlyAddresses: boolean): Promise<number> {
    const columns = onlyAddresses ? ['giver_email'] : ['giver_user_id', 'giver_name', 'giver_email', 'note'];
    const people = { table: 'shares', person: 'giver', columns, isOfRegistry: isThrough };
    return (await erasePerson(this.#database, people, whose)).length;
  }

  /** Changes shares of a registry, and records it. Returns the first of them; null if there is none. */
  async #write<Name extends string>(
    statement: Query<Name | 'registry_id', ChangedPromise<StoredShare>>,
    values: Readonly<Record<Name, Given>> & { registry_id: number },
    type: EventType,
    isNumber = true,
  ): Promise<StoredShare | null> {
    const changes = promiseChanges<StoredShare>({ type, isNumber, own: () => ({}) });
    const changed = await statement.write(this.#database, values, { lockId: values.registry_id, changes });
    return changed[0]?.promise ?? null;
  }
}

/** Returns whether all changeable fields of two shares are equal. */
export const isSameShare = (one: ShareFields, other: ShareFields): boolean =>
  one.amount === other.amount && GIVER.every((name) => one[name] === other[name]);
