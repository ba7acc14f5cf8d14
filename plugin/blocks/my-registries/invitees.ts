import type { Answer } from '../../assets/rest.ts';
import { closeDialog } from './dialogs.ts';
import { beginSending, isUnchanged, resetForm, showFailure } from './forms.ts';
import { AT_ONCE } from './mailing.ts';
import { attempt, notifyFailure, notifyProblem, notifySuccess } from './notice.ts';
import { ask } from './requests.ts';
import { changeForm, nameOf, state } from './state.ts';
import { __ } from './texts.ts';
import { splitPeople } from './typed-people.ts';

/** Invites the people in the form. Unknown people stay in the form, with an error. */
export async function submitInvite(): Promise<void> {
  if (!beginSending('invite')) return;
  const { values: typed } = state.forms.invite;
  const people = splitPeople(typed.invitee ?? '');
  const unknown = new Map<string, string>();
  const question = (entry: string) =>
    entry.includes('@')
      ? // translators: %s: a part of a list of people, such as "granny and grandpa@mail.example".
        __('Whom do you mean by “%s”? Put each address on its own line.', entry)
      : // translators: %s: words in a list of people, such as "Stone".
        __('Is “%s” a user name? Then send it alone, without names and addresses.', entry);
  for (const { entry, isUnclear } of people) if (isUnclear) unknown.set(entry, question(entry));
  const clear = people.filter(({ isUnclear }) => !isUnclear);
  if (people.length === 0) {
    // Send an empty entry, so that the site returns its own error.
    const answer = await ask('POST', '/invitees', { invitee: '' });
    if (answer.kind !== 'done') return showFailure('invite', answer);
  }
  for (let from = 0; from < clear.length; from += AT_ONCE) {
    const some = clear.slice(from, from + AT_ONCE).map(({ entry }) => entry);
    const answer = await ask('POST', '/invitees', { invitees: some, ask: true });
    if (answer.kind !== 'done') return showFailure('invite', answer);
    for (const { entry, text } of answer.body.asked ?? []) unknown.set(entry, text);
  }
  const left = people.filter(({ entry }) => unknown.has(entry));
  const invited = people.map(({ entry }) => entry).filter((entry) => !unknown.has(entry));
  if (isUnchanged('invite', typed)) resetForm('invite', { invitee: left.map((each) => each.typed).join('\n') });
  else changeForm('invite', { isBusy: false });
  if (invited.length > 0) tellInvited(invited);
  const invitee = [...unknown.values()].join('\n');
  if (invitee) showFailure('invite', { kind: 'fields', message: '', fields: { invitee } });
}

/** Removes an invitee; the notice offers to undo it. */
export function withdrawInvitation(invitee: string): Promise<void> {
  const name = nameOf(invitee);
  return attempt(
    () => ask('DELETE', '/invitees', { invitee }),
    // translators: %s: a name or an e-mail address.
    () => notifySuccess(__('%s is no longer invited.', name), () => inviteAgain(invitee), true),
  );
}

/** Copies the personal link of an invited address, so that the owner can send it in a messenger. */
export async function copyPersonalLink(invitee: string): Promise<void> {
  const answered = ask('POST', '/invitees/link', { invitee });
  try {
    // Safari only allows writing to the clipboard if the promise is passed during the click.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': answered.then(linkIn) })]);
    // translators: %s: an e-mail address.
    notifySuccess(__('The link of %s is copied. It is only for them: anyone who has it can see the list.', invitee));
  } catch {
    const answer = await answered;
    if (answer.kind !== 'done') return notifyFailure(answer, () => copyPersonalLink(invitee));
    // translators: %s: address of a registry.
    notifyProblem(__('Your browser does not let us copy. Here is the link: %s', linkIn(answer)));
  }
}

/** Revokes the links of all invited people. */
export const revokePersonalLinks = (): Promise<void> =>
  attempt(
    () => ask('DELETE', '/personal-links').finally(() => closeDialog('end-links')),
    () => {
      notifySuccess(__('The old links no longer work. Everyone is still invited: send new links to anyone you like.'));
      document.querySelector<HTMLElement>('#largesse-invitees')?.focus();
    },
  );

const inviteAgain = (invitee: string) =>
  attempt(
    () => ask('POST', '/invitees', { invitee }),
    () => {
      tellInvited([invitee]);
      document.querySelector<HTMLElement>('#largesse-invitees')?.focus();
    },
  );

function tellInvited(people: readonly string[]): void {
  notifySuccess(
    people.length > 5
      ? // translators: %s: a number of people.
        __('Now invited: %s people.', people.length)
      : people.length > 1
        ? // translators: %s: names and e-mail addresses, separated by commas.
          __('Now invited: %s.', people.map(nameOf).join(', '))
        : // translators: %s: a name or an e-mail address.
          __('%s is invited.', nameOf(people[0] ?? '')),
  );
}

/** Returns the link in an answer. @throws {Error} if there is none */
function linkIn(answer: Answer): string {
  if (answer.kind !== 'done' || !answer.body.link) throw new Error('No link');
  return answer.body.link;
}
