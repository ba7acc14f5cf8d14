<?php
/**
 * Page on which guests share ideas, and announce gifts that are not on the list.
 *
 * @var string                     $title   Title of the registry.
 * @var string                     $notice  Result of a form; may be empty.
 * @var string                     $action  Address of the forms.
 * @var list<array<string, mixed>> $ideas   `name`, `url`, `note`, `author` and `state` (texts that may be empty), `may_give`, `may_return`, `may_delete`, `may_remove`, `clear` (label of the button that removes all ideas of the guest; may be empty), `person` (data of `html/field` for the giver's name; null if somebody already gives the idea), and `hidden` (hidden fields of the idea's form by name).
 * @var string                     $act     Name of the buttons.
 * @var string                     $give    Value of the button that gives an idea.
 * @var string                     $return  Value of the button for a guest who no longer gives an idea.
 * @var string                     $delete  Value of the button that deletes an idea.
 * @var string                     $remove  Value of a keeper's button that removes an idea.
 * @var string                     $clear   Value of a keeper's button that removes all ideas of a guest.
 * @var array<string, mixed>       $form    Data of `ideas/form`.
 * @var bool                       $is_open Whether the form is unfolded.
 * @var array<string, string>      $links   Texts of links by address.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<h2 class="largesse-giver__name" dir="auto"><?php Escape::echo_escaped( $title ); ?></h2>
	<p><?php esc_html_e( 'Do you know a good present that is not on the list, or do you already have one? Tell the other guests, so that nobody gives it twice. The people who get the presents can see these ideas only after the gifts have been revealed.', 'largesse' ); ?></p>
	<?php if ( '' !== $notice ) : ?>
		<p class="largesse-giver__trouble" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php endif; ?>
	<?php foreach ( $ideas as $idea ) : ?>
		<form class="largesse-giver__idea" method="post" action="<?php echo esc_url( $action ); ?>">
			<?php Template::print( 'html/hidden-fields', array( 'hidden' => $idea['hidden'] ) ); ?>
			<h3 class="largesse-giver__name" dir="auto"><?php Escape::echo_escaped( $idea['name'] ); ?></h3>
			<?php if ( '' !== $idea['note'] ) : ?>
				<p dir="auto"><?php Escape::echo_lines( $idea['note'] ); ?></p>
			<?php endif; ?>
			<?php if ( '' !== $idea['url'] ) : ?>
				<p><a href="<?php echo esc_url( $idea['url'] ); ?>" rel="nofollow noopener ugc"><?php echo esc_html( (string) wp_parse_url( $idea['url'], PHP_URL_HOST ) ); ?></a></p>
			<?php endif; ?>
			<p class="largesse-giver__state">
				<?php if ( '' !== $idea['author'] ) : ?>
					<?php /* translators: %s: name of a person. */ ?>
					<bdi><?php Escape::echo_escaped( str_replace( '%s', $idea['author'], __( 'From %s', 'largesse' ) ) ); ?></bdi>
				<?php endif; ?>
				<?php if ( '' !== $idea['state'] ) : ?>
					<span class="largesse-given is-bought"><bdi><?php Escape::echo_escaped( $idea['state'] ); ?></bdi></span>
				<?php endif; ?>
			</p>
			<?php
			if ( null !== $idea['person'] ) {
				Template::print( 'html/field', $idea['person'] );
			}
			?>
			<?php if ( $idea['may_give'] || $idea['may_return'] || $idea['may_delete'] || $idea['may_remove'] || '' !== $idea['clear'] ) : ?>
				<p class="largesse-giver__buttons">
					<?php if ( $idea['may_give'] ) : ?>
						<button class="wp-element-button largesse-giver__button" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $give ); ?>"><?php esc_html_e( 'I give this', 'largesse' ); ?></button>
					<?php endif; ?>
					<?php if ( $idea['may_return'] ) : ?>
						<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $return ); ?>"><?php esc_html_e( 'I don’t give it after all', 'largesse' ); ?></button>
					<?php endif; ?>
					<?php if ( $idea['may_delete'] ) : ?>
						<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $delete ); ?>"><?php esc_html_e( 'Delete', 'largesse' ); ?></button>
					<?php endif; ?>
					<?php if ( $idea['may_remove'] ) : ?>
						<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $remove ); ?>"><?php esc_html_e( 'Remove', 'largesse' ); ?></button>
					<?php endif; ?>
					<?php if ( '' !== $idea['clear'] ) : ?>
						<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $clear ); ?>"><?php echo esc_html( $idea['clear'] ); ?></button>
					<?php endif; ?>
				</p>
			<?php endif; ?>
		</form>
	<?php endforeach; ?>
	<details class="largesse-giver__fold"<?php echo $is_open ? ' open' : ''; ?>>
		<summary><?php esc_html_e( 'Add an idea or a gift', 'largesse' ); ?></summary>
		<div class="largesse-giver__inside"><?php Template::print( 'ideas/form', $form ); ?></div>
	</details>
	<p class="largesse-giver__buttons"><?php Template::print( 'http/links', array( 'links' => $links ) ); ?></p>
</div>
