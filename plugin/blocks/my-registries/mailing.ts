import type { Letter } from '../../assets/registry.ts';
import { closeDialog, openDialog } from './dialogs.ts';
import { beginSending, resetForm, showFailure } from './forms.ts';
import { attempt, notifySuccess } from './notice.ts';
import { ask } from './requests.ts';
import { change, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Maximum number of people in one request. */
export const AT_ONCE = 500;

/** Returns the people who can get a mail, and to whom the site has not tried to send one yet. */
export function unmailed(): string[] {
  return registry()
    .invitations.filter(
      ({ may_mail, states }) => may_mail && !states.some(({ key }) => key === 'mailed' || key === 'failed'),
    )
    .map(({ entry }) => entry);
}

/** Shows the mail before it is sent. A message that the user typed earlier but did not send is still in the form. */
export const openMail = (people: readonly string[]): Promise<void> =>
  attempt(
    () => ask('POST', '/invitees/letter', { invitees: people.slice(0, AT_ONCE) }),
    ({ letter = null }) => {
      change({ letter, mailTo: people });
      openDialog('mail', '#largesse-mail-message');
    },
  );

/** Sends the mail to the people for whom the dialog was opened. */
export async function submitMail(): Promise<void> {
  if (!beginSending('mail')) return;
  const { message = '' } = state.forms.mail.values;
  const { mailTo: people } = state;
  let told = '';
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const answer = await ask('POST', '/invitees/mail', { invitees: people.slice(from, from + AT_ONCE), message });
    if (answer.kind !== 'done') return showFailure('mail', answer);
    told = answer.body.told ?? '';
  }
  resetForm('mail', { message: '' });
  closeDialog('mail');
  notifySuccess(told || __('The mail is on its way.'));
}

/** Returns the mail as its reader will see it, with the typed message. */
export function letterText({ without, before, after }: Letter, message: string): string {
  const lines = message.trim().split(/\r?\n/);
  return message.trim() === '' ? without : before + lines.map((line) => `> ${line.trim()}`.trim()).join('\n') + after;
}
