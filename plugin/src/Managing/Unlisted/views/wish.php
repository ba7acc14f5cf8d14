<?php
/**
 * A hidden or received wish with its form.
 *
 * @var string                     $name        Name of the wish.
 * @var string                     $facts       Facts about the wish, separated by "·".
 * @var array<string, string>      $hidden      Hidden fields by name.
 * @var list<array<string, mixed>> $inputs      Data of `html/field`.
 * @var bool                       $is_open     Whether the form is open.
 * @var string                     $action      Address of the form.
 * @var array<string, string>      $buttons     `name` of the buttons, and their values: `save`, `list`, `delete`.
 * @var bool                       $is_received Whether it is a received wish.
 *
 * @version c36a76bb
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

?>
<details class="largesse-mine__fold"<?php echo $is_open ? ' open' : ''; ?>>
	<summary><h4 dir="auto"><?php echo largesse_html( $name ); ?></h4> <span class="largesse-mine__value"><?php
		echo largesse_html( $facts );
	?></span></summary>
	<form class="largesse-mine__form largesse-mine__folded" method="post" action="<?php echo esc_url( $action ); ?>"
		novalidate>
		<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $inputs ) ); ?>
		<p class="largesse-mine__buttons">
			<button class="wp-element-button largesse-mine__button" name="<?php echo esc_attr( $buttons['name'] ); ?>"
				value="<?php echo esc_attr( $buttons['save'] ); ?>"><?php esc_html_e( 'Save', 'largesse' ); ?></button>
			<button class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
				name="<?php echo esc_attr( $buttons['name'] ); ?>"
				value="<?php echo esc_attr( $buttons['list'] ); ?>"><?php $is_received ? esc_html_e( 'Put back on the list', 'largesse' ) : esc_html_e( 'Show it now', 'largesse' ); ?></button>
			<button class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
				name="<?php echo esc_attr( $buttons['name'] ); ?>"
				value="<?php echo esc_attr( $buttons['delete'] ); ?>"><?php esc_html_e( 'Delete', 'largesse' ); ?></button>
		</p>
	</form>
</details>
