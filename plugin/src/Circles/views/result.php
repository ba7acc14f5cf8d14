<?php
/**
 * Result of a form about circles.
 *
 * @var string $said    Sentence about the result; empty for none.
 * @var string $problem Reason why the form was refused; empty if it was not refused.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;

if ( '' !== $said . $problem ) {
	Template::print(
		'owners/form-result',
		array(
			'text'       => '' === $problem ? $said : $problem,
			'is_trouble' => '' !== $problem,
		)
	);
}
