import type { Item } from '../../assets/registry.ts';
import { send } from '../../assets/rest.ts';
import { closeDialog, openDialog } from './dialogs.ts';
import { beginSending, resetForm, showFailure, showUncertain } from './forms.ts';
import { notifyWithLink } from './notice.ts';
import { sent } from './page-data.ts';
import { ask } from './requests.ts';
import { change, changeTogether, NEW_REGISTRY, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Opens the dialog that copies an item, and loads the possible targets. */
export async function openItemCopy({ id, name }: Item): Promise<void> {
  if (state.forms.copyItem.isBusy) return openDialog('copy-item');
  const copied = { id, name };
  changeTogether(() => {
    change({ copied, targets: null });
    resetForm('copyItem', { to: '', title: '' });
  });
  openDialog('copy-item');
  const answer = await send(sent.access, 'GET', '/registries');
  // The dialog may have been closed and opened again in the meantime.
  if (state.copied !== copied) return;
  if (answer.kind !== 'done') return showFailure('copyItem', answer);
  const others = answer.body.registries?.filter((target) => target.id !== registry().id) ?? [];
  changeTogether(() => {
    change({ targets: others });
    resetForm('copyItem', { to: String(others[0]?.id ?? NEW_REGISTRY), title: '' });
  });
}

/** Copies the item. The notice links to the registry that contains the copy. */
export async function submitItemCopy(): Promise<void> {
  const { copied } = state;
  if (!copied || !beginSending('copyItem')) return;
  const { to = '', title = '' } = state.forms.copyItem.values;
  const answer = await ask('POST', `/items/${copied.id}/copy`, to === NEW_REGISTRY ? { title } : { to: Number(to) });
  if (answer.kind !== 'done') return showUncertain('copyItem', answer);
  const { copy } = answer.body;
  resetForm('copyItem', { to: '', title: '' });
  closeDialog('copy-item');
  if (!copy) return;
  // translators: 1: name of an item, 2: title of a registry.
  const said = __('“%1$s” is on the list “%2$s”, too.', copied.name, copy.title);
  notifyWithLink(said, __('Open it'), copy.manage_url);
}
