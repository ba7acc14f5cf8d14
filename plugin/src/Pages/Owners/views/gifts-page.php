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
 * @version 9503c2c5
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php echo $may_edit ? esc_html__( 'Back to the registry', 'largesse' ) : esc_html__( 'All my registries', 'largesse' ); ?></a></p>
<div class="largesse-mine__gifts">
	<header class="largesse-mine__head">
		<?php /* translators: %s: title of a registry. */ ?>
		<h2 class="largesse-mine__title" dir="auto"><?php Escape::echo_escaped( str_replace( '%s', $title, __( 'Gifts: %s', 'largesse' ) ) ); ?></h2>
		<?php Template::print( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
		<?php if ( '' !== $explanation ) : ?>
			<p class="largesse-mine__hint"><?php echo esc_html( $explanation ); ?></p>
		<?php endif; ?>
	</header>
	<?php
	if ( $gifts ) {
		Template::print( 'owners/gifts', $gifts + array( 'others' => $others ) );
		Template::print_html( $others );
	}
	?>
</div>
