import { openNewItem } from './item-form.ts';
import { writePrice } from './numbers.ts';
import { sent } from './sent.ts';
import { __ } from './texts.ts';

/* Wishes that somebody brings along from a shop, in the address of the page. Nothing is saved before they say so. */

/** The parameters of the address that bring a wish along (`Wishes\SentWish`). */
const PARAMETERS = new Set(['add-wish', 'add-wish-text', 'name', 'price', 'currency', 'image']);

/** Opens the form of a new wish with what the address brings along, once: a reload finds the plain page. */
export function openBroughtWish(): void {
  if (!sent.wish) return;
  const { url, name, price, image_url, is_lost: isLost } = sent.wish;
  const message = isLost
    ? __('The address of the shop’s page could not be taken over. Please paste it, or leave the field empty.')
    : '';
  openNewItem({ url, name, price: writePrice(price, sent.prices), image_url }, message);
  const plain = new URL(location.href);
  for (const key of [...plain.searchParams.keys()])
    if (PARAMETERS.has(key.replace(/\[.*/, ''))) plain.searchParams.delete(key);
  history.replaceState(history.state, '', plain);
}

/** Returns the address of a page that takes along what this one was brought. */
export function withWish(address: string): string {
  return sent.wishQuery ? `${address}${address.includes('?') ? '&' : '?'}${sent.wishQuery}` : address;
}

/** Lets the buttons copy what stands beside them. Where the browser does not allow it, the text is shown and selected. */
export function enlivenWays(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-largesse-copy]')) enliven(place);
}

function enliven(place: HTMLElement): void {
  const field = place.querySelector('input');
  const button = place.querySelector('button');
  const said = place.querySelector<HTMLElement>('[role=status]');
  if (!field || !button || !said) return;
  field.hidden = true;
  button.hidden = false;
  button.addEventListener('click', async () => {
    said.textContent = '';
    try {
      await navigator.clipboard.writeText(field.value);
      said.textContent = said.dataset.done ?? '';
    } catch {
      field.hidden = false;
      field.focus();
      field.select();
    }
  });
}
