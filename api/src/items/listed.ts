import { Item, ItemPublic, ItemPublicRemaining, ItemRemaining } from '@largesse/contract';
import type { ReceivedItems } from '../appearances/received.ts';
import { type Dialect, idsText, isAmong, type JsonField } from '../database/sql.ts';
import { countedOf, ListQuery, parameters } from '../database/statements.ts';
import {
  amountLeft,
  isFree,
  isPromised,
  isThroughList,
  type Left,
  leftIn,
  openPieces,
  promisedIn,
  type SharesOfItem,
  SMALLEST,
} from './promised.ts';

/** Selects the fields of the items in a list. */
export interface ListView {
  isAdmin: boolean;
  /**
   * If set, each item includes what can still be given, and what is promised: the numbers for recipients for these
   * items, and those for guests for all others.
   */
  remaining?: ReceivedItems | undefined;
  isVersion?: boolean;
  /** Missing if all open promises count. */
  place?: NumbersOfList | undefined;
  /**
   * True if appearing items show the id of their own registry instead of the list's (rules: Appearances); by default,
   * for admins.
   */
  showsHome?: boolean;
}

/** Decides if the readers of a list may count promises through other lists (rules: Who sees what). */
export interface NumbersOfList {
  /** Returns whether the list hides numbers now. Called only if an item is or was on several lists. */
  hidesOthers: () => Promise<boolean>;
  /** True for the author, who also sees promises through deleted lists. */
  seesOrphans: boolean;
}

/** A view, and whether the list hides numbers: then, only promises through the list count. */
interface KnownView extends ListView {
  hidesOthers?: boolean;
}

/** The version of an item in a list: gifts and shares change numbers, but not `updated_at`. */
const VERSION = ['id', 'updated_at', 'quantity_purchased', 'quantity_remaining', 'amount_promised', 'amount_remaining'];

/** Parameters of a page. */
type Page = 'limit' | 'skip';

/** Statements for active items. The place of an item is its number in the order of the list. */
export interface ListStatements {
  /** All items, by id, which is the place. */
  all: ListQuery<'after' | 'received' | Page>;
  /**
   * Items of a registry, by id, which is the place. If items are on several lists, the last place is ELSEWHERE: read
   * `onList` instead, which takes longer.
   */
  ofRegistry: ListQuery<'registryId' | 'after' | 'received' | Page>;
  /** Also items that appear on the list; with the places of `ofRegistry`. */
  onList: ListQuery<'registryId' | 'after' | 'received' | Page>;
  /** Items in the order of their places: a JSON object with the place of each id. */
  ofIds: ListQuery<'places' | 'received' | Page>;
  /** The same for items of one registry. */
  ofRegistryIds: ListQuery<'places' | 'registryId' | 'received' | Page>;
  /** Like `ofRegistryIds`, but also items that appear on the list. */
  ofListIds: ListQuery<'places' | 'registryId' | 'received' | Page>;
}

/**
 * Creates statements that write lists as JSON, with the fields of the contract's schemas. Creating a row object for
 * each item took twice as long, mostly because of garbage collection (tests/bench/README.md).
 */
export class ListSql {
  readonly #dialect: Dialect;
  readonly #statements = new Map<string, ListStatements>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  of(view: KnownView): ListStatements {
    const others = view.hidesOthers && view.place ? view.place.seesOrphans : null;
    const name = `${view.isAdmin} ${view.remaining?.extent} ${view.isVersion} ${view.showsHome} ${others}`;
    const known = this.#statements.get(name);
    if (known) return known;
    const statements = statementsOf(view, this.#dialect);
    this.#statements.set(name, statements);
    return statements;
  }
}

/**
 * Returns the value of the parameter `received`, the ids of the items whose numbers are those for recipients; null if
 * the statement does not distinguish items.
 */
export function receivedIn({ remaining }: ListView): string | null {
  const ids = remaining?.ids ?? [];
  return ids.length === 0 ? null : idsText(ids);
}

const $ = parameters('registryId', 'after', 'limit', 'skip', 'places', 'received');
const PAGE = `LIMIT ${countedOf($.limit)} OFFSET ${countedOf($.skip)}`;
const REGISTRY = `${$.registryId}`;

/** The items of a list, also items of other registries that appear on it. */
const ON_LIST = `(
      SELECT items.* FROM items WHERE registry_id = ${REGISTRY} AND is_active = 1 AND id > ${$.after}
      UNION ALL
      SELECT items.* FROM appearances AS a JOIN items ON items.id = a.item_id
      WHERE a.registry_id = ${REGISTRY} AND a.home_id <> ${REGISTRY} AND items.is_active = 1 AND items.id > ${$.after}
    ) AS items`;

const PLACES = `(
      SELECT CAST(key AS BIGINT) AS wanted, CAST(CAST(value AS TEXT) AS INTEGER) AS at FROM json_each(${$.places})
    ) AS places`;

function statementsOf(view: KnownView, dialect: Dialect): ListStatements {
  const part = (place: string, rest: string, { registryId, listId, elsewhere }: Lists = {}) => {
    const fields = fieldsOf(view, dialect.now, registryId, listId);
    const list = view.isVersion
      ? dialect.version(fields, rest, elsewhere)
      : dialect.list(place, fields, rest, elsewhere);
    return new ListQuery<'registryId' | 'after' | 'places' | 'received' | Page>(list);
  };
  const byId = (items: string, lists?: Lists) =>
    part('id', `${items} is_active = 1 AND id > ${$.after} ORDER BY id ${PAGE}`, lists);
  const inOrder = (condition: string, lists?: Lists) => {
    const rest = `${PLACES} CROSS JOIN items WHERE id = wanted AND is_active = 1${condition} ORDER BY at ${PAGE}`;
    return part('at', rest, lists);
  };
  const elsewhere = `appearances AS a WHERE a.registry_id = ${REGISTRY}`;
  return {
    all: byId('items WHERE'),
    ofRegistry: byId(`items WHERE registry_id = ${REGISTRY} AND`, { registryId: REGISTRY, elsewhere }),
    onList: part('id', `${ON_LIST} ORDER BY id ${PAGE}`, { listId: REGISTRY }),
    ofIds: inOrder(''),
    ofRegistryIds: inOrder(` AND registry_id = ${REGISTRY}`, { registryId: REGISTRY }),
    ofListIds: inOrder('', { listId: REGISTRY }),
  };
}

/** Lists that a statement is about. */
interface Lists {
  /** Parameter with the id of the only registry. */
  registryId?: string;
  /** Parameter with the id of the list. */
  listId?: string;
  /** SQL after FROM that finds items on several lists. */
  elsewhere?: string | undefined;
}

/**
 * @param now SQL for the current time
 * @param registryId parameter with the id of the only registry
 * @param listId parameter with the id of the list
 */
function fieldsOf(view: KnownView, now: string, registryId?: string, listId?: string): JsonField[] {
  const { isAdmin, remaining, showsHome = isAdmin } = view;
  const [whole, wholeWithRemaining] = isAdmin ? [Item, ItemRemaining] : [ItemPublic, ItemPublicRemaining];
  const { properties, required } = remaining ? wholeWithRemaining : whole;
  const isAlways = new Set<string>(required);
  const seesOrphans = view.place?.seesOrphans === true;
  const list = view.hidesOthers ? (listId ?? registryId) : undefined;
  const counted = (table: 'purchases' | 'shares') => list && isThroughList(table, list, seesOrphans);
  const given = list && `(quantity_purchased - ${openPieces(registryId, `NOT ${counted('purchases')}`)})`;
  const numbers: Readonly<Record<string, Pick<JsonField, 'sql' | 'kind'>>> = {
    ...(remaining && numbersIn(remaining, now, { registryId, given, counted: counted('shares') })),
    ...(given && { quantity_purchased: { sql: given, kind: 'integer' } }),
  };
  return Object.entries(properties).map(([name, schema]): JsonField => {
    const field = { name, sql: name, isVersion: VERSION.includes(name), isOptional: !isAlways.has(name) };
    if (name === 'registry_id' && listId && !showsHome)
      return { ...field, sql: `CAST(${listId} AS BIGINT)`, kind: 'integer' };
    const number = numbers[name];
    if (number) return { ...field, ...number };
    if (schema.type === 'boolean') return { ...field, sql: `${name} = 1`, kind: 'boolean' };
    if ('format' in schema) return { ...field, kind: 'moment' };
    const types = [schema.type].flat();
    return { ...field, kind: types.includes('number') ? 'number' : types.includes('integer') ? 'integer' : 'text' };
  });
}

/** Returns the numbers of a view, in which a reader may receive some items. */
function numbersIn({ extent }: ReceivedItems, now: string, of: SharesOfItem): ReturnType<typeof numbersOf> {
  const numbers = numbersOf(extent === 'all' ? 'toRecipients' : 'toGuests', now, of);
  if (extent !== 'some') return numbers;
  const isReceived = isAmong('items.id', $.received);
  const ofReceived = numbersOf('toRecipients', now, of);
  return Object.fromEntries(
    Object.entries(numbers).map(([name, { sql, kind }]) => {
      const received = ofReceived[name]?.sql ?? sql;
      return [name, { kind, sql: received === sql ? sql : `CASE WHEN ${isReceived} THEN ${received} ELSE ${sql} END` }];
    }),
  );
}

/** Recipients see no number that includes secrets. @param of the promises that the readers of the list may count */
function numbersOf(
  remaining: keyof Left,
  now: string,
  of: SharesOfItem,
): Readonly<Record<string, Pick<JsonField, 'sql' | 'kind'>>> {
  const { registryId, given } = of;
  const open = { ...of, isOpen: true };
  const seen = remaining === 'toRecipients' ? open : { registryId };
  const left = leftIn(registryId, given)[remaining];
  const rest = amountLeft(seen, now);
  return {
    quantity_remaining: {
      // Guests and shops give whole pieces, and shares prevent that. Recipients can record that they have a piece.
      sql:
        remaining === 'toRecipients'
          ? `CASE WHEN ${isPromised(seen)} THEN 0 ELSE ${left} END`
          : `CASE WHEN ${isFree(seen, now)} THEN ${left} ELSE 0 END`,
      kind: 'integer',
    },
    amount_promised: { sql: `coalesce(${promisedIn(open, now)}, 0)`, kind: 'amount' },
    quantity_surplus: { sql: `quantity_purchased - ${openPieces(registryId)}`, kind: 'integer' },
    amount_remaining: { sql: `CASE WHEN ${rest} > ${SMALLEST} THEN ${rest} ELSE 0 END`, kind: 'amount' },
  };
}
