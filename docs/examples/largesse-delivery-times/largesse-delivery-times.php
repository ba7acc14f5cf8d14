<?php
/**
 * Plugin Name:       Delivery times for Largesse
 * Description:       Shows on each wish how long its shop takes to deliver.
 * Version:           1.0.0
 * Requires at least: 6.5
 * Requires PHP:      8.1
 * Requires Plugins:  largesse
 * License:           GPL-2.0-or-later
 *
 * An example of an add-on. Set the days of each shop with
 * `wp option update delivery_times_days '{"shop.example":3}' --format=json`.
 *
 * @package LargesseDeliveryTimes
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'largesse_wish_fields', 'largesse_delivery_times_add_field', 10, 2 );

/**
 * Adds the delivery time to a wish. The card, the mail to the giver and exports show it.
 *
 * @param array<string, array{label: string, text: string}> $fields Fields by name.
 * @param array<string, mixed>                              $item   Public fields of the wish.
 * @return array<string, array{label: string, text: string}>
 */
function largesse_delivery_times_add_field( array $fields, array $item ): array {
	$days = (array) get_option( 'delivery_times_days', array() );
	$shop = (string) wp_parse_url( (string) $item['url'], PHP_URL_HOST );
	if ( isset( $days[ $shop ] ) ) {
		$fields['delivery'] = array(
			'label' => __( 'Delivery', 'largesse-delivery-times' ),
			/* translators: %d: a number of days. */
			'text'  => sprintf( _n( '%d day', '%d days', (int) $days[ $shop ], 'largesse-delivery-times' ), (int) $days[ $shop ] ),
		);
	}
	return $fields;
}
