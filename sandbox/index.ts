/**
 * The sandbox as a package: what `ferryman` and those who try it out start, and what audits a run.
 */

export type { AuditAccount, AuditRoute } from './audit/audit-types.ts';
export { closeAudit } from './audit/close-audit.ts';
export { openAudit } from './audit/open-audit.ts';
export type { SandboxChainEndpoints, SandboxEndpoints } from './endpoints.ts';
export type { RouterShape } from './router/router-shape.ts';
export { SandboxError } from './sandbox-error.ts';
export type { SandboxOptions } from './sandbox-options.ts';
export { type Sandbox, type Start, startSandbox } from './start-sandbox.ts';
