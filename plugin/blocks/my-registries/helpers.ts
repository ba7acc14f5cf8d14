import { closeDialog, openDialog } from './dialogs.ts';
import { beginSending, isUnchanged, resetForm, showFailure } from './forms.ts';
import { leaveFor } from './leave-page.ts';
import { notifySuccess } from './notice.ts';
import { sent } from './page-data.ts';
import { ask } from './requests.ts';
import { BLANK_HELP, change, changeForm, type HelperList, nameOf, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Asks the person in the form to be a co-owner or a keeper. */
export async function submitHelp(): Promise<void> {
  if (!beginSending('help')) return;
  const { values: typed } = state.forms.help;
  const person = (typed.person ?? '').trim();
  const list = typed.list === 'keepers' ? 'keepers' : 'owners';
  const answer = await ask('POST', `/${list}`, { person });
  if (answer.kind !== 'done') return showFailure('help', answer);
  if (isUnchanged('help', typed)) resetForm('help', { ...BLANK_HELP, list });
  else changeForm('help', { isBusy: false });
  const { proposed_owners: owners = [], proposed_keepers: keepers = [] } = registry();
  const isAsked = (list === 'owners' ? owners : keepers).some((one) => one.toLowerCase() === person.toLowerCase());
  // translators: %s: a name or an e-mail address.
  notifySuccess(isAsked ? __('We asked %s. They help you as soon as they accept.', person) : __('Saved.'));
}

/** Opens the dialog that confirms removing a helper, or ending a child's list if `person` is ''. */
export function askToDismiss(list: HelperList, person: string): void {
  change({ helper: { list, person } });
  openDialog('dismiss');
}

/** Removes the helper in the dialog, or ends a child's list. Users who removed themselves leave the page. */
export async function submitDismiss(): Promise<void> {
  const { helper } = state;
  if (!helper || !beginSending('dismiss')) return;
  const { list, person } = helper;
  const name = nameOf(person);
  for (const one of person ? [person] : registry().owner_keepers) {
    const answer = await ask('DELETE', `/${list}`, { person: one });
    if (answer.kind !== 'done') return showFailure('dismiss', answer);
    if (answer.body.left) return leaveFor(sent.pages.overview);
  }
  changeForm('dismiss', { isBusy: false });
  closeDialog('dismiss');
  // translators: %s: a name or an e-mail address.
  notifySuccess(person ? __('%s no longer helps you.', name) : __('Surprises are hidden from all owners now.'));
  document.querySelector<HTMLElement>('#largesse-helpers')?.focus();
}
