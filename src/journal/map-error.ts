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
 * Classes and codes of SQLSTATE that mean "not now": connection, resources, intervention, system,
 * timeouts.
 */
const passing = /^(?:08|53|57|58|55P03|40)/;
/** Wrong user, password or database. */
const misconfigured = /^(?:28|3D)/;

/** What a provider says twice is no fault of ours: another order is asked for. */
const depositConstraints: ReadonlyMap<string, string> = new Map([
  ['orders_exchange_id_unique', 'another order has the same number at its provider'],
  [
    'orders_deposit_place_unique',
    'an open order has its deposit go to the same address with the same memo',
  ],
]);

/**
 * A deadlock's victim or a serialization failure: the server wrote nothing, and the same
 * transaction may be run again.
 */
export function mayRunAgain(error: unknown): boolean {
  const found = serverError(error);
  return found?.code === '40P01' || found?.code === '40001';
}

/** Translates what an engine throws, once. Errors of our own pass through. */
export function mapSqlError(error: unknown): FerrymanError {
  if (error instanceof FerrymanError) return error;
  forgetValues(error);
  const message = error instanceof Error ? error.message : String(error);
  const server = serverError(error);
  if (!server) {
    // Neither engine marks its connection faults, so everything that no server said and that is not
    // a plain bug is one.
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
  if (passing.test(server.code)) {
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

/** Values of parameters and rows may be raw transactions, and causes are logged. */
function forgetValues(error: unknown): void {
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
