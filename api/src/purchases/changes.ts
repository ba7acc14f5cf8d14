import type { Purchase, PurchaseResponse, RegistryPurchasePut } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { ListState } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { User } from '../auth/user.ts';
import { retried } from '../http/attempts.ts';
import { ApiError } from '../http/errors.ts';
import type { ItemStore, ItemToGive } from '../items/store.ts';
import { NotAdmitted, type TimeLeft, WaitingLines } from '../scheduling.ts';
import { GIFT, type Gift, type NewPurchase, type PurchaseStore, type StoredPurchase } from './store.ts';
import { isStillSecret } from './surprise.ts';

/** A request to create or change a purchase. Admins may change every purchase, other callers only their own. */
export interface GiveRequest {
  caller: Caller;
  /** The purchase's id, in any case. */
  id: string;
  itemId: number;
  /** List with the item. */
  registryId?: number | undefined;
  /** True if the request may only create a purchase. The request fails if the id is already used. */
  isNew?: boolean;
  /** Returns the fields to store. @param before the stored purchase; null for a new one */
  gift(before: StoredPurchase | null): Gift;
  /**
   * Returns the fields of a new purchase that its giver cannot choose.
   * @param lists all lists of the item if it is on several lists, otherwise none (rules: Appearances)
   */
  settle(lists: readonly ListState[]): Promise<Pick<NewPurchase, 'is_secret' | 'is_owner' | 'revealed_at'>>;
}

/** Returns the fields of a purchase from a request body, with defaults for missing fields. */
export const giftIn = ({ quantity = 1, state = 'reserved', giver_name, message }: RegistryPurchasePut) => ({
  quantity,
  state,
  giver_name: filledOrNull(giver_name),
  message: filledOrNull(message),
});

/** Returns a text, or null if the text is blank or missing. */
export const filledOrNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null);

/** Reasons for refusing a purchase. */
export const REFUSALS = ['not_enough_left', 'other'] as const;
export type Refusal = (typeof REFUSALS)[number];

/**
 * Maximum number of gifts that this process stores concurrently for one registry, or for one item if the requests name
 * no registry: as many as the database commits together.
 */
const AT_ONCE = 64;

/** Maximum number of gifts that wait for one registry or item. */
const MAX_WAITING = 1000;

/**
 * Maximum wait of a gift (milliseconds). The time starts again from 0 whenever another gift for the same registry or
 * item is stored or refused.
 */
const PATIENCE_MS = 2000;

/**
 * Creates the waiting lines of gifts.
 * @param patience factor for PATIENCE_MS
 */
export const linesOfGifts = (patience = 1): WaitingLines =>
  new WaitingLines(MAX_WAITING, { places: AT_ONCE, patience: PATIENCE_MS * patience });

/**
 * Creates and changes purchases if enough pieces are left (rules: Purchases). A repeated request gets the same answer.
 * Each method may throw an ApiError (404, 409, 412, 422, 503), or DatabaseUnavailable if the database is unavailable.
 */
export class PurchaseChanges {
  readonly #purchases: PurchaseStore;
  readonly #items: ItemStore;
  readonly #refused: (why: Refusal) => void;
  readonly #time: TimeLeft;
  readonly #lines: WaitingLines;
  readonly #isRecipientOfAny: IsRecipientOfAny;

  /** @param refused called with the reason of each refusal; counts the refusals for operators */
  constructor(
    purchases: PurchaseStore,
    items: ItemStore,
    isRecipientOfAny: IsRecipientOfAny,
    refused: (why: Refusal) => void = () => {},
    time: TimeLeft = { left: Number.POSITIVE_INFINITY },
    lines = linesOfGifts(),
  ) {
    this.#purchases = purchases;
    this.#items = items;
    this.#isRecipientOfAny = isRecipientOfAny;
    this.#refused = refused;
    this.#time = time;
    this.#lines = lines;
  }

  /** Returns a copy with a request's time limit. The copy uses the same database and the same waiting lines. */
  within(time: TimeLeft): PurchaseChanges {
    return new PurchaseChanges(
      this.#purchases.within(time),
      this.#items.within(time),
      this.#isRecipientOfAny,
      this.#refused,
      time,
      this.#lines,
    );
  }

  /** Creates a purchase, or changes the existing purchase with this id. */
  give(giving: GiveRequest): Promise<GiveResult> {
    return this.#counted(this.#inTurn(giving));
  }

  async #inTurn(giving: GiveRequest): Promise<GiveResult> {
    // All ids are positive, so a negative number always means the line of an item, not of a registry.
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
   * @param read returns the purchase if the caller may change it
   * @param change fields to set; `thanked` records whether the giver was thanked
   */
  change(
    caller: Caller,
    read: () => Promise<StoredPurchase>,
    change: Partial<Gift> & { thanked?: boolean },
  ): Promise<StoredPurchase> {
    return this.#counted(this.#change(caller, read, change));
  }

  /** Counts refused attempts. */
  async #counted<T>(attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      if (error instanceof ApiError) this.#refused(error.error === 'notEnoughLeft' ? 'not_enough_left' : 'other');
      throw error;
    }
  }

  #give(giving: GiveRequest): Promise<GiveResult> {
    const id = giving.id.toLowerCase();
    return retried<GiveResult>(async () => {
      const before = await this.#purchases.find(id);
      if (before && !isTheirs(giving.caller.user, before)) throw new ApiError('purchaseNotFound');
      if (before && giving.isNew) throw new ApiError('purchaseExists');
      const { item, isShared, toGuests, toOwner } = await this.#itemOf(giving, before);
      const gift = giving.gift(before);
      if (before) {
        if (before.item_id !== item.id) throw new ApiError('giftOfAnotherItem');
        if (isSame(gift, before)) return { purchase: before, outcome: 'repeated' };
        const changed = await this.#changed(giving.caller, before, gift);
        return changed ? { purchase: changed, outcome: 'changed' } : undefined;
      }
      const settled = await giving.settle(isShared ? await this.#purchases.appearances.listsOf(item.id) : []);
      const remaining = settled.is_owner ? toOwner : toGuests;
      // A repeated request may have taken the room after this attempt looked for the purchase.
      if (gift.quantity > remaining && (await this.#purchases.find(id))) return undefined;
      requireRoom(remaining, gift.quantity);
      const { id: item_id, registry_id } = item;
      const list_id = giving.registryId === registry_id ? null : (giving.registryId ?? null);
      const made = await this.#purchases.make({ id, item_id, registry_id, list_id, ...settled, ...gift });
      if (made) return { purchase: made, outcome: 'made' };
      if (!settled.is_owner && (await this.#purchases.isShared(registry_id, item_id)))
        throw new ApiError('itemIsShared');
      if (await this.#purchases.isFull(registry_id, settled.is_owner)) throw new ApiError('tooManyPurchases');
      return undefined;
    });
  }

  #change(
    caller: Caller,
    read: () => Promise<StoredPurchase>,
    { thanked, ...change }: Partial<Gift> & { thanked?: boolean },
  ): Promise<StoredPurchase> {
    return retried(async () => {
      const known = await read();
      const gift = { ...known, ...change };
      const isThanked = thanked ?? known.thanked_at !== null;
      if (isSame(gift, known) && isThanked === (known.thanked_at !== null)) return known;
      return (await this.#changed(caller, known, gift, isThanked)) ?? undefined;
    });
  }

  /** Returns a purchase. @throws {ApiError} 404 */
  async find(id: string): Promise<StoredPurchase> {
    const purchase = await this.#purchases.find(id.toLowerCase());
    if (!purchase) throw new ApiError('purchaseNotFound');
    return purchase;
  }

  /** Deletes a purchase. @throws {ApiError} 404 if the purchase was deleted in the meantime */
  async giveBack(purchase: StoredPurchase): Promise<void> {
    if (!(await this.#purchases.giveBack(purchase))) throw new ApiError('purchaseNotFound');
  }

  /** Returns the item to give. The item must be active unless the purchase already exists. */
  async #itemOf({ itemId, registryId }: GiveRequest, before: StoredPurchase | null): Promise<ItemToGive> {
    const found = await this.#items.findToGive(itemId, registryId);
    if (!found || !(found.item.is_active || before?.item_id === itemId)) throw new ApiError('itemNotFound');
    return found;
  }

  /**
   * Changes a purchase.
   * @returns null if another request has changed the purchase or taken the remaining pieces in the meantime
   * @throws {ApiError} 409 if too few pieces remain
   */
  async #changed(
    caller: Caller,
    before: StoredPurchase,
    gift: Gift,
    isThanked = before.thanked_at !== null,
  ): Promise<StoredPurchase | null> {
    const more = gift.quantity - before.quantity;
    if (more > 0 && !(await this.#mayTakeMore(caller, before))) throw notEnoughLeft(0);
    if (more > 0) {
      const left = await this.#items.leftOf(before.registry_id, before.item_id);
      requireRoom(before.is_owner ? left.toOwner : left.toGuests, more);
    }
    return this.#purchases.change(before, gift, isThanked);
  }

  /**
   * Returns whether a caller may raise the quantity of a purchase. Recipients of one of the item's lists may not raise
   * that of a guest's purchase, even if they made it as guests. Otherwise, the error 409 would tell them how many pieces
   * remain, and so reveal the gifts of other guests (rules: Co-owners and keepers).
   */
  async #mayTakeMore(caller: Caller, { is_owner, item_id, registry_id }: StoredPurchase): Promise<boolean> {
    if (is_owner || caller.user.isAdmin) return true;
    const lists = await this.#purchases.appearances.listsOf(item_id);
    const ids = new Set([registry_id, ...lists.map(({ registryId }) => registryId)]);
    return !(await this.#isRecipientOfAny(caller, [...ids]));
  }
}

/** Returns whether a caller is a recipient of one of the lists. */
type IsRecipientOfAny = (caller: Caller, lists: readonly number[]) => Promise<boolean>;

/** @throws {ApiError} 409 if too few pieces remain. The error contains the number of remaining pieces. */
function requireRoom(remaining: number, wanted: number): void {
  if (wanted > remaining) throw notEnoughLeft(remaining);
}

/**
 * Returns a refusal as a result. If the refusal were thrown, the waiting line would count it as a failure of the
 * database, and reject waiting gifts too early. Throws any other error.
 */
function orRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

const notEnoughLeft = (remaining: number): ApiError =>
  new ApiError('notEnoughLeft', {
    errors: [{ field: 'quantity', rule: 'not_enough_left', limit: remaining }],
    headers: { 'quantity-remaining': String(remaining) },
  });

const isSame = (one: Gift, other: Gift): boolean => GIFT.every((name) => one[name] === other[name]);

/** Returns whether a user is the giver of a purchase, or an admin. Both may see all fields and change the purchase. */
export const isTheirs = (user: User, purchase: StoredPurchase): boolean =>
  user.isAdmin || purchase.giver_user_id === user.id;

/**
 * Returns a purchase with all fields, for its giver and for admins.
 * @param listId the list that the viewer reads; by default, the list through which the item was given, because its guests
 *   know no other list (rules: Appearances)
 */
export const wholeView = (purchase: StoredPurchase, listId = purchase.list_id ?? purchase.registry_id): Purchase => ({
  ...purchase,
  registry_id: listId,
  is_secret: isStillSecret(purchase),
});

/**
 * Returns a purchase without the giver's e-mail address, for owners and keepers of its registry.
 * @param hasNames whether the viewers may see the name and the message of the giver
 */
export function viewWithoutAddress(purchase: StoredPurchase, hasNames: boolean, listId?: number): Purchase {
  const view: Purchase = { ...wholeView(purchase, listId), giver_email: null };
  return hasNames ? view : { ...view, giver_user_id: null, giver_name: null, message: null };
}

/** Returns the body of an answer that contains a purchase. */
export const envelope = (data: Purchase, message: string): PurchaseResponse => ({ success: true, data, message });

/** The stored purchase, and whether the request created it, changed it or repeated an earlier request. */
export interface GiveResult {
  purchase: StoredPurchase;
  outcome: 'made' | 'changed' | 'repeated';
}

/** Status and message of the answer for each outcome. */
const OUTCOMES = {
  made: { status: 201, message: 'Purchase created' },
  changed: { status: 200, message: 'Purchase updated' },
  repeated: { status: 200, message: 'Purchase found' },
} as const;

/**
 * Answers a request that has created or changed a purchase.
 * @param listId list that the caller reads, as for `wholeView`
 */
export function sendGiven(reply: FastifyReply, { purchase, outcome }: GiveResult, listId?: number): FastifyReply {
  const { status, message } = OUTCOMES[outcome];
  if (outcome === 'made') reply.header('location', `/purchases/${purchase.id}`);
  return reply.code(status).send(envelope(wholeView(purchase, listId), message));
}
