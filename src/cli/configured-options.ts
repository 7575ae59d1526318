import type { FerrymanOptions } from '../compose.ts';
import type { Config } from '../config/config.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';

interface Needs {
  /** Signs: the keystores' password has to be configured, and is handed over only then. */
  signs: boolean;
  /**
   * Takes jobs in, or makes API keys for that: on a Postgres server the intake secret has to be
   * configured.
   */
  takesJobs?: boolean;
  /** Is one of several processes: both servers have to be configured. */
  shares: boolean;
}

/**
 * What the configuration says, as the library takes it, for a process of the given kind.
 * @throws `CONFIG_INVALID` with everything that such a process lacks
 */
export function configuredOptions(
  config: Config,
  logger: FerrymanOptions['logger'],
  { signs, shares, takesJobs = false }: Needs,
): FerrymanOptions {
  const { networks, dataFolder, databaseUrl, redisUrl, keystorePassword, intakeSecret, policy } =
    config;
  const faults: Fault[] = [];
  if (networks.kind === 'sandbox')
    faults.push({ pointer: '/router', message: 'no router and no chain is configured' });
  if (shares && databaseUrl === undefined)
    faults.push({ pointer: '/databaseUrl', message: `${apart} DATABASE_URL` });
  if (shares && redisUrl === undefined)
    faults.push({ pointer: '/redisUrl', message: `${apart} REDIS_URL` });
  if (signs && keystorePassword === undefined) {
    const message =
      'the keystores need one: set FERRYMAN_KEYSTORE_PASSWORD_FILE or FERRYMAN_KEYSTORE_PASSWORD';
    faults.push({ pointer: '/keystorePassword', message });
  }
  if (takesJobs && (shares || databaseUrl !== undefined) && intakeSecret === undefined) {
    const message =
      'intake jobs are signed, and this opens the keys in the journal: set FERRYMAN_INTAKE_SECRET_FILE, to the same secret everywhere';
    faults.push({ pointer: '/intakeSecret', message });
  }
  if (faults.length > 0 || networks.kind === 'sandbox') {
    const summary = faults.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
    throw new FerrymanError('CONFIG_INVALID', `this process lacks something: ${summary}`, {
      faults,
    });
  }
  const { url, ...router } = networks.router;
  return {
    dataFolder,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    ...(signs && keystorePassword !== undefined ? { keystorePassword } : {}),
    ...(intakeSecret === undefined ? {} : { intakeSecret }),
    router: { ...router, baseUrl: url },
    chains: networks.chains,
    policy,
    logger,
  };
}

const apart =
  'an embedded folder has one process, and processes of one role each need servers: set';
