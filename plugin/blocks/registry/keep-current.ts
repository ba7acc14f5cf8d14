import { checkInFront } from '../../assets/in-front.ts';
import { loadModule } from '../../assets/load-module.ts';

/**
 * Keeps the numbers on the cards current while the page is visible. If the page is the same for everyone, the script
 * fetches it without cookies, so that caches can answer. Any other page is fetched with the guest's cookies, and only
 * when the guest returns to it.
 */
export function keepCardsCurrent(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.largesse-dialog');
  if (!dialog || !document.querySelector('.largesse-item')) return;
  // Read `location.href` now, because a form in the dialog changes it later.
  const { public: address = location.href, found = '', removed = '' } = dialog.dataset;
  const isPublic = dialog.dataset.public !== undefined;
  const check = async () => {
    const module = import.meta.resolve('largesse/card-updates');
    const { updateCards } = await loadModule<typeof import('largesse/card-updates')>(module);
    return updateCards(address, isPublic ? 'omit' : 'same-origin', { found, removed });
  };
  checkInFront(check, isPublic);
  // A disabled link keeps its place and the focus, but leads nowhere.
  document.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest('.largesse-item a[aria-disabled=true]')) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
}
