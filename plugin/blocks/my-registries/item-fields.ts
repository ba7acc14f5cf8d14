import { readCount, readPrice, writePrice } from './numbers.ts';
import type { Item } from './registry.ts';
import { sent } from './sent.ts';
import type { Values } from './state.ts';
import { __ } from './texts.ts';

/** The fields that hold whole numbers. */
const COUNTS = ['quantity_needed', 'quantity_purchased'];

/** Returns the values of an item for the form. */
export function valuesOf(item: Item): Values {
  const { name, url, retailer, price, description, image_url } = item;
  const counts = { quantity_needed: String(item.quantity_needed), quantity_purchased: String(item.quantity_purchased) };
  return { name, url, retailer, price: writePrice(price, sent.prices), ...counts, description, image_url };
}

/** Returns how many are wanted and bought as typed; 0 for what is not a number. */
export function countsOf(values: Values): { wanted: number; bought: number } {
  const [wanted = 0, bought = 0] = COUNTS.map((name) => readCount(values[name] ?? '') ?? 0);
  return { wanted, bought };
}

/** Tells whether a body changes how many are wanted or bought. */
export const hasCounts = (body: object): boolean => COUNTS.some((name) => name in body);

/** Returns the body of a request, and errors for fields that cannot be read. @param names the fields to send */
export function bodyOf(
  values: Values,
  names: string[],
): { body: Record<string, unknown>; errors: Record<string, string> } {
  const body: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const name of names) {
    const typed = values[name] ?? '';
    if (name === 'price') {
      const price = readPrice(typed, sent.prices);
      if (price.kind === 'wrong') errors[name] = notAPrice();
      else if (price.kind === 'unclear') errors[name] = unclearPrice(price.readings);
      else body[name] = price.kind === 'price' ? price.value : null;
    } else if (COUNTS.includes(name)) {
      const count = readCount(typed);
      if (count === undefined) errors[name] = __('Enter a whole number.');
      else body[name] = count;
    } else {
      body[name] = typed.trim();
    }
  }
  return { body, errors };
}

/** Tells whether two texts of a field mean the same value, as 24.5 and 24.50 do. */
export function isSameValue(field: string, one: string, other: string): boolean {
  const sentOf = (text: string) => JSON.stringify(bodyOf({ [field]: text }, [field]).body);
  return sentOf(one) === sentOf(other);
}

// translators: %s: a price, for example 19.99.
const notAPrice = () => __('Enter a price such as %s, or leave the field empty.', writePrice('19.99', sent.prices));

// translators: 1, 2: two prices, as in "Did you mean 12,345 or 12.35?".
const unclearPrice = (readings: [string, string]) => __('Did you mean %1$s or %2$s?', ...readings);
