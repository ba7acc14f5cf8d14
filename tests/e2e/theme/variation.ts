import type { Site } from '../wordpress/site.ts';

/** Chooses a style variation for the site, like the site editor. */
export async function chooseVariation({ wordpress }: Pick<Site, 'wordpress'>, title: string): Promise<void> {
  await wordpress.run(
    `wp_set_current_user( 1 ); // WordPress assigns the theme to the post only for an administrator.
    $all = array_column( WP_Theme_JSON_Resolver::get_style_variations(), null, 'title' );
    $data = array_intersect_key( $all[ $input ], array_flip( array( 'version', 'settings', 'styles' ) ) );
    wp_update_post( wp_slash( array(
      'ID' => WP_Theme_JSON_Resolver::get_user_global_styles_post_id(),
      'post_content' => wp_json_encode( $data + array( 'isGlobalStylesUserThemeJSON' => true ) ),
    ) ) );`,
    title,
  );
}

/** Returns the titles of the style variations that WordPress offers. */
export async function variations({ wordpress }: Pick<Site, 'wordpress'>): Promise<string[]> {
  const titles = await wordpress.run(
    `echo wp_json_encode( array_column( WP_Theme_JSON_Resolver::get_style_variations(), 'title' ) );`,
  );
  return JSON.parse(titles);
}
