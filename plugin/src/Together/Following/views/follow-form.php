<?php
/**
 * Form in which visitors enter their address to follow a list.
 *
 * @var string                $notice Message above the form; may be empty.
 * @var string                $title  Title of the registry.
 * @var string                $action Address of the form.
 * @var array<string, string> $hidden Hidden fields by name.
 * @var array<string, mixed>  $field  Data of `html/field`.
 * @var array<string, string> $links  Texts of links by address.
 *
 * @version 057095e1
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php if ( '' !== $notice ) : ?>
		<p class="largesse-giver__trouble" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php endif; ?>
	<h2 class="largesse-giver__name" dir="auto"><?php echo largesse_html( $title ); ?></h2>
	<p><?php esc_html_e( 'You get a mail when wishes are added, at most one a day. You don’t need an account, and you can stop at any time with a link in each mail.', 'largesse' ); ?></p>
	<form class="largesse-giver__form" method="post" action="<?php echo esc_url( $action ); ?>">
		<?php
		largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) );
		largesse_print_template( 'html/field', $field );
		?>
		<?php largesse_print_template( 'http/trap' ); ?>
		<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Follow this list', 'largesse' ); ?></button><?php
			largesse_print_template( 'http/links', array( 'links' => $links ) );
		?></p>
	</form>
	<p class="largesse-giver__state"><?php esc_html_e( 'We use the address for nothing else. The owner of the list does not learn that you follow it.', 'largesse' ); ?></p>
</div>
