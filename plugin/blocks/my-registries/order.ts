import type { Item, OrderedItem } from '../../assets/registry.ts';
import { attempt, clearMessages, notifyFailure, notifySuccess } from './notice.ts';
import { ask } from './requests.ts';
import { change, state } from './state.ts';
import { __ } from './texts.ts';

/** Milliseconds between the last step and saving: people press an arrow key several times. */
const PAUSE_MS = 500;

/** Items below a heading; `title` is '' for items without a heading. */
export interface Group {
  readonly title: string;
  readonly items: readonly Item[];
}

/** The item whose new place is not saved yet. */
let moving: { id: number; timer: ReturnType<typeof setTimeout> } | undefined;

/** Returns the items in display order, including unsaved moves. Items without a heading come first. */
export function groups(): Group[] {
  const { items = [], headings = [] } = state.registry ?? {};
  const unsaved = new Map(state.unsavedOrder.map(({ id, heading }, index) => [id, { heading, index }]));
  const placeOf = ({ id }: Item) => unsaved.get(id)?.index ?? items.length;
  const sorted = unsaved.size > 0 ? [...items].sort((a, b) => placeOf(a) - placeOf(b)) : items;
  const titleOf = (item: Item) => unsaved.get(item.id)?.heading ?? item.heading;
  // Someone else may have removed a heading in the meantime.
  const isBelow = (title: string) => (item: Item) => (headings.includes(titleOf(item)) ? titleOf(item) : '') === title;
  return ['', ...headings].map((title) => ({ title, items: sorted.filter(isBelow(title)) }));
}

/**
 * Moves an item by one place, also across headings. Keeps the focus on the entry of the item's menu, because a moved
 * element loses the focus. If the item has moved below another heading, it was rendered again: its menu is closed, and
 * the menu's button gets the focus.
 */
export function moveByOne(item: Item, by: 1 | -1): void {
  const entry = document.activeElement;
  const all = groups();
  const from = all.findIndex(({ items }) => items.some(({ id }) => id === item.id));
  const index = all[from]?.items.findIndex(({ id }) => id === item.id) ?? -1;
  const there = index + by;
  if (there >= 0 && there < (all[from]?.items.length ?? 0)) {
    moveTo(item, all[from]?.title ?? '', there);
  } else {
    const next = all[from + by];
    if (next) moveTo(item, next.title, by > 0 ? 0 : next.items.length);
    // translators: %s: name of an item.
    else if (by < 0) change({ announcement: __('“%s” is already the first.', item.name) });
    // translators: %s: name of an item.
    else change({ announcement: __('“%s” is already the last.', item.name) });
  }
  if (!(entry instanceof HTMLElement)) return;
  const row = `[data-item="${item.id}"]`;
  const drawn = document.querySelector<HTMLElement>(`${row} .largesse-mine__menu-button`);
  (entry.isConnected ? entry : drawn)?.focus();
}

/** Moves an item below a heading, to a place from 0. The page shows the move at once, and saves it shortly after. */
export function moveTo({ id, name }: Pick<Item, 'id' | 'name'>, title: string, index: number): void {
  const all = groups();
  const was = all.find(({ items }) => items.some((item) => item.id === id));
  if (was?.title === title && was.items[index]?.id === id) return;
  clearMessages();
  if (moving && moving.id !== id) void save();
  clearTimeout(moving?.timer);
  const order: OrderedItem[] = [];
  let count = 0;
  for (const group of all) {
    const ids = group.items.map((item) => item.id).filter((other) => other !== id);
    if (group.title === title) {
      ids.splice(index, 0, id);
      count = ids.length;
    }
    order.push(...ids.map((placed) => ({ id: placed, heading: group.title })));
  }
  const announcement =
    was?.title === title
      ? // translators: 1: name of an item, 2: its place in the list, 3: how many there are.
        __('“%1$s” is number %2$s of %3$s now.', name, index + 1, count)
      : title
        ? // translators: 1: name of an item, 2: a heading, 3: its place below it, 4: how many there are.
          __('“%1$s” is below “%2$s” now, number %3$s of %4$s.', name, title, index + 1, count)
        : // translators: 1: name of an item, 2: its place in the list, 3: how many there are.
          __('“%1$s” has no heading now, number %2$s of %3$s.', name, index + 1, count);
  change({ unsavedOrder: order, announcement });
  moving = { id, timer: setTimeout(() => void save(), PAUSE_MS) };
}

async function save(): Promise<void> {
  if (!moving) return;
  const { id, timer } = moving;
  clearTimeout(timer);
  moving = undefined;
  const order = state.unsavedOrder;
  const place = order.findIndex((one) => one.id === id);
  await sendMove(id, order[place + 1]?.id ?? null, order[place]?.heading ?? '', order);
}

/** Saves a move. @param order order shown until the answer arrives, unless another move follows */
async function sendMove(
  id: number,
  before: number | null,
  heading: string,
  order: readonly OrderedItem[],
): Promise<void> {
  const path = `/items/${id}/move`;
  const answer = await ask('POST', path, { before, heading });
  if (order === state.unsavedOrder) change({ unsavedOrder: [] });
  if (answer.kind !== 'done') return notifyFailure(answer, () => sendMove(id, before, heading, order));
  const { undo } = answer.body;
  // This message does not contain the new place: screen readers announced the place as soon as the page showed it.
  notifySuccess(__('The order is saved.'), () => undoOrder('POST', path, undo));
}

export const undoOrder = (method: string, path: string, undo?: object): Promise<void> =>
  attempt(
    () => ask(method, path, undo),
    () => notifySuccess(__('Undone.')),
  );
