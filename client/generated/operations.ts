// Made from the OpenAPI document by scripts/write-client-types.ts; do not change it.

/** Method and path of each call, and its traits: `Trait` in client/src/operation.ts. */
export const operations = {
  createSwap: 'POST /v1/swaps body key repeat',
  listSwaps: 'GET /v1/swaps query pages repeat',
  createSwaps: 'POST /v1/swaps/batch body repeat',
  waitForSwap: 'GET /v1/swaps/{id}/wait query repeat',
  getSwap: 'GET /v1/swaps/{id} repeat',
  cancelSwap: 'POST /v1/swaps/{id}/cancel repeat',
  retrySwap: 'POST /v1/swaps/{id}/retry',
  acknowledgeSwap: 'POST /v1/swaps/{id}/acknowledge body',
  resolveSwap: 'POST /v1/swaps/{id}/resolve body',
  listStops: 'GET /v1/stops repeat',
  stop: 'POST /v1/stops body repeat',
  resume: 'POST /v1/stops/resume body',
  listWallets: 'GET /v1/wallets repeat',
  listBalances: 'GET /v1/balances repeat',
  listLanes: 'GET /v1/lanes repeat',
  listChains: 'GET /v1/chains repeat',
  listErrors: 'GET /v1/errors query repeat',
  listKeys: 'GET /v1/keys repeat',
  createKey: 'POST /v1/keys body',
  rotateKey: 'POST /v1/keys/{id}/rotate body',
  revokeKey: 'POST /v1/keys/{id}/revoke repeat',
  listAudit: 'GET /v1/audit query pages repeat',
  verifyAudit: 'GET /v1/audit/verify repeat',
} as const;
