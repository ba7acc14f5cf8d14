import { begin, resetForm, showFailure } from './forms.ts';
import { tellDone, tellFailure } from './notice.ts';
import { say, state } from './store.ts';
import { ask } from './turns.ts';

/** Those whose invitation is just taken back. */
const leaving = new Set<string>();

/** Invites whom the form names; commas, semicolons and line ends part several people. */
export async function invite(): Promise<void> {
  if (!begin('invite')) return;
  const typed = state.forms.invite.values.invitee ?? '';
  const people = typed
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const answer = await ask(
    'POST',
    '/invitees',
    people.length > 1 ? { invitees: people } : { invitee: people[0] ?? '' },
  );
  if (answer.kind !== 'done') return showFailure('invite', answer);
  const isUnchanged = state.forms.invite.values.invitee === typed;
  if (isUnchanged) resetForm('invite', { invitee: '' });
  else state.forms.invite.isBusy = false;
  tellDone(people.length > 1 ? say('invitedMany', people.join(', ')) : say('invited', people[0] ?? ''));
}

/** Takes an invitation back; it can be given again. */
export async function uninvite(invitee: string): Promise<void> {
  if (leaving.has(invitee)) return;
  leaving.add(invitee);
  const answer = await ask('DELETE', '/invitees', { invitee });
  leaving.delete(invitee);
  if (answer.kind === 'done') tellDone(say('uninvited', invitee), () => inviteAgain(invitee), true);
  else tellFailure(answer, () => uninvite(invitee));
}

async function inviteAgain(invitee: string): Promise<void> {
  const answer = await ask('POST', '/invitees', { invitee });
  if (answer.kind !== 'done') return tellFailure(answer, () => inviteAgain(invitee));
  tellDone(say('invited', invitee));
  document.querySelector<HTMLElement>('#largesse-invitees')?.focus();
}
