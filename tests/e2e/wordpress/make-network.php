<?php
/**
 * Turns a WordPress into a network with sites in folders. Follows the manual steps in WordPress's handbook: first
 * creates the network tables, then adds the constants to wp-config.php. $input is the address of the main site. The
 * address may have any port.
 *
 * Runs with WordPress loaded; the network exists from the next request on.
 */

require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/network.php';

global $wpdb;
foreach ( $wpdb->tables( 'ms_global' ) as $table => $prefixed ) {
	$wpdb->$table = $prefixed;
}
// A single site reads its address from a constant; a network reads addresses from the database.
$wpdb->query( $wpdb->prepare( "UPDATE $wpdb->options SET option_value = %s WHERE option_name IN ( 'siteurl', 'home' )", $input ) );
wp_cache_flush();

$domain = preg_replace( '~^http://~', '', $input );
install_network();
$made = populate_network( 1, $domain, 'admin@site.example', 'A network', '/', false );
if ( is_wp_error( $made ) ) {
	throw new RuntimeException( $made->get_error_message() );
}
$config = <<<'PHP'
define( 'MULTISITE', true );
define( 'SUBDOMAIN_INSTALL', false );
define( 'DOMAIN_CURRENT_SITE', '{domain}' );
define( 'PATH_CURRENT_SITE', '/' );
define( 'SITE_ID_CURRENT_SITE', 1 );
define( 'BLOG_ID_CURRENT_SITE', 1 );
// A network finds its sites by the address of the request. Code of tests runs without a request, so this condition sets
// the main site's address.
if ( '' === ( $_SERVER['REQUEST_URI'] ?? '' ) ) {
	$_SERVER['HTTP_HOST']   = DOMAIN_CURRENT_SITE;
	$_SERVER['REQUEST_URI'] = '/';
	$_SERVER['REMOTE_ADDR'] = '127.0.0.1';
}
PHP;
$file = ABSPATH . 'wp-config.php';
file_put_contents( $file, "<?php\n" . str_replace( '{domain}', $domain, $config ) . "\n?>" . file_get_contents( $file ) );
// Opcache compiles a changed file again only if the modification time differs by at least a second.
touch( $file, time() + 5 );
