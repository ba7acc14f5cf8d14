import { ASK_FOR_PAGE } from '../../assets/page-message.ts';
import { WISH_NAME_PARAMETER, WISH_TEXT_PARAMETER, WISH_URL_PARAMETER } from '../../assets/shared-names.ts';
import { openNewItem } from './item-form.ts';
import { sent } from './page-data.ts';
import { __ } from './texts.ts';

/*
 * Wishes from a shop, which arrive as query parameters in the address of this page. The page saves a wish only when the
 * user confirms it.
 */

/** Opens the form of a new wish with the values from the address, and removes these values from the address. */
export function openIncomingWish(): void {
  if (!sent.wish) return;
  const { url, name, is_lost: isLost } = sent.wish;
  const message = isLost
    ? __('The address of the shop’s page is missing. Please paste it, or leave the field empty.')
    : '';
  openNewItem({ url, name }, message);
  const plain = new URL(location.href);
  plain.hash = '';
  for (const name of [WISH_NAME_PARAMETER, WISH_TEXT_PARAMETER, WISH_URL_PARAMETER]) plain.searchParams.delete(name);
  history.replaceState(history.state, '', plain);
}

/** Returns an address with the query parameters of the wish on this page, and with the parts of the shop's page. */
export function withWish(address: string): string {
  return sent.wishQuery
    ? `${address}${address.includes('?') ? '&' : '?'}${sent.wishQuery}${partsOfShopPage()}`
    : address;
}

/** Adds the parts of the shop's page to the links with which the user chooses a list for the wish. */
export function passPartsToChoice(): void {
  const parts = partsOfShopPage();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-largesse-choice] a'))
    if (parts) link.hash = parts;
}

/** Returns the fragment of this address if the extension has put parts of the shop's page there; otherwise ''. */
function partsOfShopPage(): string {
  return location.hash.startsWith(`#${ASK_FOR_PAGE}=`) ? location.hash : '';
}
