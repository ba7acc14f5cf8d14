import { uuid } from '../../assets/uuid.ts';
import { showRegistry } from './current.ts';
import { notifyFailure, notifyProblem } from './notice.ts';
import type { Item } from './registry.ts';
import { ask } from './requests.ts';
import { change, registry, state, whileBusy } from './state.ts';
import { __ } from './texts.ts';

/** Milliseconds between the last click and saving: an owner who has five pieces clicks five times. */
const PAUSE_MS = 450;

const timers = new Map<number, ReturnType<typeof setTimeout>>();

/**
 * A request that adds to the number of pieces that the owner has. Until the site answers, retries use the same UUID, so
 * that the site counts the pieces only once.
 */
interface PendingRequest {
  /** A UUID. */
  readonly purchase: string;
  /** Number of the owner's pieces on the site before the request. */
  readonly before: number;
}

/** Unanswered requests by item id. */
const pending = new Map<number, PendingRequest>();

/** Returns how many pieces the owner has, including unsaved changes. */
export function ownedCount({ id, quantity_had: had }: Item): number {
  return state.unsavedHad[id] ?? had;
}

/** Returns the total number of bought pieces, including unsaved changes. */
export function boughtCount(item: Item): number {
  return item.quantity_purchased - item.quantity_had + ownedCount(item);
}

/**
 * Adds one to the number of pieces that the owner has. Does nothing if all wanted pieces are bought, because the
 * owner's piece would then replace a guest's gift.
 */
export function addOwned(item: Item): void {
  if (boughtCount(item) < item.quantity_needed) setOwned(item, ownedCount(item) + 1);
}

/** Subtracts one from the number of pieces that the owner has. */
export function subtractOwned(item: Item): void {
  if (ownedCount(item) > 0) setOwned(item, ownedCount(item) - 1);
}

/** Retries saving the numbers that failed. */
export function retryUnsaved(): void {
  for (const id of Object.keys(state.unsavedHad).map(Number)) if (!timers.has(id)) void save(id);
}

function setOwned({ id }: Item, count: number): void {
  change({ unsavedHad: { ...state.unsavedHad, [id]: count } });
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => void save(id), PAUSE_MS),
  );
}

async function save(id: number): Promise<void> {
  timers.delete(id);
  const count = state.unsavedHad[id];
  if (count === undefined || state.busyItems.includes(id)) return;
  const more = count - ownedOnSite(id);
  if (more === 0) return forgetPending(id);
  const path = `/items/${id}/have`;
  const answer = await whileBusy(id, () =>
    more > 0
      ? ask('POST', path, { purchase: pendingRequest(id).purchase, quantity: more })
      : ask('DELETE', path, { left: count }),
  );
  if (answer.kind === 'done') {
    pending.delete(id);
    if (state.unsavedHad[id] === count) forgetPending(id);
    else if (!timers.has(id)) await save(id);
    return;
  }
  if (answer.kind === 'changed') {
    forgetPending(id);
    showRegistry(answer.current);
    const item = answer.current.items.find((candidate) => candidate.id === id);
    return item ? tellConflict(item) : notifyFailure(answer);
  }
  if (answer.kind === 'fields' || answer.kind === 'refused') forgetPending(id);
  notifyFailure(answer, state.unsavedHad[id] === undefined ? undefined : () => save(id));
}

/** Returns the number of pieces that the owner has according to the site's last answer. */
function ownedOnSite(id: number): number {
  return registry().items.find((item) => item.id === id)?.quantity_had ?? 0;
}

/** Returns the unanswered request, or a new one. Once the site has counted a request, the next one needs a new UUID. */
function pendingRequest(id: number): PendingRequest {
  const before = ownedOnSite(id);
  const known = pending.get(id);
  const current = known?.before === before ? known : { purchase: uuid(), before };
  pending.set(id, current);
  return current;
}

function tellConflict({ name, status_text: status, is_surprise: isSurprise }: Item): void {
  notifyProblem(
    isSurprise
      ? // translators: %s: name of an item.
        __('Someone else just changed “%s”, and your number is not saved. Look at the wish and try again.', name)
      : // translators: 1: name of an item, 2: how much of it is given, as in "2 of 5 given".
        __('Someone else just gave “%1$s”: %2$s. Your number is not saved; please check again.', name, status),
  );
}

function forgetPending(id: number): void {
  const { [id]: _, ...others } = state.unsavedHad;
  change({ unsavedHad: others });
}
