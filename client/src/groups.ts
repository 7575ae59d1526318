import type { OperationId } from './operation.ts';

/** The comfortable names of calls. A call that is missing here is made by `client.call`. */
export const groups = {
  swaps: {
    create: 'createSwap',
    dryRun: 'previewSwap',
    get: 'getSwap',
    list: 'listSwaps',
    export: 'exportSwaps',
    cancel: 'cancelSwap',
    retry: 'retrySwap',
    acknowledge: 'acknowledgeSwap',
    resolve: 'resolveSwap',
  },
  quotes: { create: 'quoteSwap' },
  bulkActions: {
    create: 'createBulkAction',
    list: 'listBulkActions',
    get: 'getBulkAction',
    items: 'listBulkItems',
    pause: 'pauseBulkAction',
    resume: 'resumeBulkAction',
    abort: 'abortBulkAction',
  },
  stops: { list: 'listStops', create: 'stop', resume: 'resume' },
  wallets: { list: 'listWallets', inspect: 'inspectWallet', unfreeze: 'unfreezeWallet' },
  balances: { list: 'listBalances' },
  allowances: { list: 'listAllowances' },
  lanes: { list: 'listLanes' },
  chains: { list: 'listChains' },
  providers: { list: 'listProviders' },
  errors: { list: 'listErrors' },
  keys: { list: 'listKeys', create: 'createKey', rotate: 'rotateKey', revoke: 'revokeKey' },
  journal: { inspect: 'inspectJournal', adopt: 'adoptJournal' },
  backups: { create: 'createBackup' },
  audit: { list: 'listAudit', verify: 'verifyAudit' },
} as const satisfies Record<string, Record<string, OperationId>>;
