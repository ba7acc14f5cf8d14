/* Digits and separators of numbers in any script. */

/** Replaces the digits of all scripts with 0 to 9, and Arabic separators with points and commas. */
export function westernDigits(text: string): string {
  return text
    .replace(/\p{Nd}/gu, digit)
    .replace(/٫/g, '.')
    .replace(/[٬،]/g, ',');
}

/** Converts a digit of any script to 0 to 9: every script has its ten digits in a row. */
function digit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
