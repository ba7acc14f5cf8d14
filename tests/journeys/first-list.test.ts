import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../support/suite.ts';
import { openWorld } from './world.ts';

/**
 * Fields and taps on the first page of the container for homes, which this site does not have: code, name, mailbox and
 * password; the address of the site and the button (tests/e2e/deploy/home.test.ts).
 */
const FIRST_PAGE = 4 + 2;

/** The tap on an answer, which `effort()` does not count. */
const ANSWER = 1;

describe('the first list of a new site', () => {
  const world = openForSuite(openWorld);

  it('is shared after at most 17 taps and fields, beginning with the first page', async () => {
    const { wordpress } = world.system.site;
    await wordpress.run(
      `delete_option( 'largesse_purpose' ); delete_option( 'largesse_features' ); Largesse\\Features::store_first();`,
    );
    await using parent = await world.person('admin');
    await parent.open('/wp-admin/options-general.php?page=largesse-start');
    await parent.page.getByText('A family').tap();
    await parent.follow('Set up');
    await parent.sees('This has changed:');
    await parent.follow('Create the first list');
    await parent.tap('Birthday');
    await parent.follow('Create registry');
    await parent.fill('Paste a shop’s link', 'Blue teapot');
    await parent.tap('Continue');
    await parent.tap('Save wish');
    await parent.sees('“Blue teapot” is on the list.');
    await parent.tap('Share');
    await parent.tap('Continue');
    await parent.sees('Your private link is ready.');
    const link = await parent.shownLink();
    await parent.tap('Copy link');
    const { taps, fields } = parent.effort();
    const all = FIRST_PAGE + ANSWER + taps + fields;
    assert.ok(all <= 17, `${all}: ${taps} taps and ${fields} fields after the first page`);

    await using guest = await world.person('nobody');
    await guest.open(link);
    await guest.follow('Continue');
    await guest.sees('Blue teapot');
  });
});
