import type { Answer } from '../../assets/rest.ts';
import { closeDialog } from './dialogs.ts';
import { beginSending, isUnchanged, resetForm, showFailure, typeInto } from './forms.ts';
import { attempt, notifyFailure, notifyProblem, notifySuccess } from './notice.ts';
import type { Invitation } from './registry.ts';
import { ask } from './requests.ts';
import { change, changeForm, nameOf, registry, state, type TypedQuestion } from './state.ts';
import { __ } from './texts.ts';
import { replacePerson, splitPeople } from './typed-people.ts';

/** Maximum number of people in one request. */
const AT_ONCE = 500;

/** Number of people shown in a long list before the user asks to see everybody. */
const SHOWN = 25;

/** Invitees with an unanswered request to remove them. */
const leaving = new Set<string>();

/** Invites the people in the form. Unknown people stay in the form, each with a question. */
export async function submitInvite(): Promise<void> {
  if (!beginSending('invite')) return;
  const { values: typed } = state.forms.invite;
  const people = splitPeople(typed.invitee ?? '');
  const questions: TypedQuestion[] = [];
  if (people.length === 0) {
    // Send an empty entry, so that the site returns its own error.
    const answer = await ask('POST', '/invitees', { invitee: '' });
    if (answer.kind !== 'done') return showFailure('invite', answer);
  }
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE);
    const answer = await ask('POST', '/invitees', { invitees: some.map(({ entry }) => entry), ask: true });
    if (answer.kind !== 'done') return showFailure('invite', answer);
    for (const question of answer.body.asked ?? []) {
      const typed = some.find(({ entry }) => entry === question.entry)?.typed ?? question.entry;
      questions.push({ ...question, typed });
    }
  }
  const asked = new Set(questions.map(({ entry }) => entry));
  const invited = people.map(({ entry }) => entry).filter((entry) => !asked.has(entry));
  if (isUnchanged('invite', typed)) resetForm('invite', { invitee: questions.map((each) => each.typed).join('\n') });
  else changeForm('invite', { isBusy: false });
  if (invited.length > 0) tellInvited(invited);
  showQuestions(questions);
}

/** Replaces a typed name with the site's suggestion. */
export function takeSuggestion(question: TypedQuestion, suggestion: string): void {
  const { invitee = '' } = state.forms.invite.values;
  typeInto('invite', 'invitee', replacePerson(invitee, question.typed, suggestion));
  change({ questions: state.questions.filter((other) => other !== question) });
  focusField();
}

/** Removes an unknown person from the form. */
export function removeQuestion(question: TypedQuestion): void {
  const { invitee = '' } = state.forms.invite.values;
  const rest = replacePerson(invitee, question.typed, '').replace(/^\s*\n|\n\s*$|\n(?=\n)/g, '');
  typeInto('invite', 'invitee', rest);
  changeForm('invite', { saved: rest.trim() === '' ? { invitee: rest } : state.forms.invite.saved });
  change({ questions: state.questions.filter((other) => other !== question) });
  focusField();
}

/** Removes an invitee; the notice offers to undo it. */
export async function withdrawInvitation(invitee: string): Promise<void> {
  if (leaving.has(invitee)) return;
  leaving.add(invitee);
  const name = nameOf(invitee);
  const answer = await ask('DELETE', '/invitees', { invitee });
  leaving.delete(invitee);
  if (answer.kind !== 'done') return notifyFailure(answer, () => withdrawInvitation(invitee));
  // translators: %s: a name or an e-mail address.
  notifySuccess(__('%s is no longer invited.', name), () => inviteAgain(invitee), true);
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

/** Returns the people to show: the search results, or the first ones of a long list. */
export function shownPeople(): { people: readonly Invitation[]; isCut: boolean } {
  const wanted = state.peopleSearch.trim().toLowerCase();
  const found = registry().invitations.filter(({ entry, name }) => `${name}\n${entry}`.toLowerCase().includes(wanted));
  const isCut = !state.isEverybodyShown && found.length > SHOWN + 5;
  return { people: isCut ? found.slice(0, SHOWN) : found, isCut };
}

/** Checks whether the list is long enough to need a search. */
export const needsSearch = (): boolean => registry().invitations.length > SHOWN + 5;

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

/** Shows questions about people, and moves the focus to the field with the people's names. */
function showQuestions(questions: readonly TypedQuestion[]): void {
  changeForm('invite', { isBusy: false });
  change({ questions });
  if (questions.length > 0) focusField();
}

function focusField(): void {
  document.querySelector<HTMLElement>('#largesse-invite-invitee')?.focus();
}

/** Returns the link in an answer. @throws {Error} if there is none */
function linkIn(answer: Answer): string {
  if (answer.kind !== 'done' || !answer.body.link) throw new Error('No link');
  return answer.body.link;
}
