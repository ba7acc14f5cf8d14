import type { Failure } from '../../assets/rest.ts';
import { forgetNotices, wordsFor } from './notice.ts';
import { blankForm, type FormName, say, state, type Values } from './store.ts';

/** The fields in which something is typed that the site does not have. */
export function typedFields(name: FormName): string[] {
  const { values, saved } = state.forms[name];
  return Object.keys(values).filter((field) => values[field] !== saved[field]);
}

export function isDirty(name: FormName): boolean {
  return typedFields(name).length > 0;
}

/** Puts values into a form as what the site has. */
export function resetForm(name: FormName, values: Values, version = ''): void {
  state.forms[name] = blankForm(values, version);
}

/** Copies what is typed, free of the page's state. */
export function valuesOf(values: Values): Values {
  return { ...values };
}

/** Marks a form as under way; false where it is already, or where somebody has to choose first. */
export function begin(name: FormName): boolean {
  const form = state.forms[name];
  if (form.isBusy) return false;
  if (form.conflict) {
    leadTo(name, '[data-largesse-conflict]');
    return false;
  }
  forgetNotices();
  form.isBusy = true;
  form.errors = {};
  return true;
}

/** Shows in a form what went wrong, each message beside its field, and leads there. @param text is said instead */
export function showFailure(name: FormName, failure: Failure, text = wordsFor(failure)): void {
  const form = state.forms[name];
  form.isBusy = false;
  form.isSignedOut = failure.kind === 'signedOut';
  const fields = failure.kind === 'fields' ? failure.fields : {};
  form.errors = Object.fromEntries(Object.entries(fields).filter(([field]) => field in form.values));
  const isAllBeside = Object.keys(form.errors).length > 0;
  form.message = isAllBeside ? failure.message || say('wrong') : text;
  leadTo(name, isAllBeside ? '[aria-invalid="true"]' : '[data-largesse-message]');
}

/**
 * Brings a form in line with what somebody else saved meanwhile: fields in which nothing was typed take it over.
 * @returns whether nothing that was typed collides with it, so that it can be saved as it is; else both are shown
 */
export function rebase(name: FormName, theirs: Values, version: string): boolean {
  const form = state.forms[name];
  const typed = typedFields(name);
  form.collisions = typed.filter(
    (field) => theirs[field] !== form.saved[field] && theirs[field] !== form.values[field],
  );
  form.values = { ...theirs, ...Object.fromEntries(typed.map((field) => [field, form.values[field] ?? ''])) };
  form.saved = { ...theirs };
  form.version = version;
  form.isBusy = false;
  if (form.collisions.length === 0) return true;
  showConflict(name, say('conflict'));
  return false;
}

/** What is said where something may have been done all the same: why, and what to do now. */
export function unsureWords({ kind }: Failure): string {
  return say('unsure', say(kind === 'offline' || kind === 'timeout' ? `why_${kind}` : 'why_failed'));
}

/** Asks which of two versions is to stay. */
export function showConflict(name: FormName, text: string): void {
  const form = state.forms[name];
  form.isBusy = false;
  form.conflict = text;
  leadTo(name, '[data-largesse-conflict]');
}

/** Ends the question. @param isTheirs whether what was typed gives way */
export function settleConflict(name: FormName, isTheirs: boolean): void {
  const form = state.forms[name];
  if (isTheirs) for (const field of form.collisions) form.values[field] = form.saved[field] ?? '';
  form.collisions = [];
  form.conflict = '';
}

/** Moves the keyboard to a place in a form, once it is there; reopens the form's dialog if it was closed meanwhile. */
function leadTo(name: FormName, selector: string): void {
  const form = document.querySelector(`[data-largesse-form="${name}"]`);
  const dialog = form?.closest('dialog');
  if (dialog && !dialog.open) dialog.showModal();
  setTimeout(() => form?.querySelector<HTMLElement>(selector)?.focus(), 50);
}
