<?php
/**
 * Form about a circle.
 *
 * @var array{action: string, hidden: array<string, string>} $form      Address and hidden fields.
 * @var list<array<string, mixed>>                           $fields    Data of `html/field`.
 * @var string                                               $button    Text of the button.
 * @var bool                                                 $is_quiet  Whether the button is less important than
 *      others.
 * @var string                                               $about     Name of a person or circle for screen readers;
 *      may be empty.
 *
 * @version 16f8bf4b
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
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
