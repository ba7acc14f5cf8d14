import type { Item, RegistryPurchasePut } from '@largesse/contract';
import type { TimeLeft } from '../deadline.ts';
import { ApiError } from '../http/errors.ts';
import type { Left } from '../items/rows.ts';
import type { ItemStore } from '../items/store.ts';
import { NotAdmitted, WaitingLines } from '../waiting-line.ts';
import type { Gift, NewPurchase, PurchaseStore, StoredPurchase } from './store.ts';

/** What somebody says who gives. */
export interface Giving {
  /** The purchase's id, in any case. */
  id: string;
  itemId: number;
  /** Registry that the item must belong to. */
  registryId?: number | undefined;
  /** True if the id must not have a purchase. */
  isNew?: boolean;
  /** Returns whether the caller may change a purchase that is there already. */
  mayChange(purchase: StoredPurchase): boolean;
  /** Returns whether the caller may have more of what is there already, where there is room; see `MayTakeMore`. */
  mayTakeMore?: MayTakeMore;
  /** What is settled when a purchase is made, and stays so. */
  settled: Pick<NewPurchase, 'isSecret' | 'isOwner' | 'revealedAt'>;
  /** Returns what is to be stored, from the purchase as it is stored now; null for a new one. */
  gift(before: StoredPurchase | null): Gift;
}

/**
 * Returns whether somebody may raise the quantity of a purchase that counts as a guest's. A recipient who gave before they
 * became one may not: whether there is room would tell what others give (rules: Co-owners and keepers).
 */
export type MayTakeMore = (purchase: StoredPurchase) => boolean | Promise<boolean>;

/** How a purchase came about. */
export interface Given {
  purchase: StoredPurchase;
  outcome: 'made' | 'changed' | 'repeated';
}

/** What a purchase is answered with, by how it came about. */
export const OUTCOMES = {
  made: { status: 201, message: 'Purchase created' },
  changed: { status: 200, message: 'Purchase updated' },
  repeated: { status: 200, message: 'Purchase found' },
} as const;

/** Returns what a whole body says of a gift; what it leaves out has its default. */
export const giftIn = ({ quantity = 1, state = 'reserved', giver_name, message }: RegistryPurchasePut) => ({
  quantity,
  state,
  giverName: filledOrNull(giver_name),
  message: filledOrNull(message),
});

/** Returns a text, or null where it is blank or left out. */
export const filledOrNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null);

/** Why a purchase is not made or changed. */
export const REFUSALS = ['not_enough_left', 'other'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** How often a purchase is tried anew because somebody else was faster. */
const ATTEMPTS = 20;

/**
 * Number of gifts that this process makes at once of one registry, or of one item if the request names no registry. Their writes
 * run one after the other anyway, and the reads of more gifts would take the connections of all other requests.
 */
const AT_ONCE = 4;

/** Most gifts that wait, and how long they wait while none is made (milliseconds). */
const MAX_WAITING = 1000;
const PATIENCE_MS = 2000;

/** Returns where gifts wait for each other. @param patience factor of the time that they wait while none is made */
export const linesOfGifts = (patience = 1): WaitingLines =>
  new WaitingLines(MAX_WAITING, { places: AT_ONCE, patience: PATIENCE_MS * patience });

/**
 * Makes and changes purchases (rules: Purchases): what is left decides, and whoever sends the same again gets the same
 * answer. Each method throws an ApiError (404, 409, 422) and DatabaseUnavailable.
 */
export class Givings {
  readonly #purchases: PurchaseStore;
  readonly #items: ItemStore;
  readonly #refused: (why: Refusal) => void;
  readonly #time: TimeLeft;
  readonly #lines: WaitingLines;

  /** @param refused counts refusals, for operators */
  constructor(
    purchases: PurchaseStore,
    items: ItemStore,
    refused: (why: Refusal) => void = () => {},
    time: TimeLeft = { left: Number.POSITIVE_INFINITY },
    lines = linesOfGifts(),
  ) {
    this.#purchases = purchases;
    this.#items = items;
    this.#refused = refused;
    this.#time = time;
    this.#lines = lines;
  }

  /** Returns the same for a request that has only so much time. */
  within(time: TimeLeft): Givings {
    return new Givings(this.#purchases.within(time), this.#items.within(time), this.#refused, time, this.#lines);
  }

  /** Makes a purchase, or changes the one that is there under this id. */
  give(giving: Giving): Promise<Given> {
    return this.#counted(this.#inTurn(giving));
  }

  async #inTurn(giving: Giving): Promise<Given> {
    // Ids are positive.
    const line = giving.registryId ?? -giving.itemId;
    const outcome = await this.#lines
      .run(line, this.#time, () => this.#give(giving).catch(orRefusal))
      .catch((error) => {
        throw error instanceof NotAdmitted ? new ApiError('registryBusy', { cause: error }) : error;
      });
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  }

  /**
   * Changes a purchase.
   * @param read returns it as long as the caller may change it
   * @param change what is set of it
   */
  change(
    read: () => Promise<StoredPurchase>,
    change: Partial<Gift>,
    mayTakeMore: MayTakeMore,
  ): Promise<StoredPurchase> {
    return this.#counted(this.#change(read, change, mayTakeMore));
  }

  /** Counts an attempt to give that was refused. */
  async #counted<T>(attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      if (error instanceof ApiError) this.#refused(error.error === 'notEnoughLeft' ? 'not_enough_left' : 'other');
      throw error;
    }
  }

  async #give(giving: Giving): Promise<Given> {
    const id = giving.id.toLowerCase();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await this.#purchases.find(id);
      if (before && !giving.mayChange(before)) throw new ApiError('purchaseNotFound');
      if (before && giving.isNew) throw new ApiError('purchaseExists');
      const { item, toGuests, toOwner } = await this.#itemOf(giving, before);
      const gift = giving.gift(before);
      if (before) {
        if (before.itemId !== item.id) throw new ApiError('purchaseOfAnotherItem');
        if (isSame(gift, before)) return { purchase: before, outcome: 'repeated' };
        const changed = await this.#changed(before, gift, giving.mayTakeMore);
        if (changed) return { purchase: changed, outcome: 'changed' };
      } else {
        const { settled } = giving;
        requireRoom(settled.isOwner ? toOwner : toGuests, gift.quantity);
        const purchase = { id, itemId: item.id, registryId: item.registry_id, ...settled, ...gift };
        const made = await this.#purchases.make(purchase);
        if (made) return { purchase: made, outcome: 'made' };
        if (await this.#purchases.isFull(item.registry_id, settled.isOwner)) throw new ApiError('tooManyPurchases');
      }
    }
    throw new ApiError('registryBusy');
  }

  async #change(
    read: () => Promise<StoredPurchase>,
    change: Partial<Gift>,
    mayTakeMore: MayTakeMore,
  ): Promise<StoredPurchase> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const known = await read();
      const gift = { ...known, ...change };
      if (isSame(gift, known)) return known;
      const changed = await this.#changed(known, gift, mayTakeMore);
      if (changed) return changed;
    }
    throw new ApiError('registryBusy');
  }

  /** Notes whether the giver was thanked. @param read returns the purchase as long as the caller may know of it */
  async thank(read: () => Promise<StoredPurchase>, isThanked: boolean): Promise<StoredPurchase> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const known = await read();
      if ((known.thankedAt !== null) === isThanked) return known;
      const thanked = await this.#purchases.thank(known, isThanked);
      if (thanked) return thanked;
    }
    throw new ApiError('registryBusy');
  }

  /** Returns a purchase. @throws {ApiError} 404 */
  async find(id: string): Promise<StoredPurchase> {
    const purchase = await this.#purchases.find(id.toLowerCase());
    if (!purchase) throw new ApiError('purchaseNotFound');
    return purchase;
  }

  /** Takes a purchase back. @throws {ApiError} 404 where somebody else was faster */
  async giveBack(purchase: StoredPurchase): Promise<void> {
    if (!(await this.#purchases.giveBack(purchase))) throw new ApiError('purchaseNotFound');
  }

  /** Returns the item that is given: an active one, or that of a purchase which exists already. */
  async #itemOf({ itemId, registryId }: Giving, before: StoredPurchase | null): Promise<Left & { item: Item }> {
    const found = await this.#items.findToGive(itemId, registryId);
    if (!found || !(found.item.is_active || before?.itemId === itemId)) throw new ApiError('itemNotFound');
    return found;
  }

  /** Changes a purchase as it was read; null where somebody else was faster. */
  async #changed(
    before: StoredPurchase,
    gift: Gift,
    mayTakeMore: MayTakeMore = () => true,
  ): Promise<StoredPurchase | null> {
    const more = gift.quantity - before.quantity;
    if (more > 0 && !before.isOwner && !(await mayTakeMore(before))) throw notEnoughLeft(0);
    if (more > 0) {
      const left = await this.#items.leftOf(before.registryId, before.itemId);
      requireRoom(before.isOwner ? left.toOwner : left.toGuests, more);
    }
    return this.#purchases.change(before, gift);
  }
}

/** Checks that enough of an item is left. @throws {ApiError} 409 with the number that is left */
function requireRoom(remaining: number, wanted: number): void {
  if (wanted > remaining) throw notEnoughLeft(remaining);
}

/** Returns a refusal as a result: the database works, so the line keeps moving. Throws any other error. */
function orRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

const notEnoughLeft = (remaining: number): ApiError =>
  new ApiError('notEnoughLeft', {
    errors: [{ field: 'quantity', rule: 'not_enough_left', limit: remaining }],
    headers: { 'quantity-remaining': String(remaining) },
  });

const isSame = (one: Gift, other: Gift): boolean =>
  one.quantity === other.quantity &&
  one.state === other.state &&
  one.giverUserId === other.giverUserId &&
  one.giverName === other.giverName &&
  one.giverEmail === other.giverEmail &&
  one.message === other.message;
