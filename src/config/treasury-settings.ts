import { z } from 'zod';
import { decimalText, decimalTextFaults } from '../core/amounts/decimal-text.ts';
import { doc, text } from './setting-types.ts';

const amount = z
  .string(decimalTextFaults.type)
  .max(100, 'is too long')
  .regex(decimalText, decimalTextFaults.form);

/** The treasury's worker checks that chains and tokens are there when it starts. */
const ceiling = z.union(
  [
    z.strictObject({ wallet: text, aboveUsd: amount }),
    z.strictObject({ wallet: text, chain: text, token: text, above: amount }),
  ],
  'is neither {"wallet", "aboveUsd"} nor {"wallet", "chain", "token", "above"}, with decimals in quotes',
);

export const treasurySettings = z
  .strictObject({
    rules: text.optional().meta(
      doc({
        description:
          'Folder of the treasury’s rules, one JSON file each. They are applied when the treasury’s worker starts. A relative path starts at the working folder.',
        absent: 'rules come through the API alone',
      }),
    ),
    books: z
      .boolean('is neither true nor false')
      .optional()
      .meta(
        doc({
          type: '`true` or `false`',
          description:
            'Whether the treasury’s worker books what swaps have moved, and reads the balances of all wallets each hour.',
          absent: 'while there is a treasury rule',
        }),
      ),
    ceilings: z
      .array(ceiling, 'is not a list')
      .max(500, 'has more than 500 members')
      .optional()
      .meta(
        doc({
          type: 'list of objects',
          absent: 'none',
          description:
            'What is too much for a hot wallet. Each has `wallet`, and `aboveUsd`, or `chain`, `token` and `above`. An account that comes above one raises the notice `wallet.above_ceiling`, where books are kept.',
        }),
      ),
  })
  .prefault({});
