<?php
/**
 * Form about a circle.
 *
 * @var array<string, mixed> $form     `action` (address) and `hidden` (fields by name); perhaps `field` or `fields`:
 *      data of `html/field`.
 * @var string               $button   Text of the button.
 * @var bool                 $is_quiet Whether the button is less important than others; true without a value.
 * @var string               $about    Name of a person or circle for screen readers; may be missing.
 *
 * @version 29f189a8
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

$fields     = $form['fields'] ?? array_filter( array( $form['field'] ?? null ) );
$is_quiet ??= true;
$about    ??= '';
?>
<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $form['action'] ); ?>">
	<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $form['hidden'], 'fields' => $fields ) ); ?>
	<p class="largesse-mine__buttons">
		<button type="submit"
			class="wp-element-button largesse-mine__button<?php echo $is_quiet ? ' largesse-mine__button--quiet' : ''; ?>"><?php
			echo largesse_html( $button );
		?><?php if ( '' !== $about ) : ?><span class="largesse-unseen"> <?php echo largesse_html( $about ); ?></span><?php
			endif;
		?></button>
	</p>
</form>
