import { sent } from './page-data.ts';

/**
 * Translates a text, and replaces its placeholders (`%s`, or `%1$s`, `%2$s` and so on) with values. The build collects
 * the texts from all calls, so each text must be a string literal. A `%s` inside a value is not replaced.
 */
export function __(text: string, ...values: (string | number)[]): string {
  const translated = sent.texts[text] ?? text;
  return translated.replace(/%(?:(\d)\$)?s/g, (_, place = 1) => String(values[Number(place) - 1] ?? ''));
}
