import { checkInFront } from '../../assets/in-front.ts';
import { isRecord, TAB } from '../../assets/rest.ts';
import { detailsOf, showRegistry } from './current.ts';
import { type Edit, isListChanged, onlyEditor, unseenEdits } from './edits.ts';
import { isDirty, rebase } from './forms.ts';
import { notifyFailure, notifyOutdated } from './notice.ts';
import { fetchRegistry, readEdits, readRegistry } from './requests.ts';
import { change, isRegistry, registry, state } from './state.ts';
import { __ } from './texts.ts';

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
  const answer = await readEdits();
  if (answer.kind !== 'done' || !Array.isArray(answer.body.edits)) return false;
  // The answer is outdated, because the page has read a newer state in the meantime.
  if (registry().last_edit !== seen) return true;
  const edits = unseenEdits(answer.body.edits.filter(isEdit), seen, TAB);
  const [latest] = edits;
  if (latest) {
    const name = onlyEditor(edits);
    // translators: %s: name of a person.
    const others = name ? __('%s changed this list.', name) : __('This list was changed.');
    offer(latest.id, edits.every((edit) => edit.is_own) ? __('You changed this list in another window.') : others);
    return true;
  }
  const { guests } = answer.body;
  if (typeof guests !== 'string' || guests === registry().guests) return true;
  if (guests !== changed) {
    const { items } = registry();
    const newest = await fetchRegistry();
    if (newest.kind !== 'done' || !isRegistry(newest.body.registry)) return false;
    if (registry().items !== items) return true;
    if (!isListChanged(items, newest.body.registry.items)) {
      showRegistry(newest.body.registry);
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
async function showChanges(): Promise<void> {
  const answer = await readRegistry();
  if (answer.kind !== 'done') return notifyFailure(answer, showChanges);
  change({ announcement: __('The list is up to date.') });
  if (isDirty('details') && !state.forms.details.isBusy) rebase('details', detailsOf(registry()), registry().version);
}

function isEdit(value: unknown): value is Edit {
  return isRecord(value) && ['id', 'tab', 'name'].every((key) => typeof value[key] === 'string');
}
