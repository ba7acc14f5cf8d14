<?php
/**
 * Switch of a feature for one registry.
 *
 * @var string                $action  Address of the form.
 * @var array<string, string> $hidden  Hidden fields by name, among them the new position.
 * @var string                $heading Name of the feature.
 * @var string                $about   Description of the current position.
 * @var string                $button  Text of the button.
 *
 * @version 746d46ec
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>">
	<h4><?php echo esc_html( $heading ); ?></h4>
	<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<p class="largesse-mine__hint"><?php echo esc_html( $about ); ?></p>
	<p class="largesse-mine__buttons">
		<button type="submit"
			class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php
			echo esc_html( $button );
		?></button>
	</p>
</form>
