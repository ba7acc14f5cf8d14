import { beforeEach } from 'node:test';
import { type Fields, item, load, REGISTRY as OURS, SENT as SENT_BY_SITE, settled } from './owner-data.ts';
import { refused, setUpSite, type Told } from './site.ts';

/*
 * The page My registries, for tests of scripts that compute what the page shows and sends. An object that contains only
 * the data of the site replaces the page.
 */

export const REGISTRY = {
  ...OURS,
  names: '',
  suggested_names: 'Ada & Tom',
  headings: ['Kitchen', 'Bath', 'Garden'],
  items: [
    item(1, { heading: 'Removed' }),
    item(2, { heading: 'Kitchen', quantity_needed: 3, quantity_purchased: 1 }),
    item(3, { heading: 'Kitchen' }),
    item(4, { heading: 'Bath' }),
  ],
  helper_names: { ada: 'Ada L.' },
};

export const SENT = { ...SENT_BY_SITE, registry: REGISTRY, surprising: ['birthday'], wishQuery: 'add-wish=x' };

export const document = {
  getElementById: () => ({ textContent: JSON.stringify(SENT) }),
  querySelector: (_selector: string): unknown => null,
  querySelectorAll: (_selector: string): unknown[] => [],
  activeElement: null,
};
export const location = { href: 'https://site.example/mine?registry=7', hash: '', assign: (_url: string) => {} };
Object.assign(globalThis, { HTMLElement: class {}, document, location });

/** The module with the state of the page. */
export const page = await load('state.ts');
const { forms } = page.state;

/** Shows the registry, without any input, at the beginning of each test of a file. */
export function setUpPage(): void {
  setUpSite();
  beforeEach(() =>
    page.change({
      registry: structuredClone(REGISTRY),
      familyLink: SENT.familyLink,
      forms,
      notice: page.NO_NOTICE,
      unsavedOrder: [],
    }),
  );
}

/** The site refuses a change because someone else has changed the registry. */
export const outdated = (fields: Fields): Told =>
  refused(409, { current: { ...structuredClone(REGISTRY), ...fields } });

/** Presses the button of the notice. */
export async function pressNotice(): Promise<void> {
  page.state.notice.action.run();
  await settled();
}
