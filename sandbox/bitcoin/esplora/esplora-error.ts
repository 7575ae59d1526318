/** An error that is answered in plain text. */
export class EsploraError extends Error {
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.name = 'EsploraError';
    this.status = status;
  }
}
