import { isEnd, swapStates } from '../../core/swap/swap.ts';

/**
 * SQL: the states in which a swap has ended. The order must be that of the schema's indexes:
 * Postgres compares the texts.
 */
export const endStates = `(${swapStates.flatMap((state) => (isEnd(state) ? [`'${state}'`] : [])).join(', ')})`;
