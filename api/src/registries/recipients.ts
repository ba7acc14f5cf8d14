import { ReceivedItems } from '../appearances/received.ts';
import type { AppearanceStore } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { OpenedId } from '../auth/opened.ts';
import { isHostFailure } from '../host/errors.ts';
import { isRecipientRole, type ReaderRole, todayOf } from '../promises/surprise.ts';
import { isRecipient } from './access.ts';

/**
 * Finds the recipients of an item, in every state of its lists: published, draft, in the trash, or deleted
 * (architecture: Who sees what). The service knows the lists of an item, and the host the people of a list. So each
 * answer takes one request to the host; items that were always on one list take none. Methods throw a HostError and
 * DatabaseUnavailable.
 */
export class Recipients {
  readonly #appearances: AppearanceStore;

  constructor(appearances: AppearanceStore) {
    this.#appearances = appearances;
  }

  /**
   * Returns the items of a list that the caller receives, through it or through other lists; none for admins, who see
   * everything.
   */
  async itemsOn(caller: Caller, { id, readerRole }: { id: OpenedId; readerRole: ReaderRole }): Promise<ReceivedItems> {
    if (readerRole === 'admin') return ReceivedItems.none;
    if (isRecipientRole(readerRole)) return ReceivedItems.all;
    const stored = this.#appearances.within(caller.host.deadline);
    const places = (await stored.placesOn([id], todayOf(caller.host))).filter(({ listId }) => listId !== id);
    const received = await receivedAmong(
      caller,
      places.map(({ listId }) => listId),
    );
    return ReceivedItems.of(places.filter(({ listId }) => received.has(listId)).map(({ itemId }) => itemId));
  }

  /**
   * Returns whether the caller receives an item; false for admins.
   * @param opened list whose recipient the caller is not
   */
  async receives(
    caller: Caller,
    { id, registry_id: home }: { id: number; registry_id: number },
    opened?: OpenedId,
  ): Promise<boolean> {
    if (caller.user.isAdmin) return false;
    const stored = this.#appearances.within(caller.host.deadline);
    const places = await stored.placesOf([id], todayOf(caller.host));
    const lists = [home, ...places.map(({ listId }) => listId)].filter((listId) => listId !== opened);
    return (await receivedAmong(caller, lists)).size > 0;
  }
}

/** Returns those of some lists whose gifts the caller receives. */
async function receivedAmong(caller: Caller, lists: readonly number[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(lists)];
  if (ids.length === 0) return new Set();
  const received = await caller.host.receivedAmong(ids);
  return new Set(received ?? (await receivedOnStockHost(caller, ids)));
}

/**
 * A WordPress without the plugin has no co-owners, and remembers nobody. So the list of an author is still readable.
 */
async function receivedOnStockHost({ host, user }: Caller, ids: readonly number[]): Promise<number[]> {
  const isReceived = async (id: number): Promise<boolean> => {
    try {
      return isRecipient(user, await host.registry(id));
    } catch (error) {
      if (isHostFailure(error, 'forbidden', 'not-found')) return false;
      throw error;
    }
  };
  const found = await Promise.all(ids.map(isReceived));
  return ids.filter((_, index) => found[index]);
}
