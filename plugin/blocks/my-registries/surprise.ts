import { closeDialog } from './dialogs.ts';
import { beginSending, showFailure } from './forms.ts';
import { notifySuccess, notifyWithLink } from './notice.ts';
import { sent } from './page-data.ts';
import { reveal } from './requests.ts';
import { changeForm, state } from './state.ts';
import { __ } from './texts.ts';

/** Returns the level of surprise in a form: the chosen one, otherwise the suggested one. */
export function levelIn(form: 'create' | 'details'): string {
  const { surprise, event_type } = state.forms[form].values;
  return surprise || suggestedFor(event_type ?? '');
}

function suggestedFor(occasion: string): string {
  const typed = occasion.toLowerCase();
  return sent.surprising.some((word) => typed.includes(word)) ? 'hidden' : 'counts';
}

/** Checks whether the reveal day in a form has come, so that saving the form reveals all gifts. */
export function isDueIn(form: 'create' | 'details'): boolean {
  const { reveal_date: day, event_date: event } = state.forms[form].values;
  // The reveal is on the day after the event, so it has come if the event is over.
  return day ? day <= sent.today : Boolean(event) && (event ?? '') < sent.today;
}

/** Reveals the hidden gifts to the owner. */
export async function submitReveal(): Promise<void> {
  if (!beginSending('reveal')) return;
  const answer = await reveal();
  if (answer.kind !== 'done') return showFailure('reveal', answer);
  changeForm('reveal', { isBusy: false });
  closeDialog('reveal');
  const { revealed } = answer.body;
  if (typeof revealed !== 'number' || revealed === 0) return notifySuccess(__('Nothing was hidden from you.'));
  // translators: %s: a number, 2 or more.
  const text = revealed === 1 ? __('1 gift is shown now.') : __('%s gifts are shown now.', revealed);
  notifyWithLink(text, __('See the list'), sent.pages.gifts);
}
