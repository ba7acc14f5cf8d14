import { notifyFailure, notifySuccess } from './notice.ts';
import type { Item } from './registry.ts';
import { dismissShopHint, watchShops } from './requests.ts';
import { markBusy, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Starts or stops watching the shops of the wishes, depending on the checkbox. */
export async function setWatching(box: HTMLInputElement): Promise<void> {
  const answer = await watchShops(box.checked);
  const isWatched = registry().shop_watch === 'on';
  box.checked = isWatched;
  if (answer.kind !== 'done') notifyFailure(answer);
  else
    notifySuccess(
      isWatched ? __('The shops are checked once a week from now on.') : __('The shops are no longer checked.'),
    );
}

/** Dismisses the hint about an item's shop. */
export async function dismissHint({ id, name }: Pick<Item, 'id' | 'name'>): Promise<void> {
  if (state.busyItems.includes(id)) return;
  markBusy(id, true);
  const answer = await dismissShopHint(id);
  markBusy(id, false);
  if (answer.kind !== 'done') return notifyFailure(answer, () => dismissHint({ id, name }));
  // translators: %s: name of an item.
  notifySuccess(__('The hint about “%s” is dismissed.', name));
  document.querySelector<HTMLElement>(`[data-item="${id}"] .largesse-mine__menu-button`)?.focus();
}
