import { forgetNotices, tellDone, tellFailure } from './notice.ts';
import type { Item } from './registry.ts';
import { moveItem, wasBefore } from './requests.ts';
import { change, state } from './state.ts';
import { __ } from './texts.ts';

/** How long after the last step a place is saved (milliseconds): people press an arrow key several times. */
const PAUSE_MS = 500;

/** The item whose new place is not saved yet. */
let moving: { id: number; timer: ReturnType<typeof setTimeout> } | undefined;

/** Returns the items in the order that is shown, including moves that are not saved yet. */
export function orderedItems(): Item[] {
  const items = state.registry?.items ?? [];
  const order = state.unsavedOrder;
  if (order.length === 0) return items;
  const place = new Map(order.map((id, index) => [id, index]));
  return [...items].sort((a, b) => (place.get(a.id) ?? items.length) - (place.get(b.id) ?? items.length));
}

/** Moves an item by one place, and keeps the focus on its button, which an element loses when it moves. */
export function step({ id }: Item, by: 1 | -1): void {
  const button = document.activeElement;
  const items = orderedItems();
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  if (item) moveTo(item, from + by);
  if (document.activeElement === document.body && button instanceof HTMLElement) button.focus();
}

/** Moves an item to a place, counted from 0; it is seen at once and saved in a moment. */
export function moveTo({ id, name }: Pick<Item, 'id' | 'name'>, index: number): void {
  const order = orderedItems().map((item) => item.id);
  const from = order.indexOf(id);
  if (from < 0 || index === from) return;
  if (index < 0 || index >= order.length) {
    // translators: %s: name of an item.
    const edge = index < 0 ? __('“%s” is already the first.', name) : __('“%s” is already the last.', name);
    change({ announcement: edge });
    return;
  }
  forgetNotices();
  if (moving && moving.id !== id) void save();
  clearTimeout(moving?.timer);
  order.splice(from, 1);
  order.splice(index, 0, id);
  // translators: 1: name of an item, 2: its place in the list, 3: how many there are.
  const announcement = __('“%1$s” is number %2$s of %3$s now.', name, index + 1, order.length);
  change({ unsavedOrder: order, announcement });
  moving = { id, timer: setTimeout(() => void save(), PAUSE_MS) };
}

async function save(): Promise<void> {
  if (!moving) return;
  const { id, timer } = moving;
  clearTimeout(timer);
  moving = undefined;
  const order = state.unsavedOrder;
  await sendMove(id, order[order.indexOf(id) + 1] ?? null, order);
}

/** Saves a move. @param order the order that is shown until then, unless another move follows */
async function sendMove(id: number, before: number | null, order: readonly number[]): Promise<void> {
  const answer = await moveItem(id, before);
  if (order.join() === state.unsavedOrder.join()) change({ unsavedOrder: [] });
  if (answer.kind !== 'done') return tellFailure(answer, () => sendMove(id, before, order));
  const back = wasBefore(answer.body);
  // The new place was announced with the step itself.
  tellDone(__('The order is saved.'), () => undoMove(id, back));
}

async function undoMove(id: number, before: number | null): Promise<void> {
  const answer = await moveItem(id, before);
  if (answer.kind === 'done') tellDone(__('Undone.'));
  else tellFailure(answer, () => undoMove(id, before));
}
