import { sent } from './page-data.ts';

/**
 * Translates a text and replaces `%s`, or `%1$s`, `%2$s` and so on, with values. The build collects the texts from the
 * calls, so each must be a string literal. Placeholders inside values stay: a name may contain `%s`.
 */
export function __(text: string, ...values: (string | number)[]): string {
  const translated = sent.texts[text] ?? text;
  return translated.replace(/%(?:(\d)\$)?s/g, (_, place = 1) => String(values[Number(place) - 1] ?? ''));
}
