<?php
/**
 * Promises for one list.
 *
 * @var string                     $title  Title of the list.
 * @var string                     $url    Address of the list; empty if the giver cannot open it.
 * @var string                     $when   Day of the list; empty for none.
 * @var list<array<string, mixed>> $gifts  Promises: `name`; `picture` (address, empty for none; null if the wish was
 *      removed); `facts` (texts); `changed` (note about a wish that has changed; may be empty); `badge` (state in
 *      words); `shop` (address that leads to the shop; may be empty); `url` (page on which the giver changes it; empty
 *      if the giver cannot open it); `state` (`hidden` fields and text of the `button` that changes the state; null for
 *      none); `back` (hidden fields of the form that gives it back; null if another page does this);
 *      `undo` (text of this form instead of the usual texts; may be empty).
 * @var string                     $action Address of the forms.
 *
 * @version 30c34926
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-giver__list">
	<h2 class="largesse-giver__name"
		dir="auto"><?php if ( '' !== $url ) : ?><a href="<?php echo esc_url( $url ); ?>"><?php
		echo largesse_html( $title );
	?></a><?php else : ?><?php echo largesse_html( $title ); ?><?php endif; ?></h2>
	<?php if ( '' !== $when ) : ?>
		<p><?php echo esc_html( $when ); ?></p>
	<?php endif; ?>
	<?php foreach ( $gifts as $gift ) : ?>
		<div class="largesse-giver__idea">
			<?php
			if ( null !== $gift['picture'] && '' !== $gift['picture'] ) {
				largesse_print_template( 'html/picture', array( 'address' => $gift['picture'] ) );
			}
			?>
			<h3 class="largesse-giver__name" dir="auto"><?php echo largesse_html( $gift['name'] ); ?></h3>
			<?php if ( $gift['facts'] ) : ?>
				<p><bdi><?php echo largesse_html( implode( ' · ', $gift['facts'] ) ); ?></bdi></p>
			<?php endif; ?>
			<?php if ( '' !== $gift['changed'] ) : ?>
				<p class="largesse-giver__trouble" dir="auto"><?php echo largesse_html( $gift['changed'] ); ?></p>
			<?php endif; ?>
			<p>
				<span class="largesse-given<?php echo null !== $gift['state'] ? '' : ' is-bought'; ?>"><?php
					echo esc_html( $gift['badge'] );
				?></span>
			</p>
			<?php if ( $gift['state'] ) : ?>
				<form method="post" action="<?php echo esc_url( $action ); ?>">
					<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $gift['state']['hidden'] ) ); ?>
					<p class="largesse-giver__buttons">
						<button class="wp-element-button largesse-giver__button"><?php
							echo esc_html( $gift['state']['button'] );
						?><span class="largesse-unseen"> – <?php echo largesse_html( $gift['name'] ); ?></span></button>
					</p>
				</form>
			<?php endif; ?>
			<?php if ( '' !== $gift['shop'] || '' !== $gift['url'] ) : ?>
				<p class="largesse-giver__buttons">
					<?php if ( '' !== $gift['shop'] ) : ?>
						<a class="wp-element-button largesse-giver__button largesse-giver__button--quiet"
							href="<?php echo esc_url( $gift['shop'] ); ?>"
							rel="nofollow sponsored"><?php esc_html_e( 'Go to the shop', 'largesse' ); ?><span class="largesse-unseen"> – <?php
							echo largesse_html( $gift['name'] );
						?></span></a>
					<?php endif; ?>
					<?php if ( '' !== $gift['url'] ) : ?>
						<a class="wp-element-button largesse-giver__button largesse-giver__button--quiet"
							href="<?php echo esc_url( $gift['url'] ); ?>"><?php esc_html_e( 'See or change', 'largesse' ); ?><span class="largesse-unseen"> – <?php
							echo largesse_html( $gift['name'] );
						?></span></a>
					<?php endif; ?>
				</p>
			<?php endif; ?>
			<?php if ( $gift['back'] ) : ?>
				<details class="largesse-giver__fold">
					<summary><?php echo esc_html( '' === $gift['undo'] ? __( 'I can’t give it after all', 'largesse' ) : $gift['undo'] ); ?><span class="largesse-unseen"> – <?php
						echo largesse_html( $gift['name'] );
					?></span></summary>
					<form class="largesse-giver__inside" method="post" action="<?php echo esc_url( $action ); ?>">
						<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $gift['back'] ) ); ?>
						<?php if ( '' === $gift['undo'] ) : ?>
							<p><?php esc_html_e( 'Then somebody else can give it.', 'largesse' ); ?></p>
						<?php endif; ?>
						<p class="largesse-giver__buttons">
							<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet"><?php
								echo esc_html( '' === $gift['undo'] ? __( 'Yes, I can’t give it', 'largesse' ) : $gift['undo'] );
							?><span class="largesse-unseen"> – <?php echo largesse_html( $gift['name'] ); ?></span></button>
						</p>
					</form>
				</details>
			<?php endif; ?>
		</div>
	<?php endforeach; ?>
</section>
