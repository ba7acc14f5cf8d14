import { begin, isStill, resetForm, showFailure } from './forms.ts';
import { tellDone, tellFailure } from './notice.ts';
import { invite, uninvite } from './requests.ts';
import { changeForm, state } from './state.ts';
import { __ } from './texts.ts';

/** Invitees that are being removed. */
const leaving = new Set<string>();

/** Invites the people in the form, separated by commas, semicolons or line ends. */
export async function submitInvite(): Promise<void> {
  if (!begin('invite')) return;
  const { values: typed } = state.forms.invite;
  const people = (typed.invitee ?? '')
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const answer = await invite(people);
  if (answer.kind !== 'done') return showFailure('invite', answer);
  if (isStill('invite', typed)) resetForm('invite', { invitee: '' });
  else changeForm('invite', { isBusy: false });
  tellInvited(people);
}

/** Removes an invitee; the notice offers to undo it. */
export async function takeBack(invitee: string): Promise<void> {
  if (leaving.has(invitee)) return;
  leaving.add(invitee);
  const answer = await uninvite(invitee);
  leaving.delete(invitee);
  if (answer.kind !== 'done') return tellFailure(answer, () => takeBack(invitee));
  // translators: %s: a user name or an e-mail address.
  tellDone(__('%s is not invited any more.', invitee), () => inviteAgain(invitee), true);
}

async function inviteAgain(invitee: string): Promise<void> {
  const answer = await invite([invitee]);
  if (answer.kind !== 'done') return tellFailure(answer, () => inviteAgain(invitee));
  tellInvited([invitee]);
  document.querySelector<HTMLElement>('#largesse-invitees')?.focus();
}

function tellInvited(people: readonly string[]): void {
  tellDone(
    people.length > 1
      ? // translators: %s: user names and e-mail addresses, separated by commas.
        __('Now invited: %s.', people.join(', '))
      : // translators: %s: a user name or an e-mail address.
        __('%s is invited.', people[0] ?? ''),
  );
}
