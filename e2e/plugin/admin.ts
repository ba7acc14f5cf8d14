import type { Browser } from 'playwright-core';
import { openVisitor, type Visitor } from '../browser/visitor.ts';
import type { Person, Site } from '../wordpress/site.ts';

/** A person's browser in wp-admin. */
export interface Admin extends Visitor {
  /**
   * What axe finds on the page as it is, a line for each rule and element; an empty list is what a test wants.
   * @param scope CSS selector of what is looked at. Without it all of the screen except WordPress's own frame (menu,
   *   toolbar, footer), whose faults are not the plugin's; give a narrower one on screens that are mostly WordPress's.
   */
  axe(scope?: string): Promise<string[]>;
}

/**
 * Opens a browser of its own for a person, logged in; the page is still empty: `page.goto(site.url + '/wp-admin/…')`.
 * @param options `javaScriptEnabled: false` for a browser without it
 */
export async function openAdmin(
  site: Site,
  browser: Browser,
  person: Person,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<Admin> {
  const visitor = await openVisitor(site, browser, person, options);
  return { ...visitor, axe: (scope = '#wpbody-content') => visitor.axe(scope) };
}
