import type { Submitter } from '../ports/stores/api-key-store.ts';
import type { Asker } from '../ports/stores/swap-store.ts';

/** Who asks for a swap, and in which request of the API. */
export interface Asking {
  /** The API key that asks, whose wallets and chains are all that the job may use. */
  by?: Submitter;
  /** Of the API request, as its answer and its log lines have it. */
  requestId?: string;
}

/** As the first event of the swap names them. Without a key, a program asks that embeds Ferryman. */
export function askedBy({ by, requestId }: Asking): Required<Pick<Asker, 'by'>> & Asker {
  return {
    by: by ? `API key ${by.id}` : 'library',
    ...(requestId === undefined ? {} : { requestId }),
  };
}
