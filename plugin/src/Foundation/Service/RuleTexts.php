<?php
// Made from contract/ by `npm run rules`: change it there.
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

/**
 * Translates the states of affiliate links, and the messages of forms for broken rules.
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
	 * Returns the messages of forms about broken rules. Forms show the first message that fits the rule and the field.
	 * A message without fields fits any field, and a rule without a limit fits any limit. "%s" stands for the limit.
	 *
	 * @return list<array{rules: list<array{0: string, 1?: int|string|list<string>}>, fields: list<string>, text: string}>
	 */
	public static function messages(): array {
		return array(
			array(
				'rules'  => array( array( 'required' ), array( 'not_blank' ), array( 'minLength', 1 ) ),
				'fields' => array( 'title' ),
				'text'   => __( 'Enter a title.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'required' ), array( 'not_blank' ), array( 'minLength', 1 ) ),
				'fields' => array( 'name' ),
				'text'   => __( 'Enter a name.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'required' ), array( 'not_blank' ), array( 'minLength', 1 ) ),
				'fields' => array( 'idea_name' ),
				'text'   => __( 'Enter a few words.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'required' ), array( 'not_blank' ), array( 'minLength', 1 ) ),
				'fields' => array( 'url' ),
				'text'   => __( 'Enter the address of the product.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'required' ), array( 'not_blank' ), array( 'minLength', 1 ), array( 'pattern' ) ),
				'fields' => array( 'invitee' ),
				'text'   => __( 'Enter a user name or an e-mail address.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'format', 'email' ) ),
				'fields' => array(),
				'text'   => __( 'Mails do not reach this address: before the @, use only letters from a to z, digits and signs.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'not_blank' ) ),
				'fields' => array(),
				'text'   => __( 'This text is invisible. Enter other text, or leave the field empty.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'maxItems' ) ),
				'fields' => array( 'invitee' ),
				/* translators: %s: a number of guests. */
				'text'   => __( 'Add at most %s guests at once.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'maxLength' ) ),
				'fields' => array(),
				/* translators: %s: a number of characters. */
				'text'   => __( 'This is too long: please use at most %s characters.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'clean_text' ) ),
				'fields' => array(),
				'text'   => __( 'This contains characters that cannot be stored. Please type it again.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'format', 'web-address' ), array( 'format', 'bare-address' ), array( 'format', 'two-slashes' ), array( 'minLength' ) ),
				'fields' => array(),
				'text'   => __( 'Enter an address on the web, such as https://shop.example/kettle.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'format', 'http-scheme' ) ),
				'fields' => array(),
				'text'   => __( 'This address does not open on the web. Enter an address that begins with https:// or http://.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'format', 'one-address' ) ),
				'fields' => array(),
				'text'   => __( 'This is more than one address, or it contains a space. Enter one address, without spaces.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'format', 'port-number' ) ),
				'fields' => array(),
				'text'   => __( 'No browser opens this address: the number after the colon is too high. Check the part before the first slash.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'format', 'host-name' ) ),
				'fields' => array(),
				'text'   => __( 'No browser opens this address. Check the part between // and the next slash.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'format', 'date' ) ),
				'fields' => array(),
				'text'   => __( 'Enter a date that exists in the calendar.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'exclusiveMinimum' ) ),
				'fields' => array( 'price' ),
				'text'   => __( 'Enter a price above zero, or leave the field empty.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'format', 'currency' ) ),
				'fields' => array(),
				'text'   => __( 'Enter the currency as three capital letters, such as EUR.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'maximum', 9007199254740991 ) ),
				'fields' => array( 'price' ),
				'text'   => __( 'Enter a lower price.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'minimum' ) ),
				'fields' => array( 'quantity_needed', 'quantity_purchased' ),
				/* translators: %s: a number. */
				'text'   => __( 'Enter %s or more.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'maximum', 9007199254740991 ) ),
				'fields' => array( 'quantity_needed', 'quantity_purchased' ),
				'text'   => __( 'Enter a smaller number.', 'largesse' ),
			),
			array(
				'rules'  => array( array( 'type', array( 'integer' ) ) ),
				'fields' => array( 'quantity_needed', 'quantity_purchased' ),
				'text'   => __( 'Enter a whole number.', 'largesse' ),
			),
		);
	}
}
