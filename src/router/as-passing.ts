import { FerrymanError } from '../errors/ferryman-error.ts';

/** For calls made while the money is on its way: no answer to them may end a swap, so whatever is thrown is tried again. */
export async function asPassing<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof FerrymanError) || error.next === 'retry') throw error;
    const { code, message, details, retryAfter } = error;
    throw new FerrymanError(code, message, {
      cause: error,
      next: 'retry',
      details,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
}
