import { isRecord } from '../../assets/rest.ts';
import { closeDialog, openDialog } from './dialogs.ts';
import { beginSending, resetForm, showFailure } from './forms.ts';
import { notifyFailure, notifySuccess } from './notice.ts';
import { mailTo, readLetter } from './requests.ts';
import { change, type Letter, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Maximum number of people in one request. */
const AT_ONCE = 500;

/** Returns the people who can get a mail, and to whom the site has not tried to send one yet. */
export function unmailed(): string[] {
  return registry()
    .invitations.filter(
      ({ may_mail, states }) => may_mail && !states.some(({ key }) => key === 'mailed' || key === 'failed'),
    )
    .map(({ entry }) => entry);
}

/** Shows the mail before it is sent. A message that the user typed earlier but did not send is still in the form. */
export async function openMail(people: readonly string[]): Promise<void> {
  const answer = await readLetter(people.slice(0, AT_ONCE));
  if (answer.kind !== 'done') return notifyFailure(answer, () => openMail(people));
  const { letter } = answer.body;
  if (!isLetter(letter)) return;
  change({ letter, mailTo: people });
  openDialog('mail', '#largesse-mail-message');
}

/** Sends the mail to the people for whom the dialog was opened. */
export async function submitMail(): Promise<void> {
  if (!beginSending('mail')) return;
  const { message = '' } = state.forms.mail.values;
  const { mailTo: people } = state;
  let told = '';
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const answer = await mailTo(people.slice(from, from + AT_ONCE), message);
    if (answer.kind !== 'done') return showFailure('mail', answer);
    told = typeof answer.body.told === 'string' ? answer.body.told : '';
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

function isLetter(value: unknown): value is Letter {
  return (
    isRecord(value) &&
    ['subject', 'without', 'before', 'after', 'reply_to', 'left'].every((key) => typeof value[key] === 'string')
  );
}
