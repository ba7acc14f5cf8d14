<?php
/**
 * List of a registry's gifts for its owners and keepers.
 *
 * @var string                    $back_url    Address of the page for managing the registry, or of the overview.
 * @var bool                      $may_edit    Whether the visitor may edit the registry.
 * @var string                    $title       Title of the registry.
 * @var string                    $said        Result of a form; may be empty.
 * @var string                    $explanation Why the page does not show everything yet; may be empty.
 * @var string                    $problem     Why there are no gifts; empty if the service answers.
 * @var array<string, mixed>|null $gifts       Data of `owners/gifts`; null if the service does not answer.
 * @var string                    $others      HTML of other features below the gifts.
 *
 * @version 74b59c25
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php echo $may_edit ? esc_html__( 'Back to the registry', 'largesse' ) : esc_html__( 'All my registries', 'largesse' ); ?></a></p>
<div class="largesse-mine__gifts">
	<header class="largesse-mine__head">
		<?php /* translators: %s: title of a registry. */ ?>
		<h2 class="largesse-mine__title" dir="auto"><?php echo largesse_html( str_replace( '%s', $title, __( 'Gifts: %s', 'largesse' ) ) ); ?></h2>
		<?php largesse_print_template( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
		<?php if ( '' !== $explanation ) : ?>
			<p class="largesse-mine__hint"><?php echo esc_html( $explanation ); ?></p>
		<?php endif; ?>
	</header>
	<?php
	if ( $gifts ) {
		largesse_print_template( 'owners/gifts', $gifts + array( 'others' => $others ) );
		largesse_print_html( $others );
	}
	?>
</div>
