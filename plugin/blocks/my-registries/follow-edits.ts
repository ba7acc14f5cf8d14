import { checkInFront } from '../../assets/in-front.ts';
import { TAB } from '../../assets/rest.ts';
import { detailsOf, showRegistry } from './current.ts';
import { isDirty, rebase } from './forms.ts';
import { attempt, notifyOutdated } from './notice.ts';
import { askAtOnce, readRegistry } from './requests.ts';
import { change, isRegistry, registry, state } from './state.ts';
import { __ } from './texts.ts';
import { isListChanged, onlyEditor, unseenEdits } from './unseen-edits.ts';

/** Id of the edit, or value of `guests`, whose notice the user closed last; '' for none. */
let dismissed = '';

/** Last value of `guests` for which the API had changed the wishes; '' for none. */
let changed = '';

/**
 * While the page is in front, offers to show changes that were made elsewhere. If only numbers of gifts have changed,
 * shows the new numbers without asking.
 */
export function followEdits(): void {
  checkInFront(check);
}

async function check(): Promise<boolean> {
  const { last_edit: seen } = registry();
  const answer = await askAtOnce('GET', '/edits');
  if (answer.kind !== 'done' || !answer.body.edits) return false;
  // The answer is outdated, because the page has read a newer state in the meantime.
  if (registry().last_edit !== seen) return true;
  const edits = unseenEdits(answer.body.edits, seen, TAB);
  const [latest] = edits;
  if (latest) {
    const name = onlyEditor(edits);
    // translators: %s: name of a person.
    const others = name ? __('%s changed this list.', name) : __('This list was changed.');
    offer(latest.id, edits.every((edit) => edit.is_own) ? __('You changed this list in another window.') : others);
    return true;
  }
  const { guests } = answer.body;
  if (guests === undefined || guests === registry().guests) return true;
  if (guests !== changed) {
    const { items } = registry();
    const newest = await askAtOnce('GET', '');
    const newer = newest.kind === 'done' && newest.body.registry;
    if (!newer || !isRegistry(newer)) return false;
    if (registry().items !== items) return true;
    if (!isListChanged(items, newer.items)) {
      showRegistry(newer);
      return true;
    }
    changed = guests;
  }
  // The site does not know who changed the list through the API.
  offer(changed, __('This list was changed.'));
  return true;
}

/** Offers to show a change, unless the page shows another message or the user has closed this offer. */
function offer(change: string, text: string): void {
  if (change === dismissed) return;
  notifyOutdated(text, __('Show the changes'), showChanges, () => {
    dismissed = change;
  });
}

/** Shows the newest state. Unsaved input is preserved. */
const showChanges = () =>
  attempt(readRegistry, () => {
    change({ announcement: __('The list is up to date.') });
    if (isDirty('details') && !state.forms.details.isBusy) rebase('details', detailsOf(registry()), registry().version);
  });
