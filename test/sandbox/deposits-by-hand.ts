import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { served, serviceByHand } from './service-by-hand.ts';

/** How an order is to be paid (2.5). */
export interface DepositAnswer {
  readonly depositAddress: string;
  /** In whole tokens. */
  readonly amountToSend: string;
  readonly exchangeId: string;
  readonly extraFields?: { readonly name: string; readonly value: string };
}

export interface DepositStatus {
  readonly status: string;
  readonly subStatus?: string;
  readonly destinationTxHash: string | null;
}

interface Ordered {
  readonly transaction: DepositAnswer;
  readonly estimate: {
    readonly destinationWeiAmount: string;
    readonly destinationWeiMinAmount: string;
  };
  readonly providerType: string;
  readonly uniqueInfo: Readonly<Record<string, string>>;
}

/** Plain calls about orders that are paid by hand; shares no code with the sandbox. */
export function depositsByHand(endpoints: SandboxEndpoints) {
  const { router } = serviceByHand(endpoints);
  const ask = async (body: object, id: string): Promise<Ordered> =>
    served(await router('/api/routes/swap', { ...body, id }));
  return {
    /** Quotes and orders. @param body of a request for a quote (2.1) */
    async order(body: object): Promise<Ordered & { readonly id: string }> {
      const { id, transaction } = served<{ id: string; transaction: object }>(
        await router('/api/routes/quoteBest', body),
      );
      // A quote orders nothing, so there is nothing to pay yet.
      if (Object.keys(transaction).length > 0)
        throw new Error(`The quote has ${JSON.stringify(transaction)}`);
      return { id, ...(await ask(body, id)) };
    },
    swap: async (body: object, id: string): Promise<DepositAnswer> =>
      (await ask(body, id)).transaction,
    /** By the quote's id alone. */
    status: async (id: string, path = '/api/info/statusExtended'): Promise<DepositStatus> =>
      served(await router(`${path}?${new URLSearchParams({ id })}`)),
  };
}
