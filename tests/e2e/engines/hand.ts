import { inPage } from '../../../tools/browser/in-page.ts';
import { documentOf, untilReady } from '../../../tools/browser/readiness.ts';
import { until } from '../../support/wait.ts';
import type { EnginePage } from './engine-page.ts';

const call = inPage('find.ts');

/** Time limit for each wait, on an idle machine (milliseconds). */
const WITHIN_MS = 20_000;

/**
 * Acts like a person's hand: presses visible controls at their position in the window. Counts the presses and the
 * filled fields.
 */
export interface Hand {
  /** Presses the control that has this name. */
  tap(name: string): Promise<void>;
  /** Types a text into the field that has this label. Does not count the press of the field as a tap. */
  fill(label: string, text: string): Promise<void>;
  /** Waits until the page shows a text. */
  sees(text: string): Promise<void>;
  /** Runs a function that opens another page, and waits until that page is ready. */
  toNextPage(act: () => Promise<void>): Promise<void>;
  /** Returns the number of presses and filled fields so far. */
  effort(): { taps: number; fields: number };
}

/** Returns a hand that presses and types in a window. */
export function handOn(page: EnginePage): Hand {
  const effort = { taps: 0, fields: 0 };
  const press = async (kind: 'control' | 'field', name: string) => {
    let point: { x: number; y: number } | null | undefined;
    await until(
      `“${name}” can be pressed on ${page.url()}`,
      async () => {
        point = await page.evaluate(call('findPoint', { kind, name }));
        return point !== null;
      },
      WITHIN_MS,
    );
    if (point) await page.press(point.x, point.y);
  };
  return {
    tap: async (name) => {
      effort.taps++;
      await press('control', name);
    },
    fill: async (label, text) => {
      effort.fields++;
      await press('field', label);
      await page.type(text);
    },
    sees: (text) =>
      until(
        `${page.url()} shows “${text}”`,
        () => page.evaluate(`document.body.innerText.replace(/\\s+/g, ' ').includes(${JSON.stringify(text)})`),
        WITHIN_MS,
      ),
    toNextPage: async (act) => {
      const former = await documentOf(page);
      await act();
      await untilReady(page, true, former);
    },
    effort: () => ({ ...effort }),
  };
}
