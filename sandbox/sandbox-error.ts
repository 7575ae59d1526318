/** Why the sandbox itself could not do something, as opposed to an answer of its router. */
export type SandboxErrorCode =
  | 'bad-option'
  | 'engine-missing'
  | 'engine-failed'
  | 'port-taken'
  | 'deployment-failed'
  | 'transaction-failed'
  | 'bad-request';

/** The one error that the sandbox throws. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SandboxError';
    this.code = code;
  }
}
