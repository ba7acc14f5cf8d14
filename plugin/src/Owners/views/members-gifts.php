<?php
/**
 * Gifts that a member gives on registries of other people.
 *
 * @var list<array<string, mixed>>|null $gifts The gifts; null if the service does not answer. A gift has `name`, `facts` (list of texts), `quantity`, `is_bought` and `url` (the gift's page).
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;

$link = __( 'See or change', 'largesse' );
?>
<section class="largesse-mine__list" aria-labelledby="largesse-giving">
	<h2 id="largesse-giving"><?php esc_html_e( 'Gifts you are giving', 'largesse' ); ?></h2>
	<?php if ( null !== $gifts ) : ?>
		<ul class="largesse-mine__cards">
			<?php foreach ( $gifts as $gift ) : ?>
				<li class="largesse-mine__card">
					<h3 class="largesse-mine__name" dir="auto"><?php Escape::echo_escaped( $gift['name'] ); ?></h3>
					<p class="largesse-mine__facts">
						<?php foreach ( $gift['facts'] as $fact ) : ?>
							<bdi><?php Escape::echo_escaped( $fact ); ?></bdi>
						<?php endforeach; ?>
						<?php if ( $gift['quantity'] > 1 ) : ?>
							<?php /* translators: %s: how many somebody gives of a wish, at least 2. */ ?>
							<span><?php echo esc_html( sprintf( __( 'You are giving %s of these.', 'largesse' ), number_format_i18n( $gift['quantity'] ) ) ); ?></span>
						<?php endif; ?>
						<span class="largesse-mine__badge"><?php echo $gift['is_bought'] ? esc_html__( 'Bought', 'largesse' ) : esc_html__( 'Not bought yet', 'largesse' ); ?></span>
					</p>
					<p class="largesse-mine__buttons">
						<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $gift['url'] ); ?>" aria-label="<?php Escape::echo_escaped( "{$link}: {$gift['name']}" ); ?>"><?php echo esc_html( $link ); ?></a>
					</p>
				</li>
			<?php endforeach; ?>
		</ul>
	<?php else : ?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'Your gifts cannot be shown right now, but they are not lost. Please try again in a minute.', 'largesse' ); ?></p>
	<?php endif; ?>
</section>
