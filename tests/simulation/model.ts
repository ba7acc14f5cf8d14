import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import {
  type List,
  type ListState,
  PromiseModel,
  type ReaderRow,
  type When,
} from '../../api/conformance/who-sees-what.ts';
import type { HostPost } from '../support/host-posts.ts';

/*
 * The rules that hold for the lists of a family after any history. The model knows only what the service has
 * acknowledged, and what it may have done without an answer.
 */

/** The price of every wish. */
export const PRICE = 90;

/** All states that a thing may have: several after a request without an answer. */
export class Known<T> {
  #possible: readonly T[];

  constructor(first: T) {
    this.#possible = [first];
  }

  /** The only possible state; undefined if there are several. */
  get certain(): T | undefined {
    return this.#possible.length === 1 ? this.#possible[0] : undefined;
  }

  mayBe(state: T): void {
    if (!this.#allows(state)) this.#possible = [...this.#possible, state];
  }

  is(state: T): void {
    this.#possible = [state];
  }

  /** Learns the state from the service. @throws AssertionError if it is impossible */
  saw(state: T, what: string): void {
    if (!this.#allows(state))
      assert.fail(`${what} is ${JSON.stringify(state)}, and must be ${JSON.stringify(this.#possible)}`);
    this.is(state);
  }

  #allows(state: T): boolean {
    return this.#possible.some((one) => isDeepStrictEqual(one, state));
  }
}

/** A wish of the list `home`. */
export interface Wish {
  /** No two wishes have the same. */
  readonly name: string;
  /** Null until the service has told it. */
  id: number | null;
  /** Names of the wishes that one request creates. */
  readonly together: readonly string[];
  /** Pieces that are wanted; null while the wish is on no list. */
  readonly needed: Known<number | null>;
  /** The largest number that was ever wanted. */
  most: number;
  /** Whether it also appears on the list `other`, and whether it has left that list. */
  isShared: boolean;
  hasLeft: boolean;
}

interface Promised {
  readonly id: string;
  readonly wish: Wish;
  readonly through: List;
  readonly model: PromiseModel;
}

export interface Gift extends Promised {
  /** Login of the giver; `admin` for a visitor, for whom the site gives. */
  readonly by: string;
  readonly state: Known<{ quantity: number; state: string } | null>;
  /** True if it may have changed since it was made. */
  hasChanged: boolean;
}

export interface Share extends Promised {
  /** Null if it does not exist. */
  readonly amount: Known<number | null>;
}

/** A list, and how its owners have set it. */
export interface FamilyList extends ListState {
  readonly post: HostPost;
}

/** Rows of the service, as admins read them. */
export interface Stored {
  items: readonly StoredItem[];
  purchases: readonly { id: string; item_id: number; quantity: number; state: string; is_secret: boolean }[];
  shares: readonly { id: string; item_id: number; amount: number; is_secret?: boolean }[];
}

export interface StoredItem {
  id: number;
  name: string;
  quantity_needed: number;
  quantity_purchased: number;
  quantity_remaining?: number;
  amount_promised?: number;
  amount_remaining?: number;
}

/** How a reader meets a list. */
export interface Reader {
  readonly name: string;
  readonly row: ReaderRow;
  readonly as: string;
}

/** The readers of both lists: everybody is on one of them alone, except the author and the giver. */
export const READERS: Record<List, readonly Reader[]> = {
  home: readersOf('home', 'other'),
  other: readersOf('other', 'home'),
};

function readersOf(name: string, other: string): Reader[] {
  return [
    { name: 'author', row: 'author', as: 'owner' },
    { name: 'co-owner', row: 'co-owner', as: `${name}Partner` },
    { name: 'keeper', row: 'keeper', as: `${name}Keeper` },
    { name: 'receiving keeper', row: 'receiving keeper', as: `${other}Partner` },
    { name: 'invitee', row: 'guest', as: `${name}Guest` },
    { name: 'giver', row: 'guest', as: 'giver' },
  ];
}

/** The lists, wishes and promises of a family. */
export class Family {
  readonly lists: Record<List, FamilyList>;
  readonly wishes: Wish[] = [];
  readonly gifts: Gift[] = [];
  readonly shares: Share[] = [];

  constructor(lists: Record<List, FamilyList>) {
    this.lists = lists;
  }

  get promises(): Promised[] {
    return [...this.gifts, ...this.shares];
  }

  /** Returns a promise that somebody makes now. */
  promise(id: string, wish: Wish, through: List): Promised {
    const { home, other } = this.lists;
    const isShared = wish.isShared && !wish.hasLeft;
    return { id, wish, through, model: new PromiseModel({ home, other, isShared, through }) };
  }

  /** Returns the level of a list now: from its day on, it shows everything. */
  levelOf(list: List): FamilyList['level'] {
    const { level, day } = this.lists[list];
    return day === 'over' ? 'names' : level;
  }

  /** Returns whether all states of a wish and of its promises are certain. */
  isCertain(wish: Wish): boolean {
    const isOf = (one: Promised) => one.wish === wish;
    return (
      wish.needed.certain !== undefined &&
      this.gifts.filter(isOf).every(({ state }) => state.certain !== undefined) &&
      this.shares.filter(isOf).every(({ amount }) => amount.certain !== undefined)
    );
  }

  /** Returns the pieces of a wish that are promised. */
  promised(wish: Wish): number {
    return this.gifts.reduce((sum, gift) => sum + (gift.wish === wish ? (gift.state.certain?.quantity ?? 0) : 0), 0);
  }

  /** Returns the amount of a wish that guests have promised together. */
  shared(wish: Wish): number {
    return this.shares.reduce((sum, share) => sum + (share.wish === wish ? (share.amount.certain ?? 0) : 0), 0);
  }

  /** No acknowledged change is lost or doubled, and numbers equal promises. */
  compareStored({ items, purchases, shares }: Stored): void {
    for (const wish of this.wishes) {
      const [row, twice] = items.filter(({ name }) => name === wish.name);
      assert.equal(twice, undefined, `${wish.name} exists twice`);
      if (row) wish.id ??= row.id;
      if (row) assert.equal(row.id, wish.id, `the id of ${wish.name}`);
      wish.needed.saw(row?.quantity_needed ?? null, wish.name);
    }
    for (const { name, together } of this.wishes.filter(({ together }) => together.length > 1)) {
      const made = together.filter((one) => this.wishes.some((wish) => wish.name === one && wish.id !== null));
      assert.ok(made.length === 0 || made.length === together.length, `only a part of the list with ${name} exists`);
    }
    const names = this.wishes.map((wish) => wish.name);
    assert.deepEqual(
      items.filter(({ name }) => !names.includes(name)),
      [],
      'wishes that nobody has made',
    );
    for (const gift of this.gifts) {
      const [row, twice] = purchases.filter(({ id }) => id === gift.id);
      assert.equal(twice, undefined, `gift ${gift.id} exists twice`);
      if (row) assert.equal(row.item_id, gift.wish.id, `the wish of gift ${gift.id}`);
      gift.state.saw(row ? { quantity: row.quantity, state: row.state } : null, `gift ${gift.id} of ${gift.wish.name}`);
    }
    for (const share of this.shares) {
      const row = shares.find(({ id }) => id === share.id);
      share.amount.saw(row?.amount ?? null, `share ${share.id} of ${share.wish.name}`);
    }
    const known = [...this.gifts, ...this.shares].map(({ id }) => id);
    const unknown = [...purchases, ...shares].filter(({ id }) => !known.includes(id));
    assert.deepEqual(unknown, [], 'promises that nobody has made');
    for (const item of items) compareNumbers(item, purchases, shares);
    for (const wish of this.wishes)
      assert.ok(this.promised(wish) <= wish.most, `more of ${wish.name} are promised than were ever wanted`);
  }

  /** Checks that a reader of a list sees exactly the parts of a gift in the table (rules: Who sees what). */
  compareGifts(
    list: List,
    { name, row, as }: Reader,
    seen: readonly { id: string; giver_name: string | null; giver_email: string | null }[],
  ): void {
    for (const gift of this.gifts.filter(({ state }) => state.certain)) {
      const { model, through } = gift;
      if (!model.on.has(list) && list !== through) continue;
      const shown = seen.find(({ id }) => id === gift.id);
      const may = model.seen(gift.by === as ? 'giver' : row, list);
      const when = (one: When): boolean => model.isTrue(one);
      const what = `gift ${gift.id} of ${gift.wish.name}, through ${through}, for the ${name} of ${list}`;
      assert.equal(shown !== undefined, when(may.state), `state of ${what}`);
      if (shown) assert.equal(shown.giver_name !== null, when(may.name), `giver of ${what}`);
      if (shown) assert.equal(shown.giver_email !== null && !when(may.address), false, `address of ${what}`);
    }
  }

  /** Every reader of a list counts exactly the promises that the table allows. */
  compareItems(list: List, { name, row }: Reader, items: readonly StoredItem[]): void {
    for (const wish of this.wishes.filter(({ needed }) => needed.certain)) {
      const isListed = list === 'home' || (wish.isShared && !wish.hasLeft);
      const item = items.find(({ id }) => id === wish.id);
      assert.equal(item !== undefined, isListed, `${wish.name} is on ${list}, for the ${name}`);
      if (!item) continue;
      const gifts = this.gifts.filter((gift) => gift.wish === wish && gift.state.certain);
      const isCounted = ({ model, through }: Gift): boolean =>
        model.isOpen() && (through === list || model.showsNumbers(list));
      const seesAll = ({ model }: Gift): boolean =>
        row === 'keeper' || row === 'guest' || (row === 'receiving keeper' && !model.isReceiving(list));
      const sum = (some: Gift[]): number => some.reduce((all, { state }) => all + (state.certain?.quantity ?? 0), 0);
      const what = `${wish.name}, for the ${name} of ${list}`;
      assert.equal(item.quantity_purchased, sum(gifts.filter(isCounted)), `number of ${what}`);
      if (this.shared(wish) > 0) continue;
      const taken = sum(gifts.filter((gift) => isCounted(gift) || seesAll(gift)));
      assert.equal(item.quantity_remaining, Math.max(0, item.quantity_needed - taken), `rest of ${what}`);
    }
  }

  /** The host's list has exactly the wishes of a list. */
  compareHostList(list: List, ids: unknown): void {
    const wishes = this.wishes.filter(
      ({ needed, isShared, hasLeft }) => needed.certain && (list === 'home' || (isShared && !hasLeft)),
    );
    assert.ok(Array.isArray(ids));
    const sorted = (some: readonly unknown[]): number[] => some.map(Number).sort((a, b) => a - b);
    assert.deepEqual(sorted(ids), sorted(wishes.map(({ id }) => id)), `the list of ${list} on the host`);
  }

  /** An owner's feed names no gift that was secret when it was made, and none through another list. */
  compareFeed(list: List, events: readonly { purchase_id: string | null }[]): void {
    for (const { id, model, through, hasChanged } of this.gifts)
      if (!hasChanged && (through !== list || !model.wasOpen))
        assert.ok(!events.some((event) => event.purchase_id === id), `gift ${id} is in the feed of ${list}`);
  }

  /** Applies what has happened to a list to all its promises. */
  happened(change: Parameters<PromiseModel['apply']>[0]): void {
    for (const { model } of this.promises) if (model.can(change)) model.apply(change);
  }
}

/** The numbers of an item equal its promises. */
function compareNumbers(item: StoredItem, purchases: Stored['purchases'], shares: Stored['shares']): void {
  const sum = (some: { quantity: number }[]): number => some.reduce((all, { quantity }) => all + quantity, 0);
  const gifts = purchases.filter(({ item_id }) => item_id === item.id);
  const open = sum(gifts.filter(({ is_secret }) => !is_secret));
  assert.equal(item.quantity_purchased, open, `${item.name}: the counter is not the number of gifts`);
  const amount = shares.filter(({ item_id }) => item_id === item.id).reduce((all, one) => all + one.amount, 0);
  const isTogether = amount >= PRICE / 2;
  const left = isTogether ? 0 : Math.max(0, item.quantity_needed - sum(gifts));
  assert.equal(item.quantity_remaining, left, `${item.name}: the rest is not what the gifts leave`);
  assert.ok(amount <= PRICE, `${item.name}: guests have promised more than its price`);
  const canBeShared = item.quantity_needed === 1 && gifts.length === 0;
  if (item.amount_remaining !== undefined)
    assert.equal(item.amount_remaining, canBeShared ? PRICE - amount : 0, `${item.name}: the amount that is left`);
}
