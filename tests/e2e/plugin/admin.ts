import type { Browser } from 'playwright-core';
import type { Site, TestUser } from '../wordpress/site.ts';
import { openVisitor, type Visitor } from '../wordpress/visitor.ts';

/** A user's browser in wp-admin. */
export interface Admin extends Visitor {
  /**
   * Returns axe's findings on the current page: a line for each rule and element. Tests expect no findings.
   * @param scope CSS selector of the part to check. The default excludes WordPress's menu, toolbar and footer. If
   *   WordPress draws most of a screen, tests need a selector for the plugin's part.
   */
  axe(scope?: string): Promise<string[]>;
}

/**
 * Opens a separate browser for a signed-in user. Its page is empty, so the test must open a screen: `page.goto(site.url
 * + '/wp-admin/…')`.
 * @param options `javaScriptEnabled: false` for a browser without JavaScript
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
