<?php
/**
 * Cards of registries or gifts on the page My registries.
 *
 * @var list<array<string, mixed>> $cards Cards: `name`, `facts` (texts), `badge` (visibility; may be empty), `links`
 *      (texts by address; the first one is the main button), perhaps `button` and `hidden` (text and hidden fields of a
 *      form).
 *
 * @version ae0a4a0f
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<ul class="largesse-mine__cards">
	<?php foreach ( $cards as $card ) : ?>
		<li class="largesse-mine__card">
			<h3 class="largesse-mine__name" dir="auto"><?php echo largesse_html( $card['name'] ); ?></h3>
			<p class="largesse-mine__facts">
				<?php foreach ( $card['facts'] as $fact ) : ?>
					<bdi><?php echo largesse_html( $fact ); ?></bdi>
				<?php endforeach; ?>
				<?php if ( '' !== $card['badge'] ) : ?>
					<span class="largesse-mine__badge"><?php echo esc_html( $card['badge'] ); ?></span>
				<?php endif; ?>
			</p>
			<p class="largesse-mine__buttons largesse-mine__buttons--row">
				<?php foreach ( $card['links'] as $url => $text ) : ?>
					<a class="wp-element-button largesse-mine__button<?php
						echo array_key_first( $card['links'] ) === $url ? '' : ' largesse-mine__button--quiet';
					?>"
						href="<?php echo esc_url( $url ); ?>"
						aria-label="<?php echo largesse_html( "{$text}: {$card['name']}" ); ?>"><?php echo esc_html( $text ); ?></a>
				<?php endforeach; ?>
			</p>
			<?php if ( isset( $card['button'] ) ) : ?>
				<form class="largesse-mine__buttons" method="post" action="<?php echo esc_url( largesse_my_registries_url() ); ?>">
					<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $card['hidden'] ) ); ?>
					<button class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
						aria-label="<?php echo largesse_html( "{$card['button']}: {$card['name']}" ); ?>"><?php
						echo esc_html( $card['button'] );
					?></button>
				</form>
			<?php endif; ?>
		</li>
	<?php endforeach; ?>
</ul>
