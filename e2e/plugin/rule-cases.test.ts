import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../api/testing/suite.ts';
import { brief, ruleCases } from '../../contract/testing/rule-cases.ts';
import { openSite } from '../wordpress/site.ts';

/** Applies the plugin's code to all cases, and prints what comes of each, by group. */
const APPLY = `
use Largesse\\Api\\{ FieldRules, Rules };
use Largesse\\Registry\\{ Invitees, ItemOrder, People, RegistryMeta, RegistryTitle };

wp_set_current_user( 1 );
$registry = get_post( wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'private', 'post_author' => 1 ) ) );
$store    = static fn ( string $key, string $stored ) => update_post_meta( $registry->ID, $key, wp_slash( $stored ) );
$titled   = static function ( string $title ): WP_Post {
	return new WP_Post( (object) array( 'post_title' => $title, 'filter' => 'raw' ) );
};
$change   = static function ( string $method, array $listed, array $body ) use ( $registry, $store ): array {
	$store( RegistryMeta::INVITEES, json_encode( $listed ) );
	$request = new WP_REST_Request( $method, "/largesse/v1/registries/{$registry->ID}/invitees" );
	$request->set_header( 'Content-Type', 'application/json' );
	$request->set_body( json_encode( $body ) );
	return rest_do_request( $request )->get_data()['registry']['invitees'];
};
$user     = static function ( string $username, string $email, int $id = 1000 ): WP_User {
	$user       = new WP_User();
	$user->ID   = $id;
	$user->data = (object) array( 'ID' => $id, 'user_login' => $username, 'user_email' => $email );
	return $user;
};
$apply    = array(
	'fields'         => static fn ( $given ) => FieldRules::problem( $given['field'], 'invitee' === $given['field'] && is_string( $given['value'] ) ? FieldRules::trim( $given['value'] ) : $given['value'] ),
	'titles'         => static fn ( $given ) => array( RegistryTitle::encode( $given['typed'] ), RegistryTitle::of( $titled( $given['stored'] ) ) ),
	'storedTitles'   => static fn ( $given ) => RegistryTitle::of( $titled( $given['stored'] ) ),
	'links'          => static fn ( $given ) => 1 === preg_match( Rules::HTTP_ADDRESS, $given['link'] ),
	'added'          => static fn ( $given ) => $change( 'POST', $given['listed'], array( 'invitees' => $given['added'] ) ),
	'removed'        => static fn ( $given ) => $change( 'DELETE', $given['listed'], array( 'invitee' => $given['removed'] ) ),
	'named'          => static function ( $given ) use ( $registry, $store, $user ) {
		$store( RegistryMeta::INVITEES, json_encode( array( $given['entry'] ) ) );
		return Invitees::of( $registry )->contain( $user( $given['username'], $given['email'] ) );
	},
	'storedInvitees' => static function ( $given ) use ( $registry, $store ) {
		$store( RegistryMeta::INVITEES, $given['stored'] );
		return Invitees::entries_of( $registry );
	},
	'people'         => static function ( $given ) use ( $registry, $store, $user ) {
		$store( RegistryMeta::OWNERS, $given['owners'] );
		$store( RegistryMeta::KEEPERS, $given['keepers'] );
		$people = People::of( $registry );
		$one    = $user( $given['username'], $given['email'], $given['isAuthor'] ? 1 : 1000 );
		return array( $people->is_owner( $one ), $people->is_keeper( $one ), $people->is_recipient( $one ) );
	},
	'orders'         => static function ( $given ) use ( $registry, $store ) {
		$store( RegistryMeta::ITEM_IDS, preg_replace( '/\\{(\\d)\\}/', '$1', $given['stored'] ) );
		return ItemOrder::merge( ItemOrder::of( $registry->ID ), $given['active'] ? range( 1, $given['active'] ) : array() );
	},
);
$found    = array();
foreach ( $input as $group => $cases ) {
	$found[ $group ] = array_map( $apply[ $group ], $cases );
}
echo json_encode( $found );
`;

type Group = keyof typeof ruleCases;

describe('the plugin, in the cases that the API follows as well', () => {
  const site = openForSuite(openSite);
  let found: Record<Group, unknown[]>;
  before(async () => {
    found = JSON.parse(await site.wordpress.run(APPLY, ruleCases));
  });

  /** Compares what the plugin made of every case of a group with what is expected. */
  function compare<G extends Group>(
    group: G,
    name: (given: (typeof ruleCases)[G][number]) => string,
    expected: (given: (typeof ruleCases)[G][number]) => unknown,
  ): void {
    for (const [index, given] of ruleCases[group].entries())
      it(name(given), () => assert.deepEqual(found[group][index], expected(given)));
  }

  compare(
    'fields',
    ({ field, value, rule }) => `${rule === undefined ? 'takes' : 'refuses'} ${brief(value)} as ${field}`,
    ({ rule = null }) => rule,
  );
  compare(
    'titles',
    ({ typed, stored }) => `stores the title ${brief(typed)} as ${brief(stored)}, and gives it back`,
    ({ typed, stored }) => [stored, typed],
  );
  compare(
    'storedTitles',
    ({ stored, title }) => `takes the stored title ${brief(stored)} for ${brief(title)}`,
    ({ title }) => title,
  );
  compare(
    'links',
    ({ link, isTaken }) => `${isTaken ? 'takes' : 'refuses'} ${brief(link)} as an affiliate link`,
    ({ isTaken }) => isTaken,
  );
  compare(
    'added',
    ({ name }) => `${name}, where invitees are added`,
    ({ list }) => list,
  );
  compare(
    'removed',
    ({ name }) => `${name}, where an invitee is removed`,
    ({ list }) => list,
  );
  compare(
    'named',
    ({ entry, username, email, isNamed }) =>
      `${isNamed ? 'lets' : 'does not let'} ${username} (${email}) in where ${brief(entry)} is invited`,
    ({ isNamed }) => isNamed,
  );
  compare(
    'storedInvitees',
    ({ stored, invitees }) => `finds ${invitees.length} invitees in the list ${brief(stored)}`,
    ({ invitees }) => invitees,
  );
  compare(
    'people',
    ({ name, owners, keepers }) => `${name}: owners ${brief(owners)}, keepers ${brief(keepers)}`,
    ({ isOwner, isKeeper, isRecipient }) => [isOwner, isKeeper, isRecipient],
  );
  compare(
    'orders',
    ({ stored, active }) => `orders ${active} items by the list ${brief(stored)}`,
    ({ order }) => order,
  );
});
