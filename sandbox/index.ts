/** The sandbox as a package: what `ferryman` and those who try it out start, and what audits a run. */
export type { SandboxChainEndpoints, SandboxEndpoints } from './endpoints.ts';
export { closeLedger } from './ledger/close-ledger.ts';
export type { LedgerAccount, LedgerRoute } from './ledger/ledger-types.ts';
export { openLedger } from './ledger/open-ledger.ts';
export type { RouterShape } from './router/router-shape.ts';
export { SandboxError } from './sandbox-error.ts';
export type { SandboxOptions } from './sandbox-options.ts';
export { type Sandbox, type Start, startSandbox } from './start-sandbox.ts';
