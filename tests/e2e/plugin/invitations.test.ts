// Needs a whole site: salts, cookies and accounts decide who opens a link.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { create } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';

/** State of an invitation. */
interface Known {
  asked: number | null;
  mailed: number | null;
  failed: number | null;
  here: number | null;
}

const LIST = ['Granny@family.example', 'invitee', 'uncle@family.example'];

// rules: Invitations
describe('links of a registry', () => {
  const site = openForSuite(() => openSite());

  /** Runs PHP with the registry in `$registry` and an input in `$with`; returns the result. */
  async function ask<T>(registry: number, code: string, given: unknown = null): Promise<T> {
    const answer = await site.wordpress.run(
      `use Largesse\\Together\\Invitations\\{FamilyLink, InvitationStates, LinkKey};
       $registry = get_post( $input['registry'] );
       $with     = $input['with'];
       echo wp_json_encode( ( static function () use ( $registry, $with ) { ${code} } )() );`,
      { registry, with: given },
    );
    return JSON.parse(answer);
  }
  const registry = (meta: Record<string, unknown> = { registry_invitees: JSON.stringify(LIST) }) =>
    create(site, 'owner', { meta });
  const newSalts = (isNew: boolean) => (isNew ? "add_filter( 'salt', static fn ( $salt ) => strrev( $salt ) );" : '');

  it('stop working after the site’s salts have changed', async () => {
    const id = await registry();
    await ask(id, 'FamilyLink::replace( $registry, FamilyLink::url( $registry ) );');
    const state = (salted: boolean) => ask<string>(id, `${newSalts(salted)} return FamilyLink::state( $registry );`);
    assert.deepEqual([await state(false), await state(true)], ['good', 'dead']);
  });

  it('disappear from a request, but parameters of other plugins stay', async () => {
    const read = async (query: string) =>
      JSON.parse(
        await site.wordpress.load(
          `use Largesse\\Together\\Invitations\\LinkKey;
           parse_str( $input, $_GET );
           $_REQUEST                  = $_GET;
           $_SERVER['REQUEST_METHOD'] = 'POST';
           $_POST                     = $_GET;
           $_SERVER['QUERY_STRING']   = $input;
           $_SERVER['REQUEST_URI']    = "/registry/ours/?$input";
           LinkKey::extract();
           $in_form = LinkKey::sent();
           $_POST   = array();
           echo wp_json_encode( array( LinkKey::sent(), $in_form, $_GET, $_REQUEST, $_SERVER['REQUEST_URI'], $_SERVER['QUERY_STRING'], defined( 'DONOTCACHEPAGE' ) ) );`,
          query,
        ),
      );
    const key = 'ab'.repeat(16);
    const left = { a: '1' };
    // SecretParameters.test.php has more spellings.
    assert.deepEqual(await read(`a=1&open=${key}`), [key, key, left, left, '/registry/ours/?a=1', 'a=1', true]);
    const other = { ...left, open: 'menu' };
    assert.deepEqual(await read('open=menu&a=1'), [
      '',
      '',
      other,
      other,
      '/registry/ours/?open=menu&a=1',
      'open=menu&a=1',
      false,
    ]);
  });

  it('keep the state of each invitation as long as it exists', async () => {
    const id = await registry();
    const known = (entry: string) => ask<Known>(id, 'return InvitationStates::of( $registry, $with );', entry);
    const note = (what: string, entry: string) =>
      ask(
        id,
        what === 'visit'
          ? 'InvitationStates::record_visit( $registry, $with );'
          : `InvitationStates::record( $registry, array( $with ), InvitationStates::${what} );`,
        entry,
      );
    const never = { asked: null, mailed: null, failed: null, here: null };
    await note('FAILED', 'granny@family.example');
    await note('MAILED, InvitationStates::FAILED', 'GRANNY@family.example');
    await note('visit', 'invitee');
    const granny = await known('granny@family.example');
    assert.deepEqual([typeof granny.mailed, granny.failed, granny.here], ['number', null, null]);
    const stored = await ask<string>(
      id,
      'return wp_json_encode( Largesse\\Foundation\\Records\\Records::read( InvitationStates::KIND, $registry->ID ) );',
    );
    assert.doesNotMatch(stored, /granny|uncle|invitee|@/i);
    const hash = (of: number) => ask<string>(of, 'return InvitationStates::id( $registry, $with );', 'invitee');
    assert.notEqual(await hash(id), await hash(await registry()), 'each registry may mail the same person');
    await note('visit', 'stranger@family.example');
    assert.deepEqual(await known('stranger@family.example'), never, 'was never invited');
    await ask(id, "update_post_meta( $registry->ID, 'registry_invitees', '[\"Granny@family.example\"]' );");
    await ask(id, 'update_post_meta( $registry->ID, \'registry_invitees\', \'["Granny@family.example","invitee"]\' );');
    assert.deepEqual(await known('invitee'), never, 'invited once more');
    assert.equal(typeof (await known('granny@family.example')).mailed, 'number');
  });
});
