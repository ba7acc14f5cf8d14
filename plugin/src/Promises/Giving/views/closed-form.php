<?php
/**
 * Gift form for a guest who cannot access the list now. The form contains the guest's input, but no data of the list.
 *
 * @var string                    $notice Message above the form.
 * @var array<string, mixed>|null $change Data of `giving/giver-form` if the form has already made a gift; otherwise
 *      null.
 * @var array<string, mixed>|null $form   Data of `giving/gift-form`; null if the form has made a gift.
 *
 * @version 0325f421
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-give" aria-labelledby="largesse-give-title">
	<h2 class="largesse-give__name" id="largesse-give-title" tabindex="-1"><?php esc_html_e( 'Your gift', 'largesse' ); ?></h2>
	<p class="largesse-give__notice" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php
	largesse_print_template(
		$change ? 'giving/giver-form' : 'giving/gift-form',
		$change ? array( 'class' => 'largesse-give__form' ) + $change : $form
	);
	?>
</section>
