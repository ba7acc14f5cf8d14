import { getElement } from '@wordpress/interactivity';
import { here } from './context.ts';

/**
 * Shows the picture of an item, or the drawing behind it where there is no address. Not by binding the address:
 * WordPress 6.5 would leave an empty one.
 */
export function showPicture(): void {
  const url = here().item.image_url.trim();
  const { ref } = getElement();
  if (!(ref instanceof HTMLImageElement)) return;
  ref.hidden = !/^https?:\/\/[^\s/?#]/i.test(url);
  if (ref.hidden) {
    ref.removeAttribute('src');
  } else if (ref.getAttribute('src') !== url) {
    ref.classList.remove('is-dead');
    ref.src = url;
  }
}

/** Leaves the place to the drawing where the picture cannot be shown. */
export function hidePicture({ target }: Event): void {
  if (target instanceof Element) target.classList.add('is-dead');
}
