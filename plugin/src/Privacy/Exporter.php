<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Giving\BoughtQuantities;
use Largesse\Giving\Surprise;
use Largesse\Invitations\InvitationStates;
use Largesse\Mail\MailOptOuts;
use Largesse\Registry\PeopleOnList;
use Largesse\Registry\PlaceholderAddress;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Store;
use Largesse\Registry\StoredLists;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Adds a person's registries, their items, and invitations to other people's registries to WordPress's export of
 * personal data (Tools > Export Personal Data).
 */
final class Exporter {

	/** Number of own registries that one request exports; each needs a call of the API. */
	private const PAGE = 5;

	public function __construct( private readonly Store $store ) {}

	/**
	 * Exports the registries of a person and their items. Returns an error if the service does not answer, because an
	 * incomplete export must not look complete.
	 *
	 * @param string $email E-mail address of the person.
	 * @param int    $page  Number of the page, from 1.
	 * @return array{data: list<array<string, mixed>>, done: bool}|WP_Error
	 */
	public function registries( string $email, int $page = 1 ): array|WP_Error {
		$data       = array();
		$registries = DataSubject::with_email( $email )->registries( self::PAGE, $page );
		foreach ( $registries as $registry ) {
			$items = $this->store->items->all( $registry->ID );
			// A site that never had an address of the service has no items. A site that lost the address may still have some.
			if ( is_wp_error( $items ) && ( 'api_not_configured' !== $items->get_error_code() || StoredLists::order( $registry->ID ) ) ) {
				/* translators: %s: why, a sentence. */
				return new WP_Error( 'largesse_export', sprintf( __( 'The items of the gift registries could not be read. %s', 'largesse' ), $items->get_error_message() ) );
			}
			$data[] = self::registry( $registry );
			foreach ( is_wp_error( $items ) ? array() : $items as $item ) {
				$data[] = self::item( $registry, $item );
			}
		}
		return array(
			'data' => $data,
			'done' => count( $registries ) < self::PAGE,
		);
	}

	/**
	 * Exports the invitations of a person.
	 *
	 * @param string $email E-mail address of the person.
	 * @param int    $page  Number of the page, from 1.
	 * @return array{data: list<array<string, mixed>>, done: bool}
	 */
	public function invitations( string $email, int $page = 1 ): array {
		$person = DataSubject::with_email( $email );
		$found  = $person->invitations( $page );
		$data   = array_map( static fn ( WP_Post $registry ) => self::invitation( $registry, $person ), $found['registries'] );
		return array(
			'data' => 1 === $page && MailOptOuts::has_opted_out( $email ) ? array( self::no_mails(), ...$data ) : $data,
			'done' => $found['done'],
		);
	}

	/**
	 * Exports that the person refuses invitations by mail.
	 *
	 * @return array<string, mixed>
	 */
	private static function no_mails(): array {
		return array(
			'group_id'    => 'largesse-invitations',
			'group_label' => __( 'Invitations to gift registries', 'largesse' ),
			'item_id'     => 'invitation-mails',
			'data'        => self::values( array( __( 'Mails', 'largesse' ) => __( 'No invitations by mail', 'largesse' ) ) ),
		);
	}

	/**
	 * Exports a registry of the person.
	 *
	 * @return array<string, mixed>
	 */
	private static function registry( WP_Post $registry ): array {
		$status   = get_post_status_object( $registry->post_status );
		$surprise = Surprise::of( $registry );
		return array(
			'group_id'    => 'largesse-registries',
			'group_label' => __( 'Gift registries', 'largesse' ),
			'item_id'     => "registry-{$registry->ID}",
			'data'        => self::values(
				array(
					__( 'Title', 'largesse' )      => esc_html( RegistryTitle::of( $registry ) ),
					__( 'Story', 'largesse' )      => $registry->post_content,
					__( 'Occasion', 'largesse' )   => esc_html( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) ),
					__( 'Date', 'largesse' )       => esc_html( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
					__( 'Names by which it is found', 'largesse' ) => esc_html( (string) get_post_meta( $registry->ID, RegistryMeta::NAMES, true ) ),
					__( 'Surprise', 'largesse' )   => esc_html( Surprise::label( $surprise->level ) ),
					__( 'Day of the reveal', 'largesse' ) => esc_html( $surprise->day ?? '' ),
					__( 'Visibility', 'largesse' ) => esc_html( $status ? $status->label : $registry->post_status ),
					__( 'Invitees', 'largesse' )   => esc_html( implode( ', ', PeopleOnList::entries_of( $registry ) ) ),
					__( 'Co-owners', 'largesse' )  => esc_html( implode( ', ', PeopleOnList::entries_of( $registry, RegistryMeta::OWNERS ) ) ),
					__( 'Keepers', 'largesse' )    => esc_html( implode( ', ', PeopleOnList::entries_of( $registry, RegistryMeta::KEEPERS ) ) ),
					__( 'Created', 'largesse' )    => $registry->post_date,
					__( 'Address', 'largesse' )    => (string) get_permalink( $registry ),
				)
			),
		);
	}

	/**
	 * Exports an item of the person's registry. Its affiliate link is the site's data, not theirs.
	 *
	 * @param array<string, mixed> $item The item.
	 * @return array<string, mixed>
	 */
	private static function item( WP_Post $registry, array $item ): array {
		$text              = static fn ( string $key ): string => is_scalar( $item[ $key ] ?? null ) ? (string) $item[ $key ] : '';
		$bought_quantities = BoughtQuantities::of( $registry, false );
		return array(
			'group_id'    => 'largesse-items',
			'group_label' => __( 'Items of gift registries', 'largesse' ),
			'item_id'     => 'item-' . (int) $item['id'],
			'data'        => self::values(
				array(
					__( 'Registry', 'largesse' )    => esc_html( RegistryTitle::of( $registry ) ),
					__( 'Name', 'largesse' )        => esc_html( $text( 'name' ) ),
					__( 'Description', 'largesse' ) => esc_html( $text( 'description' ) ),
					__( 'Shop', 'largesse' )        => esc_html( $text( 'retailer' ) ),
					__( 'Address', 'largesse' )     => esc_url_raw( PlaceholderAddress::visible_address( $item ) ),
					__( 'Picture', 'largesse' )     => esc_url_raw( $text( 'image_url' ) ),
					__( 'Price', 'largesse' )       => esc_html( $text( 'price' ) ),
					__( 'Wanted', 'largesse' )      => esc_html( $text( 'quantity_needed' ) ),
					__( 'Bought', 'largesse' )      => esc_html( $bought_quantities->is_surprise( $item ) ? $bought_quantities->text( $item ) : $text( 'quantity_purchased' ) ),
					__( 'Created', 'largesse' )     => esc_html( $text( 'created_at' ) ),
				)
			),
		);
	}

	/**
	 * Exports the entries of the person in someone's registry. The title is omitted unless the registry is shared.
	 *
	 * @return array<string, mixed>
	 */
	private static function invitation( WP_Post $registry, DataSubject $person ): array {
		$entries   = static fn ( string $key ): string => esc_html( implode( ', ', $person->entries_in( $registry, $key ) ) );
		$is_shared = in_array( $registry->post_status, Rules::REGISTRY_STATUSES, true );
		$invited   = $person->entries_in( $registry, RegistryMeta::INVITEES )[0] ?? null;
		$became    = null === $invited ? array() : InvitationStates::of( $registry, $invited );
		$time      = static fn ( ?int $time ): string => null === $time ? '' : (string) wp_date( 'Y-m-d H:i:s', $time );
		return array(
			'group_id'    => 'largesse-invitations',
			'group_label' => __( 'Invitations to gift registries', 'largesse' ),
			'item_id'     => "invitation-{$registry->ID}",
			'data'        => self::values(
				array(
					__( 'Registry', 'largesse' )    => $is_shared ? esc_html( RegistryTitle::of( $registry ) ) : __( 'A registry that is no longer shared', 'largesse' ),
					__( 'Mailed', 'largesse' )      => $time( $became[ InvitationStates::MAILED ] ?? null ),
					__( 'First visit', 'largesse' ) => $time( $became[ InvitationStates::HERE ] ?? null ),
					__( 'Invited as', 'largesse' )  => $entries( RegistryMeta::INVITEES ),
					__( 'Co-owner as', 'largesse' ) => $entries( RegistryMeta::OWNERS ),
					__( 'Keeper as', 'largesse' )   => $entries( RegistryMeta::KEEPERS ),
				)
			),
		);
	}

	/**
	 * Converts names and values to WordPress's format, without empty ones.
	 *
	 * @param array<string, string> $values HTML by name.
	 * @return list<array{name: string, value: string}>
	 */
	public static function values( array $values ): array {
		$data = array();
		foreach ( $values as $name => $value ) {
			if ( '' !== $value ) {
				$data[] = array(
					'name'  => $name,
					'value' => $value,
				);
			}
		}
		return $data;
	}
}
