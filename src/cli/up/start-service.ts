import type { Logger } from 'pino';
import { ensureFirstApiKey, type NewApiKey } from '../../api/api-key.ts';
import { createApi } from '../../api/create-api.ts';
import type { HttpListener } from '../../api/listen.ts';
import type { Ferryman } from '../../compose.ts';
import type { IntakeAddress } from '../../queue/intake-address.ts';

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
  /** Where the API is answered, once everything runs. */
  http: HttpListener;
  /**
   * Whether this process also carries swaps on, as it does by default; otherwise it only takes them
   * in and shows them.
   */
  works?: boolean;
}

/**
 * The doors of a Ferryman, intake queue and API, and the work behind them where asked. It is closed
 * with them, and when a part does not start.
 */
export async function startService(
  ferryman: Ferryman,
  { works = true, logger, http }: ServiceOptions,
): Promise<Service> {
  try {
    const firstApiKey = await ensureFirstApiKey(ferryman);
    const workers = works ? await ferryman.startWorkers() : undefined;
    const { address: intake } = await ferryman.openIntake();
    http.serve(createApi({ ...ferryman, logger }));
    return {
      ferryman,
      apiUrl: http.url,
      intake,
      ...(firstApiKey === undefined ? {} : { firstApiKey }),
      async close() {
        // Side by side: an answer that takes its time must not keep anything from being left
        // unsigned.
        await Promise.all([workers?.stop(), http.close()]);
        await ferryman.close();
      },
    };
  } catch (cause) {
    await ferryman.close();
    throw cause;
  }
}
