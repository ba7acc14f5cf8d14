<?php
// Made from contract/ by `npm run rules`: change it there.
declare( strict_types=1 );

namespace Largesse\Service;

/**
 * Translates what the API's contract names: states of affiliate links, and what forms tell people who break a rule.
 */
final class RuleTexts {

	/**
	 * Returns the states of an affiliate link with their names.
	 *
	 * @return array<string, string>
	 */
	public static function affiliate_statuses(): array {
		return array(
			'active'   => __( 'Active', 'largesse' ),
			'inactive' => __( 'Inactive', 'largesse' ),
			'expired'  => __( 'Expired', 'largesse' ),
			'none'     => __( 'None', 'largesse' ),
		);
	}

	/**
	 * Returns what forms tell people, by rule and field: the first that fits counts, and without fields it is for any.
	 * "%s" is the last number of the rule.
	 *
	 * @return list<array{rules: list<string>, fields: list<string>, text: string}>
	 */
	public static function messages(): array {
		return array(
			array(
				'rules'  => array( 'is required', 'must not be blank', 'must be at least 1 character' ),
				'fields' => array( 'title' ),
				'text'   => __( 'Enter a title.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is required', 'must not be blank', 'must be at least 1 character' ),
				'fields' => array( 'name' ),
				'text'   => __( 'Enter a name.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is required', 'must not be blank', 'must be at least 1 character' ),
				'fields' => array( 'url' ),
				'text'   => __( 'Enter the address of the product.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is required', 'must not be blank', 'must be at least 1 character' ),
				'fields' => array( 'invitee' ),
				'text'   => __( 'Enter a user name or an e-mail address.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must have %d to %d entries' ),
				'fields' => array( 'invitee' ),
				/* translators: %s: a number of people. */
				'text'   => __( 'Invite at most %s people at once.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be at most %d characters' ),
				'fields' => array(),
				/* translators: %s: a number of characters. */
				'text'   => __( 'This is too long: write at most %s characters.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must not contain NUL or unpaired surrogates' ),
				'fields' => array(),
				'text'   => __( 'There are characters in it that cannot be stored. Please type it again.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be an http or https address, without control characters', 'must be at least %d characters' ),
				'fields' => array(),
				'text'   => __( 'Enter an address on the web, such as https://shop.example/kettle.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be a date, YYYY-MM-DD' ),
				'fields' => array(),
				'text'   => __( 'Enter a date that exists in the calendar.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be greater than %d' ),
				'fields' => array( 'price' ),
				'text'   => __( 'Enter a price above zero, or leave the field empty.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is too large' ),
				'fields' => array( 'price' ),
				'text'   => __( 'Enter a lower price.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be %d or more' ),
				'fields' => array( 'quantity_needed', 'quantity_purchased' ),
				/* translators: %s: a number. */
				'text'   => __( 'Enter %s or more.', 'largesse' ),
			),
			array(
				'rules'  => array( 'is too large' ),
				'fields' => array( 'quantity_needed', 'quantity_purchased' ),
				'text'   => __( 'Enter a smaller number.', 'largesse' ),
			),
			array(
				'rules'  => array( 'must be a whole number' ),
				'fields' => array( 'quantity_needed', 'quantity_purchased' ),
				'text'   => __( 'Enter a whole number.', 'largesse' ),
			),
		);
	}
}
