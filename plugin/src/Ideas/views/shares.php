<?php
/**
 * Wishes that guests give together.
 *
 * @var list<array<string, mixed>> $shared Shared wishes. Keys: `name`, `total` (a text), `part_url` (address at which guests give another part; may be empty) and `shares`. Keys of a share: `text`, `is_own`, `may_release`, `url` (address of the share's own page; may be empty), and `hidden` (hidden fields of the form by name).
 * @var list<string>               $address Lines of the delivery address for a guest with a share; empty for none.
 * @var string                     $action Address of the forms.
 * @var string                     $act    Name of the buttons.
 * @var string                     $delete Value of the button that deletes the visitor's own share.
 * @var string                     $release Value of the button that releases a share.
 * @var array<string, mixed>|null  $form   Data of `ideas/share-form`; null unless the site has refused the form.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<h3 class="largesse-giver__name" id="largesse-shares"><?php esc_html_e( 'Give a wish together', 'largesse' ); ?></h3>
<?php Template::print( 'giving/delivery-address', array( 'lines' => $address ) ); ?>
<?php foreach ( $shared as $wish ) : ?>
	<div class="largesse-giver__idea">
		<h4 class="largesse-giver__name" dir="auto"><?php Escape::echo_escaped( $wish['name'] ); ?></h4>
		<p><strong><?php echo esc_html( $wish['total'] ); ?></strong></p>
		<?php foreach ( $wish['shares'] as $share ) : ?>
			<p><bdi><?php Escape::echo_escaped( $share['text'] ); ?></bdi></p>
			<?php if ( $share['is_own'] || $share['may_release'] ) : ?>
				<form method="post" action="<?php echo esc_url( $action ); ?>">
					<?php Template::print( 'html/hidden-fields', array( 'hidden' => $share['hidden'] ) ); ?>
					<p class="largesse-giver__buttons">
						<?php if ( '' !== $share['url'] ) : ?>
							<a href="<?php echo esc_url( $share['url'] ); ?>" rel="nofollow"><?php esc_html_e( 'Extend it', 'largesse' ); ?></a>
						<?php endif; ?>
						<?php if ( $share['is_own'] ) : ?>
							<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $delete ); ?>"><?php esc_html_e( 'Take it back', 'largesse' ); ?></button>
						<?php else : ?>
							<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $release ); ?>"><?php esc_html_e( 'Release', 'largesse' ); ?></button>
						<?php endif; ?>
					</p>
				</form>
			<?php endif; ?>
		<?php endforeach; ?>
		<?php if ( '' !== $wish['part_url'] ) : ?>
			<p class="largesse-giver__buttons"><a class="wp-element-button largesse-giver__button largesse-giver__button--quiet" href="<?php echo esc_url( $wish['part_url'] ); ?>" rel="nofollow"><?php esc_html_e( 'Give a part', 'largesse' ); ?></a></p>
		<?php endif; ?>
	</div>
<?php endforeach; ?>
<?php
if ( null !== $form ) {
	Template::print( 'ideas/share-form', $form );
}
