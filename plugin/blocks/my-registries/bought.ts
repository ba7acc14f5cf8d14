import { tellFailure, tellProblem } from './notice.ts';
import type { Item } from './registry.ts';
import { isRegistry, registry, say, state } from './store.ts';
import { agreeSurplus } from './surplus.ts';
import { ask, show } from './turns.ts';

/** Milliseconds after the last click before a number is saved: people who bought five click five times. */
const PAUSE = 450;

const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** How many of an item are bought, with what is being saved. */
export function boughtOf({ id, quantity_purchased }: Item): number {
  return state.boughtMeanwhile[id] ?? quantity_purchased;
}

/** Items of which somebody said that more are bought than wanted. */
const generous = new Set<number>();

/** Says that one more is bought; asks first where that is more than is wanted. */
export async function buyMore(item: Item): Promise<void> {
  const { id, quantity_needed: wanted } = item;
  if (boughtOf(item) >= wanted && !generous.has(id)) {
    if (!(await agreeSurplus(boughtOf(item) + 1, wanted))) return;
    generous.add(id);
  }
  setBought(item, boughtOf(item) + 1);
}

/** Tries once more to save the numbers of which it failed. */
export function saveLeft(): void {
  for (const id of Object.keys(state.boughtMeanwhile).map(Number)) if (!timers.has(id)) void save(id);
}

/** Sets how many are bought; it is saved in a moment. */
export function setBought(item: Item, count: number): void {
  const { id } = item;
  if (count < 0) return;
  state.boughtMeanwhile = { ...state.boughtMeanwhile, [id]: count };
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => void save(id), PAUSE),
  );
}

async function save(id: number): Promise<void> {
  timers.delete(id);
  const count = state.boughtMeanwhile[id];
  if (count === undefined || state.busyItems.includes(id)) return;
  state.busyItems = [...state.busyItems, id];
  const version = () => registry().items.find((item) => item.id === id)?.version ?? '';
  const answer = await ask('PATCH', `/items/${id}`, () => ({ version: version(), quantity_purchased: count }));
  state.busyItems = state.busyItems.filter((busy) => busy !== id);
  if (answer.kind === 'done') {
    if (state.boughtMeanwhile[id] === count) forget(id);
    else if (!timers.has(id)) await save(id);
    return;
  }
  if (answer.kind === 'changed' && isRegistry(answer.current)) {
    forget(id);
    show(answer.current);
    const item = answer.current.items.find((candidate) => candidate.id === id);
    return tellProblem(item ? say('boughtConflict', item.name, item.status_text) : say('changed'));
  }
  if (answer.kind === 'fields' || answer.kind === 'refused') forget(id);
  tellFailure(answer, state.boughtMeanwhile[id] === undefined ? undefined : () => save(id));
}

function forget(id: number): void {
  const { [id]: _, ...others } = state.boughtMeanwhile;
  state.boughtMeanwhile = others;
}
