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
  })
  .prefault({});
