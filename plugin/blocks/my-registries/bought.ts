import { tellFailure, tellProblem } from './notice.ts';
import type { Item } from './registry.ts';
import { isRegistry, registry, say, state } from './store.ts';
import { ask, show } from './turns.ts';

/** Milliseconds after the last click before a number is saved: people who bought five click five times. */
const PAUSE = 450;

const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** How many of an item are bought, with what is being saved. */
export function boughtOf({ id, quantity_purchased }: Item): number {
  return state.boughtMeanwhile[id] ?? quantity_purchased;
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
