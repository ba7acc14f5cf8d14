<?php
/**
 * Entry on a page for guests, with its buttons.
 *
 * @var string                $name    Heading; empty if the entry continues the one above.
 * @var list<string>          $texts   Paragraphs; empty ones are left out.
 * @var string                $state   Who gives it; may be empty.
 * @var array<string, string> $links   Texts of links by address.
 * @var array<string, mixed>|null $field Data of `html/field`; null for none.
 * @var array<string, string> $hidden  Hidden fields by name.
 * @var array<string, string> $buttons Texts of the buttons by value.
 * @var array<string, string> $asks    Questions before buttons, by their value.
 * @var string                $yes     Text of the button below a question.
 * @var bool                  $is_main Whether the first button is the main button.
 * @var string                $action  Address of the form.
 * @var string                $act     Name of the buttons.
 *
 * @version a333de44
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form class="<?php echo '' === $name ? 'largesse-giver__inside' : 'largesse-giver__idea'; ?>" method="post"
	action="<?php echo esc_url( $action ); ?>">
	<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<?php if ( '' !== $name ) : ?>
		<h3 class="largesse-giver__name" dir="auto"><?php echo largesse_html( $name ); ?></h3>
	<?php endif; ?>
	<?php foreach ( array_filter( $texts, 'strlen' ) as $text ) : ?>
		<p dir="auto"><?php echo nl2br( largesse_html( $text ) ); ?></p>
	<?php endforeach; ?>
	<?php if ( '' !== $state ) : ?>
		<p><span class="largesse-given is-bought"><bdi><?php echo largesse_html( $state ); ?></bdi></span></p>
	<?php endif; ?>
	<?php foreach ( $links as $url => $text ) : ?>
		<p><a href="<?php echo esc_url( $url ); ?>" rel="nofollow noopener ugc"><?php echo esc_html( $text ); ?></a></p>
	<?php endforeach; ?>
	<?php
	if ( null !== $field ) {
		largesse_print_template( 'html/field', $field );
	}
	?>
	<?php if ( array_diff_key( $buttons, $asks ) ) : ?>
		<p class="largesse-giver__buttons">
			<?php foreach ( array_diff_key( $buttons, $asks ) as $value => $text ) : ?>
				<button class="wp-element-button largesse-giver__button<?php
					echo $is_main && array_key_first( $buttons ) === $value ? '' : ' largesse-giver__button--quiet';
				?>"
					name="<?php echo esc_attr( $act ); ?>"
					value="<?php echo esc_attr( $value ); ?>"><?php echo esc_html( $text ); ?></button>
			<?php endforeach; ?>
		</p>
	<?php endif; ?>
	<?php foreach ( array_intersect_key( $buttons, $asks ) as $value => $text ) : ?>
		<details class="largesse-giver__fold">
			<summary><?php echo esc_html( $text ); ?></summary>
			<div class="largesse-giver__inside">
				<p><?php echo esc_html( $asks[ $value ] ); ?></p>
				<p class="largesse-giver__buttons">
					<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet"
						name="<?php echo esc_attr( $act ); ?>"
						value="<?php echo esc_attr( $value ); ?>"><?php echo esc_html( $yes ); ?></button>
				</p>
			</div>
		</details>
	<?php endforeach; ?>
</form>
