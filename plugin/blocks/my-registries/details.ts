import { detailsOf, resetDetails } from './current.ts';
import { closeDialog, openDialog } from './dialogs.ts';
import { beginSending, isUnchanged, rebase, settleConflict, showFailure, typedFields, typeInto } from './forms.ts';
import { notifySuccess } from './notice.ts';
import { changeRegistry } from './requests.ts';
import { change, changeForm, registry, state, type Values } from './state.ts';
import { reveals } from './surprise.ts';
import { __ } from './texts.ts';

/** Saves the details. Asks first if this reveals the gifts, because it cannot be undone. */
export async function saveDetails(): Promise<void> {
  if (reveals(typedFields('details'))) return openDialog('due');
  await storeDetails();
}

/** Saves the details after the owner has agreed to the reveal. */
export async function saveDueDetails(): Promise<void> {
  closeDialog('due');
  await storeDetails();
}

async function storeDetails(): Promise<void> {
  if (!beginSending('details')) return;
  const { values: typed, version } = state.forms.details;
  const names = typedFields('details');
  if (names.length > 0) {
    const answer = await changeRegistry(version, detailsBody(typed, names));
    if (answer.kind === 'changed') {
      return rebase('details', detailsOf(answer.current), answer.current.version) ? storeDetails() : undefined;
    }
    if (answer.kind !== 'done') return showFailure('details', answer);
    if (isUnchanged('details', typed)) resetDetails();
    else rebase('details', detailsOf(registry()), registry().version);
  }
  changeForm('details', { isBusy: false });
  notifySuccess(__('The details are saved.'));
}

/** Saves the user's input over the changes of someone else. */
export async function keepMyDetails(): Promise<void> {
  settleConflict('details', false);
  await saveDetails();
}

/** Discards the user's input in favour of the changes of someone else. */
export function takeTheirDetails(): void {
  settleConflict('details', true);
  if (!typedFields('details').includes('story')) change({ isStoryRewritten: false });
  document.querySelector<HTMLElement>('#largesse-details-heading')?.focus();
}

/** Opens a plain-text field that replaces a formatted story, filled with the story's words. */
export function rewriteStory(): void {
  const { details } = state.forms;
  change({ isStoryRewritten: true });
  changeForm('details', { values: { ...details.values, story: registry().story_text } });
  document.querySelector<HTMLElement>('#largesse-details-story')?.focus();
}

/** When "findable by names" is ticked and the field for the names is empty, fills in the owners' names. */
export function setFindable(isFound: boolean): void {
  const { names } = state.forms.details.values;
  if (isFound && !names?.trim()) typeInto('details', 'names', registry().suggested_names ?? '');
  typeInto('details', 'findable', isFound ? 'yes' : '');
}

/** Returns the body of a request. @param names the fields to send */
export function detailsBody(values: Values, names: string[]): object {
  return Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      if (name === 'visibility') return [['is_public', values[name] === 'public']];
      if (name === 'is_for_child') return [[name, values[name] === 'yes']];
      if (name === 'findable' || name === 'names')
        return [['names', values.findable === 'yes' ? (values.names ?? '') : null]];
      return [[name, values[name] ?? '']];
    }),
  );
}
