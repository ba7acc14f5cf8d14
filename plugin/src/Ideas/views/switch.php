<?php
/**
 * Setting that lets guests share ideas for a registry.
 *
 * @var string                $action Address of the form.
 * @var array<string, string> $hidden Hidden fields by name, among them the new choice.
 * @var bool                  $is_on  Whether guests share ideas now.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<details class="largesse-mine__card largesse-mine__fold">
	<summary><h3><?php esc_html_e( 'Ideas of guests', 'largesse' ); ?></h3></summary>
	<form class="largesse-mine__folded" method="post" action="<?php echo esc_url( $action ); ?>">
		<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
		<p class="largesse-mine__hint"><?php echo $is_on ? esc_html__( 'Guests have a page on which they share ideas, and gifts that are not on your list. You can see their ideas after the gifts have been revealed.', 'largesse' ) : esc_html__( 'Guests have no page for ideas and for gifts that are not on your list.', 'largesse' ); ?></p>
		<p class="largesse-mine__buttons"><button type="submit" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php echo $is_on ? esc_html__( 'Turn off the page for ideas', 'largesse' ) : esc_html__( 'Turn on the page for ideas', 'largesse' ); ?></button></p>
	</form>
</details>
