/**
 * Plural rules of gettext that languages share: number of forms, and an expression of C for the form of the number `n`.
 */
const RULES: readonly (readonly [forms: number, expression: string])[] = [
  [1, '0'],
  [2, '(n != 1)'],
  [2, '(n > 1)'],
  [2, '(n%10 == 1 && n%100 != 11 ? 0 : 1)'],
  [3, '(n%10 == 1 && n%100 != 11 ? 0 : n%10 >= 2 && n%10 <= 4 && (n%100 < 12 || n%100 > 14) ? 1 : 2)'],
  [3, '(n == 1 ? 0 : n%10 >= 2 && n%10 <= 4 && (n%100 < 12 || n%100 > 14) ? 1 : 2)'],
  [3, '(n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2)'],
  [3, '(n == 1 ? 0 : n == 0 || (n%100 > 0 && n%100 < 20) ? 1 : 2)'],
  [3, '(n%10 == 1 && n%100 != 11 ? 0 : n%10 >= 2 && (n%100 < 11 || n%100 > 19) ? 1 : 2)'],
  [3, '(n == 1 ? 0 : n == 2 ? 1 : 2)'],
  [4, '(n%100 == 1 ? 0 : n%100 == 2 ? 1 : n%100 == 3 || n%100 == 4 ? 2 : 3)'],
  [6, '(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n%100 >= 3 && n%100 <= 10 ? 3 : n%100 >= 11 ? 4 : 5)'],
];

/**
 * No language has a rule that treats larger numbers in another way, except millions, which the product never counts.
 */
const NUMBERS = Array.from({ length: 1001 }, (_, number) => number);

const HEADER = /^nplurals=(\d+); plural=([n\d\s%=!<>&|?:()]+);$/;

/**
 * Returns the header `Plural-Forms` for a language.
 * @param language as in the name of a translation, such as `fr_FR`
 * @throws {Error} if RULES has no rule for the language
 */
export function pluralFormsOf(language: string): string {
  for (const [forms, expression] of RULES) {
    const header = `nplurals=${forms}; plural=${expression};`;
    if (pluralFault(language, header) === null) return header;
  }
  throw new Error(`tools/plural-forms.ts has no rule for ${language}`);
}

/** Returns the number of plural forms in a header; 2, as in English, if it has none. */
export const formsIn = (header: string): number => Number(HEADER.exec(header)?.[1] ?? 2);

/**
 * Checks the header `Plural-Forms` of a translation. Unicode defines which numbers share a form of the language.
 * @returns the fault, or null
 */
export function pluralFault(language: string, header: string): string | null {
  const [, forms, expression] = HEADER.exec(header) ?? [];
  if (expression === undefined) return `"${header}" is no rule for plurals`;
  // C and JavaScript share the grammar of these expressions. HEADER allows only numbers, operators and `n`.
  const formOf = new Function('n', `return Number(${expression})`);
  const rules = new Intl.PluralRules(language.replaceAll('_', '-').replace(/-formal$/, ''));
  const pairs = new Set(NUMBERS.map((number) => `${formOf(number)} ${rules.select(number)}`));
  const used = new Set([...pairs].map((pair) => pair.split(' ')[0]));
  const wanted = new Set(NUMBERS.map((number) => rules.select(number)));
  if (Number(forms) !== wanted.size) return `${language} has ${wanted.size} plural forms, and the header ${forms}`;
  return pairs.size === wanted.size && used.size === wanted.size
    ? null
    : `${language} has other plurals than "${header}"`;
}
