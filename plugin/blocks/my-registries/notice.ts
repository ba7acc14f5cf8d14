import type { Failure } from '../../assets/rest.ts';
import { say, state } from './store.ts';

/** What the button of the notice does. */
let work: (() => unknown) | undefined;

/** What had the keyboard when the notice appeared. */
let cameFrom: HTMLElement | undefined;

/**
 * Says that something is done, with a way to undo it.
 * @param undo what takes it back; `focus` says whether the keyboard goes to its button, because what had it is gone
 */
export function tellDone(text: string, undo?: () => unknown, focus = false): void {
  show('done', text, undo && say('undo'), undo);
  if (focus) focusNotice();
}

/** Says that something failed, with a way to try it again. */
export function tellFailure(failure: Failure, again?: () => unknown): void {
  show(failure.kind === 'signedOut' ? 'signedOut' : 'failed', wordsFor(failure), again && say('again'), again);
}

/** Says something that failed in words of its own. */
export function tellProblem(text: string): void {
  show('failed', text);
}

/** Takes away what was said of earlier acts, in the notice and in forms: a new one begins. */
export function forgetNotices(): void {
  show('done', '');
  for (const form of Object.values(state.forms)) {
    if (form.isBusy) continue;
    form.message = '';
    form.isSignedOut = false;
  }
}

/** Takes the notice away; the keyboard, where it was there, goes back to where it came from. */
export function closeNotice(): void {
  const isThere = document.activeElement?.closest('[data-largesse-notice]');
  show('done', '');
  if (!isThere) return;
  const place = cameFrom?.isConnected ? cameFrom : document.querySelector<HTMLElement>('#largesse-wishes');
  place?.focus();
}

/** Does what the button of the notice says. */
export function runNotice(): void {
  const wanted = work;
  closeNotice();
  wanted?.();
}

/** What is said of a failure: the site's own sentence where it has one. */
export function wordsFor(failure: Failure): string {
  if (failure.kind === 'fields' && Object.keys(failure.fields).length > 0) {
    const fields = Object.entries(failure.fields);
    return fields.map(([field, text]) => `${state.texts[`field_${field}`] ?? field}: ${text}`).join(' · ');
  }
  const isOwn = failure.kind === 'refused' || failure.kind === 'fields';
  return (
    (isOwn && failure.message) || say(failure.kind === 'refused' || failure.kind === 'fields' ? 'failed' : failure.kind)
  );
}

function show(kind: typeof state.noticeKind, text: string, action = '', run?: () => unknown): void {
  state.noticeKind = kind;
  state.notice = text;
  state.noticeAction = action;
  work = run;
  const { activeElement: element } = document;
  if (text && element instanceof HTMLElement && element !== document.body && !element.closest('[data-largesse-notice]'))
    cameFrom = element;
}

function focusNotice(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[data-largesse-notice] button:not([hidden])')?.focus(),
  );
}
