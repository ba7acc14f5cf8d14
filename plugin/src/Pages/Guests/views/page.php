<?php
/**
 * Page of a feature for the guests of a registry, with entries and a form.
 *
 * @var string                     $title   Title of the registry; empty for none.
 * @var string                     $lead    Important sentence about the page; may be empty.
 * @var string                     $about   What the page is for; may be empty.
 * @var string                     $notice  Why a form was refused; may be empty.
 * @var string                     $told    What a form has done; may be empty.
 * @var list<string>               $address Lines of the delivery address; empty for none.
 * @var list<array<string, mixed>> $entries Data of `guests/entry`, without `action` and `act`.
 * @var string                     $action  Address of the forms.
 * @var string                     $act     Name of the buttons.
 * @var string                     $form    HTML of the form; may be empty.
 * @var array<string, string>      $links   Texts of links by address.
 *
 * @version f505ee65
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php if ( '' !== $title ) : ?>
		<h2 class="largesse-giver__name" dir="auto"><?php echo largesse_html( $title ); ?></h2>
	<?php endif; ?>
	<?php if ( '' !== $lead . $about ) : ?>
		<p><?php if ( '' !== $lead ) : ?><strong><?php echo esc_html( $lead ); ?></strong> <?php endif; ?><?php
			echo esc_html( $about );
		?></p>
	<?php endif; ?>
	<?php if ( '' !== $notice ) : ?>
		<p class="largesse-giver__trouble" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php elseif ( '' !== $told ) : ?>
		<div role="status"><p class="largesse-giver__told"><?php echo esc_html( $told ); ?></p></div>
	<?php endif; ?>
	<?php
	largesse_print_template( 'giving/delivery-address', array( 'lines' => $address ) );
	foreach ( $entries as $entry ) {
		largesse_print_template( 'guests/entry', $entry + array( 'action' => $action, 'act' => $act ) );
	}
	largesse_print_html( $form );
	?>
	<p class="largesse-giver__buttons"><?php largesse_print_template( 'http/links', array( 'links' => $links ) ); ?></p>
</div>
