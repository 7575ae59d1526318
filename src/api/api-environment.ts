import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Ferryman } from '../compose.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { ApiKeyStore } from '../ports/stores/api-key-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';

/** What the API is made of. */
export interface ApiDependencies
  extends Pick<Ferryman, 'submit' | 'cancel' | 'retry' | 'acknowledge' | 'resolve' | 'ready'> {
  journal: Pick<SwapStore, 'findSwap' | 'listSwaps' | 'events'> & Pick<ApiKeyStore, 'findApiKey'>;
  metrics: Pick<Metrics, 'expose'>;
  logger: Logger;
}

/** What every handler finds in its context. */
export interface ApiEnvironment {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The public part of the API key that a request came with, where it had to have one. */
    keyId: string;
  };
}
