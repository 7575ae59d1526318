import type { Logger } from 'pino';
import packageJson from '../../../package.json' with { type: 'json' };
import type { ApiDependencies } from '../../api/api-environment.ts';
import { createApi } from '../../api/create-api.ts';
import type { HttpListener } from '../../api/listen.ts';
import type { Config } from '../../config/config.ts';
import { describeConfig } from '../../config/describe-config.ts';
import { ensureFirstApiKey, type NewApiKey } from '../../executor/api-keys/create-api-key.ts';
import { keysToSeal } from '../../executor/api-keys/keys-to-seal.ts';
import type { Ferryman } from '../../ferryman.ts';
import type { IntakeAddress } from '../../queue/intake-address.ts';
import { dashboardFolder } from '../dashboard-folder.ts';

export interface Service {
  ferryman: Ferryman;
  apiUrl: string;
  /** Where BullMQ producers add their jobs. */
  intake: IntakeAddress;
  /** Only on the first start of a journal. */
  firstApiKey?: NewApiKey;
  close(): Promise<void>;
}

interface ServiceOptions {
  logger: Logger;
  /** Serves the API once everything runs. */
  http: HttpListener;
  /** Whether this process also executes swaps. Default: true; otherwise it only accepts them. */
  works?: boolean;
  /** Of each API key without a limit of its own. Default: that of `createApi`. */
  requestsPerMinute?: number;
  /** As in `ApiDependencies`. */
  publicUrl?: string;
  dashboard?: string;
  about?: NonNullable<ApiDependencies['about']>;
}

/** What a configuration says of the API, and the dashboard of this package. */
export function servedBy(
  config: Config,
): Pick<ServiceOptions, 'requestsPerMinute' | 'publicUrl' | 'dashboard' | 'about'> {
  const { requestsPerMinute, publicUrl } = config.api;
  const dashboard = dashboardFolder();
  return {
    requestsPerMinute,
    about: { version: packageJson.version, configuration: describeConfig(config) },
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(dashboard === undefined ? {} : { dashboard }),
  };
}

/** Keys of an earlier version, or of another secret, are refused until a person has sealed them. */
async function warnOfUnsealedKeys(ferryman: Ferryman, logger: Logger): Promise<void> {
  const keys = (await keysToSeal(ferryman)).map(({ key }) => key.id);
  if (keys.length === 0) return;
  logger.warn(
    { keys },
    'API keys without a seal are refused; `ferryman key seal` shows and seals them',
  );
}

/**
 * Starts the intake queue and the API, and by default the workers. Closes `ferryman` with them, or
 * if one of them does not start.
 */
export async function startService(
  ferryman: Ferryman,
  { works = true, logger, http, ...served }: ServiceOptions,
): Promise<Service> {
  try {
    const firstApiKey = await ensureFirstApiKey(ferryman);
    await warnOfUnsealedKeys(ferryman, logger);
    const workers = works ? await ferryman.startWorkers() : undefined;
    const { address: intake } = await ferryman.openIntake();
    http.serve(createApi({ ...ferryman, logger, ...served }));
    return {
      ferryman,
      apiUrl: http.url,
      intake,
      ...(firstApiKey === undefined ? {} : { firstApiKey }),
      async close() {
        ferryman.retire();
        // In parallel: a slow HTTP response must not delay the stop of the workers. Streams have no
        // end of their own.
        await Promise.all([workers?.stop(), ferryman.feed.close(), http.close()]);
        await ferryman.close();
      },
    };
  } catch (cause) {
    await ferryman.close();
    throw cause;
  }
}
