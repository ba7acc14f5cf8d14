import { inPage } from './in-page.ts';
import type { AnyPage } from './readiness.ts';

const call = inPage('layout.ts');

type Evaluating = Pick<AnyPage, 'evaluate'>;

/** Smallest width and height of a control for a finger, in CSS pixels. */
const TOUCH_PX = 44;

/**
 * Returns a line for each fault that a person would see on a page: texts and controls that overlap, leave the window or
 * are cut off, and controls that are too small for a finger. If a dialog is open, looks only at the dialog.
 * @param scope CSS selector of the part to check
 * @param touch smallest allowed width and height of a control in CSS pixels; 0 if sizes are not checked
 */
export async function layoutFaults(page: Evaluating, scope: string, touch = TOUCH_PX): Promise<string[]> {
  return await page.evaluate(call('layoutFaults', { scope, touch }));
}

/**
 * Returns a line for each visible word that continues on another line, because its box is too narrow. Does not look at
 * names and addresses in `bdi`, because people may enter words of any length.
 * @param scope CSS selector of the part to check
 */
export async function brokenWords(page: Evaluating, scope: string): Promise<string[]> {
  return await page.evaluate(call('brokenWords', scope));
}

/** Lengthens the texts of a page by half, because a translation can be longer than the English text. */
export async function lengthenTexts(page: Evaluating, scope: string): Promise<void> {
  await page.evaluate(call('lengthenTexts', scope));
}

/**
 * Scrolls each element that matches a selector into view, because browsers do not lay out some elements earlier.
 * Returns a line for each text or control that overlaps another text or control, or that leaves its element, and for
 * each element that shows nothing.
 */
export async function faultsInView(page: Evaluating, selector: string): Promise<string[]> {
  return await page.evaluate(call('faultsInView', selector));
}
