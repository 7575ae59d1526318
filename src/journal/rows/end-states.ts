import { isEnd, swapStates } from '../../core/swap/swap.ts';

/**
 * SQL: the states in which a swap has ended. In the order in which the indexes of the schema name
 * them: Postgres compares their texts.
 */
export const endStates = `(${swapStates.flatMap((state) => (isEnd(state) ? [`'${state}'`] : [])).join(', ')})`;
