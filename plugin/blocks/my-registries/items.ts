import { notifyFailure, notifyProblem, notifySuccess } from './notice.ts';
import type { Item } from './registry.ts';
import { markMostWanted, readRegistry, removeItem, restoreItem } from './requests.ts';
import { markBusy, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Removes an item; the notice offers to undo it. */
export async function remove({ id, name }: Pick<Item, 'id' | 'name'>): Promise<void> {
  if (state.busyItems.includes(id)) return;
  markBusy(id, true);
  const answer = await removeItem(id);
  markBusy(id, false);
  if (answer.kind !== 'done') return notifyFailure(answer, () => remove({ id, name }));
  const { undo } = answer.body;
  // translators: %s: name of an item.
  notifySuccess(__('“%s” is removed.', name), () => restore(id, name, undo), true);
}

async function restore(id: number, name: string, undo: unknown): Promise<void> {
  const answer = await restoreItem(id, undo);
  if (answer.kind !== 'done') return notifyFailure(answer, () => restore(id, name, undo));
  document.querySelector<HTMLElement>(`[data-item="${id}"] .largesse-mine__menu-button`)?.focus();
  // translators: %s: name of an item.
  notifySuccess(__('“%s” is back.', name));
}

/** Marks an item as one of the most wanted, or removes the mark. */
export async function toggleMostWanted(item: Item): Promise<void> {
  if (state.busyItems.includes(item.id)) return;
  markBusy(item.id, true);
  const answer = await markMostWanted(item.id, !item.is_most_wanted);
  markBusy(item.id, false);
  if (answer.kind !== 'done') notifyFailure(answer, () => toggleMostWanted(item));
}

/** Reloads the items after an error. */
export async function reload(): Promise<void> {
  const answer = await readRegistry();
  if (answer.kind !== 'done') notifyFailure(answer);
  else if (registry().items_error) notifyProblem(__('The wishes still cannot be shown.'));
}
