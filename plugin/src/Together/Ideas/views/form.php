<?php
/**
 * Form with which guests add an idea.
 *
 * @var string                     $action  Address of the form.
 * @var array<string, string>      $hidden  Hidden fields by name.
 * @var list<array<string, mixed>> $fields  Data of `html/field`.
 * @var bool                       $is_open Whether the form is unfolded.
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<details class="largesse-giver__fold"<?php echo $is_open ? ' open' : ''; ?>>
	<summary><?php esc_html_e( 'Add an idea or a gift', 'largesse' ); ?></summary>
	<form class="largesse-giver__form largesse-giver__inside" method="post" action="<?php echo esc_url( $action ); ?>">
		<?php Template::print( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $fields ) ); ?>
		<?php Template::print( 'http/trap' ); ?>
		<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Add', 'largesse' ); ?></button></p>
	</form>
</details>
