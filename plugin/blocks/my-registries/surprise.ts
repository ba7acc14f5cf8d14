import { revealDay } from '../../../contract/reveal-day.ts';
import { closeDialog } from './dialogs.ts';
import { beginSending, showFailure } from './forms.ts';
import { notifySuccess, notifyWithLink } from './notice.ts';
import { sent } from './page-data.ts';
import { ask } from './requests.ts';
import { changeForm, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Returns the level of surprise that suits an occasion. */
export function suggestedLevel(occasion: string): 'hidden' | 'counts' {
  const typed = occasion.toLowerCase();
  return sent.surprising.some((word) => typed.includes(word)) ? 'hidden' : 'counts';
}

/** Explains the levels of surprise. @param seesAll true for owners who see all gifts, whatever the level */
export function levelMeanings(seesAll: boolean): Record<'hidden' | 'counts' | 'names', string> {
  return seesAll
    ? {
        hidden: __(
          'Nobody who opens the page of the registry, not even your child, sees gifts before the day of the reveal.',
        ),
        counts: __('The page of the registry shows how many of each wish are given.'),
        names: __('The page of the registry shows how many of each wish are given. Every owner sees who gives what.'),
      }
    : {
        hidden: __('You see none of your guests’ gifts until the day of the reveal.'),
        counts: __('You see how many of each wish are given. From the day of the reveal on, you also see the givers.'),
        names: __('You immediately see who gives what, and their messages.'),
      };
}

/** Checks whether the day of the reveal that follows from the form has come. */
export function isDue(): boolean {
  const { reveal_date: day, event_date: event } = state.forms.details.values;
  return revealDay(day ?? null, event ?? null) <= sent.today;
}

/** Checks whether saving these fields of the details reveals all gifts. */
export const reveals = (names: readonly string[]): boolean =>
  isDue() && !registry().is_revealed && (names.includes('reveal_date') || names.includes('event_date'));

/** Reveals the hidden gifts to the owner. */
export async function submitReveal(): Promise<void> {
  if (!beginSending('reveal')) return;
  const answer = await ask('POST', '/reveal');
  if (answer.kind !== 'done') return showFailure('reveal', answer);
  changeForm('reveal', { isBusy: false });
  closeDialog('reveal');
  const { revealed } = answer.body;
  if (!revealed) return notifySuccess(__('Nothing was hidden from you.'));
  // translators: %s: a number, 2 or more.
  const text = revealed === 1 ? __('1 gift is shown now.') : __('%s gifts are shown now.', revealed);
  notifyWithLink(text, __('See the list'), sent.pages.gifts);
}
