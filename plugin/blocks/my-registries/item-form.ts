import { readAddress } from '../../../contract/web-address.ts';
import type { Item } from '../../assets/registry.ts';
import { type Failure, mayHaveSucceeded } from '../../assets/rest.ts';
import { closeDialog, openDialog } from './dialogs.ts';
import {
  beginSending,
  isDirty,
  isUnchanged,
  rebase,
  resetForm,
  settleConflict,
  showConflict,
  showFailure,
  typedFields,
  unsureIfSaved,
} from './forms.ts';
import { bodyOf, isSameValue, valuesOf } from './item-fields.ts';
import { notifySuccess } from './notice.ts';
import { abortUpload, uploadFinished } from './pictures.ts';
import { ask, readRegistry } from './requests.ts';
import { resetShopData, searchShop } from './shop-data.ts';
import { BLANK_ITEM, change, changeForm, changeTogether, type Form, registry, state, type Values } from './state.ts';
import { __ } from './texts.ts';

/** Unsaved input by item id, restored when the dialog opens again. */
const drafts = new Map<number, Form>();

/** Ids of the items before an unanswered request that adds an item; undefined if there is no such request. */
let before: Set<number> | undefined;

/** Opens the dialog for an existing or a new item, with earlier unsaved input. */
export function openItem(item?: Item): void {
  if (!state.forms.item.isBusy)
    changeTogether(() => {
      change({ added: '' });
      fillItem(item);
    });
  openDialog('item', `input[name="${item ? 'name' : 'url'}"]`);
}

/** Fills the form with an item, unless the form already shows this item with unsaved input. */
function fillItem(item?: Item): void {
  const id = item?.id ?? 0;
  if (id !== state.itemId) {
    keepDraft();
    abortUpload();
    change({ itemId: id });
    const draft = drafts.get(id);
    if (draft) changeForm('item', draft);
    else resetForm('item', item ? valuesOf(item) : BLANK_ITEM, item?.version);
    resetShopData();
  } else if (item && !isDirty('item')) {
    resetForm('item', valuesOf(item), item.version);
    resetShopData();
  }
}

/** Opens the dialog for a new item with known values. Existing input is preserved, and nothing is saved. */
export function openNewItem(known: Values, message = ''): void {
  openItem();
  if (isDirty('item')) return;
  changeForm('item', { values: { ...BLANK_ITEM, ...known }, message });
  void searchShop();
}

/** Opens the dialog for a new item with the address or the name that the user entered as the first wish. */
export async function openFirstWish(): Promise<void> {
  const { address = '' } = state.forms.firstWish.values;
  const typed = address.trim();
  resetForm('firstWish', { address: '' });
  const read = readAddress(typed);
  if ('fault' in read) return openNewItem({ name: typed });
  // Words before an address are the name, as in "Red jug: https://shop.example/jug".
  const [, name = ''] = /^([^:/]*?)[:\s]+https?:/i.exec(typed) ?? [];
  openNewItem({ url: read.address, ...(name === '' ? {} : { name }) });
}

/** Opens the dialog as soon as the user has pasted an address. */
export function openPastedWish({ inputType }: { inputType: string }): void {
  if (/Paste|Drop/.test(inputType)) void openFirstWish();
}

function keepDraft(): void {
  drafts.delete(state.itemId);
  if (isDirty('item')) drafts.set(state.itemId, { ...state.forms.item, errors: {} });
}

/** Returns whether any item has unsaved input that is restored later. */
export function hasDrafts(): boolean {
  return drafts.size > 0;
}

/** Discards the input and closes the dialog. */
export function cancelItem(): void {
  const { isBusy, saved, version } = state.forms.item;
  if (isBusy) return;
  drafts.delete(state.itemId);
  changeTogether(() => {
    abortUpload();
    resetForm('item', saved, version);
    resetShopData();
  });
  closeDialog('item');
  if (!before) return;
  before = undefined;
  void readRegistry();
}

/** Saves the item in the dialog. @param isMore true to keep the dialog open for another new item */
export async function saveItem(isMore = false): Promise<void> {
  if (!beginSending('item')) return;
  await uploadFinished();
  if (!state.itemId && before) {
    const answer = await readRegistry();
    if (answer.kind !== 'done') return showFailure('item', answer);
    adoptAdded(before);
    before = undefined;
  }
  const { itemId: id } = state;
  const { values: typed, version } = state.forms.item;
  const { body, errors } = bodyOf(typed, id ? typedFields('item') : Object.keys(typed));
  if (Object.keys(errors).length > 0) return showFailure('item', { kind: 'fields', message: '', fields: errors });
  const known = new Set(registry().items.map((item) => item.id));
  const answer = id ? await ask('PATCH', `/items/${id}`, { version, ...body }) : await ask('POST', '/items', body);
  if (!id && answer.kind !== 'done' && mayHaveSucceeded(answer)) {
    before = known;
    return showFailure('item', answer, unsureIfSaved());
  }
  if (answer.kind !== 'done') return failed(id, answer);
  const newId = id || Number(answer.body.item);
  const item = registry().items.find((candidate) => candidate.id === newId);
  drafts.delete(id);
  if (item && !isUnchanged('item', typed)) {
    change({ itemId: newId });
    rebase('item', valuesOf(item), item.version);
  } else {
    leaveBlank();
    if (isMore) document.querySelector<HTMLElement>('#largesse-item-title')?.focus();
    else closeDialog('item');
    // After the first wish, the field that had the focus is gone.
    if (!document.activeElement?.checkVisibility() || document.activeElement === document.body)
      document.querySelector<HTMLElement>('#largesse-wishes')?.focus();
  }
  const { name = '' } = typed;
  // translators: %s: name of an item.
  const text = id ? __('“%s” is saved.', name) : __('“%s” is on the list.', name);
  // The notice of the page is behind the dialog.
  if (isMore) change({ added: text });
  else notifySuccess(text);
}

/**
 * After a lost answer, checks whether the site has added the item. If so, the dialog changes this item, so that the
 * next save does not add it twice. `known` contains the ids of the items before the lost answer.
 */
function adoptAdded(known: Set<number>): void {
  const { values } = state.forms.item;
  const isTyped = ({ name, url }: Item) => name === values.name?.trim() && url === values.url?.trim();
  const added = registry().items.find((item) => !known.has(item.id) && isTyped(item));
  if (!added) return;
  drafts.delete(0);
  change({ itemId: added.id });
  changeForm('item', { saved: valuesOf(added), version: added.version });
}

async function failed(id: number, failure: Failure): Promise<void> {
  if (failure.kind === 'changed') {
    const theirs = failure.current.items.find((item) => item.id === id);
    if (!theirs) return showGone();
    return rebase('item', valuesOf(theirs), theirs.version, isSameValue) ? saveItem() : undefined;
  }
  if (id && failure.kind === 'refused' && failure.status === 404) return showGone();
  showFailure('item', failure);
}

function showGone(): void {
  showConflict(
    'item',
    __('Someone removed this wish while you were writing. Add it again as you wrote it, or leave it removed?'),
  );
}

/** Saves the user's input over the changes of someone else. Adds the item again if it was removed. */
export async function keepMyItem(): Promise<void> {
  const isGone = state.forms.item.collisions.length === 0;
  settleConflict('item', false);
  if (isGone) change({ itemId: 0 });
  await saveItem();
}

/** Discards the user's input in favour of the changes of someone else. */
export function takeTheirItem(): void {
  const isGone = state.forms.item.collisions.length === 0;
  settleConflict('item', true);
  if (!isGone) {
    document.querySelector<HTMLElement>('#largesse-item-title')?.focus();
    return;
  }
  cancelItem();
  leaveBlank();
  void readRegistry();
}

function leaveBlank(): void {
  changeTogether(() => {
    abortUpload();
    change({ itemId: 0 });
    resetForm('item', BLANK_ITEM);
    resetShopData();
  });
}
