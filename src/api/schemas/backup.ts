import { z } from 'zod';
import { named, time } from './common.ts';

const backup = named(
  'Backup',
  z.object({
    format: z.literal(1),
    form: z.enum(['embedded', 'postgres']),
    folder: z.string().describe('On the machine of the service.'),
    file: z.string().describe('The journal’s file in the folder.'),
    bytes: z.int(),
    sha256: z.string(),
    madeAt: time,
    instanceId: z.uuid().describe('Of the journal.'),
    schema: z.int().describe('The number of the newest migration.'),
    committed: z
      .string()
      .describe('How many attempts had been committed when the backup began. It may have more.'),
  }),
  'A copy of the journal. Neither keystores nor the intake secret nor the signing log are in it.',
);
export const backupAnswer = named('BackupAnswer', z.object({ backup }));
