import type { AnswerBody } from '../../assets/registry.ts';
import type { Answer, Failure } from '../../assets/rest.ts';
import { labelOf } from './labels.ts';
import { change, FORMS, NO_NOTICE, type Notice, state } from './state.ts';
import { __ } from './texts.ts';

/** Message after the session has expired. The page shows a link to sign in with it. */
export const SIGNED_OUT = __(
  'You are no longer signed in. Nothing is lost: open a new tab to sign in, then come back and try again.',
);

const FAILURES = {
  signedOut: SIGNED_OUT,
  offline: __('The site cannot be reached. Please check your connection and try again; what you wrote is still here.'),
  timeout: __('The site takes too long to answer. Please try again in a moment; what you wrote is still here.'),
  failed: __('Something went wrong on the site. Please try again; what you wrote is still here.'),
  changed: __('Someone else just changed the registry. Please check it and try again.'),
};

/** The element that had the focus when the notice appeared. */
let cameFrom: HTMLElement | undefined;

/**
 * Shows a success message, with a way to undo the change.
 * @param isFocused true if the change removed the focused element; the undo button then gets the focus
 */
export function notifySuccess(text: string, undo?: () => unknown, isFocused = false): void {
  show({ kind: 'done', text, action: undo && { label: __('Undo'), run: undo } });
  if (isFocused) document.querySelector<HTMLElement>('[data-largesse-notice] button')?.focus();
}

export function notifyWithLink(text: string, label: string, url: string, isFailure = false): void {
  show({ kind: isFailure ? 'failed' : 'done', text, action: { label, run: () => location.assign(url) } });
}

/** Shows a failure with a retry button. */
export function notifyFailure(failure: Failure, again?: () => unknown): void {
  show({ kind: 'failed', text: messageFor(failure), action: again && { label: __('Try again'), run: again } });
}

/** Sends a request. After a failure, the notice offers to send it again. @param done called with the answer */
export async function attempt(
  request: () => Promise<Answer>,
  done: (body: AnswerBody) => unknown = () => {},
): Promise<void> {
  const answer = await request();
  if (answer.kind === 'done') await done(answer.body);
  else notifyFailure(answer, () => attempt(request, done));
}

export function notifyProblem(text: string): void {
  show({ kind: 'failed', text });
}

/** Shows that the page is outdated, unless the notice has another message. @param run shows the newest state */
export function notifyOutdated(text: string, label: string, run: () => unknown, onClose: () => void): void {
  const { notice } = state;
  if (notice !== NO_NOTICE && (notice.kind !== 'outdated' || notice.text === text)) return;
  show({ kind: 'outdated', text, action: { label, run }, onClose });
}

/** Clears earlier messages in the notice and in the forms. Does not clear the message that the page is outdated. */
export function clearMessages(): void {
  const forms = { ...state.forms };
  const saying = FORMS.filter((name) => !forms[name].isBusy && forms[name].message);
  const notice = state.notice.kind === 'outdated' ? state.notice : NO_NOTICE;
  if (saying.length === 0 && state.notice === notice) return;
  for (const name of saying) forms[name] = { ...forms[name], message: '' };
  change({ notice, forms });
}

/** Closes the notice. If the notice has the focus, moves the focus back to the element that had it before. */
export function closeNotice(): void {
  const isThere = document.activeElement?.closest('[data-largesse-notice]');
  state.notice.onClose?.();
  change({ notice: NO_NOTICE });
  if (!isThere) return;
  const place = cameFrom?.isConnected ? cameFrom : document.querySelector<HTMLElement>('#largesse-wishes');
  place?.focus({ preventScroll: true });
}

/** Runs the action of the notice's button. */
export function runNotice(): void {
  const { action } = state.notice;
  closeNotice();
  action?.run();
}

/** Returns the message for a failure. After a refusal, uses the site's own message if there is one. */
export function messageFor(failure: Failure): string {
  if (failure.kind === 'refused') return failure.message || FAILURES.failed;
  if (failure.kind !== 'fields') return FAILURES[failure.kind];
  const fields = Object.entries(failure.fields).map(([field, text]) => `${labelOf(field)}: ${text}`);
  return fields.join(' · ') || failure.message || FAILURES.failed;
}

function show(notice: Notice): void {
  const { activeElement: element } = document;
  if (element instanceof HTMLElement && element !== document.body && !element.closest('[data-largesse-notice]'))
    cameFrom = element;
  change({ notice });
}
