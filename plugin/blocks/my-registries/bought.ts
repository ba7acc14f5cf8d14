import { showRegistry } from './current.ts';
import { tellFailure, tellProblem } from './notice.ts';
import type { Item } from './registry.ts';
import { changeItem } from './requests.ts';
import { change, isRegistry, markBusy, registry, state } from './state.ts';
import { agreeSurplus } from './surplus.ts';
import { __ } from './texts.ts';

/** How long after the last click a number is saved (milliseconds): people who bought five click five times. */
const PAUSE_MS = 450;

const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Ids of items for which the user confirmed that more are bought than wanted. */
const generous = new Set<number>();

/** Returns how many of an item are bought, including what is not saved yet. */
export function boughtOf({ id, quantity_purchased }: Item): number {
  return state.unsavedBought[id] ?? quantity_purchased;
}

/** Counts one more as bought; asks first if that is more than wanted. */
export async function buyMore(item: Item): Promise<void> {
  const { id, quantity_needed: wanted } = item;
  if (boughtOf(item) >= wanted && !generous.has(id)) {
    if (!(await agreeSurplus(boughtOf(item) + 1, wanted))) return;
    generous.add(id);
  }
  setBought(item, boughtOf(item) + 1);
}

/** Counts one less as bought. */
export function buyLess(item: Item): void {
  setBought(item, boughtOf(item) - 1);
}

/** Tries again to save the numbers that could not be saved. */
export function saveLeft(): void {
  for (const id of Object.keys(state.unsavedBought).map(Number)) if (!timers.has(id)) void save(id);
}

function setBought({ id }: Item, count: number): void {
  if (count < 0) return;
  change({ unsavedBought: { ...state.unsavedBought, [id]: count } });
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => void save(id), PAUSE_MS),
  );
}

async function save(id: number): Promise<void> {
  timers.delete(id);
  const count = state.unsavedBought[id];
  if (count === undefined || state.busyItems.includes(id)) return;
  markBusy(id, true);
  const version = () => registry().items.find((item) => item.id === id)?.version ?? '';
  const answer = await changeItem(id, version, { quantity_purchased: count });
  markBusy(id, false);
  if (answer.kind === 'done') {
    if (state.unsavedBought[id] === count) forget(id);
    else if (!timers.has(id)) await save(id);
    return;
  }
  if (answer.kind === 'changed' && isRegistry(answer.current)) {
    forget(id);
    showRegistry(answer.current);
    const item = answer.current.items.find((candidate) => candidate.id === id);
    return item ? tellConflict(item) : tellFailure(answer);
  }
  if (answer.kind === 'fields' || answer.kind === 'refused') forget(id);
  tellFailure(answer, state.unsavedBought[id] === undefined ? undefined : () => save(id));
}

function tellConflict({ name, status_text: status }: Item): void {
  tellProblem(
    // translators: 1: name of an item, 2: how much of it is bought, as in "2 of 5 bought".
    __(
      'Somebody else changed “%1$s” meanwhile: %2$s. Your number is not saved; please look and set it again.',
      name,
      status,
    ),
  );
}

function forget(id: number): void {
  const { [id]: _, ...others } = state.unsavedBought;
  change({ unsavedBought: others });
}
