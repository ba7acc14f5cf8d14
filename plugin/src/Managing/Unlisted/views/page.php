<?php
/**
 * Page with the hidden and received wishes of a registry. It works without scripts.
 *
 * @var string                     $back_url   Address of the registry's page.
 * @var string                     $thanks_url Address of the list of gifts.
 * @var string                     $title      Title of the registry.
 * @var string                     $action     Address of the forms.
 * @var string                     $message    Why a form was refused; may be empty.
 * @var bool                       $is_done    Whether a change was just saved.
 * @var string                     $trouble    Why the site cannot read the list; may be empty.
 * @var array<string, mixed>       $take       Form that takes a wish off the list: `hidden` fields, `wishes` (names by
 *      id), the `chosen` id, name of the `field`, and name of the `button` with its values `received` and `hide`.
 * @var list<array<string, mixed>> $hidden     Hidden wishes: data of `unlisted/wish`.
 * @var list<array<string, mixed>> $received   Received wishes: data of `unlisted/wish`.
 * @var array<string, mixed>       $new        Form of a new hidden wish: `hidden` fields, `inputs`, and whether it
 *      `is_open`.
 * @var array<string, string>      $buttons    `name` of the buttons of a wish, and their values: `save`, `list`,
 *      `delete`.
 *
 * @version a6934f6b
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

$folders = array(
	'hidden'   => array( __( 'Hidden', 'largesse' ), __( 'Guests do not see these wishes.', 'largesse' ), $hidden ),
	'received' => array( __( 'Received', 'largesse' ), __( 'You have these already, so they are no longer on your list.', 'largesse' ), $received ),
);
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'Back to the registry', 'largesse' ); ?></a></p>
<h2><?php esc_html_e( 'Hidden and received wishes', 'largesse' ); ?></h2>
<p dir="auto"><?php echo largesse_html( $title ); ?></p>
<?php largesse_print_template( 'owners/form-result', array( 'said' => $is_done ? __( 'Your change is saved.', 'largesse' ) : '', 'problem' => $message ) ); ?>
<section class="largesse-mine__card" aria-labelledby="largesse-take">
	<h3 id="largesse-take"><?php esc_html_e( 'Move a wish here', 'largesse' ); ?></h3>
	<?php if ( '' !== $trouble ) : ?>
		<p class="largesse-mine__problem"><?php echo esc_html( $trouble ); ?></p>
	<?php elseif ( array() === $take['wishes'] ) : ?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'There are no wishes on your list.', 'largesse' ); ?></p>
	<?php else : ?>
		<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>">
			<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $take['hidden'] ) ); ?>
			<div class="largesse-mine__field">
				<label for="largesse-take-wish"><?php esc_html_e( 'Wish', 'largesse' ); ?></label>
				<select id="largesse-take-wish" name="<?php echo esc_attr( $take['field'] ); ?>">
					<?php foreach ( $take['wishes'] as $id => $name ) : ?>
						<option value="<?php echo esc_attr( (string) $id ); ?>"<?php selected( $id, $take['chosen'] ); ?>><?php
							echo largesse_html( $name );
						?></option>
					<?php endforeach; ?>
				</select>
			</div>
			<p class="largesse-mine__hint"><?php esc_html_e( 'Guests no longer see the wish. Gifts for it are kept, and their givers get a mail.', 'largesse' ); ?></p>
			<p class="largesse-mine__buttons">
				<button class="wp-element-button largesse-mine__button" name="<?php echo esc_attr( $take['button'] ); ?>"
					value="<?php echo esc_attr( $take['received'] ); ?>"><?php esc_html_e( 'We have received it', 'largesse' ); ?></button>
				<button class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
					name="<?php echo esc_attr( $take['button'] ); ?>"
					value="<?php echo esc_attr( $take['hide'] ); ?>"><?php esc_html_e( 'Hide it', 'largesse' ); ?></button>
			</p>
		</form>
	<?php endif; ?>
</section>
<?php foreach ( $folders as $folder => list( $heading, $hint, $wishes ) ) : ?>
	<section class="largesse-mine__card" aria-labelledby="<?php echo esc_attr( "largesse-folder-{$folder}" ); ?>">
		<h3 id="<?php echo esc_attr( "largesse-folder-{$folder}" ); ?>"><?php
			echo esc_html( $heading );
		?> <span class="largesse-mine__number"><?php echo esc_html( largesse_number( count( $wishes ) ) ); ?></span></h3>
		<p class="largesse-mine__hint"><?php echo esc_html( $hint ); ?><?php
			if ( 'received' === $folder ) :
				?> <a href="<?php echo esc_url( $thanks_url ); ?>"><?php esc_html_e( 'Whom to thank', 'largesse' ); ?></a><?php
			endif;
		?></p>
		<?php
		foreach ( $wishes as $wish ) {
			largesse_print_template(
				'unlisted/wish',
				array(
					'action'      => $action,
					'buttons'     => $buttons,
					'is_received' => 'received' === $folder,
				) + $wish
			);
		}
		?>
		<?php if ( 'hidden' === $folder ) : ?>
			<details class="largesse-mine__fold"<?php echo $new['is_open'] ? ' open' : ''; ?>>
				<summary><h4><?php esc_html_e( 'Add a hidden wish', 'largesse' ); ?></h4></summary>
				<form class="largesse-mine__form largesse-mine__folded" method="post" action="<?php echo esc_url( $action ); ?>"
					novalidate>
					<?php
					largesse_print_template(
						'html/form-fields',
						array( 'hidden' => $new['hidden'], 'fields' => $new['inputs'] )
					);
					?>
					<p class="largesse-mine__buttons">
						<button class="wp-element-button largesse-mine__button" name="<?php echo esc_attr( $buttons['name'] ); ?>"
							value="<?php echo esc_attr( $buttons['save'] ); ?>"><?php esc_html_e( 'Save wish', 'largesse' ); ?></button>
					</p>
				</form>
			</details>
		<?php endif; ?>
	</section>
<?php endforeach; ?>
