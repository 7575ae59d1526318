import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * The fields of an error that a Postgres server sends (Postgres documentation, protocol error
 * fields).
 */
interface ServerError {
  message: string;
  /** SQLSTATE, five characters. */
  code: string;
  constraint?: string;
  table?: string;
}

/**
 * SQLSTATE classes and codes of temporary errors: connection, resources, operator intervention,
 * system, timeouts, rollbacks.
 */
const temporary = /^(?:08|53|57|58|55P03|40)/;
/** Wrong user, password or database. */
const misconfigured = /^(?:28|3D)/;

/** If a provider repeats an order number or a deposit target, Ferryman requests another order. */
const depositConstraints: ReadonlyMap<string, string> = new Map([
  ['orders_exchange_id_unique', 'another order of the same provider has the same id'],
  [
    'orders_deposit_place_unique',
    'another open order has the same deposit address with the same memo',
  ],
  ['orders_deposit_once', 'an earlier order had the same deposit address with the same memo'],
]);

/**
 * Whether the server chose the transaction as a deadlock's victim, or could not serialize it. The
 * server has written nothing, so the transaction can be retried.
 */
export function isRetryable(error: unknown): boolean {
  const found = serverError(error);
  return found?.code === '40P01' || found?.code === '40001';
}

/** Translates an error of an engine once. A `FerrymanError` passes through. */
export function mapSqlError(error: unknown): FerrymanError {
  if (error instanceof FerrymanError) return error;
  removeValues(error);
  const message = error instanceof Error ? error.message : String(error);
  const server = serverError(error);
  if (!server) {
    // Neither engine marks its connection errors. Every error that does not come from the server
    // and is not a programming error counts as one.
    const bug =
      error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
    if (bug)
      return new FerrymanError('INTERNAL', `the journal failed: ${message}`, { cause: error });
    return new FerrymanError('JOURNAL_UNAVAILABLE', `the journal does not answer: ${message}`, {
      cause: error,
    });
  }
  if (server.code.startsWith('23')) {
    const constraint = server.constraint ?? server.table ?? server.code;
    const repeated = depositConstraints.get(constraint);
    if (repeated !== undefined) {
      return new FerrymanError('DEPOSIT_NOT_UNIQUE', repeated, {
        cause: error,
        details: { constraint },
      });
    }
    return new FerrymanError(
      'JOURNAL_BROKEN_INVARIANT',
      `the journal refused a write: ${constraint}`,
      {
        cause: error,
        details: { constraint },
      },
    );
  }
  if (temporary.test(server.code)) {
    return new FerrymanError('JOURNAL_UNAVAILABLE', `the journal does not answer: ${message}`, {
      cause: error,
    });
  }
  if (misconfigured.test(server.code)) {
    return new FerrymanError(
      'CONFIG_INVALID',
      `the journal cannot be opened: ${message}; check the database URL`,
      {
        cause: error,
      },
    );
  }
  return new FerrymanError('INTERNAL', `the journal failed: ${message} (SQLSTATE ${server.code})`, {
    cause: error,
  });
}

/** Parameter and row values may be raw transactions, and causes are logged. */
function removeValues(error: unknown): void {
  if (!(error instanceof Error)) return;
  for (const property of ['params', 'detail']) Reflect.deleteProperty(error, property);
}

function serverError(error: unknown): ServerError | undefined {
  const found = error instanceof FerrymanError ? error.cause : error;
  if (!(found instanceof Error) || !('code' in found) || !('severity' in found)) return undefined;
  return typeof found.code === 'string' && found.code.length === 5
    ? (found as Error & ServerError)
    : undefined;
}
