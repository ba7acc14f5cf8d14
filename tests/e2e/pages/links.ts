import type { Site } from '../wordpress/site.ts';

/** Creates and revokes links to a registry. */
export interface Links {
  /** Creates a family link, and revokes the earlier family link of the registry. */
  family(registry: number): Promise<string>;
  revoke(registry: number): Promise<void>;
  personal(registry: number, address: string): Promise<string>;
}

/** Returns functions that create links to registries of a site. */
export function linksOn(site: Site): Links {
  const run = (code: string, input: unknown) =>
    site.wordpress.run(`use Largesse\\Together\\Invitations as I; ${code}`, input);
  return {
    family: (registry) =>
      run(
        'I\\FamilyLink::replace( get_post( $input ), I\\FamilyLink::url( get_post( $input ) ) ); echo I\\FamilyLink::url( get_post( $input ) );',
        registry,
      ),
    revoke: async (registry) => void (await run('I\\FamilyLink::revoke( get_post( $input ) );', registry)),
    personal: (registry, address) =>
      run('echo I\\PersonalLink::url( get_post( $input[0] ), $input[1] );', [registry, address]),
  };
}

export function keyIn(link: string): string {
  return new URL(link).searchParams.get('open') ?? '';
}
