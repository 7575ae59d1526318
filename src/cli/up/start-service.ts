import { ensureFirstApiKey } from '../../api/api-key.ts';
import { serveApi } from '../../api/serve-api.ts';
import { compose, type Ferryman, type FerrymanOptions } from '../../compose.ts';

export interface Service {
  ferryman: Ferryman;
  apiUrl: string;
  /** Only on the first start of a journal. */
  firstApiKey?: string;
  close(): Promise<void>;
}

/** All of Ferryman in one process: workers, intake queue and API. Whatever was started is stopped again when a part fails. */
export async function startService(options: FerrymanOptions, { port }: { port: number }): Promise<Service> {
  const ferryman = await compose(options);
  try {
    const firstApiKey = await ensureFirstApiKey(ferryman.journal);
    await ferryman.startWorkers();
    ferryman.openIntake();
    const { journal, metrics, submit, ready } = ferryman;
    const api = await serveApi({ journal, metrics, submit, ready, logger: options.logger }, { port });
    return {
      ferryman,
      apiUrl: api.url,
      ...(firstApiKey === undefined ? {} : { firstApiKey }),
      async close() {
        await api.close();
        await ferryman.close();
      },
    };
  } catch (cause) {
    await ferryman.close();
    throw cause;
  }
}
