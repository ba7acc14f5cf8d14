<?php
/**
 * Content of a form: its hidden fields, and the fields that people fill in.
 *
 * @var array<string, string>      $hidden Hidden values by name.
 * @var list<array<string, mixed>> $fields Data of `html/field`, in order.
 *
 * @version 4383d7f4
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;

Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) );
foreach ( $fields as $field ) {
	Template::print( 'html/field', $field );
}
