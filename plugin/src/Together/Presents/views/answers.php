<?php
/**
 * Suggestions of guests, with forms to accept, change or decline them.
 *
 * @var list<array<string, mixed>> $rows   Suggestions: `name`, and `facts`, `details`, `picture`, `url` and `host`
 *      (texts that may be empty), `hidden` fields, `inputs` (data of `html/field`), and whether the fields are unfolded
 *      (`is_open`).
 * @var string                     $action Address of the forms.
 * @var array<string, string>      $nonce  Hidden field of all forms.
 * @var array<string, string> $buttons `name` of the buttons, and their values: `accept`, `decline`.
 *
 * @version 3c0a2393
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card largesse-mine__suggested" aria-labelledby="largesse-suggested">
	<h2 id="largesse-suggested"><?php esc_html_e( 'Suggestions of guests', 'largesse' ); ?> <span class="largesse-mine__number"><?php
		echo esc_html( largesse_number( count( $rows ) ) );
	?></span></h2>
	<p class="largesse-mine__hint"><?php esc_html_e( 'Other guests see a suggestion only after you have accepted it.', 'largesse' ); ?></p>
	<?php foreach ( $rows as $row ) : ?>
		<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>" novalidate>
			<?php // Browsers press the first button when the Enter key is pressed in a field. ?>
			<button class="largesse-unseen" name="<?php echo esc_attr( $buttons['name'] ); ?>"
				value="<?php echo esc_attr( $buttons['accept'] ); ?>" tabindex="-1" aria-hidden="true"></button>
			<h3 dir="auto"><?php echo largesse_html( $row['name'] ); ?></h3>
			<?php if ( '' !== $row['facts'] . $row['host'] ) : ?>
				<p class="largesse-mine__hint">
					<?php echo largesse_html( $row['facts'] ); ?>
					<?php if ( '' !== $row['host'] ) : ?>
						<a href="<?php echo esc_url( $row['url'] ); ?>" rel="nofollow noopener noreferrer ugc"
							target="_blank"><?php echo largesse_html( $row['host'] ); ?></a>
					<?php endif; ?>
				</p>
			<?php endif; ?>
			<?php if ( '' !== $row['picture'] ) : ?>
				<?php // Loading the picture would tell a stranger’s server who looks at it, and when. ?>
				<p class="largesse-mine__hint"><?php esc_html_e( 'The guest found a picture on the shop’s page. If you accept, you and your guests see it:', 'largesse' ); ?> <a
					href="<?php largesse_print_address( $row['picture'] ); ?>" rel="nofollow noopener noreferrer ugc"
					target="_blank"><?php echo largesse_html( $row['picture'] ); ?></a></p>
			<?php endif; ?>
			<?php if ( '' !== $row['details'] ) : ?>
				<p dir="auto"><?php echo nl2br( largesse_html( $row['details'] ) ); ?></p>
			<?php endif; ?>
			<details class="largesse-mine__fold"<?php echo $row['is_open'] ? ' open' : ''; ?>>
				<summary><?php esc_html_e( 'Change', 'largesse' ); ?><span class="largesse-unseen"> <?php echo largesse_html( $row['name'] ); ?></span></summary>
				<div class="largesse-mine__folded"><?php
					$hidden = $nonce + $row['hidden'];
					largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $row['inputs'] ) );
				?></div>
			</details>
			<p class="largesse-mine__buttons">
				<button class="wp-element-button largesse-mine__button" name="<?php echo esc_attr( $buttons['name'] ); ?>"
					value="<?php echo esc_attr( $buttons['accept'] ); ?>"><?php echo esc_html_x( 'Accept', 'a suggestion', 'largesse' ); ?><span class="largesse-unseen"> <?php
					echo largesse_html( $row['name'] );
				?></span></button>
				<button class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
					name="<?php echo esc_attr( $buttons['name'] ); ?>"
					value="<?php echo esc_attr( $buttons['decline'] ); ?>"><?php esc_html_e( 'Decline', 'largesse' ); ?><span class="largesse-unseen"> <?php
					echo largesse_html( $row['name'] );
				?></span></button>
			</p>
		</form>
	<?php endforeach; ?>
</section>
