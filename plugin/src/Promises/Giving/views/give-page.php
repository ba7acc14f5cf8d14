<?php
/**
 * Page on which a guest gives a wish: the wish and the gift form. If no piece is left, the page shows similar wishes.
 *
 * @var int                                                   $level     Heading level of the wish's name.
 * @var string                                                $back_url  Address of the list.
 * @var string                                                $name      Name of the wish.
 * @var string|null                                           $picture   Address of the picture, empty for none; null if
 *      the service does not answer.
 * @var string                                                $shop      Name of the shop; may be empty.
 * @var string                                                $price     Price with currency; empty for none.
 * @var array<string, array{label: string, text: string}>     $fields    Fields that other plugins add to the wish, by
 *      name.
 * @var string                                                $remaining HTML of `giving/remaining`; may be empty.
 * @var string                                                $notice    Message; may be empty.
 * @var string                                                $above     HTML of other features; may be empty.
 * @var string                                                $own_gift  HTML of `giving/own-gift`; may be empty.
 * @var list<array{name: string, price: string, url: string}> $similar   Open wishes of a similar price.
 * @var array<string, string>                                 $typed     Texts that the guest has typed, by field, to
 *      send with the button of a similar wish. If empty, similar wishes are links.
 * @var array<string, mixed>|null                             $change    Data of `giving/giver-form` if the form has
 *      already made a gift; otherwise null.
 * @var string                                                $part      HTML of the form with which the guest gives a
 *      part; empty if this is impossible.
 * @var bool                                                  $is_shared Whether guests have promised parts. Then the
 *      form for a part comes first.
 * @var array<string, mixed>|null                             $form      Data of `giving/gift-form`; null if the wish
 *      cannot be given.
 *
 * @version 5178b7af
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-give" aria-labelledby="largesse-give-title">
	<p class="largesse-give__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'Back to the list', 'largesse' ); ?></a></p>
	<div class="largesse-give__item">
		<?php
		if ( null !== $picture ) {
			largesse_print_template( 'html/picture', array( 'address' => $picture ) );
		}
		?>
		<div>
			<h<?php echo (int) $level; ?> class="largesse-give__name" id="largesse-give-title" tabindex="-1"
				dir="auto"><?php echo largesse_html( $name ); ?></h<?php echo (int) $level; ?>>
			<?php if ( '' !== $shop . $price ) : ?>
				<p class="largesse-give__line"><?php if ( '' !== $shop ) : ?><bdi><?php echo esc_html( $shop ); ?></bdi><?php
					endif;
				?><?php echo '' !== $shop && '' !== $price ? ' · ' : ''; ?><?php if ( '' !== $price ) : ?><bdi><?php
					echo esc_html( $price );
				?></bdi><?php endif; ?></p>
			<?php endif; ?>
			<?php if ( $fields ) : ?>
				<dl class="largesse-item__fields">
					<?php foreach ( $fields as $field ) : ?>
						<dt><?php echo largesse_html( $field['label'] ); ?></dt>
						<dd dir="auto"><?php echo largesse_html( $field['text'] ); ?></dd>
					<?php endforeach; ?>
				</dl>
			<?php endif; ?>
			<?php largesse_print_html( $remaining ); ?>
		</div>
	</div>
	<?php if ( '' !== $notice ) : ?>
		<p class="largesse-give__notice" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php endif; ?>
	<?php largesse_print_html( $above ); ?>
	<?php largesse_print_html( $own_gift ); ?>
	<?php if ( $similar ) : ?>
		<div class="largesse-give__similar">
			<p><?php esc_html_e( 'Would you like to give one of these instead?', 'largesse' ); ?></p>
			<ul role="list">
				<?php foreach ( $similar as $other ) : ?>
					<li>
						<?php if ( $typed ) : ?>
							<form method="post" action="<?php echo esc_url( $other['url'] ); ?>">
								<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $typed ) ); ?>
								<button type="submit"
									class="largesse-give__other"><bdi><?php echo largesse_html( $other['name'] ); ?></bdi><?php
									if ( '' !== $other['price'] ) :
										?> · <bdi><?php echo esc_html( $other['price'] ); ?></bdi><?php
									endif;
								?></button>
							</form>
						<?php else : ?>
							<a class="largesse-give__other" href="<?php echo esc_url( $other['url'] ); ?>"
								rel="nofollow"><bdi><?php echo largesse_html( $other['name'] ); ?></bdi><?php
								if ( '' !== $other['price'] ) :
									?> · <bdi><?php echo esc_html( $other['price'] ); ?></bdi><?php
								endif;
							?></a>
						<?php endif; ?>
					</li>
				<?php endforeach; ?>
			</ul>
		</div>
	<?php endif; ?>
	<?php if ( $change ) : ?>
		<?php largesse_print_template( 'giving/giver-form', array( 'class' => 'largesse-give__form' ) + $change ); ?>
	<?php endif; ?>
	<?php if ( $is_shared ) : ?>
		<?php largesse_print_html( $part ); ?>
	<?php endif; ?>
	<?php if ( $form && $is_shared ) : ?>
		<details class="largesse-give__fold"<?php echo '' === $notice ? '' : ' open'; ?>>
			<summary><?php esc_html_e( 'Give all of it', 'largesse' ); ?></summary>
			<?php largesse_print_template( 'giving/gift-form', $form ); ?>
		</details>
	<?php elseif ( $form ) : ?>
		<?php largesse_print_template( 'giving/gift-form', $form ); ?>
	<?php endif; ?>
	<?php if ( '' !== $part && ! $is_shared ) : ?>
		<details class="largesse-give__fold">
			<summary><?php esc_html_e( 'Give a part', 'largesse' ); ?></summary>
			<?php largesse_print_html( $part ); ?>
		</details>
	<?php endif; ?>
</section>
