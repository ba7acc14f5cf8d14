<?php
/**
 * Forms with which owners record items that they already have. The forms work without scripts.
 *
 * @var array<array<string, mixed>> $owned         Wishes that the owners have: `id`, `name`, `quantity_had`.
 * @var array<array<string, mixed>> $open          Wishes that are still open: `id`, `name`.
 * @var string                      $action        Address of the forms.
 * @var array<string, string>       $hidden_return Hidden fields of the form that removes a record.
 * @var array<string, string>       $hidden_own    Hidden fields of the form that adds a record.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<noscript>
	<section class="largesse-mine__card" aria-labelledby="largesse-had">
		<h3 id="largesse-had"><?php esc_html_e( 'What you already have', 'largesse' ); ?></h3>
		<?php foreach ( $owned as $item ) : ?>
			<form method="post" action="<?php echo esc_url( $action ); ?>">
				<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden_return + array( 'item' => (string) $item['id'] ) ) ); ?>
				<p dir="auto"><?php Escape::echo_escaped( "{$item['name']}: " . number_format_i18n( $item['quantity_had'] ) ); ?></p>
				<button type="submit" class="wp-element-button largesse-mine__button largesse-mine__button--quiet" aria-label="<?php Escape::echo_escaped( __( 'We don’t have it after all', 'largesse' ) . ": {$item['name']}" ); ?>"><?php esc_html_e( 'We don’t have it after all', 'largesse' ); ?></button>
			</form>
		<?php endforeach; ?>
		<?php if ( $open ) : ?>
			<form method="post" class="largesse-mine__form" action="<?php echo esc_url( $action ); ?>">
				<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden_own ) ); ?>
				<p class="largesse-mine__field"><label for="largesse-had-item"><?php esc_html_e( 'Wish', 'largesse' ); ?></label>
					<select id="largesse-had-item" name="item">
						<?php foreach ( $open as $item ) : ?>
							<option value="<?php echo esc_attr( (string) $item['id'] ); ?>"><?php Escape::echo_escaped( $item['name'] ); ?></option>
						<?php endforeach; ?>
					</select>
				</p>
				<p class="largesse-mine__field"><label for="largesse-had-quantity"><?php esc_html_e( 'How many', 'largesse' ); ?></label>
					<input id="largesse-had-quantity" name="quantity" type="number" min="1" value="1">
				</p>
				<button type="submit" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'We have it', 'largesse' ); ?></button>
			</form>
		<?php endif; ?>
	</section>
</noscript>
