import { placesIn } from '../appearances/store.ts';
import { AUTHOR, type ChangesIn, changeOfItem, type EventType, type LoggedChange } from '../database/events.ts';
import { isStillSecret, listOf } from './surprise.ts';

/** Fields of a promise that its events need. */
export interface PromiseOfEvent {
  id: string;
  registry_id: number;
  item_id: number;
  list_id: number | null;
  is_orphan: boolean;
  /** As stored: stays true after the reveal; see `isStillSecret`. */
  is_secret: boolean;
  revealed_at: string | null;
}

/**
 * Returns the event in the logs of the other lists of a promise's item. Their readers learn only that a number of the
 * item has changed: neither the kind of promise, nor whether it was made, changed, given back or revealed (rules: Who
 * sees what). Owners of a list that hides numbers do not even learn this, except the author if the promise was made
 * through a deleted list (see `isThroughList`).
 * @param lists see `listsOfItem`
 */
export function changesOfNumber(promise: PromiseOfEvent, lists: string | null): LoggedChange[] {
  const places = lists === null ? [{ registryId: promise.registry_id, hidesNumbers: false }] : placesIn(lists);
  return places
    .filter(({ registryId }) => registryId !== listOf(promise))
    .map(({ registryId, hidesNumbers }) => ({
      ...changeOfItem('purchase.updated', registryId, promise.item_id),
      isSecret: hidesNumbers || isStillSecret(promise),
      giverUserId: hidesNumbers && promise.is_orphan && !isStillSecret(promise) ? AUTHOR : null,
    }));
}

/** Returns the events of promises whose list was just deleted: from then on, their authors see them on other lists. */
export const orphanChanges: ChangesIn<ChangedPromise<PromiseOfEvent>> = (orphans) =>
  orphans.flatMap(({ promise, lists }) =>
    changesOfNumber(promise, lists).filter(({ giverUserId }) => giverUserId === AUTHOR),
  );

/** A promise that a statement has changed, and the lists of its item. */
export interface ChangedPromise<P> {
  promise: P;
  /** See `listsOfItem`. */
  lists: string | null;
}

/** A change of promises. */
interface PromiseChange<P> {
  type: EventType;
  /** True if the change may affect a number of the item. */
  isNumber: boolean;
  /** Fields of the event in the log of the promise's own list. */
  own: (promise: P) => Partial<Pick<LoggedChange, 'purchaseId' | 'giverUserId'>>;
}

/** Returns the events of changed promises: the full event for the list through which a promise was made. */
export const promiseChanges =
  <P extends PromiseOfEvent>({ type, isNumber, own }: PromiseChange<P>): ChangesIn<ChangedPromise<P>> =>
  (changed) =>
    changed.flatMap(({ promise, lists }) => {
      const ofItem = changeOfItem(type, listOf(promise), promise.item_id);
      const change = { ...ofItem, isSecret: isStillSecret(promise), ...own(promise) };
      const { giverUserId } = change;
      const others = isNumber ? changesOfNumber(promise, lists) : [];
      return [change, ...others.map((other) => ({ ...other, giverUserId: other.giverUserId ?? giverUserId }))];
    });
