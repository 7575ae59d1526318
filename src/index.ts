/**
 * The library. `compose` returns a Ferryman that accepts swaps, alone in this process or as one of
 * many on a shared journal and queue.
 */

export { loadConfig } from './config/load-config.ts';
export { defaultPolicy, type Policy } from './core/decide/policy.ts';
export { type CheckedAddress, checkAddress } from './core/registry/check-address.ts';
export { type KnownChain, knownChains } from './core/registry/known-chains.ts';
export { type Chain, chainRegistry } from './core/swap/chains.ts';
export type { FundsState, Swap, SwapState } from './core/swap/swap.ts';
export { type ErrorCode, errorCodes } from './errors/codes.ts';
export { FerrymanError } from './errors/ferryman-error.ts';
export type { JobRequest } from './executor/job-request.ts';
export type { ResolveRequest } from './executor/resolve.ts';
export type { SubmitRequest } from './executor/submit.ts';
export type { Ferryman } from './ferryman.ts';
export type { FerrymanOptions } from './ferryman-options.ts';
export { createWallet } from './keys/create-wallet.ts';
export { importWallet } from './keys/import-wallet.ts';
export { compose } from './library.ts';
export type { SwapView } from './ports/stores/swap-store.ts';
export { createLogger } from './telemetry/create-logger.ts';
