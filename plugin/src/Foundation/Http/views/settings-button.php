<?php
/**
 * Section of the settings with a button.
 *
 * @var string $id       Id of the section.
 * @var string $title    Heading.
 * @var string $text     Explanation.
 * @var string $label    Text of the button or link; '' for none.
 * @var string $url      Address of a link in place of the button; '' for none.
 * @var string $form_url Address of the form.
 * @var string $action   Name of the button, and action of the nonce.
 * @var string $nonce    Name of the field with the nonce.
 * @var list<array{kind: string, role: string, texts: list<string>}> $results See SettingsButton::result().
 *
 * @version 85c0bafb
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section id="<?php echo esc_attr( $id ); ?>" aria-labelledby="<?php echo esc_attr( "{$id}-title" ); ?>">
	<h2 id="<?php echo esc_attr( "{$id}-title" ); ?>"><?php echo esc_html( $title ); ?></h2>
	<p><?php echo esc_html( $text ); ?></p>
	<?php if ( '' !== $url ) : ?>
		<p><a class="button" href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $label ); ?></a></p>
	<?php elseif ( '' !== $label ) : ?>
		<form action="<?php echo esc_url( $form_url ); ?>" method="post">
			<?php
			wp_nonce_field( $action, $nonce, false );
			submit_button( $label, 'secondary', $action );
			?>
		</form>
	<?php endif; ?>
	<?php if ( $results ) : ?>
		<ul>
			<?php foreach ( $results as $result ) : ?>
				<li class="notice notice-<?php echo esc_attr( $result['kind'] ); ?> inline">
					<div<?php if ( '' !== $result['role'] ) : ?> role="<?php echo esc_attr( $result['role'] ); ?>"<?php endif; ?>>
						<?php foreach ( $result['texts'] as $number => $paragraph ) : ?>
							<p><?php if ( 0 === $number && count( $result['texts'] ) > 1 ) : ?><strong><?php
								echo esc_html( $paragraph );
							?></strong><?php else : ?><?php echo esc_html( $paragraph ); ?><?php endif; ?></p>
						<?php endforeach; ?>
					</div>
				</li>
			<?php endforeach; ?>
		</ul>
	<?php endif; ?>
</section>
