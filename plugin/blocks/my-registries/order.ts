import { forgetNotices, tellDone, tellFailure } from './notice.ts';
import type { Item } from './registry.ts';
import { say, state } from './store.ts';
import { ask } from './turns.ts';

/** Milliseconds after the last step before a place is saved: people press an arrow key several times. */
const PAUSE = 500;

/** The item that is on its way. */
let moving: { id: number; timer: ReturnType<typeof setTimeout> } | undefined;

/** The items in the order that is seen, with what is being saved. */
export function orderedItems(): Item[] {
  const items = state.registry?.items ?? [];
  const order = state.orderMeanwhile;
  if (order.length === 0) return items;
  const place = new Map(order.map((id, index) => [id, index]));
  return [...items].sort((a, b) => (place.get(a.id) ?? items.length) - (place.get(b.id) ?? items.length));
}

/** Moves an item to a place, counted from 0; it is seen at once and saved in a moment. */
export function moveTo({ id, name }: Pick<Item, 'id' | 'name'>, index: number): void {
  const order = orderedItems().map((item) => item.id);
  const from = order.indexOf(id);
  if (from < 0 || index === from) return;
  if (index < 0 || index >= order.length) {
    state.announcement = say(index < 0 ? 'isFirst' : 'isLast', name);
    return;
  }
  forgetNotices();
  if (moving && moving.id !== id) void save();
  clearTimeout(moving?.timer);
  order.splice(from, 1);
  order.splice(index, 0, id);
  state.orderMeanwhile = order;
  state.announcement = say('moved', name, index + 1, order.length);
  moving = { id, timer: setTimeout(() => void save(), PAUSE) };
}

async function save(): Promise<void> {
  if (!moving) return;
  const { id, timer } = moving;
  clearTimeout(timer);
  moving = undefined;
  const order = [...state.orderMeanwhile];
  await send(id, order[order.indexOf(id) + 1] ?? null, order);
}

/** @param order what is seen meanwhile; it is over when it is saved, unless somebody has moved on */
async function send(id: number, before: number | null, order: number[]): Promise<void> {
  const answer = await ask('POST', `/items/${id}/move`, { before });
  if (order.join() === state.orderMeanwhile.join()) state.orderMeanwhile = [];
  if (answer.kind !== 'done') return tellFailure(answer, () => send(id, before, order));
  const { undo } = answer.body;
  const back =
    typeof undo === 'object' && undo && 'before' in undo && typeof undo.before === 'number' ? undo.before : null;
  // The new place was said at the step itself.
  tellDone(say('orderSaved'), () => undoMove(id, back));
}

async function undoMove(id: number, before: number | null): Promise<void> {
  const answer = await ask('POST', `/items/${id}/move`, { before });
  if (answer.kind === 'done') tellDone(say('undone'));
  else tellFailure(answer, () => undoMove(id, before));
}
