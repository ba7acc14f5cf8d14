// Needs a whole site: answers are lost between browser, site and service.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as fc from '../../../contract/testing/properties.ts';
import { openForSuite } from '../../support/suite.ts';
import { type Form, formIn, Guest, type Seen } from '../wordpress/guest.ts';
import { openGuestSite, type Shown } from './guest-site.ts';

/** 300 random visits, which share one site and one service. Each part ends before a run is considered to be stuck. */
const PARTS = 15;
const VISITS = 20;

/** Points at which a request or its answer is lost. */
const LOSSES = ['none', 'to the site', 'to the browser', 'to the service', 'from the service'] as const;
type Loss = (typeof LOSSES)[number];

/** A step of a guest: presses the button, opens the form again, or corrects a word. */
interface Step {
  act: 'press' | 'reopen' | 'correct';
  loss: Loss;
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('press', 'press', 'reopen', 'correct'),
  loss: fc.constantFrom(...LOSSES),
});
const visit = fc.record({ isMember: fc.boolean(), steps: fc.array(step, { minLength: 1, maxLength: 5 }) });

// architecture: Lost answers
describe('an answer that is lost at any point', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  let list: Shown;
  before(async () => {
    await site().wordpress.run(
      `update_option( 'largesse_gifts_per_address', '10000' ); update_option( 'largesse_gifts_per_registry', '10000' );`,
    );
    list = await t.registry({ title: 'Ours', slug: 'ours' }, [{ name: 'Cups', quantity_needed: 100_000 }]);
  });
  const give = () => `${list.path}?give=${list.items[0]}`;
  const giveFormIn = (html: string) => formIn(html, 'class="largesse-give__form"');
  const gifts = async (email: string) =>
    (await t.system.request<{ id: string; message: string }[]>('admin', 'GET', `/purchases?giver_email=${email}`)).body;
  let visits = 0;

  /** A guest who repeats what the pages ask for. */
  class Visitor {
    readonly who = new Guest(site());
    readonly email = `guest-${++visits}@people.example`;
    message = 'Al the best';
    /** The newest form that the browser has received. */
    form: Form = { address: '', fields: {} };
    /** True after the browser has received the giver's page. */
    hasArrived = false;
    /** Text of the newest page. */
    text = '';

    /** Sends a request, which may be lost on its way. Returns null if the browser receives no answer. */
    async #send(loss: Loss, address: string, form?: Record<string, string>): Promise<Seen | null> {
      if (loss === 'to the site') return null;
      t.interference =
        loss === 'to the service'
          ? { before: () => false }
          : loss === 'from the service'
            ? { after: ({ method }) => method !== 'PUT' }
            : {};
      const seen = await this.who.open(address, form, loss === 'to the browser');
      t.interference = {};
      if (loss === 'to the browser') return null;
      if (/Nothing (has been|was) given/.test(seen.text)) assert.deepEqual(await gifts(this.email), [], seen.text);
      return seen;
    }

    async #receive(seen: Seen | null): Promise<void> {
      this.text = seen ? `${seen.status} ${seen.text}` : this.text;
      if (seen?.status === 303) {
        const page = await this.who.follow(seen);
        assert.match(page.text, /You are giving this/);
        this.hasArrived = true;
      } else if (seen) {
        this.form = giveFormIn(seen.html) ?? formIn(seen.html) ?? this.form;
      }
    }

    async open(loss: Loss): Promise<void> {
      await this.#receive(await this.#send(loss, give()));
    }

    async press(loss: Loss): Promise<void> {
      const isChange = 'gift-of' in this.form.fields;
      const typed = { giver_email: this.email, message: this.message, ...(isChange && { act: 'change' }) };
      await this.#receive(await this.#send(loss, this.form.address, { ...this.form.fields, ...typed }));
    }
  }

  for (let part = 1; part <= PARTS; part++)
    it(`leads to exactly one gift, which its giver finds again, and nobody else (${part} of ${PARTS})`, async () => {
      await fc.assert(
        fc.asyncProperty(visit, async ({ isMember, steps }) => {
          const visitor = new Visitor();
          if (isMember) await visitor.who.signIn('stranger');
          await visitor.open('none');
          const copy = visitor.form;
          for (const { act, loss } of steps) {
            if (visitor.hasArrived) break;
            if (act === 'correct') visitor.message += '!';
            else await (act === 'press' ? visitor.press(loss) : visitor.open(loss));
          }
          // In the end, all answers arrive. The guest presses the button of the form, and then of the offered change.
          for (let tries = 0; tries < 2 && !visitor.hasArrived; tries++) await visitor.press('none');
          assert.ok(visitor.hasArrived, visitor.text);
          const [gift, ...others] = await gifts(visitor.email);
          assert.deepEqual(others, []);
          const link = new RegExp(`gift-of=${gift?.id}`);
          assert.match((await visitor.who.open(`${list.path}?giving=1`)).html, link);
          const thief = new Guest(site());
          const typed = { giver_email: visitor.email, message: visitor.message };
          const stolen = await thief.open(copy.address, { ...copy.fields, ...typed });
          assert.notEqual(stolen.status, 303);
          assert.doesNotMatch(stolen.html, link);
          assert.doesNotMatch((await thief.open(give())).html, link);
          assert.equal((await gifts(visitor.email)).length, 1);
        }),
        { numRuns: VISITS },
      );
    });
});
