/** Failures of the sandbox itself, as opposed to error answers of its router. */
export type SandboxErrorCode =
  | 'bad-option'
  | 'engine-missing'
  | 'engine-failed'
  | 'port-taken'
  | 'deployment-failed'
  | 'transaction-failed'
  | 'bad-request';

/** The only error class that the sandbox throws. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SandboxError';
    this.code = code;
  }
}
