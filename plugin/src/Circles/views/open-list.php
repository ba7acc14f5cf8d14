<?php
/**
 * Form with which visitors open one of their lists to a circle.
 *
 * @var array{action: string, hidden: array<string, string>} $form   Address and hidden fields.
 * @var array<int, string>                                   $lists  Titles of the lists by id.
 * @var array<string, string>                                $people Names of the people for whom the visitor acts, by id; the visitor is first.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<details class="largesse-mine__card largesse-mine__fold">
	<summary><span class="largesse-mine__label"><?php esc_html_e( 'Open a list to the circle', 'largesse' ); ?></span></summary>
	<div class="largesse-mine__folded">
		<p class="largesse-mine__hint"><?php esc_html_e( 'Everyone in the circle sees the list and can give something, like invited guests. You can close it again in the settings of the list.', 'largesse' ); ?></p>
		<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $form['action'] ); ?>">
			<?php Template::print( 'html/hidden-fields', array( 'hidden' => $form['hidden'] ) ); ?>
			<div class="largesse-mine__field">
				<label for="largesse-circle-list"><?php esc_html_e( 'List', 'largesse' ); ?></label>
				<select id="largesse-circle-list" name="list">
					<?php foreach ( $lists as $id => $title ) : ?>
						<option value="<?php echo esc_attr( (string) $id ); ?>"><?php Escape::echo_escaped( $title ); ?></option>
					<?php endforeach; ?>
				</select>
			</div>
			<?php if ( count( $people ) > 1 ) : ?>
				<div class="largesse-mine__field">
					<label for="largesse-circle-whose"><?php esc_html_e( 'Whose list is it?', 'largesse' ); ?></label>
					<select id="largesse-circle-whose" name="person">
						<?php foreach ( $people as $id => $name ) : ?>
							<option value="<?php echo esc_attr( (string) $id ); ?>"><?php Escape::echo_escaped( $name ); ?></option>
						<?php endforeach; ?>
					</select>
				</div>
			<?php else : ?>
				<?php Template::print( 'html/hidden-fields', array( 'hidden' => array( 'person' => (string) array_key_first( $people ) ) ) ); ?>
			<?php endif; ?>
			<p class="largesse-mine__buttons"><button type="submit" class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Open the list', 'largesse' ); ?></button></p>
		</form>
	</div>
</details>
