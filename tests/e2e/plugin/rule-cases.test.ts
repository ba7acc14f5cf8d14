// Needs a whole site: WordPress's functions must agree with the rules of the service.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { brief, ruleCases } from '../../../contract/testing/rule-cases.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';

/*
 * Tests the rule cases that need WordPress. The unit tests of classes (plugin/src/**\/*.test.php) cover all other rule
 * cases.
 */

const { named, people, mailAddresses } = ruleCases;

/** PHP code that applies the plugin's rules to all cases, and prints the results of each group. */
const APPLY = `
use Largesse\\Registries\\Registry\\{ Roles, RegistryMeta };
use Largesse\\Foundation\\Service\\MailAddress;

wp_set_current_user( 1 );
$registry = get_post( wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'private', 'post_author' => 1 ) ) );
$store    = static fn ( string $key, string $stored ) => update_post_meta( $registry->ID, $key, wp_slash( $stored ) );
$user     = static function ( string $username, string $email, int $id = 1000 ): WP_User {
	$user       = new WP_User();
	$user->ID   = $id;
	$user->data = (object) array( 'ID' => $id, 'user_login' => $username, 'user_email' => $email );
	return $user;
};
$named    = static function ( $given ) use ( $registry, $store, $user ) {
	$store( RegistryMeta::INVITEES, json_encode( array( $given['entry'] ) ) );
	return Roles::of( $registry )->is_invitee( $user( $given['username'], $given['email'] ) );
};
$people   = static function ( $given ) use ( $registry, $store, $user ) {
	$store( RegistryMeta::OWNERS, $given['owners'] );
	$store( RegistryMeta::KEEPERS, $given['keepers'] );
	$people = Roles::of( $registry );
	$one    = $user( $given['username'], $given['email'], $given['isAuthor'] ? 1 : 1000 );
	return array( $people->is_owner( $one ), $people->is_keeper( $one ), $people->is_recipient( $one ) );
};
echo json_encode( array(
	'named'     => array_map( $named, $input['named'] ),
	'people'    => array_map( $people, $input['people'] ),
	'addresses' => array_map( MailAddress::of( ... ), $input['addresses'] ),
	'unchanged' => array_map( MailAddress::ascii( ... ), $input['unchanged'] ),
	'mailbox'   => Largesse\\People\\Mail\\MailLimits::mailbox( 'Ada+x@MÜLLER.example' ),
) );
`;

/** Texts that are no addresses, and an address whose domain is too long in ASCII. */
const unchanged = ['müller', '@müller', 'a@müller example', `a@${'ü'.repeat(99)}.example`];

describe('the plugin, in the cases that also apply to the API', () => {
  const site = openForSuite(openSite);
  let found: { named: boolean[]; people: boolean[][]; addresses: string[]; unchanged: string[]; mailbox: string };
  before(async () => {
    found = JSON.parse(
      await site.wordpress.run(APPLY, { named, people, unchanged, addresses: mailAddresses.map(({ typed }) => typed) }),
    );
  });

  for (const [index, { entry, username, email, isNamed }] of named.entries())
    it(`${isNamed ? 'gives' : 'denies'} ${username} (${email}) access if ${brief(entry)} is invited`, () =>
      assert.equal(found.named[index], isNamed));

  for (const [index, { name, owners, keepers, isOwner, isKeeper, isRecipient }] of people.entries())
    it(`${name}: owners ${brief(owners)}, keepers ${brief(keepers)}`, () =>
      assert.deepEqual(found.people[index], [isOwner, isKeeper, isRecipient]));

  for (const [index, { typed, ascii }] of mailAddresses.entries())
    it(`${ascii === null ? 'refuses' : 'accepts'} the mail address ${brief(typed)}`, () =>
      assert.equal(found.addresses[index], ascii ?? ''));

  // rules: Limits of mails
  it('knows the mailbox of an address with other letters', () =>
    assert.equal(found.mailbox, 'ada@xn--mller-kva.example'));

  it('leaves other texts unchanged', () => assert.deepEqual(found.unchanged, unchanged));
});
