/** The package of the sandbox: starts a sandbox for `ferryman` and for trials, and audits a run. */

export type { AuditAccount, AuditRoute } from './audit/audit-types.ts';
export { closeAudit } from './audit/close-audit.ts';
export { openAudit } from './audit/open-audit.ts';
export type { SandboxChainEndpoints, SandboxEndpoints } from './endpoints.ts';
export type { RouterShape } from './router/router-shape.ts';
export { SandboxError } from './sandbox-error.ts';
export type { SandboxOptions } from './sandbox-options.ts';
export { type Sandbox, type Start, startSandbox } from './start-sandbox.ts';
