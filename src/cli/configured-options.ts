import type { Config } from '../config/config.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';
import type { FerrymanOptions } from '../ferryman-options.ts';

interface Needs {
  /** Signs: needs the keystores' password. Other processes do not get it. */
  signs: boolean;
  /** Accepts jobs or makes API keys: on a Postgres server it needs the intake secret. */
  takesJobs?: boolean;
  /** Is one of several processes: needs a Postgres and a Redis server. */
  shares: boolean;
}

/**
 * The library's options from the configuration, for a process with the given needs.
 * @throws `CONFIG_INVALID` with every missing setting
 */
export function configuredOptions(
  config: Config,
  logger: FerrymanOptions['logger'],
  { signs, shares, takesJobs = false }: Needs,
): FerrymanOptions {
  const {
    networks,
    dataFolder,
    databaseUrl,
    redisUrl,
    keystorePassword,
    intakeSecret,
    policy,
    guardPolicy,
    jobKeys,
    api,
    retention,
    treasury,
    signer,
    acceptedRisks,
  } = config;
  const faults: Fault[] = [];
  if (networks.kind === 'sandbox')
    faults.push({ pointer: '/router', message: 'no router and no chain is configured' });
  if (shares && databaseUrl === undefined)
    faults.push({ pointer: '/databaseUrl', message: `${separateProcesses} DATABASE_URL` });
  if (shares && redisUrl === undefined)
    faults.push({ pointer: '/redisUrl', message: `${separateProcesses} REDIS_URL` });
  if (signs && keystorePassword === undefined && signer.socket === undefined) {
    const message =
      'the keystores need a password: set FERRYMAN_KEYSTORE_PASSWORD_FILE or FERRYMAN_KEYSTORE_PASSWORD, or FERRYMAN_SIGNER_SOCKET if a signer of its own has them';
    faults.push({ pointer: '/keystorePassword', message });
  }
  if (takesJobs && (shares || databaseUrl !== undefined) && intakeSecret === undefined) {
    const message =
      'this secret opens the keys in the journal that verify intake jobs: set FERRYMAN_INTAKE_SECRET_FILE, to the same secret in every process';
    faults.push({ pointer: '/intakeSecret', message });
  }
  if (faults.length > 0 || networks.kind === 'sandbox') {
    const summary = faults.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
    throw new FerrymanError('CONFIG_INVALID', `settings are missing: ${summary}`, {
      faults,
    });
  }
  const { url, ...router } = networks.router;
  return {
    dataFolder,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    ...(signs && signer.socket === undefined && keystorePassword !== undefined
      ? { keystorePassword }
      : {}),
    ...(intakeSecret === undefined ? {} : { intakeSecret }),
    webhooks: config.webhooks,
    router: { ...router, baseUrl: url },
    chains: networks.chains,
    policy,
    guardPolicy,
    signer,
    // The API and the processes that track and recover have no business with it.
    asksSigner: signs || !shares,
    acceptedRisks,
    ...(jobKeys === undefined ? {} : { jobKeys }),
    ...(api.publicUrl === undefined ? {} : { publicUrl: api.publicUrl }),
    retention,
    treasury,
    logger,
    ...tracingOf(config),
  };
}

/** The library's option that turns traces on, if an endpoint is configured. */
export function tracingOf({ otlpEndpoint }: Config): Pick<FerrymanOptions, 'tracing'> {
  return otlpEndpoint === undefined ? {} : { tracing: { endpoint: otlpEndpoint } };
}

const separateProcesses =
  'only one process can use an embedded folder; processes of one role each need a server: set';
