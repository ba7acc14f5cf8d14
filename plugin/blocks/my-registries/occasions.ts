import { START_PARAMETER } from '../../assets/shared-names.ts';
import { typeInto } from './forms.ts';
import { sent } from './page-data.ts';
import { change, changeTogether, state, type Values } from './state.ts';
import { __ } from './texts.ts';

/** An occasion that the page knows: its name, and a title for a registry of the user. */
interface Occasion {
  readonly name: string;
  readonly title: string;
}

/** The occasions, by the first of their words in the contract. */
const OCCASIONS: ReadonlyMap<string, Occasion> = new Map([
  // translators: %s: name of a person.
  ['birthday', { name: __('Birthday'), title: __('%s’s birthday', sent.user) }],
  // translators: %s: name of a person.
  ['wedding', { name: __('Wedding'), title: __('%s’s wedding', sent.user) }],
  // translators: %s: name of a person.
  ['baby', { name: __('Baby'), title: __('%s’s baby', sent.user) }],
  // translators: %s: name of a person.
  ['christmas', { name: __('Christmas'), title: __('%s’s Christmas wishes', sent.user) }],
  // translators: %s: name of a person.
  ['housewarming', { name: __('Housewarming'), title: __('%s’s housewarming', sent.user) }],
]);

/** Chip of all occasions that have no chip of their own. */
export const OTHER = 'other';

/** Chips of the form, in order. */
export const CHIPS = ['birthday', 'wedding', 'baby', 'christmas', OTHER];

export const chipText = (chip: string): string => OCCASIONS.get(chip)?.name ?? __('Other');

/** Returns the chip of an occasion; '' for none. */
export function chipOf(occasion: string): string {
  const word = state.isOwnOccasion ? OTHER : wordOf(occasion);
  return CHIPS.includes(word) ? word : occasion.trim() && OTHER;
}

/** Chooses a chip. */
export function chooseChip(form: 'create' | 'details', chip: string): void {
  const occasion = chip === OTHER ? '' : chipText(chip);
  changeTogether(() => {
    change({ isOwnOccasion: chip === OTHER });
    if (form === 'create') changeCreate('event_type', occasion);
    else typeInto(form, 'event_type', occasion);
  });
}

/** Changes a field of the form for a new registry. The title follows the occasion until the user types a title. */
export function changeCreate(field: string, value: string): void {
  const { values } = state.forms.create;
  const isTitleTyped = values.title !== suggestedTitle(values);
  typeInto('create', field, value);
  if (!isTitleTyped) typeInto('create', 'title', suggestedTitle(state.forms.create.values));
}

/** Returns the occasion in the address of this page, and a title for it; '' for none. */
export function valuesInAddress(): Values {
  const { name = '', title = '' } = OCCASIONS.get(new URL(location.href).searchParams.get(START_PARAMETER) ?? '') ?? {};
  return { event_type: name, title };
}

/** Returns the title for an occasion of the user; '' if the page knows none. */
function suggestedTitle({ event_type: occasion = '', is_for_child: isForChild }: Values): string {
  return isForChild ? '' : (OCCASIONS.get(wordOf(occasion))?.title ?? '');
}

/** Returns the word of an occasion, whose name may be in English or in the language of the page; '' for none. */
function wordOf(occasion: string): string {
  const typed = occasion.trim().toLowerCase();
  return [...OCCASIONS].find(([word, { name }]) => [word, name.toLowerCase()].includes(typed))?.[0] ?? '';
}
