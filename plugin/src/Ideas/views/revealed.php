<?php
/**
 * Revealed ideas of guests, on the page with the gifts of a registry.
 *
 * @var list<array<string, mixed>> $ideas Ideas as the service returns them for owners.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<section aria-labelledby="largesse-ideas">
	<h3 id="largesse-ideas"><?php esc_html_e( 'Ideas of your guests', 'largesse' ); ?></h3>
	<ul>
		<?php foreach ( $ideas as $idea ) : ?>
			<li>
				<bdi><?php Escape::echo_escaped( $idea['name'] ); ?></bdi>
				<?php if ( (string) $idea['author_name'] !== '' ) : ?>
					(<bdi><?php Escape::echo_escaped( $idea['author_name'] ); ?></bdi>)
				<?php endif; ?>
				<?php if ( null !== $idea['state'] ) : ?>
					– <bdi><?php Escape::echo_escaped( (string) $idea['giver_name'] === '' ? __( 'Somebody gives this', 'largesse' ) : str_replace( '%s', $idea['giver_name'], __( '%s gives this', 'largesse' ) ) ); ?></bdi>
				<?php endif; ?>
			</li>
		<?php endforeach; ?>
	</ul>
</section>
