import { ANY_NUMBER } from '../../../contract/limits.ts';
import type { Item } from '../../assets/registry.ts';
import { readCount, readPrice, writePrice } from './numbers.ts';
import { sent } from './page-data.ts';
import type { Values } from './state.ts';
import { __ } from './texts.ts';

/** Value of the quantity in the form if any number is welcome. */
export const ANY = '*';

/** Returns the values of an item for the form. */
export function valuesOf(item: Item): Values {
  const { url, name, retailer, heading, description, image_url } = item;
  const quantity_needed = item.is_any_number ? ANY : String(item.quantity_needed);
  return {
    url,
    name,
    retailer,
    price: writePrice(item.price, sent.prices, item.currency),
    quantity_needed,
    heading,
    description,
    image_url,
  };
}

/** Returns a request body, and errors for fields that cannot be parsed. @param names the fields to send */
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
      if (price.kind === 'price') [body.price, body.currency] = [price.value, price.currency];
      else if (price.kind === 'unclear') errors[name] = unclearPrice(price.readings);
      else if (price.kind === 'unnamed') errors[name] = __('Enter the currency as three capital letters, such as EUR.');
      else errors[name] = notAPrice();
    } else if (name === 'quantity_needed') {
      const count = typed === ANY ? ANY_NUMBER : readCount(typed);
      if (count === undefined) errors[name] = __('Enter a whole number.');
      else body[name] = count;
    } else {
      body[name] = typed.trim();
    }
  }
  return { body, errors };
}

/** Checks whether two texts of a field mean the same value, such as 24.5 and 24.50. */
export function isSameValue(field: string, one: string, other: string): boolean {
  const sentOf = (text: string) => JSON.stringify(bodyOf({ [field]: text }, [field]).body);
  return sentOf(one) === sentOf(other);
}

// translators: %s: a price, for example 19.99.
const notAPrice = () => __('Enter a price such as %s, or leave the field empty.', writePrice('19.99', sent.prices));

// translators: 1, 2: two prices, as in "Did you mean 12,345 or 12.35?".
const unclearPrice = (readings: [string, string]) => __('Did you mean %1$s or %2$s?', ...readings);
