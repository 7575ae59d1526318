import { compose } from '../compose.ts';
import type { Config } from '../config/config.ts';
import type { Ferryman } from '../ferryman.ts';
import { createLogger } from '../telemetry/create-logger.ts';
import { configuredOptions } from './configured-options.ts';

/** Runs a task on the configured journal without signing. An embedded Ferryman must not run. */
export async function withFerryman<Result>(
  config: Config,
  task: (ferryman: Ferryman) => Promise<Result>,
  { takesJobs = false }: { takesJobs?: boolean } = {},
): Promise<Result> {
  const logger = createLogger({ level: 'silent' });
  const ferryman = await compose(
    configuredOptions(config, logger, { signs: false, shares: false, takesJobs }),
  );
  try {
    return await task(ferryman);
  } finally {
    await ferryman.close();
  }
}
