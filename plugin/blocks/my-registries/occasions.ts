import { CHIPS as KNOWN } from '../../../contract/occasions.ts';
import { START_PARAMETER } from '../../assets/shared-names.ts';
import { typeInto } from './forms.ts';
import { sent } from './page-data.ts';
import { change, changeTogether, state, type Values } from './state.ts';
import { __ } from './texts.ts';

/** Chip of all occasions that have no chip of their own. */
export const OTHER = 'other';

/** Chips of the form, in order. */
export const CHIPS: readonly string[] = [...KNOWN, OTHER];

const occasionOf = (key: string) => sent.occasions.find((occasion) => occasion.key === key);

export const chipText = (chip: string): string => occasionOf(chip)?.name ?? __('Other');

/** Returns the chip of an occasion; '' for none. */
export function chipOf(occasion: string): string {
  const key = state.isOwnOccasion ? OTHER : keyOf(occasion);
  return CHIPS.includes(key) ? key : occasion.trim() && OTHER;
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
  const { name = '', title = '' } = occasionOf(new URL(location.href).searchParams.get(START_PARAMETER) ?? '') ?? {};
  return { event_type: name, title };
}

/** Returns the title for an occasion of the user; '' if the page knows none. */
function suggestedTitle({ event_type: occasion = '', is_for_child: isForChild }: Values): string {
  return isForChild ? '' : (occasionOf(keyOf(occasion))?.title ?? '');
}

/** Returns the key of an occasion, whose name may be in English or in the language of the page; '' for none. */
function keyOf(occasion: string): string {
  const typed = occasion.trim().toLowerCase();
  return sent.occasions.find(({ key, name }) => [key, name.toLowerCase()].includes(typed))?.key ?? '';
}
