import type { Browser } from 'playwright-core';
import type { Site, TestUser } from '../wordpress/site.ts';
import { openVisitor, type Visitor } from '../wordpress/visitor.ts';

/** A user's browser in wp-admin. */
export interface Admin extends Visitor {
  /**
   * Returns axe's findings on the current page, a line for each rule and element; tests expect none.
   * @param scope CSS selector of the part to check. Default: the screen without WordPress's own frame (menu, toolbar,
   *   footer), whose faults are not the plugin's. Screens that are mostly WordPress's need a narrower one.
   */
  axe(scope?: string): Promise<string[]>;
}

/**
 * Opens a separate browser for a signed-in user; its page is still empty: `page.goto(site.url + '/wp-admin/…')`.
 * @param options `javaScriptEnabled: false` for a browser without it
 */
export async function openAdmin(
  site: Site,
  browser: Browser,
  person: TestUser,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<Admin> {
  const visitor = await openVisitor(site, browser, person, options);
  return { ...visitor, axe: (scope = '#wpbody-content') => visitor.axe(scope) };
}
