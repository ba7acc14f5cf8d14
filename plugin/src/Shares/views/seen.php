<?php
/**
 * Parts of wishes that guests have promised, on the page with the gifts of a registry.
 *
 * @var list<array<string, string>> $shares `name` of the wish, `amount` with its currency, and `who` (name of the guest; may be empty).
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<section aria-labelledby="largesse-shares">
	<h3 id="largesse-shares"><?php esc_html_e( 'Promised together', 'largesse' ); ?></h3>
	<ul>
		<?php foreach ( $shares as $share ) : ?>
			<li>
				<bdi><?php Escape::echo_escaped( $share['name'] ); ?></bdi> <?php echo esc_html( $share['amount'] ); ?>
				– <bdi><?php Escape::echo_escaped( '' === $share['who'] ? __( 'Somebody gives this', 'largesse' ) : str_replace( '%s', $share['who'], __( '%s gives this', 'largesse' ) ) ); ?></bdi>
			</li>
		<?php endforeach; ?>
	</ul>
</section>
