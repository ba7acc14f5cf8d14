/* The setting of the extension: the address of My registries. */

/** Returns an element of the page. */
function find<T extends Element>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`options.html has no ${selector}`);
  return found;
}

const text = (name: string) => chrome.i18n.getMessage(name);
for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
  element.textContent = text(element.dataset.text ?? '');
document.title = text('name');
document.documentElement.lang = text('language');

const field = find<HTMLInputElement>('#site');
const answer = find<HTMLElement>('#answer');
void chrome.storage.local.get('site').then(({ site = '' }) => {
  field.value = new URLSearchParams(location.search).get('site') || site;
});

find<HTMLFormElement>('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const site = siteOf(field.value.trim());
  field.setAttribute('aria-invalid', String(site === undefined));
  if (site === undefined) {
    answer.textContent = text('invalid');
    field.focus();
    return;
  }
  await chrome.storage.local.set({ site });
  field.value = site;
  answer.textContent = text(site === '' ? 'removed' : 'saved');
});

/** Returns the address of a site, as typed or copied; '' if the text is empty; undefined if it is no such address. */
function siteOf(typed: string): string | undefined {
  if (typed === '') return '';
  const address = /^\w+:\/\//.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  // A site on this computer needs no encryption.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname)))
    return undefined;
  url.hash = '';
  return url.href;
}
