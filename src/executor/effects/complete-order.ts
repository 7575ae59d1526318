import { completedTerms, type OrderTerms } from '../../core/swap/assemble-order.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/**
 * The terms of a quoted order once its transaction has come.
 * @throws `ROUTER_QUOTE_EXPIRED` if it names another spender than its quote: another spender needs
 *   another order
 */
export function completeOrder(...given: Parameters<typeof completedTerms>): OrderTerms {
  const completion = completedTerms(...given);
  if (completion.kind === 'completed') return completion.terms;
  const { quoted, answered } = completion;
  throw new FerrymanError(
    'ROUTER_QUOTE_EXPIRED',
    'the swap data names a spender other than its quote',
    { details: { quoted, answered } },
  );
}
