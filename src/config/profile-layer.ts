import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Environment, Layer } from './layers.ts';
import { valueAt } from './layers.ts';
import { apiKeyOf, type Profile, readProfiles, requireProfile } from './profile-file.ts';

/** The profile in use. */
export interface UsedProfile {
  name: string;
  /** What names it. A flag wins over the environment, the others do not. */
  by: 'flag' | 'environment' | 'current';
  profile: Profile;
}

/**
 * The profile that the flag, `FERRYMAN_PROFILE` or `ferryman profile use` names. Throws
 * `CONFIG_INVALID`.
 */
export async function findProfile(
  environment: Environment,
  flag: string | undefined,
): Promise<UsedProfile | undefined> {
  const profiles = await readProfiles(environment);
  const named = flag ?? (environment.FERRYMAN_PROFILE || undefined);
  const name = named ?? profiles.current;
  if (name === undefined) return undefined;
  const by = flag !== undefined ? 'flag' : named !== undefined ? 'environment' : 'current';
  const sources = {
    flag: 'flag --profile',
    environment: 'variable FERRYMAN_PROFILE',
    current: '`ferryman profile use`',
  };
  return { name, by, profile: requireProfile(profiles, name, sources[by]) };
}

/**
 * The settings of a profile. None if a stronger layer names another service: the key of a profile
 * goes to no other address.
 * @param above the stronger layers
 */
export async function profileLayer(
  { name, by, profile }: UsedProfile,
  environment: Environment,
  above: readonly Layer[],
): Promise<Layer | undefined> {
  if (above.some(({ values }) => valueAt(values, ['client', 'url']) !== undefined)) {
    if (by === 'flag')
      throw new FerrymanError(
        'INVALID_REQUEST',
        'give either --profile or --api-url: each names a service',
      );
    return undefined;
  }
  const { url, caFile, output } = profile;
  const apiKey = await apiKeyOf(name, profile, environment);
  const client = {
    url,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(caFile === undefined ? {} : { caFile }),
    ...(output === undefined ? {} : { output }),
  };
  return { values: { client }, sourceOf: () => `profile ${name}` };
}
