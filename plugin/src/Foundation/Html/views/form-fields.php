<?php
/**
 * Content of a form: its hidden fields, and the fields that people fill in.
 *
 * @var array<string, string>      $hidden Hidden values by name.
 * @var list<array<string, mixed>> $fields Data of `html/field`, in order.
 *
 * @version e7f5c12e
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) );
foreach ( $fields as $field ) {
	largesse_print_template( 'html/field', $field );
}
