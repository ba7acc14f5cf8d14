import { ASK_FOR_PAGE } from './page-message.ts';
import { addressWithParts, formAddress, pageParts } from './page-parts.ts';

/*
 * The bookmark "Add to my wishes" opens My registries with the address of the open page. My registries then asks this
 * page for its parts and reads them (rules: Shop data). The bookmark sends them only to My registries. It changes
 * nothing on the page, and also works if the page forbids foreign scripts, styles and connections. On My registries,
 * it only shows a hint. PHP inserts the address of My registries and the hint (folder `Wishes`).
 */

function run(target: string): void {
  const html = pageParts();
  const { origin } = new URL(target);
  const address = formAddress(target, location.href);
  const tab = open(address, '_blank');
  // The browser blocked the new tab, so this tab opens the address, with the page in the fragment.
  if (!tab) location.href = addressWithParts(address, html);
  addEventListener('message', (event) => {
    if (event.source === tab && event.origin === origin && event.data === ASK_FOR_PAGE) tab?.postMessage(html, origin);
  });
}

const target = '%ADDRESS%';
if (location.href.split(/[?#]/)[0] === target.split(/[?#]/)[0]) alert('%HINT%');
else run(target);
