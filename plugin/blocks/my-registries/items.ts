import { type Failure, isUnsure } from '../../assets/rest.ts';
import { closeDialog, openDialog } from './dialogs.ts';
import {
  begin,
  isDirty,
  rebase,
  resetForm,
  settleConflict,
  showConflict,
  showFailure,
  typedFields,
  unsureWords,
  valuesOf,
} from './forms.ts';
import { tellDone, tellFailure } from './notice.ts';
import { readCount, readPrice, writePrice } from './numbers.ts';
import type { Item } from './registry.ts';
import { BLANK_ITEM, type Form, isRegistry, registry, say, state, type Values } from './store.ts';
import { agreeSurplus } from './surplus.ts';
import { ask, show } from './turns.ts';

/** What was typed about items and neither saved nor given up, by id. */
const drafts = new Map<number, Form>();

/** Fields of an item that hold numbers. */
const COUNTS = ['quantity_needed', 'quantity_purchased'];

/** The fields of the form, as an item has them. */
function valuesOfItem(item: Item): Values {
  const { name, url, retailer, price, description, image_url } = item;
  const counts = { quantity_needed: String(item.quantity_needed), quantity_purchased: String(item.quantity_purchased) };
  return { name, url, retailer, price: writePrice(price, state.prices), ...counts, description, image_url };
}

/** The numbers of which somebody said that they are right, though more is bought than wanted. */
let agreed = '';

/** The items that were there when it became unsure whether one more was added; undefined where nothing is unsure. */
let before: Set<number> | undefined;

/** Opens the dialog for an item, or for a new one; what was typed there before and not saved is there again. */
export function openItem(item?: Item): void {
  const id = item?.id ?? 0;
  if (!state.forms.item.isBusy && id !== state.itemId) {
    keepDraft();
    state.itemId = id;
    const draft = drafts.get(id);
    if (draft) state.forms.item = draft;
    else resetForm('item', item ? valuesOfItem(item) : BLANK_ITEM, item?.version);
  } else if (item && !state.forms.item.isBusy && !isDirty('item')) {
    resetForm('item', valuesOfItem(item), item.version);
  }
  openDialog('item', 'input[name="name"]');
}

function keepDraft(): void {
  const { values, saved, version, ...rest } = state.forms.item;
  drafts.delete(state.itemId);
  if (isDirty('item'))
    drafts.set(state.itemId, { ...rest, values: valuesOf(values), saved: valuesOf(saved), version, errors: {} });
}

/** Whether something is typed about an item whose dialog is closed. */
export function hasDrafts(): boolean {
  return drafts.size > 0;
}

/** Gives up what was typed, and closes the dialog. */
export function cancelItem(): void {
  if (state.forms.item.isBusy) return;
  drafts.delete(state.itemId);
  resetForm('item', state.forms.item.saved, state.forms.item.version);
  closeDialog('item');
  if (!before) return;
  before = undefined;
  void ask('GET');
}

/** Saves what is typed in the dialog. */
export async function saveItem(): Promise<void> {
  if (!begin('item')) return;
  if (!state.itemId && before) {
    const answer = await ask('GET');
    if (answer.kind !== 'done') return showFailure('item', answer);
    adoptAdded(before);
    before = undefined;
  }
  const { itemId: id } = state;
  const typed = valuesOf(state.forms.item.values);
  const { body, errors } = bodyOf(typed, id ? typedFields('item') : Object.keys(typed));
  if (Object.keys(errors).length > 0) return showFailure('item', { kind: 'fields', message: '', fields: errors });
  if (!(await isPlausible(id, body))) return;
  const known = new Set(registry().items.map((item) => item.id));
  const answer = id
    ? await ask('PATCH', `/items/${id}`, { version: state.forms.item.version, ...body })
    : await ask('POST', '/items', body);
  if (!id && answer.kind !== 'done' && isUnsure(answer)) {
    before = known;
    return showFailure('item', answer, unsureWords(answer));
  }
  if (answer.kind !== 'done') return failed(id, answer);
  const newId = id || Number(answer.body.item);
  const item = registry().items.find((candidate) => candidate.id === newId);
  drafts.delete(id);
  if (JSON.stringify(valuesOf(state.forms.item.values)) !== JSON.stringify(typed) && item) {
    // Somebody went on typing meanwhile.
    state.itemId = newId;
    rebase('item', valuesOfItem(item), item.version);
  } else {
    state.itemId = 0;
    resetForm('item', BLANK_ITEM);
    closeDialog('item');
  }
  tellDone(say(id ? 'saved' : 'added', typed.name ?? ''));
}

/** Whether no more is bought than wanted, or that is right; else leads to the number. */
async function isPlausible(id: number, body: Record<string, unknown>): Promise<boolean> {
  if (!COUNTS.some((name) => name in body)) return true;
  const [wanted = 0, bought = 0] = COUNTS.map((name) => readCount(state.forms.item.values[name] ?? '') ?? 0);
  const numbers = `${id}: ${bought} of ${wanted}`;
  if (bought <= wanted || agreed === numbers) return true;
  // Nothing is being saved while the question is open.
  state.forms.item.isBusy = false;
  if (await agreeSurplus(bought, wanted)) {
    agreed = numbers;
    state.forms.item.isBusy = true;
    return true;
  }
  document.querySelector<HTMLElement>('#largesse-item-quantity_purchased')?.focus();
  return false;
}

/** Where the item was added after all, what is typed goes on as a change of it. @param known those that were there */
function adoptAdded(known: Set<number>): void {
  const { values } = state.forms.item;
  const isTyped = ({ name, url }: Item) => name === values.name?.trim() && url === values.url?.trim();
  const added = registry().items.find((item) => !known.has(item.id) && isTyped(item));
  if (!added) return;
  drafts.delete(0);
  state.itemId = added.id;
  state.forms.item.saved = valuesOfItem(added);
  state.forms.item.version = added.version;
}

async function failed(id: number, failure: Failure): Promise<void> {
  if (failure.kind === 'changed' && isRegistry(failure.current)) {
    show(failure.current);
    const theirs = failure.current.items.find((item) => item.id === id);
    if (!theirs) return showConflict('item', say('itemGone'));
    return rebase('item', valuesOfItem(theirs), theirs.version) ? saveItem() : undefined;
  }
  if (id && failure.kind === 'refused' && failure.status === 404) return showConflict('item', say('itemGone'));
  showFailure('item', failure);
}

/** Saves what was typed over what somebody else saved. Where they removed the item, it is added again. */
export async function keepMyItem(): Promise<void> {
  const isGone = state.forms.item.collisions.length === 0;
  settleConflict('item', false);
  if (isGone) state.itemId = 0;
  await saveItem();
}

/** Lets what was typed give way to what somebody else saved. */
export function takeTheirItem(): void {
  const isGone = state.forms.item.collisions.length === 0;
  settleConflict('item', true);
  if (!isGone) return void document.querySelector<HTMLElement>('#largesse-item-title')?.focus();
  cancelItem();
  state.itemId = 0;
  resetForm('item', BLANK_ITEM);
  void ask('GET');
}

/** Removes an item; it can be brought back. */
export async function removeItem({ id, name }: Pick<Item, 'id' | 'name'>): Promise<void> {
  if (state.busyItems.includes(id)) return;
  state.busyItems = [...state.busyItems, id];
  const answer = await ask('DELETE', `/items/${id}`);
  state.busyItems = state.busyItems.filter((busy) => busy !== id);
  if (answer.kind !== 'done') return tellFailure(answer, () => removeItem({ id, name }));
  const { undo } = answer.body;
  tellDone(say('removed', name), () => restoreItem(id, name, undo), true);
}

async function restoreItem(id: number, name: string, undo: unknown): Promise<void> {
  const answer = await ask('POST', `/items/${id}/restore`, typeof undo === 'object' && undo ? undo : {});
  if (answer.kind !== 'done') return tellFailure(answer, () => restoreItem(id, name, undo));
  tellDone(say('restored', name));
  setTimeout(() => document.querySelector<HTMLElement>(`[data-item="${id}"] .largesse-mine__handle`)?.focus(), 50);
}

function bodyOf(values: Values, names: string[]): { body: Record<string, unknown>; errors: Record<string, string> } {
  const body: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const name of names) {
    const typed = values[name] ?? '';
    if (name === 'price') {
      const price = readPrice(typed, state.prices);
      if (price.kind === 'wrong') errors[name] = say('notAPrice', writePrice('19.99', state.prices));
      else if (price.kind === 'unclear') errors[name] = say('unclearPrice', ...price.readings);
      else body[name] = price.kind === 'price' ? price.value : null;
    } else if (COUNTS.includes(name)) {
      const count = readCount(typed);
      if (count === undefined) errors[name] = say('notACount');
      else body[name] = count;
    } else {
      body[name] = typed.trim();
    }
  }
  return { body, errors };
}
