import { z } from 'zod';
import { doc, text } from './setting-types.ts';

export const treasurySettings = z
  .strictObject({
    rules: text.optional().meta(
      doc({
        description:
          'Folder of the treasury’s rules, one JSON file each. They are applied when the treasury’s worker starts. A relative path starts at the working folder.',
        absent: 'rules come through the API alone',
      }),
    ),
    books: z.boolean('is neither true nor false').optional().meta(
      doc({
        type: '`true` or `false`',
        description:
          'Whether the treasury’s worker books what swaps have moved, and reads the balances of all wallets each hour.',
        absent: 'while there is a treasury rule',
      }),
    ),
  })
  .prefault({});
