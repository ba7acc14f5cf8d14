/* Needs a whole site: guests, owners and circles meet in one question, and no answer may say who asked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { openFormBrowser, type Seen } from '../wordpress/form-browser.ts';
import type { Caller } from '../wordpress/requests.ts';
import { COUNTED } from './mailing-site.ts';

type Values = Record<string, string>;

// rules: Questions
describe('questions without a name', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  /** Opens a browser whose pages have plain punctuation. The site encodes it, so that WordPress's filters keep it. */
  const browser = (who: Caller = 'nobody') => {
    const { send, press } = openFormBrowser(site(), who);
    const plain = (seen: Seen): Seen => ({
      ...seen,
      html: seen.html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
    });
    return {
      send: async (...sent: Parameters<typeof send>) => plain(await send(...sent)),
      press: async (...sent: Parameters<typeof press>) => plain(await press(...sent)),
    };
  };
  type Browser = ReturnType<typeof browser>;

  const page = ({ id }: Shown) => `/my-registries/?registry=${id}`;
  /** Sends the form of a guest about a wish. */
  const ask = async (who: Browser, of: Shown, question_text: string, item = of.items[0] ?? 0, from?: Seen) =>
    who.press(from ?? (await who.send(`${of.path}?ask=${item}`)), of.path, 'question_text', {
      question_text,
      ask: 'send',
    });
  /** Presses a button of a question as an owner. */
  const press = async (of: Shown, text: string, act: string, values: Values = {}, who = browser('owner')) =>
    who.press(await who.send(page(of)), page(of), text, { 'largesse-answer': act, ...values });
  const stored = ({ id }: Shown) =>
    run(
      `echo wp_json_encode( array_map( fn ( $one ) => $one->to_array(), Largesse\\Together\\Questions\\Questions::of_registry( $input ) ) );`,
      id,
    );
  /** Changes the time of all open questions, so that they appear now. */
  const tell = () =>
    run(
      `use Largesse\\Foundation\\Records\\Records;
      $past = time() - 1;
      foreach ( Records::all( 'question' ) as $one ) {
        if ( $one->time > 0 ) Records::replace( $one, $one->with( time: $past ) );
      }`,
    );
  const list = (draft = {}) => t.registry({ title: 'Ada’s list', ...draft }, [{ name: 'Kettle' }, { name: 'Cup' }]);

  it('reads the questions of a page once, whatever the number of wishes', async () => {
    const queries = async (wishes: number) => {
      const { id } = await t.registry(
        { title: 'Many' },
        Array.from({ length: wishes }, (_, n) => ({ name: `Cup ${n}` })),
      );
      return run(
        `$registry = get_post( $input[0] );
        get_userdata( (int) $registry->post_author );
        $before = $GLOBALS['wpdb']->num_queries;
        foreach ( range( 1, $input[1] ) as $item ) {
          apply_filters( 'largesse_wish_fields', array(), array( 'id' => $item ), $registry );
        }
        echo $GLOBALS['wpdb']->num_queries - $before;`,
        [id, wishes],
      );
    };
    assert.equal(await queries(12), await queries(2));
  });

  it('shows the answer of the owner on the wish, and never who asked', async () => {
    const of = await list();
    const guest = browser('stranger');
    const { status, html } = await ask(guest, of, 'Which size?');
    assert.equal(status, 303, html);
    const data = await stored(of);
    assert.match(data, /"text":"Which size\?","told":\d+,"answer":"","answered":0\}\]$/);
    assert.doesNotMatch(data, /stranger|127\.0\.0\.1/);
    // Neither the page nor the number nor a mail tells the owner when somebody asked.
    const number = async () => /\b1 question\b/.test((await browser('owner').send('/my-registries/')).html);
    assert.doesNotMatch((await browser('owner').send(page(of))).html, /Which size/);
    assert.equal(await number(), false);
    await tell();
    assert.equal(await number(), true);
    const owned = await browser('owner').send(page(of));
    assert.match(owned.html, /Which size\?/);
    assert.doesNotMatch(owned.html, /stranger/i);
    // Then guests see that somebody has asked, too. Owners cannot open the page of guests.
    assert.match((await browser().send(`${of.path}?ask=1`)).html, /Which size\?.*Not answered yet/s);
    assert.match((await browser('owner').send(`${of.path}?ask=1`)).html, /This page is for your guests/);
    assert.doesNotMatch((await browser().send(of.path)).html, /Which size/);

    const empty = await press(of, 'Which size?', 'answer', { answer_text: ' ' });
    assert.deepEqual([empty.status, /Write an answer/.test(empty.html)], [422, true]);
    assert.equal((await press(of, 'Which size?', 'answer', { answer_text: 'Two litres' })).status, 303);
    assert.match((await browser().send(of.path)).html, /<dt>Which size\?<\/dt>\s*<dd[^>]*>Two litres<\/dd>/);

    assert.equal((await press(of, 'Two litres', 'delete')).status, 303);
    assert.doesNotMatch((await browser().send(of.path)).html, /Two litres/);
  });

  it('does not show to anybody that somebody has asked, until the next nine o’clock', async () => {
    const of = await list();
    const addresses = [
      page(of),
      `${page(of)}&tab=share`,
      `${page(of)}&tab=settings`,
      '/my-registries/',
      ...['', '?ask=1', `?ask=${of.items[0]}`, '?giving=1', '?present=1', '?shares=1', '?calendar=1'].map(
        (query) => of.path + query,
      ),
    ];
    const RANDOM =
      /name="(?:_wpnonce|entry|token|mark|of|nonce|restNonce)"? ?(?:value=)?"[^"]*"|"(?:nonce|restNonce|tab)":"[^"]*"/g;
    const seen = async () => {
      const all: string[] = [];
      for (const who of ['owner', 'nobody', 'stranger'] as const)
        for (const address of addresses) {
          const { status, html } = await browser(who).send(address);
          all.push(`${who} ${address} ${status} ${html.replaceAll(RANDOM, '')}`);
        }
      const exported = `echo wp_json_encode( Largesse\\Services::get( Largesse\\Together\\Questions\\QuestionPrivacy::class )->export( $input ) );`;
      return [...all, await run(exported, site().users.owner.email)];
    };
    const before = await seen();
    for (const text of ['First?', 'Second?', 'Third?']) assert.equal((await ask(browser(), of, text)).status, 303);
    assert.deepEqual(await seen(), before);
    const times = await run(
      `$times = array_column( Largesse\\Foundation\\Records\\Records::all( 'question', registry: $input ), 'time' );
       echo count( array_unique( $times ) );`,
      of.id,
    );
    assert.equal(times, '1');
    await tell();
    assert.notDeepEqual(await seen(), before);
  });

  it('asks once for a form that is sent twice, and takes three questions of a visitor about a wish in a day', async () => {
    const of = await list();
    const guest = browser();
    const form = await guest.send(`${of.path}?ask=${of.items[0]}`);
    const twice = await Promise.all([1, 2].map(() => ask(guest, of, 'First?', of.items[0], form)));
    assert.deepEqual(
      twice.map(({ status }) => status),
      [303, 303],
    );
    await ask(guest, of, 'Second?');
    await ask(guest, of, 'Third?');
    const fourth = await ask(guest, of, 'Fourth?');
    assert.deepEqual([fourth.status, /asked a lot of questions/.test(fourth.html)], [429, true]);
    assert.match(fourth.html, />Fourth\?<\/textarea>/);
    assert.equal((await ask(guest, of, 'About the cup?', of.items[1])).status, 303);
    // Nobody closes a wish for others.
    assert.equal((await ask(browser('stranger'), of, 'Mine?')).status, 303);
    assert.equal(JSON.parse(await stored(of)).length, 5);
    // Other visitors have asked as much as all visitors may ask in a day. Each further visitor still asks twice.
    await run(`${COUNTED} $counted( "questions on {$input}", array_fill( 0, 60, time() - 60 ) );`, of.id);
    const late = browser('invitee');
    const statuses = [];
    for (const text of ['Late?', 'Later?', 'Latest?']) statuses.push((await ask(late, of, text, of.items[1])).status);
    assert.deepEqual(statuses, [303, 303, 429]);
  });

  it('lets owners delete many questions with one press, twenty at a time', async () => {
    const of = await list();
    await run(
      `foreach ( range( 1, 23 ) as $n ) {
        $question = new Largesse\\Together\\Questions\\Question( wp_generate_uuid4(), (string) $input[1], "Junk {$n}?", time() - 1 );
        Largesse\\Foundation\\Records\\Records::change( 'question', $question->id, fn ( $now ) => $now->with( data: $question->to_array(), time: $question->told, registry: $input[0] ) );
      }`,
      [of.id, of.items[0]],
    );
    const shown = await browser('owner').send(page(of));
    assert.equal(shown.html.match(/>Junk \d+\?<\/label>/g)?.length, 20);
    assert.match(shown.html, />23<\/span>.*These are the first 20 questions/s);
    assert.equal((await browser().send(`${of.path}?ask=1`)).html.match(/Junk \d+/g)?.length, 20);
    const pressed = await press(of, 'Delete these 20 questions', 'delete-shown');
    assert.equal(pressed.status, 303);
    const rest = await browser('owner').send(page(of));
    assert.equal(rest.html.match(/>Junk \d+\?<\/label>/g)?.length, 3);
    assert.doesNotMatch(rest.html, /Delete these/);
  });

  it('refuses empty and long questions, other wishes, and lists that take no questions', async () => {
    const of = await list();
    const other = await list({ title: 'Other' });
    const guest = browser();
    // QuestionRules.test.php tests the rules.
    for (const text of [' ', 'x'.repeat(201)])
      assert.equal((await ask(guest, of, text)).status, 422, JSON.stringify(text));
    const from = await guest.send(`${of.path}?ask=1`);
    const foreign = { question_wish: String(other.items[0]), question_text: 'Whose?', ask: 'send' };
    assert.equal((await guest.press(from, of.path, 'question_text', foreign)).status, 422);
    const off = await browser('owner').send(page(of));
    const owner = browser('owner');
    await owner.press(off, page(of), 'Turn off questions');
    assert.equal((await guest.send(`${of.path}?ask=1`)).status, 404);
    assert.equal((await ask(guest, of, 'Still?', of.items[0], from)).status, 404);
    assert.equal(await stored(of), '[]');
  });

  it('cannot be answered or deleted by owners of another list', async () => {
    const of = await list();
    await ask(browser(), of, 'Which colour?');
    const [{ id }] = JSON.parse(await stored(of));
    const other = await list({ title: 'Other' });
    await ask(browser(), other, 'Other?');
    await tell();
    for (const act of ['answer', 'delete'])
      assert.equal((await press(other, 'Other?', act, { question: id, answer_text: 'Red' })).status, 409, act);
    assert.equal(JSON.parse(await stored(of))[0].answered, 0);
  });

  it('to people of a circle are answered by them or their guardians, for everybody in the circle', async () => {
    const [circle = '', ada = '', tim = ''] = JSON.parse(
      await run(
        `use Largesse\\Together\\Circles as C;
        $changes = Largesse\\Services::get( C\\CircleChanges::class );
        list( $owner, $invitee ) = array_map( fn ( $login ) => get_user_by( 'login', $login ), array( 'owner', 'invitee' ) );
        $id = $changes->create( $owner, C\\Circles::new_id(), 'Family', 'Ada' )->id;
        $changes->renew_link( $owner, $id );
        $changes->join( $invitee, new C\\JoinLink( $id, null ), 'Ben' );
        $circle = $changes->add_ward( $owner, $id, C\\Circles::new_id(), 'Tim' );
        echo wp_json_encode( array( $id, $circle->people[0]->id, $circle->people[2]->id ) );`,
      ),
    );
    const path = `/my-registries/?circle=${circle}`;
    const send = async (who: Caller, text: string, values: Values, form = '') => {
      const visitor = browser(who);
      return visitor.press(await visitor.send(path), path, form || text, values);
    };
    const asks = (person: string, question_words: string) => ({
      question_person: person,
      question_words,
      'largesse-circle-question': 'ask',
    });
    const seen = async (who: Caller) => (await browser(who).send(path)).html;
    for (const person of [ada, tim])
      assert.equal((await send('invitee', '', asks(person, `Size ${person}?`), `largesse-ask-${ada}`)).status, 303);
    // Who asks sees that the question waits. The person and the guardian learn of it later, also by mail.
    const { html } = await browser('invitee').send(`${path}&largesse-circle-question=${tim}`);
    assert.match(
      html,
      new RegExp(`Size ${tim}\\?</strong> Not answered yet.*Your question is waiting for an answer`, 's'),
    );
    assert.doesNotMatch(await seen('owner'), /Size/);
    /** Sends the mails of the queue. */
    const mailed = async () =>
      JSON.parse(
        await run(
          `use Largesse\\Foundation\\Records\\Records;
          $sent = array();
          add_filter( 'pre_wp_mail', static function ( $done, $mail ) use ( &$sent ) {
            $sent[] = array( (array) $mail['to'], $mail['subject'] );
            return true;
          }, 10, 2 );
          $sender = Largesse\\Services::get( Largesse\\Together\\Questions\\QuestionMailSender::class );
          foreach ( Records::all( 'mail' ) as $record ) {
            if ( 'person_question' === $record->data['kind'] && $record->time > time() ) {
              $sender->send( new Largesse\\QueuedMail( $record ) );
              Records::delete_all( 'limit' );
            }
          }
          echo wp_json_encode( $sent );`,
        ),
      );
    assert.deepEqual(await mailed(), []);
    await tell();
    const { email } = site().users.owner;
    assert.deepEqual(await mailed(), [
      [[email], 'A question to Ada'],
      [[email], 'A question to Tim'],
    ]);
    const answers = { 'largesse-circle-question': 'answer', question_words: '92' };
    assert.equal((await send('owner', `Size ${tim}?`, answers)).status, 303);
    assert.match(await seen('invitee'), new RegExp(`Size ${tim}\\?</strong> 92`));
    // Members cannot answer for others, and strangers see nothing.
    const forged = { 'largesse-circle-question': 'answer', question_words: 'Mine', question_person: ada };
    assert.equal((await send('invitee', '', forged, `largesse-ask-${ada}`)).status, 409);
    assert.doesNotMatch(await seen('stranger'), /Size/);
    const left = await run(
      `Largesse\\Services::get( Largesse\\Together\\Circles\\CircleChanges::class )->remove( get_user_by( 'login', 'owner' ), $input[0], $input[1] );
      echo count( Largesse\\Together\\Questions\\Questions::of_circle( $input[0] ) );`,
      [circle, tim],
    );
    assert.equal(left, '1');
  });
});
