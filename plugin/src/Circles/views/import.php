<?php
/**
 * Form that creates a circle from a file.
 *
 * @var array{action: string, hidden: array<string, string>} $form    Address and hidden fields.
 * @var array<string, mixed>                                 $field   Field with the member's name, for the template `html/field`.
 * @var string                                               $problem Problem of the file; empty for none.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-mine__form" method="post" enctype="multipart/form-data" action="<?php echo esc_url( $form['action'] ); ?>">
	<?php Template::print( 'html/form-fields', array( 'hidden' => $form['hidden'], 'fields' => array( $field ) ) ); ?>
	<div class="largesse-mine__field">
		<label for="largesse-circle-file"><?php esc_html_e( 'File of a circle', 'largesse' ); ?></label>
		<p class="largesse-mine__hint" id="largesse-circle-file-hint"><?php esc_html_e( 'People without an account are added, and you look after them. Invite all others again.', 'largesse' ); ?></p>
		<input type="file" id="largesse-circle-file" name="circle_file" accept=".json,application/json" required aria-describedby="largesse-circle-file-hint<?php echo '' === $problem ? '' : ' largesse-circle-file-problem'; ?>"<?php if ( '' !== $problem ) : ?> aria-invalid="true"<?php endif; ?>>
		<?php if ( '' !== $problem ) : ?>
			<p class="largesse-mine__error" id="largesse-circle-file-problem"><?php echo esc_html( $problem ); ?></p>
		<?php endif; ?>
	</div>
	<p class="largesse-mine__buttons"><button type="submit" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'Create the circle from the file', 'largesse' ); ?></button></p>
</form>
