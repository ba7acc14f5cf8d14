<?php
/**
 * Tags in the head of a page, which describe the page to search engines and previews.
 *
 * @var list<array{string, string, string}> $tags Kind (`name` or `property`), name and value of each tag.
 *
 * @version 61ea7043
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php foreach ( $tags as list( $kind, $name, $content ) ) : ?>
<meta <?php echo esc_attr( $kind ); ?>="<?php echo esc_attr( $name ); ?>" content="<?php
	echo largesse_html( $content );
?>">
<?php endforeach; ?>
