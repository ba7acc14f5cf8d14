/**
 * Reads a price as people write it, "49,95" or "1.299,00" as well as "1299.00". One sign before exactly three digits
 * parts thousands.
 * @returns null for none, undefined for what is no number
 */
export function readPrice(typed: string): number | null | undefined {
  const text = plainDigits(typed).replace(/[\s'’]/g, '');
  if (text === '') return null;
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  const isWhole = last < 0 || (/^\d{1,3}(?:([.,])\d{3})+$/.test(text) && new Set(text.replace(/\d/g, '')).size === 1);
  const number = isWhole
    ? text.replace(/[.,]/g, '')
    : `${text.slice(0, last).replace(/[.,]/g, '')}.${text.slice(last + 1)}`;
  return /^-?\d*\.?\d+$/.test(number) ? Number(number) : undefined;
}

/** A price as people write it: "24.50" rather than "24.5". */
export function writePrice(price: string): string {
  return /^\d+\.\d$/.test(price) ? `${price}0` : price;
}

/** Reads a whole number. @returns undefined for what is none */
export function readCount(typed: string): number | undefined {
  const text = plainDigits(typed).trim();
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** Arabic and Persian digits as the ones that programs read. */
function plainDigits(text: string): string {
  return text
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/٫/g, '.')
    .replace(/٬/g, ',');
}
