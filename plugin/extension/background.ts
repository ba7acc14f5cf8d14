import { addressWithParts, formAddress } from '../assets/page-parts.ts';
import type { PageRead } from './page.ts';

/*
 * The button of the extension opens My registries with the wish of the open page, like the bookmark "Add to my wishes".
 * The extension reads a page only when its button is pressed, and sends it only to the site in its setting.
 */

chrome.action.onClicked.addListener(async (tab) => {
  const { site = '' } = await chrome.storage.local.get('site');
  const page = await read(tab);
  const address = tab.url ?? '';
  // Every page can claim to be My registries. So the claim only fills in the setting, which the user saves.
  const isMine = page?.mine && (site === '' || new URL(site).origin === new URL(address).origin);
  if (site === '' || isMine)
    await open(`${chrome.runtime.getURL('options.html')}?${new URLSearchParams({ site: site || (page?.mine ?? '') })}`);
  else if (!/^https?:/.test(address)) await open(site);
  else if (page) await open(addressWithParts(formAddress(site, address), page.html));
  else await open(formAddress(site, address));

  function open(url: string): Promise<unknown> {
    return chrome.tabs.create({ url, index: tab.index + 1 });
  }
});

/** Reads a page; undefined if extensions may not read it, such as a page of the browser. */
async function read({ id }: Tab): Promise<PageRead | undefined> {
  if (id === undefined) return undefined;
  const run = () => chrome.scripting.executeScript({ target: { tabId: id }, files: ['page.js'] });
  // The browser may replace the frame of a page once, while the page is opened.
  const [frame] = await run()
    .catch(run)
    .catch(() => []);
  return frame?.result as PageRead | undefined;
}
