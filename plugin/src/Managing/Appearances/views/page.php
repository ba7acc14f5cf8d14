<?php
/**
 * Page about wishes on several lists. It works without scripts.
 *
 * @var string                            $back_url Address of the registry's page.
 * @var string                            $title    Title of the registry, or name of the wish.
 * @var string                            $heading  Heading of the page.
 * @var string                            $hint     What the form does.
 * @var string                            $action   Address of the form.
 * @var array<string, string>             $hidden   Hidden fields by name.
 * @var string                            $field    Name of the checkboxes.
 * @var array<string, array<int, string>> $groups   Texts of the checkboxes by id, by heading; the heading may be empty.
 * @var list<int>                         $chosen   Ids of the ticked checkboxes.
 * @var string                            $message  Why the form was refused; may be empty.
 * @var string                            $button   Text of the button.
 * @var bool                              $has_form Whether there is something to choose.
 *
 * @version 5c3feafb
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'Back to the registry', 'largesse' ); ?></a></p>
<section class="largesse-mine__card" aria-labelledby="largesse-appearances-title">
	<h2 id="largesse-appearances-title"><?php echo esc_html( $heading ); ?></h2>
	<p dir="auto"><?php echo largesse_html( $title ); ?></p>
	<?php largesse_print_template( 'owners/form-result', array( 'said' => '', 'problem' => $message ) ); ?>
	<?php if ( $has_form ) : ?>
		<p class="largesse-mine__hint"><?php echo esc_html( $hint ); ?></p>
		<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>">
			<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
			<?php foreach ( $groups as $group => $choices ) : ?>
				<fieldset class="largesse-mine__choices"<?php
					echo '' === $group ? ' aria-labelledby="largesse-appearances-title"' : '';
				?>>
					<?php if ( '' !== $group ) : ?>
						<legend dir="auto"><?php echo largesse_html( (string) $group ); ?></legend>
					<?php endif; ?>
					<ul class="largesse-mine__found">
						<?php foreach ( $choices as $id => $text ) : ?>
							<li>
								<label><input type="checkbox" name="<?php echo esc_attr( $field ); ?>"
									value="<?php echo esc_attr( (string) $id ); ?>"<?php
									checked( in_array( $id, $chosen, true ) );
								?> autocomplete="off"> <span dir="auto"><?php echo largesse_html( $text ); ?></span></label>
							</li>
						<?php endforeach; ?>
					</ul>
				</fieldset>
			<?php endforeach; ?>
			<p class="largesse-mine__buttons">
				<button class="wp-element-button largesse-mine__button"><?php echo esc_html( $button ); ?></button>
			</p>
		</form>
	<?php else : ?>
		<p><?php esc_html_e( 'There is nothing to choose.', 'largesse' ); ?></p>
	<?php endif; ?>
</section>
