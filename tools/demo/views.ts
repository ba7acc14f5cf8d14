import type { Page } from 'playwright-core';
import type { Registry } from '../../client/src/index.ts';
import type { Demo } from './demo.ts';

/** A page that screenshots show. */
export interface View {
  /** Name of the file: lower-case letters, digits and dashes. */
  name: string;
  /** User name of the viewer; absent for a guest who is not signed in. */
  who?: 'anna' | 'dora' | 'marta';
  /** Returns the page's address on the site. */
  url(scene: Scene): string;
  /** Text that the page shows only when the page is complete. */
  shows: string;
  /** True for a screenshot of the window instead of the whole page. */
  isWindow?: true;
  /** Changes the page before the screenshot, for example opens a form. */
  act?(page: Page): Promise<void>;
}

/** A running demonstration with the registries that the views show. */
export interface Scene extends Demo {
  /** A public registry with many wishes. */
  full: Registry;
  /** A public registry without wishes. */
  empty: Registry;
}

const manage = ({ ownerPage, full }: Scene) => `${ownerPage}?registry=${full.id}`;

/** Every page that people see on the site. */
export const views: View[] = [
  { name: 'home', url: ({ siteUrl }) => `${siteUrl}/`, shows: 'How it works' },
  { name: 'registry', url: ({ full }) => full.permalink, shows: 'Cast-iron casserole, 26 cm' },
  {
    name: 'registry-still-open',
    url: ({ full }) => full.permalink,
    shows: 'Cast-iron casserole, 26 cm',
    act: filterOpen,
  },
  { name: 'registry-empty', url: ({ empty }) => empty.permalink, shows: 'Grandpa turns eighty' },
  { name: 'my-registries-signed-out', url: ({ ownerPage }) => ownerPage, shows: 'My registries' },
  { name: 'my-registries-none', who: 'dora', url: ({ ownerPage }) => ownerPage, shows: 'Start a registry' },
  { name: 'my-registries', who: 'anna', url: ({ ownerPage }) => ownerPage, shows: 'Housewarming in Linden Street' },
  { name: 'manage', who: 'anna', url: manage, shows: 'Cast-iron casserole, 26 cm' },
  { name: 'manage-wish', who: 'anna', url: manage, shows: 'Cast-iron casserole, 26 cm', isWindow: true, act: openWish },
  { name: 'gifts', who: 'marta', url: ({ ownerPage }) => ownerPage, shows: 'Marta is sixty', act: openGifts },
  {
    name: 'search',
    url: ({ siteUrl }) => `${siteUrl}/?s=wedding&post_type=registry`,
    shows: 'Anna & Tom: our wedding',
  },
  {
    name: 'search-nothing',
    url: ({ siteUrl }) => `${siteUrl}/?s=silver+anniversary&post_type=registry`,
    shows: 'silver anniversary',
  },
  { name: 'not-found', url: ({ siteUrl }) => `${siteUrl}/registry/not-there/`, shows: 'We could not find this page' },
  { name: 'login', url: ({ siteUrl }) => `${siteUrl}/wp-login.php`, shows: 'Lost your password?' },
];

/** Shows only open wishes. */
async function filterOpen(page: Page): Promise<void> {
  await page.getByText('Filter', { exact: true }).click();
  await page.getByRole('link', { name: 'Still open' }).click();
  await page.locator('[aria-current="true"]', { hasText: 'Still open' }).waitFor();
}

async function openWish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Speckled stoneware plates' }).click();
  await page.getByRole('dialog', { name: 'Edit this wish' }).waitFor();
}

async function openGifts(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Gifts: Marta is sixty' }).click();
  await page.getByRole('heading', { name: 'Gifts: Marta is sixty' }).waitFor();
}
