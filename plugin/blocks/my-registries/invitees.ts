import { isRecord } from '../../assets/rest.ts';
import { closeDialog } from './dialogs.ts';
import { beginSending, isUnchanged, resetForm, showFailure, typeInto } from './forms.ts';
import { notifyFailure, notifyProblem, notifySuccess } from './notice.ts';
import { nameOf } from './person-name.ts';
import type { Invitation } from './registry.ts';
import { endPersonalLinks, invite, inviteKnownPeople, personalLink, uninvite } from './requests.ts';
import { change, changeForm, type Question, registry, state } from './state.ts';
import { __ } from './texts.ts';
import { replacePerson, splitPeople, type TypedPerson } from './typed-people.ts';

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
  const questions: Question[] = [];
  if (people.length === 0) {
    // Send an empty entry, so that the site returns its own error.
    const answer = await invite(['']);
    if (answer.kind !== 'done') return showFailure('invite', answer);
  }
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE);
    const answer = await inviteKnownPeople(some.map(({ entry }) => entry));
    if (answer.kind !== 'done') return showFailure('invite', answer);
    questions.push(...questionsIn(answer.body.asked, some));
  }
  const asked = new Set(questions.map(({ entry }) => entry));
  const invited = people.map(({ entry }) => entry).filter((entry) => !asked.has(entry));
  if (isUnchanged('invite', typed)) resetForm('invite', { invitee: questions.map((each) => each.typed).join('\n') });
  else changeForm('invite', { isBusy: false });
  if (invited.length > 0) tellInvited(invited);
  showQuestions(questions);
}

/** Replaces a typed name with the site's suggestion. */
export function takeSuggestion(question: Question, suggestion: string): void {
  const { invitee = '' } = state.forms.invite.values;
  typeInto('invite', 'invitee', replacePerson(invitee, question.typed, suggestion));
  change({ questions: state.questions.filter((other) => other !== question) });
  focusField();
}

/** Removes an unknown person from the form. */
export function removeQuestion(question: Question): void {
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
  const answer = await uninvite(invitee);
  leaving.delete(invitee);
  if (answer.kind !== 'done') return notifyFailure(answer, () => withdrawInvitation(invitee));
  // translators: %s: a name or an e-mail address.
  notifySuccess(__('%s is no longer invited.', name), () => inviteAgain(invitee), true);
}

/** Copies the personal link of an invited address, so that the owner can send it in a messenger. */
export async function copyPersonalLink(invitee: string): Promise<void> {
  const answered = personalLink(invitee);
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
export async function revokePersonalLinks(): Promise<void> {
  const answer = await endPersonalLinks();
  closeDialog('end-links');
  if (answer.kind !== 'done') return notifyFailure(answer, revokePersonalLinks);
  notifySuccess(__('The old links no longer work. Everyone is still invited: send new links to anyone you like.'));
  document.querySelector<HTMLElement>('#largesse-invitees')?.focus();
}

/** Returns the people to show: the search results, or the first ones of a long list. */
export function shownPeople(): { people: readonly Invitation[]; isCut: boolean } {
  const wanted = state.peopleSearch.trim().toLowerCase();
  const found = registry().invitations.filter(({ entry, name }) => `${name}\n${entry}`.toLowerCase().includes(wanted));
  const isCut = !state.isEverybodyShown && found.length > SHOWN + 5;
  return { people: isCut ? found.slice(0, SHOWN) : found, isCut };
}

/** Checks whether the list is long enough to need a search. */
export const needsSearch = (): boolean => registry().invitations.length > SHOWN + 5;

async function inviteAgain(invitee: string): Promise<void> {
  const answer = await invite([invitee]);
  if (answer.kind !== 'done') return notifyFailure(answer, () => inviteAgain(invitee));
  tellInvited([invitee]);
  document.querySelector<HTMLElement>('#largesse-invitees')?.focus();
}

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
function showQuestions(questions: readonly Question[]): void {
  changeForm('invite', { isBusy: false });
  change({ questions });
  if (questions.length > 0) focusField();
}

function focusField(): void {
  document.querySelector<HTMLElement>('#largesse-invite-invitee')?.focus();
}

/** Reads the site's questions about people. */
function questionsIn(asked: unknown, people: readonly TypedPerson[]): Question[] {
  return (Array.isArray(asked) ? asked : []).flatMap((question: unknown) => {
    if (!isRecord(question) || typeof question.entry !== 'string' || typeof question.text !== 'string') return [];
    const { entry, text, suggestions } = question;
    const typed = people.find((person) => person.entry === entry)?.typed ?? entry;
    const near = (Array.isArray(suggestions) ? suggestions : []).filter((each) => typeof each === 'string');
    return [{ entry, typed, text, suggestions: near }];
  });
}

/** Returns the link in an answer. @throws {Error} if there is none */
function linkIn(answer: Awaited<ReturnType<typeof personalLink>>): string {
  if (answer.kind !== 'done' || typeof answer.body.link !== 'string') throw new Error('No link');
  return answer.body.link;
}
