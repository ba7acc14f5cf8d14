<?php
/**
 * Creates the sample families in a new WordPress, with the data of `npm start` (tools/demo/sample-data.ts). Creates each
 * registry in the name of its owner, and each gift in the name of its giver. Throws if WordPress or the service refuses
 * a request.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace LargessePlayground;

use DateTimeImmutable;
use DateTimeZone;
use Largesse\Giving\Surprise;
use Largesse\Service\Client;
use Largesse\Services;
use RuntimeException;
use WP_REST_Request;

/** Returns the result of a call. Throws if the result is not an array. */
$must = static function ( mixed $result, string $about ): array {
	if ( ! is_array( $result ) ) {
		throw new RuntimeException( $about . ': ' . ( is_wp_error( $result ) ? $result->get_error_message() : 'no answer' ) );
	}
	return $result;
};

/** Returns the date that a rule computes from today, as YYYY-MM-DD. */
$day = static function ( array $rule ): string {
	$today = new DateTimeImmutable( 'today', new DateTimeZone( 'UTC' ) );
	if ( isset( $rule['days'] ) ) {
		return $today->modify( "{$rule['days']} days" )->format( 'Y-m-d' );
	}
	if ( isset( $rule['weekday'] ) ) {
		$ahead = ( $rule['weekday'] - (int) $today->format( 'w' ) + 7 ) % 7;
		return $today->modify( '+' . ( $ahead < 2 ? $ahead + 7 : $ahead ) . ' days' )->format( 'Y-m-d' );
	}
	$christmas_eve = $today->format( 'Y' ) . '-12-24';
	return $today->format( 'Y-m-d' ) > $christmas_eve ? ( (int) $today->format( 'Y' ) + 1 ) . '-12-24' : $christmas_eve;
};

$options = array(
	'registry_api_base_url'     => SERVICE,
	'registry_api_username'     => 'admin',
	'registry_api_app_password' => 'none is needed',
	'largesse_currency'         => 'EUR',
	'users_can_register'        => 1,
	'blogname'                  => 'Largesse',
	'blogdescription'           => 'Gift registries',
);
foreach ( $options as $name => $value ) {
	update_option( $name, $value );
}
foreach ( array( 'hello-world' => 'post', 'sample-page' => 'page' ) as $slug => $type ) {
	$sample = get_page_by_path( $slug, OBJECT, $type );
	if ( $sample ) {
		wp_delete_post( $sample->ID, true );
	}
}
if ( '' === get_option( 'permalink_structure' ) ) {
	$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' );
}
flush_rewrite_rules( false );

$users = array();
foreach ( embedded()['people'] as $person ) {
	$known  = username_exists( $person['username'] );
	$fields = array(
		'user_login'   => $person['username'],
		'user_email'   => "{$person['username']}@people.example",
		'display_name' => $person['displayName'],
		'role'         => $person['role'],
	);
	$id     = $known ? wp_update_user( array( 'ID' => $known ) + $fields ) : wp_insert_user( $fields + array( 'user_pass' => wp_generate_password( 40 ) ) );
	if ( is_wp_error( $id ) ) {
		throw new RuntimeException( esc_html( $id->get_error_message() ) );
	}
	$users[ $person['username'] ] = $id;
}
$names  = array_column( embedded()['people'], 'displayName', 'username' );
$client = Services::get( Client::class );

foreach ( embedded()['registries'] as $sample ) {
	wp_set_current_user( $users[ $sample['owner'] ] );
	$meta    = $sample['registry']['meta'];
	$request = new WP_REST_Request( 'POST', '/wp/v2/registries' );
	$request->set_body_params(
		array(
			'title'   => $sample['registry']['title'],
			'content' => $sample['registry']['story'],
			'status'  => $sample['registry']['status'],
			'meta'    => array_filter(
				array(
					'registry_event_type' => $meta['registry_event_type'] ?? null,
					'registry_event_date' => $day( $meta['registry_event_date'] ),
					'registry_invitees'   => wp_json_encode( $meta['registry_invitees'] ?? array() ),
					'registry_surprise'   => $meta['registry_surprise'] ?? null,
				)
			),
		)
	);
	$created = rest_do_request( $request );
	if ( 201 !== $created->get_status() ) {
		throw new RuntimeException( esc_html( wp_json_encode( $created->get_data() ) ) );
	}
	$registry = get_post( $created->get_data()['id'] );
	$ids      = array();
	foreach ( $sample['items'] as $wish ) {
		$fields = array_diff_key( $wish, array_flip( array( 'picture', 'gifts', 'isThere' ) ) );
		if ( isset( $wish['picture'] ) ) {
			$fields['image_url'] = content_url( "uploads/largesse-demo/{$wish['picture']}.svg" );
		}
		$item  = $must( $client->create_item( array( 'registry_id' => $registry->ID ) + $fields ), $wish['name'] )['data'];
		$ids[] = $item['id'];
		$gifts = $wish['gifts'] ?? array();
		if ( $wish['isThere'] ?? false ) {
			$gifts[] = array(
				'by'    => $sample['owner'],
				'state' => 'bought',
				'owner' => true,
			);
		}
		foreach ( $gifts as $gift ) {
			$id     = wp_generate_uuid4();
			$fields = array_diff_key( $gift, array_flip( array( 'by', 'isThanked' ) ) );
			$giver  = array(
				'item_id'       => $item['id'],
				'registry_id'   => $registry->ID,
				'secret'        => ! isset( $gift['owner'] ) && Surprise::of( $registry )->is_secret_now(),
				'giver_user_id' => $users[ $gift['by'] ] ?? null,
				'giver_name'    => isset( $gift['owner'] ) ? null : $names[ $gift['by'] ] ?? $gift['by'],
			);
			$must( $client->put_purchase( $id, $giver + $fields ), $wish['name'] );
			if ( $gift['isThanked'] ?? false ) {
				$must( $client->update_purchase( $id, array( 'thanked' => true ) ), $wish['name'] );
			}
		}
	}
	update_post_meta( $registry->ID, 'registry_item_ids', wp_json_encode( $ids ) );
}
