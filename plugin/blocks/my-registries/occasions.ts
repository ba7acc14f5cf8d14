import { START_PARAMETER } from '../../assets/shared-names.ts';
import { __ } from './texts.ts';

/** Names of the suggested occasions, by the first of their words in the contract. */
const OCCASIONS: ReadonlyMap<string, string> = new Map([
  ['birthday', __('Birthday')],
  ['wedding', __('Wedding')],
  ['baby', __('Baby')],
  ['christmas', __('Christmas')],
  ['housewarming', __('Housewarming')],
]);

export const occasionNames = (): string[] => [...OCCASIONS.values()];

/** Returns the name of the occasion in the address of this page; '' for none. */
export const occasionInAddress = (): string =>
  OCCASIONS.get(new URL(location.href).searchParams.get(START_PARAMETER) ?? '') ?? '';
