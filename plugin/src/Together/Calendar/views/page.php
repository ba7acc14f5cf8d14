<?php
/**
 * Page with the address of the member's calendar.
 *
 * @var string                $back_url Address of the page My registries.
 * @var string                $said     Sentence about the result of a form; may be empty.
 * @var string                $problem  Reason why a form was refused; may be empty.
 * @var string                $url      Address of the calendar; empty if there is none.
 * @var array<string, string> $links    Texts by address: links that open the calendar in a calendar program.
 * @var string                $action   Address of the forms.
 * @var array<string, string> $renew    Hidden fields of the form that creates an address.
 * @var array<string, string> $end      Hidden fields of the form that ends the calendar.
 *
 * @version a0e03036
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'All my registries', 'largesse' ); ?></a></p>
<section class="largesse-mine__card" aria-labelledby="largesse-calendar-title">
	<h2 id="largesse-calendar-title"><?php esc_html_e( 'Birthdays and days in your calendar', 'largesse' ); ?></h2>
	<?php Template::print( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	<p><?php esc_html_e( 'Your calendar program reads an address of this site about once a day. It gets the birthdays of your circles and the days of the lists that you may open, but never anything about gifts.', 'largesse' ); ?></p>
	<?php if ( '' !== $url ) : ?>
		<p class="largesse-mine__buttons">
			<?php foreach ( $links as $address => $text ) : ?>
				<a class="wp-element-button largesse-mine__button"
					href="<?php echo esc_url( $address ); ?>"><?php echo esc_html( $text ); ?></a>
			<?php endforeach; ?>
		</p>
		<div class="largesse-mine__field">
			<label for="largesse-calendar-address"><?php esc_html_e( 'Address for other calendar programs', 'largesse' ); ?></label>
			<input type="url" id="largesse-calendar-address" dir="ltr" value="<?php echo esc_url( $url ); ?>" readonly>
		</div>
		<p class="largesse-mine__hint"><?php esc_html_e( 'Everyone with this address can read your calendar. Renew it if it has reached somebody else.', 'largesse' ); ?></p>
	<?php endif; ?>
	<?php
	$forms = '' === $url
		? array( array( $renew, __( 'Create an address', 'largesse' ), true ) )
		: array(
			array( $renew, __( 'Renew the address', 'largesse' ), false ),
			array( $end, __( 'End the calendar', 'largesse' ), false ),
		);
	?>
	<?php foreach ( $forms as list( $hidden, $button, $is_first ) ) : ?>
		<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>">
			<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
			<p class="largesse-mine__buttons">
				<button type="submit" class="wp-element-button largesse-mine__button<?php
					echo $is_first ? '' : ' largesse-mine__button--quiet';
				?>"><?php echo esc_html( $button ); ?></button>
			</p>
		</form>
	<?php endforeach; ?>
</section>
