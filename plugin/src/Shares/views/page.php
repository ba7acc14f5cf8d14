<?php
/**
 * Page with the wishes that guests give together.
 *
 * @var string                     $title   Title of the registry.
 * @var string                     $notice  Result of a form; may be empty.
 * @var list<array<string, mixed>> $shared  Shared wishes. Keys: `name`, `total` (a text), `part_url` (address at which guests give another part; may be empty) and `shares`. Keys of a share: `text`, `is_own`, `may_release`, `url` (address of the share's own page; may be empty), and `hidden` (hidden fields of the form by name).
 * @var list<string>               $address Lines of the delivery address for a guest with a share; empty for none.
 * @var string                     $action  Address of the forms.
 * @var string                     $act     Name of the buttons.
 * @var string                     $delete  Value of the button that deletes the visitor's own share.
 * @var string                     $release Value of the button that releases a share.
 * @var array<string, mixed>|null  $form    Data of `shares/form`; null unless the site has refused the form.
 * @var array<string, string>      $links   Texts of links by address.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<h2 class="largesse-giver__name" dir="auto"><?php Escape::echo_escaped( $title ); ?></h2>
	<?php if ( '' !== $notice ) : ?>
		<p class="largesse-giver__trouble" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php endif; ?>
	<?php if ( ! $shared && null === $form ) : ?>
		<p><?php esc_html_e( 'Nobody has promised a part yet. To give an expensive wish together with others, choose it on the list, and promise a part of its price.', 'largesse' ); ?></p>
	<?php endif; ?>
	<?php Template::print( 'giving/delivery-address', array( 'lines' => $address ) ); ?>
	<?php foreach ( $shared as $wish ) : ?>
		<div class="largesse-giver__idea">
			<h3 class="largesse-giver__name" dir="auto"><?php Escape::echo_escaped( $wish['name'] ); ?></h3>
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
		Template::print( 'shares/form', $form );
	}
	?>
	<p class="largesse-giver__buttons"><?php Template::print( 'http/links', array( 'links' => $links ) ); ?></p>
</div>
