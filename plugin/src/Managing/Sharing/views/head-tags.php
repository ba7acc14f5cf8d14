<?php
/**
 * Tags in the head of a page, which describe the page to search engines and previews.
 *
 * @var list<array{string, string, string}> $tags Kind (`name` or `property`), name and value of each tag.
 *
 * @version 20be1427
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<?php foreach ( $tags as list( $kind, $name, $content ) ) : ?>
<meta <?php echo esc_attr( $kind ); ?>="<?php echo esc_attr( $name ); ?>" content="<?php
	Escape::echo_escaped( $content );
?>">
<?php endforeach; ?>
