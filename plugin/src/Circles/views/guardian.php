<?php
/**
 * Form that asks a member to look after a person.
 *
 * @var string               $id   Id of the person.
 * @var array<string, mixed> $form Address and hidden fields, with `others`: names of the possible guardians by id.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;

$field = "largesse-circle-guardian-{$id}";
?>
<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $form['action'] ); ?>">
	<?php Template::print( 'html/hidden-fields', array( 'hidden' => $form['hidden'] ) ); ?>
	<div class="largesse-mine__field">
		<label for="<?php echo esc_attr( $field ); ?>"><?php esc_html_e( 'Who else could look after this person?', 'largesse' ); ?></label>
		<select id="<?php echo esc_attr( $field ); ?>" name="guardian">
			<?php foreach ( $form['others'] as $other => $name ) : ?>
				<option value="<?php echo esc_attr( (string) $other ); ?>"><?php Escape::echo_escaped( $name ); ?></option>
			<?php endforeach; ?>
		</select>
	</div>
	<p class="largesse-mine__buttons"><button type="submit" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'Ask', 'largesse' ); ?></button></p>
</form>
