import { closeDialog, openDialog } from './dialogs.ts';
import { beginSending, resetForm, showUncertain } from './forms.ts';
import { leaveFor } from './leave-page.ts';
import { attempt, notifySuccess, notifyWithLink } from './notice.ts';
import { sent } from './page-data.ts';
import { ask } from './requests.ts';
import { registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Marks the registry as past; the notice offers to undo it. */
export const moveToPast = (): Promise<void> =>
  attempt(
    () => ask('POST', '/past'),
    () =>
      notifySuccess(
        __('This registry is now among your past registries. Your guests can still open it.'),
        moveToCurrent,
      ),
  );

/** Makes a past registry current again. */
export const moveToCurrent = (): Promise<void> =>
  attempt(
    () => ask('POST', '/past', { is_past: false }),
    () => notifySuccess(__('This registry is among your current registries again.')),
  );

/**
 * Opens the dialog that copies the open wishes, with the registry's title as suggestion.
 * @param isNextYear true for next year's list; a year in the title then becomes the next one
 */
export function openCopy(isNextYear = false): void {
  const { title } = registry();
  const next = title.replace(/(?<!\d)20\d\d(?!\d)/, (year) => String(Number(year) + 1));
  if (!state.forms.copy.isBusy) resetForm('copy', isNextYear ? { title: next, next: '1' } : { title, next: '' });
  openDialog('copy-open', 'input');
}

/** Copies the open wishes into a new registry and opens it, or lists wishes that could not be copied. */
export async function submitCopy(): Promise<void> {
  if (!beginSending('copy')) return;
  const { title, next } = state.forms.copy.values;
  const answer = await ask('POST', '/copy', next ? { title, for_next_year: true } : { title });
  if (answer.kind !== 'done') return showUncertain('copy', answer);
  const { manage_url: url = sent.pages.overview, copied = 0, missing = [] } = answer.body.copy ?? {};
  resetForm('copy', { title: '', next: '' });
  if (missing.length === 0) return leaveFor(url);
  closeDialog('copy-open');
  // translators: 1: how many wishes were copied, 2: names of wishes.
  const said = __('Wishes that were copied: %1$s. These could not be copied: %2$s.', copied, missing.join(', '));
  notifyWithLink(said, __('Open the new registry'), url, true);
}
