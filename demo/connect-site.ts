import type { DemoPerson } from './people.ts';
import type { WordPress } from './wordpress/boot.ts';

/** Tells the site where the API is and as whom to call it, as its operator would under Settings → Largesse. */
export async function connectSite(wordpress: WordPress, apiUrl: string, admin: DemoPerson): Promise<void> {
  await wordpress.run('foreach ( $input as $name => $value ) { update_option( $name, $value, false ); }', {
    registry_api_base_url: apiUrl,
    registry_api_username: admin.username,
    registry_api_app_password: admin.applicationPassword,
  });
}
