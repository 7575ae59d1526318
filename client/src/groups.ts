import type { OperationId } from './operation.ts';

/** The comfortable names of calls. A call that is missing here is made by `client.call`. */
export const groups = {
  swaps: {
    create: 'createSwap',
    get: 'getSwap',
    list: 'listSwaps',
    cancel: 'cancelSwap',
    retry: 'retrySwap',
    acknowledge: 'acknowledgeSwap',
    resolve: 'resolveSwap',
  },
  stops: { list: 'listStops', create: 'stop', resume: 'resume' },
  wallets: { list: 'listWallets' },
  balances: { list: 'listBalances' },
  lanes: { list: 'listLanes' },
  chains: { list: 'listChains' },
  errors: { list: 'listErrors' },
  keys: { list: 'listKeys', create: 'createKey', rotate: 'rotateKey', revoke: 'revokeKey' },
  audit: { list: 'listAudit', verify: 'verifyAudit' },
} as const satisfies Record<string, Record<string, OperationId>>;
