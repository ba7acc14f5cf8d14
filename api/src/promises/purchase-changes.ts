import type { Purchase, PurchasePatch, PurchasePut, PurchaseResponse, RegistryPurchasePut } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { ListState } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { OpenedId } from '../auth/opened.ts';
import type { User } from '../auth/user.ts';
import { addressOrNull } from '../database/people.ts';
import { retried } from '../http/attempts.ts';
import { ApiError } from '../http/errors.ts';
import type { ItemStore, ItemToGive } from '../items/store.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { NotAdmitted, WaitingLines } from '../scheduling/waiting-line.ts';
import {
  GIFT,
  type Gift,
  type GivenWish,
  type NewPurchase,
  type PurchaseStore,
  type StoredPurchase,
} from './purchases.ts';
import { isStillSecret, type ListLevel, listOf, secrecyIn } from './surprise.ts';

/** Admins may change every purchase, other callers only their own. */
interface GiveRequest {
  caller: Caller;
  /** In any case. */
  id: string;
  itemId: number;
  /** List with the item. */
  registryId?: OpenedId | undefined;
  /** True if the request may only create a purchase. */
  isNew?: boolean;
  /** Id in another system, which a purchase gets when it is made. */
  externalId?: string | null | undefined;
  /** The wish, if it was promised before it was on the list. */
  wish?: GivenWish | undefined;
  /** @param before the stored purchase; null for a new one */
  gift(before: StoredPurchase | null): Gift;
  /**
   * Returns the fields that the giver cannot choose.
   * @param lists all lists of the item if it is on several (rules: Appearances)
   * @param listId the list through which the giver gives
   */
  settle(lists: readonly ListState[], listId: number): Promise<Settled>;
}

/** Fields of a new purchase that its giver cannot choose. */
export type Settled = Pick<NewPurchase, 'is_secret' | 'is_owner' | 'revealed_at' | 'level' | 'waits_for'>;

/** Fields of a guest's new purchase. */
export const settledFor = (lists: readonly ListLevel[]): Settled => ({
  ...secrecyIn(lists),
  is_owner: false,
  revealed_at: null,
});

/**
 * Fields of a recipient's new purchase ("we have it"). It is never secret; the list's settings decide who sees the
 * name.
 */
export const OF_RECIPIENT: Settled = {
  is_owner: true,
  is_secret: false,
  revealed_at: null,
  level: null,
  waits_for: null,
};

/** Returns the fields of a purchase from a request body, with defaults for missing fields. */
export const giftIn = ({ quantity = 1, state = 'reserved', giver_name, message }: RegistryPurchasePut) => ({
  quantity,
  state,
  giver_name: filledOrNull(giver_name),
  message: filledOrNull(message),
});

/** Change of a purchase. `thanked` records whether the giver was thanked. */
type GiftChange = Partial<Gift> & { thanked?: boolean; external_id?: string | null };

/** Returns the change that a request asks for. */
export function changeIn(body: PurchasePatch): GiftChange {
  const { quantity, state, giver_name, giver_email, message, thanked, giver_user_id, external_id, ...others } = body;
  // The compiler notices a field of the contract that the line above lacks.
  others satisfies Record<string, never>;
  return {
    ...(thanked === undefined ? {} : { thanked }),
    ...(external_id === undefined ? {} : { external_id }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(state === undefined ? {} : { state }),
    ...(giver_name === undefined ? {} : { giver_name: filledOrNull(giver_name) }),
    ...(giver_email === undefined ? {} : { giver_email: addressOrNull(giver_email) }),
    ...(message === undefined ? {} : { message: filledOrNull(message) }),
    ...(giver_user_id === undefined ? {} : { giver_user_id }),
  };
}

/** Returns the wish that a request names; undefined without one. */
export const wishIn = ({ wish }: PurchasePut): GivenWish | undefined =>
  wish && {
    item_name: wish.name,
    item_price: wish.price ?? null,
    item_currency: wish.price == null ? null : (wish.currency ?? null),
    item_url: wish.url ?? null,
  };

/** Returns a text, or null if the text is blank or missing. */
export const filledOrNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null);

/** Reasons for refusing a purchase. */
export const REFUSALS = ['not_enough_left', 'other'] as const;
export type Refusal = (typeof REFUSALS)[number];

/**
 * Gifts that this process stores concurrently for a registry, or for an item without a known registry: as many as the
 * database commits together.
 */
const AT_ONCE = 64;

/** Maximum number of gifts that wait for one registry or item. */
const MAX_WAITING = 1000;

/** Maximum wait of a gift (milliseconds), counted again whenever another gift of the line is stored or refused. */
const PATIENCE_MS = 2000;

/** @param patience factor for PATIENCE_MS */
export const linesOfGifts = (patience = 1): WaitingLines =>
  new WaitingLines(MAX_WAITING, { places: AT_ONCE, patience: PATIENCE_MS * patience });

/**
 * Creates and changes purchases if enough pieces are left (rules: Purchases). A repeated request gets the same answer.
 * Each method may throw an ApiError (404, 409, 412, 422, 503), or DatabaseUnavailable.
 */
export class PurchaseChanges {
  readonly #purchases: PurchaseStore;
  readonly #items: ItemStore;
  readonly #refused: (why: Refusal) => void;
  readonly #time: TimeLeft;
  readonly #lines: WaitingLines;
  readonly #receives: Receives;

  /** @param refused called with the reason of each refusal; counts the refusals for operators */
  constructor(
    purchases: PurchaseStore,
    items: ItemStore,
    receives: Receives,
    refused: (why: Refusal) => void = () => {},
    time: TimeLeft = { left: Number.POSITIVE_INFINITY },
    lines = linesOfGifts(),
  ) {
    this.#purchases = purchases;
    this.#items = items;
    this.#receives = receives;
    this.#refused = refused;
    this.#time = time;
    this.#lines = lines;
  }

  /** The copy uses the same database and the same waiting lines. */
  within(time: TimeLeft): PurchaseChanges {
    return new PurchaseChanges(
      this.#purchases.within(time),
      this.#items.within(time),
      this.#receives,
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
    // A negative number means the line of an item, not of a registry.
    const line = giving.registryId ?? -giving.itemId;
    const outcome = await this.#lines
      .run(line, this.#time, () => this.#give(giving).catch(orRefusal))
      .catch((error) => {
        throw error instanceof NotAdmitted ? new ApiError('registryBusy', { cause: error }) : error;
      });
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  }

  /** @param read returns the purchase if the caller may change it */
  change(caller: Caller, read: () => Promise<StoredPurchase>, change: GiftChange): Promise<StoredPurchase> {
    return this.#counted(this.#change(caller, read, change));
  }

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
      const { item, isOnSeveralLists, toGuests, toRecipients } = await this.#itemOf(giving, before);
      const gift = giving.gift(before);
      if (before) {
        if (before.item_id !== item.id) throw new ApiError('giftOfAnotherItem');
        if (isSame(gift, before)) return { purchase: before, outcome: 'repeated' };
        const changed = await this.#changed(giving.caller, before, gift);
        return changed ? { purchase: changed, outcome: 'changed' } : undefined;
      }
      const lists = isOnSeveralLists ? await this.#purchases.appearances.listsOf(item.id) : [];
      const settled = await giving.settle(lists, giving.registryId ?? item.registry_id);
      const remaining = settled.is_owner ? toRecipients : toGuests;
      // A repeated request may have taken the room after this attempt looked for the purchase.
      if (gift.quantity > remaining && (await this.#purchases.find(id))) return undefined;
      requireRoom(remaining, gift.quantity);
      const { id: item_id, registry_id } = item;
      const list_id = giving.registryId === registry_id ? null : (giving.registryId ?? null);
      const named = giving.externalId ? { external_id: giving.externalId } : {};
      const { wish } = giving;
      const made = await this.#purchases.make({
        id,
        item_id,
        registry_id,
        list_id,
        ...settled,
        ...gift,
        ...named,
        wish,
      });
      if (made) return { purchase: made, outcome: 'made' };
      if (
        giving.externalId &&
        (await this.#purchases.isExternalIdTaken({ id, registry_id, item_id }, giving.externalId))
      ) {
        // A repeated request may have made the purchase in the meantime.
        if (await this.#purchases.find(id)) return undefined;
        throw new ApiError('externalIdTaken');
      }
      if (!settled.is_owner && (await this.#purchases.isGivenInParts(registry_id, item_id)))
        throw new ApiError('itemIsShared');
      if (await this.#purchases.isFull(registry_id, settled.is_owner)) throw new ApiError('tooManyPurchases');
      return undefined;
    });
  }

  #change(
    caller: Caller,
    read: () => Promise<StoredPurchase>,
    { thanked, external_id, ...change }: GiftChange,
  ): Promise<StoredPurchase> {
    return retried(async () => {
      const known = await read();
      const gift = { ...known, ...change };
      const isThanked = thanked ?? known.thanked_at !== null;
      const isNamedAnew = external_id !== undefined && external_id !== (known.external_id ?? null);
      if (isSame(gift, known) && isThanked === (known.thanked_at !== null) && !isNamedAnew) return known;
      const changed = await this.#changed(caller, known, gift, isThanked, isNamedAnew ? external_id : undefined);
      if (changed) return changed;
      if (isNamedAnew && external_id && (await this.#purchases.isExternalIdTaken(known, external_id)))
        throw new ApiError('externalIdTaken');
      return undefined;
    });
  }

  /** @throws {ApiError} 404 */
  async find(id: string): Promise<StoredPurchase> {
    const purchase = await this.#purchases.find(id.toLowerCase());
    if (!purchase) throw new ApiError('purchaseNotFound');
    return purchase;
  }

  /** @throws {ApiError} 404 if the purchase was deleted in the meantime */
  async giveBack(purchase: StoredPurchase): Promise<void> {
    if (!(await this.#purchases.giveBack(purchase))) throw new ApiError('purchaseNotFound');
  }

  /** The item must be active unless the purchase already exists. */
  async #itemOf({ itemId, registryId }: GiveRequest, before: StoredPurchase | null): Promise<ItemToGive> {
    const found = await this.#items.findToGive(itemId, registryId);
    if (!found || !(found.item.is_active || before?.item_id === itemId)) throw new ApiError('itemNotFound');
    return found;
  }

  /**
   * Returns null if another request has changed the purchase or taken the remaining pieces.
   * @throws {ApiError} 409 if too few pieces remain
   */
  async #changed(
    caller: Caller,
    before: StoredPurchase,
    gift: Gift,
    isThanked = before.thanked_at !== null,
    externalId?: string | null,
  ): Promise<StoredPurchase | null> {
    const more = gift.quantity - before.quantity;
    if (more > 0 && !(await this.#mayTakeMore(caller, before))) throw notEnoughLeft(0);
    if (more > 0) {
      const left = await this.#items.leftOf(before.registry_id, before.item_id);
      requireRoom(before.is_owner ? left.toRecipients : left.toGuests, more);
    }
    return this.#purchases.change(before, gift, isThanked, externalId);
  }

  /**
   * Returns whether a caller may raise the quantity of a purchase. Recipients of one of the item's lists may not raise
   * that of a guest's purchase, even if they made it as guests. Otherwise, the error 409 would tell them how many
   * pieces remain, and so reveal the gifts of other guests (rules: Co-owners and keepers).
   */
  async #mayTakeMore(caller: Caller, { is_owner, item_id, registry_id }: StoredPurchase): Promise<boolean> {
    if (is_owner || caller.user.isAdmin) return true;
    return !(await this.#receives(caller, { id: item_id, registry_id }));
  }
}

/**
 * Returns the fields of a visitor's new purchase that the surprise of a list decides.
 * @param lists all lists of the item if it is on several
 * @throws {HostError}
 * @throws {ApiError} 404 if the list no longer exists
 */
export type SettleByRule = (caller: Caller, listId: number, lists: readonly ListState[]) => Promise<Settled>;

/** Returns whether a caller receives an item (see `Recipients`). */
type Receives = (caller: Caller, item: Pick<ItemToGive['item'], 'id' | 'registry_id'>) => Promise<boolean>;

/** @throws {ApiError} 409 if too few pieces remain. The error contains the number of remaining pieces. */
function requireRoom(remaining: number, wanted: number): void {
  if (wanted > remaining) throw notEnoughLeft(remaining);
}

/**
 * A thrown refusal would count as a failure of the database in the waiting line, and reject waiting gifts too early.
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
 * For the giver and admins.
 * @param listId the list that the viewer reads; by default, the list through which the item was given, because its
 * guests know no other list (rules: Appearances)
 */
export const wholeView = (purchase: StoredPurchase, listId = listOf(purchase)): Purchase => ({
  ...purchase,
  registry_id: listId,
  is_secret: isStillSecret(purchase),
  is_giver_shown: true,
});

/** Returns the body of an answer that contains a purchase. */
export const envelope = (data: Purchase, message: string): PurchaseResponse => ({ success: true, data, message });

interface GiveResult {
  purchase: StoredPurchase;
  outcome: 'made' | 'changed' | 'repeated';
}

const OUTCOMES = {
  made: { status: 201, message: 'Purchase created' },
  changed: { status: 200, message: 'Purchase updated' },
  repeated: { status: 200, message: 'Purchase found' },
} as const;

/** @param listId list that the caller reads, as for `wholeView` */
export function sendGiven(reply: FastifyReply, { purchase, outcome }: GiveResult, listId?: number): FastifyReply {
  const { status, message } = OUTCOMES[outcome];
  if (outcome === 'made') reply.header('location', `/purchases/${purchase.id}`);
  return reply.code(status).send(envelope(wholeView(purchase, listId), message));
}
