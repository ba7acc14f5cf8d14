import { type Failure, mayHaveSucceeded } from '../../assets/rest.ts';
import { clearMessages, messageFor } from './notice.ts';
import { blankForm, changeForm, type FormName, state, type Values } from './state.ts';
import { __ } from './texts.ts';

/** Stores the input of a field and clears the field's error. */
export function typeInto(name: FormName, field: string, value: string): void {
  const { values, errors } = state.forms[name];
  changeForm(name, { values: { ...values, [field]: value }, errors: { ...errors, [field]: '' } });
}

/** Returns the names of the fields with unsaved changes. */
export function typedFields(name: FormName): string[] {
  const { values, saved } = state.forms[name];
  return Object.keys(values).filter((field) => values[field] !== saved[field]);
}

export function isDirty(name: FormName): boolean {
  return typedFields(name).length > 0;
}

export function isUnchanged(name: FormName, typed: Values): boolean {
  const { values } = state.forms[name];
  return Object.keys(values).every((field) => values[field] === typed[field]);
}

/** Fills a form with the values on the site. */
export function resetForm(name: FormName, values: Values, version = ''): void {
  changeForm(name, blankForm(values, version));
}

/** Discards the input of a form, unless it is being sent. */
export function discardInput(name: FormName): void {
  const { isBusy, saved, version } = state.forms[name];
  if (!isBusy) resetForm(name, saved, version);
}

/** Marks a form as being sent. Returns false if it is being sent already, or has a conflict to resolve first. */
export function beginSending(name: FormName): boolean {
  const form = state.forms[name];
  if (form.isBusy) return false;
  if (form.conflict) {
    focusIn(name, '[data-largesse-conflict]');
    return false;
  }
  clearMessages();
  changeForm(name, { isBusy: true, errors: {} });
  return true;
}

/** Shows an error in a form and moves the focus there. @param text replaces the usual message */
export function showFailure(name: FormName, failure: Failure, text = messageFor(failure)): void {
  const { values } = state.forms[name];
  const fields = failure.kind === 'fields' ? Object.entries(failure.fields) : [];
  const errors = Object.fromEntries(fields.filter(([field]) => field in values));
  const isAllBeside = Object.keys(errors).length > 0;
  changeForm(name, {
    isBusy: false,
    errors,
    message: isAllBeside ? failure.message || __('Please look at the marked fields.') : text,
  });
  focusIn(name, isAllBeside ? '[aria-invalid="true"]' : '[data-largesse-message]');
}

/** Returns the message for a request that may have succeeded, and can be repeated. */
export const unsureIfSaved = (): string =>
  __('We do not know whether this was saved. Press the button again: we check first, so that nothing is saved twice.');

/** Shows an error of a form that creates something. If only the answer may be lost, asks the user to look for it. */
export function showUncertain(name: FormName, failure: Failure): void {
  const lost = __(
    'We do not know whether this was saved. Before you try again, please look for it: open “My registries” in a new tab.',
  );
  showFailure(name, failure, mayHaveSucceeded(failure) ? lost : undefined);
}

/**
 * Merges the changes of someone else into a form: fields without unsaved input take the new values.
 * @param isSame returns whether two texts of a field mean the same
 * @returns true if there is no collision, so that the form can be saved; otherwise the user must choose
 */
export function rebase(
  name: FormName,
  theirs: Values,
  version: string,
  isSame = (_field: string, one: string, other: string) => one === other,
): boolean {
  const { values, saved } = state.forms[name];
  const typed = typedFields(name);
  const collisions = typed.filter(
    (field) => theirs[field] !== saved[field] && !isSame(field, theirs[field] ?? '', values[field] ?? ''),
  );
  const mine = Object.fromEntries(typed.map((field) => [field, values[field] ?? '']));
  changeForm(name, { values: { ...theirs, ...mine }, saved: theirs, version, isBusy: false, collisions });
  if (collisions.length === 0) return true;
  showConflict(
    name,
    __('Someone else just changed this. Your changes are not saved yet: choose which version to keep.'),
  );
  return false;
}

/** Asks the user which of two versions to keep. */
export function showConflict(name: FormName, conflict: string): void {
  changeForm(name, { isBusy: false, conflict });
  focusIn(name, '[data-largesse-conflict]');
}

/** Resolves a conflict. @param isTheirs true to discard the user's input in the fields with a collision */
export function settleConflict(name: FormName, isTheirs: boolean): void {
  const { values, saved, collisions } = state.forms[name];
  const theirs = isTheirs ? Object.fromEntries(collisions.map((field) => [field, saved[field] ?? ''])) : {};
  changeForm(name, { values: { ...values, ...theirs }, collisions: [], conflict: '' });
}

/** Moves the focus to an element of a form; reopens the form's dialog if it was closed in the meantime. */
function focusIn(name: FormName, selector: string): void {
  const form = document.querySelector(`[data-largesse-form="${name}"]`);
  const dialog = form?.closest('dialog');
  if (dialog && !dialog.open) dialog.showModal();
  form?.querySelector<HTMLElement>(selector)?.focus();
}
