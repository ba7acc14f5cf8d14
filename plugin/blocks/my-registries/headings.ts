import type { Item } from '../../assets/registry.ts';
import { closeDialog, openDialog } from './dialogs.ts';
import { beginSending, resetForm, showFailure } from './forms.ts';
import { attempt, notifySuccess } from './notice.ts';
import { groups, undoOrder } from './order.ts';
import { ask } from './requests.ts';
import { AT_THE_END, change, changeTogether, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Opens the dialog for a new heading above an item. The heading gets this item and the later items of its group. */
export function openHeadingAbove({ id }: Item): void {
  const all = groups();
  const place = all.findIndex(({ items }) => items.some((item) => item.id === id));
  const ids = all[place]?.items.map((item) => item.id) ?? [];
  openHeading('', { items: ids.slice(ids.indexOf(id)), before: all[place + 1]?.title ?? null });
}

/** Opens the dialog for an existing or a new heading. */
export function openHeading(title = '', headingPlace = AT_THE_END): void {
  if (!state.forms.heading.isBusy) {
    changeTogether(() => {
      change({ headingTitle: title, headingPlace });
      resetForm('heading', { title });
    });
  }
  openDialog('headings', 'input');
}

export async function submitHeading(): Promise<void> {
  if (!beginSending('heading')) return;
  const { headingTitle: old, headingPlace } = state;
  const title = state.forms.heading.values.title ?? '';
  const answer = await (old
    ? ask('PATCH', '/headings', { heading: old, title })
    : ask('POST', '/headings', { title, ...headingPlace }));
  if (answer.kind !== 'done') return showFailure('heading', answer);
  resetForm('heading', { title: '' });
  closeDialog('headings');
  focusHeading(title.trim());
  // translators: %s: a heading.
  notifySuccess(old ? __('The heading is called “%s” now.', title.trim()) : __('“%s” is a heading now.', title.trim()));
}

/** Scrolls to a heading and moves the focus to its name. */
function focusHeading(title: string): void {
  const all = document.querySelectorAll<HTMLElement>('.largesse-mine__heading > h4');
  const heading = [...all].find(({ textContent }) => textContent === title);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'center' });
}

/** Removes a heading; the wishes below it stay, and the notice offers to undo it. */
export const deleteHeading = (heading: string): Promise<void> =>
  attempt(
    () => ask('DELETE', '/headings', { heading }),
    ({ undo }) =>
      notifySuccess(
        // translators: %s: a heading.
        __('The heading “%s” is removed. Its wishes are still there.', heading),
        () => bringBack(heading, undo),
        true,
      ),
  );

const bringBack = (title: string, undo?: object) =>
  attempt(
    () => ask('POST', '/headings', undo),
    // translators: %s: a heading.
    () => notifySuccess(__('The heading “%s” is back.', title)),
  );

/** Moves a heading with its wishes by one place. */
export async function moveHeadingByOne(title: string, by: 1 | -1): Promise<void> {
  const { headings } = registry();
  const place = headings.indexOf(title);
  if (place + by < 0 || place + by >= headings.length) {
    // translators: %s: a heading.
    const edge = by < 0 ? __('“%s” is already the first.', title) : __('“%s” is already the last.', title);
    return change({ announcement: edge });
  }
  const button = document.activeElement;
  await sendHeading(title, headings[by < 0 ? place - 1 : place + 2] ?? null);
  if (document.activeElement === document.body && button instanceof HTMLElement) button.focus();
}

/** Moves a heading before another one; null for the end. The notice offers to undo it. */
const sendHeading = (heading: string, before: string | null) =>
  attempt(
    () => ask('PATCH', '/headings', { heading, before }),
    ({ undo }) => {
      const { headings } = registry();
      // translators: 1: a heading, 2: its place, 3: how many there are.
      const text = __('“%1$s” is number %2$s of %3$s now.', heading, headings.indexOf(heading) + 1, headings.length);
      change({ announcement: text });
      notifySuccess(__('The order is saved.'), () => undoOrder('PATCH', '/headings', { heading, ...undo }));
    },
  );
