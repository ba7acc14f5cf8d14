<?php
/**
 * Result of a form about circles.
 *
 * @var string $said    What happened; empty for nothing.
 * @var string $problem Why the form was refused; empty for no reason.
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
