<?php
/**
 * Form with which guests promise a part of a wish's price.
 *
 * @var string                     $action  Address of the form.
 * @var array<string, string>      $hidden  Hidden fields by name.
 * @var string                     $select  Name of the field with the wish.
 * @var array<int, string>         $wishes  Texts of the wishes by id.
 * @var int                        $chosen  Id of the chosen wish; 0 for none.
 * @var string                     $problem Message about an invalid choice; may be empty.
 * @var list<array<string, mixed>> $fields  Data of `html/field`.
 * @var string                     $trap    Name of the field that people neither see nor hear, and that programs fill in.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-giver__form largesse-giver__inside" method="post" action="<?php echo esc_url( $action ); ?>" novalidate>
	<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<div class="largesse-field">
		<label for="largesse-share-item"><?php esc_html_e( 'Wish', 'largesse' ); ?></label>
		<select id="largesse-share-item" name="<?php echo esc_attr( $select ); ?>"<?php Template::print( 'html/attributes', array( 'attributes' => '' === $problem ? array() : array( 'aria-invalid' => 'true', 'aria-describedby' => 'largesse-share-item-problem' ) ) ); ?>>
			<?php foreach ( $wishes as $id => $text ) : ?>
				<option value="<?php echo esc_attr( (string) $id ); ?>"<?php selected( $id, $chosen ); ?>><?php Escape::echo_escaped( $text ); ?></option>
			<?php endforeach; ?>
		</select>
		<?php if ( '' !== $problem ) : ?>
			<p class="largesse-field__problem" id="largesse-share-item-problem"><?php echo esc_html( $problem ); ?></p>
		<?php endif; ?>
	</div>
	<?php
	foreach ( $fields as $field ) {
		Template::print( 'html/field', $field );
	}
	?>
	<p class="largesse-unseen" aria-hidden="true"><label><?php esc_html_e( 'Leave this empty', 'largesse' ); ?> <input type="text" name="<?php echo esc_attr( $trap ); ?>" value="" tabindex="-1" autocomplete="off"></label></p>
	<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Promise', 'largesse' ); ?></button></p>
</form>
